/** Messages in their places, judged by themselves first. */

import { begin, examine, flawed } from "./check.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import type { Issue } from "./issue.js";
import { limitsOf, type Options } from "./options.js";
import type { Step } from "./room.js";
import { read } from "./text.js";
import { Tracker } from "./tracker.js";
import { MOST_TIMES } from "./value.js";

/** A message in its place. One that is not valid by itself has no value; one that is not valid in its place has. */
export type Tracked<M> =
  | { readonly ok: true; readonly value: M; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly value?: M | undefined; readonly issues: readonly Issue[] };

/**
 * Decodes a message of the other side, and takes it if it is valid by itself. Its own issues and those of its place are
 * one list.
 */
export function receiveText<M, Params>(tracker: Tracker<M, Params>, text: string | Uint8Array, options?: Options<Params>): Tracked<M> {
  return takeText(tracker, text, false, options)[0];
}

/** Like `receiveText`, for the text of a message to send. */
export function sendText<M, Params>(tracker: Tracker<M, Params>, text: string | Uint8Array, options?: Options<Params>): Tracked<M> {
  return takeText(tracker, text, true, options)[0];
}

/** Does both. Returns the effect of the message as well. A message that is not a text is valid by itself. */
export function takeText<M, Params>(
  tracker: Tracker<M, Params>,
  from: string | Uint8Array | { readonly message: M },
  sent: boolean,
  more?: Options<Params>,
): readonly [Tracked<M>, readonly Step[]] {
  if (inheritMore()) return inheritingNothing(() => takeText(tracker, from, sent, more));
  const options = Tracker.optionsOf(tracker, more);
  const { of } = tracker.conversation;
  const limits = limitsOf(options);
  let run = begin(of, limits, options);
  let value: M;
  if (typeof from === "string" || isBytes(from)) {
    const reading = read(from, limits, of.wide !== undefined);
    if (reading.message !== undefined) return [{ ok: false, issues: flawed(limits, reading.message).issues() }, []];
    run.beyond = reading.beyond;
    value = (of.wide === undefined ? reading.value : of.wide.place(reading.value)) as M;
    run = examine(of, value, run, limits, from.length * MOST_TIMES);
    if (run.invalid) return [{ ok: false, issues: run.issues() }, []];
    of.conceal?.(value, of.layout?.());
  } else {
    value = from.message;
  }
  const steps = tracker.take(value, sent, run) ?? [];
  const issues = run.issues();
  return [{ ok: !run.invalid && !(options?.strict === true && issues.length > 0), value, issues }, steps];
}

/** The result for a part of a stream without a message. */
export function broken(rule: string, message: string): { readonly ok: false; readonly issues: readonly Issue[] } {
  return { ok: false, issues: [{ rule, path: "", level: "must", message }] };
}

/** Not instanceof: arrays from another realm have another Uint8Array. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value);
}

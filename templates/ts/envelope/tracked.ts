/** Messages in their places, judged by themselves first. */

import { begin, examine, flawed } from "./check.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import type { Issue } from "./issue.js";
import { limitsOf, type Options } from "./options.js";
import { read } from "./text.js";
import type { Tracker } from "./tracker.js";
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
  return judge(tracker, text, false, options);
}

/** Does with the text of a message that is to be sent what `receiveText` does with one that has come. */
export function sendText<M, Params>(tracker: Tracker<M, Params>, text: string | Uint8Array, options?: Options<Params>): Tracked<M> {
  return judge(tracker, text, true, options);
}

function judge<M, Params>(tracker: Tracker<M, Params>, text: string | Uint8Array, sent: boolean, more?: Options<Params>): Tracked<M> {
  if (inheritMore()) return inheritingNothing(() => judge(tracker, text, sent, more));
  const options = more === undefined ? tracker.options : { ...tracker.options, ...more };
  const { of } = tracker.conversation;
  const limits = limitsOf(options);
  const run = begin(of, limits, options);
  const reading = read(text, limits);
  if (reading.message !== undefined) return { ok: false, issues: flawed(limits, reading.message).issues() };
  const found = examine(of, reading.value, run, limits, text.length * MOST_TIMES);
  if (found.invalid) return { ok: false, issues: found.issues() };
  const value = reading.value as M;
  tracker.take(value, sent, found);
  const issues = found.issues();
  return { ok: !found.invalid && !(options?.strict === true && issues.length > 0), value, issues };
}

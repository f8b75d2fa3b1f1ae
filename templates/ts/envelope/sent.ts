/** Messages that are about to be sent. */

import { begin, inputsFor, resultOf, survey, valueOf } from "./check.js";
import type { Collector } from "./collect.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import { ValidationError } from "./issue.js";
import { limitsOf, type Options, proofOptions } from "./options.js";
import { hasAdvice, isOrdered, ORDERED, prove } from "./proof.js";
import type { Asks, Step } from "./room.js";
import { Tracker } from "./tracker.js";
import { write } from "./write.js";

/** A message that is valid by itself, and its text. */
export interface Draft<M> {
  readonly text: string;
  /** A copy, because the program may change its message, and later ones are checked against this one. */
  readonly message: M;
  readonly run: Collector;
  readonly strict: boolean;
}

/** Checks and writes a message; throws a ValidationError if it is not valid by itself. */
export function draft<M, Params>(tracker: Tracker<M, Params>, message: M, more?: Options<Params>): Draft<M> {
  if (inheritMore()) return inheritingNothing(() => draft(tracker, message, more));
  const options = Tracker.optionsOf(tracker, more);
  const { of } = tracker.conversation;
  // only: fast {
  const inputs = inputsFor(of, proofOptions(options));
  const proven = inputs !== undefined && prove(of, message, inputs, ORDERED) && !hasAdvice();
  const ordered = proven && isOrdered();
  const run = proven ? begin(of, limitsOf(options), options) : survey(of, message, options, false);
  if (proven) run.now = inputs.run.now; // one time for all rules
  // }
  // without fast: const run = survey(of, message, options, false);
  valueOf(resultOf(message, run, options));
  const text = ordered ? JSON.stringify(message) : write(message, of.layout?.()); // only: fast
  // without fast: const text = write(message, of.layout?.());
  return { text, message: JSON.parse(text) as M, run, strict: options?.strict === true };
}

/**
 * Takes a message before it is sent; throws a ValidationError, and leaves the tracker as it was, if it may not be sent here. The tracker
 * is to be settled once the message is sent, or to take it back.
 */
export function commit<M, Params>(tracker: Tracker<M, Params>, { message, run, strict }: Draft<M>, asked?: Asks): readonly Step[] {
  const steps = tracker.take(message, true, run, ({ invalid, isEmpty }) => invalid || (strict && !isEmpty), asked);
  if (steps === undefined) throw new ValidationError(run.issues());
  return steps;
}

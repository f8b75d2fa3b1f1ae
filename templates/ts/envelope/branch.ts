/** Unions without a discriminator whose branches decide validity. */

import { type Check, Collector } from "./collect.js";

/** Returns whether a check finds nothing. */
export function passes(check: Check, value: unknown): boolean {
  const trial = new Collector(1);
  check(value, "", trial);
  return !trial.invalid;
}

/** Returns the index of the first check that a value passes, or -1. */
export function firstPassed(value: unknown, checks: readonly Check[]): number {
  return checks.findIndex((check) => passes(check, value));
}

/** Returns the index of the only check that a value passes, or -1. */
export function onlyPassed(value: unknown, checks: readonly Check[]): number {
  const first = firstPassed(value, checks);
  return first >= 0 && firstPassed(value, checks.slice(first + 1)) >= 0 ? -1 : first;
}

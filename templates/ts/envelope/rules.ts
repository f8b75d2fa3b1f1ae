/** Support code of generated rules, imported by protocols with rules only. Internal: it changes with the generator. */

import { areEqual } from "./equality.ts";
import type { Int } from "./integer.ts";

export { booleanOfText, doubleOfText } from "./conversion.ts";
export { areEqual } from "./equality.ts";
export { addInt, divInt, type Int, intOfDouble, intOfText, modInt, mulInt, negInt, subInt } from "./integer.ts";
export { rulesOf } from "./parts.ts";
export { compareCodePoints } from "./pointer.ts";
export { type RunOf, rulebook } from "./rulebook.ts";
export { fits, jsonSize } from "./size.ts";
export type { Run } from "./steps.ts";
export {
  addDuration,
  addTime,
  compareTimes,
  dateOf,
  dayOfYear,
  durationOfText,
  intOfTimestamp,
  subDuration,
  subTime,
  textOfDuration,
  textOfTimestamp,
  type Time,
  timeBetween,
  timesIn,
  timestampOfInt,
  timestampOfText,
} from "./timestamp.ts";
export { countCodePoints, membersOf, own } from "./value.ts";

/**
 * A type with literal types widened. Rules are shared between types, so they may compare a value with a literal that
 * its own type excludes.
 */
export type Plain<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends readonly (infer Item)[]
        ? readonly Plain<Item>[]
        : T extends object
          ? { readonly [member in keyof T]: Plain<T[member]> }
          : T;

/** Returns the item at an index; undefined if it is out of range. */
export function itemAt<T>(list: readonly T[], index: Int): T | undefined {
  return typeof index === "number" ? list[index] : undefined;
}

/** Whether a list contains an item equal to a value. NaN equals nothing. */
export function includes(list: readonly unknown[], value: unknown): boolean {
  return list.some((item) => areEqual(item, value));
}

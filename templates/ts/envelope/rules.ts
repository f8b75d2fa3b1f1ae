/** What generated rules use. Protocols without rules do not import it. Not for users: it changes with the generator. */

import { areEqual } from "./equality.ts";
import type { Int } from "./integer.ts";

export { areEqual } from "./equality.ts";
export { booleanOfText, doubleOfText } from "./conversion.ts";
export { addInt, divInt, type Int, intOfDouble, intOfText, modInt, mulInt, negInt, subInt } from "./integer.ts";
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
} from "./moment.ts";
export { rulesOf } from "./parts.ts";
export { compareCodePoints } from "./pointer.ts";
export { type RunOf, rulebook } from "./rulebook.ts";
export { fits, jsonSize } from "./size.ts";
export type { Run } from "./steps.ts";
export { countCodePoints, membersOf, own } from "./value.ts";

/**
 * A type without its literals: a rule may well compare what the type of the value has decided already, as rules are
 * written for several types at once.
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

/** The item at an index; undefined behind the ends of the list. */
export function itemAt<T>(list: readonly T[], index: Int): T | undefined {
  return typeof index === "number" ? list[index] : undefined;
}

/** Whether a list has an item that equals a value, of the same kind but perhaps of another type. NaN equals nothing. */
export function includes(list: readonly unknown[], value: unknown): boolean {
  return list.some((item) => areEqual(item, value));
}

/** Support code of generated rules, imported by protocols with rules only. Internal: it changes with the generator. */

import { areEqual } from "./equality.js";
import type { Int } from "./integer.js";
import { own } from "./value.js";

export { booleanOfText, doubleOfText } from "./conversion.js";
export { areEqual } from "./equality.js";
export { addInt, big, divInt, type Int, intOfDouble, intOfText, modInt, mulInt, negInt, subInt } from "./integer.js";
export * from "./parameters.js";
export { compareCodePoints } from "./pointer.js";
export { type RunOf, rulebook, rulesOf } from "./rulebook.js";
export { satisfiesSchema } from "./satisfies.js";
export { fits, jsonDepth, jsonItems, jsonSize, partFits } from "./size.js";
export { inStages, majorVersion, nowOf, readNow } from "./stages.js";
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
} from "./timestamp.js";
export { remembering } from "./unique.js";
export { utf8Length } from "./utf8.js";
export { countCodePoints, membersOf, own } from "./value.js";

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

/** Those types of a union that declare a member, and not as undefined, whatever members they are open for. */
type Declaring<T, K extends string> = T extends unknown
  ? K extends keyof { [member in keyof T as string extends member ? never : T[member] extends undefined ? never : member]: unknown }
    ? T
    : never
  : never;

/** Whether a value has a member of its own that only some types of its union declare. */
export function hasMember<T extends object, K extends string>(value: T, name: K): value is Declaring<T, K> {
  return own(value as { readonly [member: string]: unknown }, name) !== undefined;
}

/** Returns the item at an index; undefined if it is out of range. */
export function itemAt<T>(list: readonly T[], index: Int): T | undefined {
  return typeof index === "number" ? list[index] : undefined;
}

/** Whether a list contains an item equal to a value. NaN equals nothing. */
export function includes(list: readonly unknown[], value: unknown): boolean {
  return list.some((item) => areEqual(item, value));
}

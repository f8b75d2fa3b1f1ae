/** Support code of generated rules, imported by protocols with rules only. Internal: it changes with the generator. */

import { areSame } from "./equality.js";
import type { Int } from "./integer.js";

export { booleanOfText, doubleOfText } from "./conversion.js";
export { areSame } from "./equality.js";
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

/** Returns the item at an index; undefined if it is out of range. */
export function itemAt<T>(list: readonly T[], index: Int): T | undefined {
  return typeof index === "number" ? list[index] : undefined;
}

/** Whether a list contains an item equal to a value. NaN equals nothing. */
export function includes(list: readonly unknown[], value: unknown): boolean {
  return list.some((item) => areSame(item, value));
}

/**
 * Reports the most frequent failures. Generated checks call these functions where a value is of a wrong type; a value that
 * is undefined is a required member that is missing.
 */

import type { Collector } from "./collect.js";
import { atMember } from "./pointer.js";
import type { JsonObject } from "./value.js";
import { namesOf, type ObjectLayout } from "./write.js";

export function lacking(place: string, collector: Collector): void {
  collector.must("required", place, "is required");
}

function mismatch(value: unknown, place: string, collector: Collector, expected: string): void {
  if (value === undefined) lacking(place, collector);
  else collector.must("type", place, "must be " + expected);
}

export function notString(value: unknown, place: string, collector: Collector): void {
  mismatch(value, place, collector, "a string");
}

export function notObject(value: unknown, place: string, collector: Collector): void {
  mismatch(value, place, collector, "an object");
}

export function notArray(value: unknown, place: string, collector: Collector): void {
  mismatch(value, place, collector, "an array");
}

export function notNumber(value: unknown, place: string, collector: Collector): void {
  mismatch(value, place, collector, "a number");
}

export function notBoolean(value: unknown, place: string, collector: Collector): void {
  mismatch(value, place, collector, "true or false");
}

/** The messages of vocabularies by their lists of words, once they have been reported. */
const messages: Map<readonly unknown[], string> = /* @__PURE__ */ new Map();

/** Reports a value that is not one of the words of a vocabulary. A vocabulary has at least two words. */
export function notWord(value: unknown, place: string, collector: Collector, words: readonly unknown[]): void {
  if (typeof value !== "string") return notString(value, place, collector);
  let message = messages.get(words);
  if (message === undefined) messages.set(words, (message = `must be one of "${words.join('", "')}"`.replace(/, ("[^"]*")$/, " or $1")));
  collector.must("enum", place, message);
}

/** Reports a value that is not an integer, or an integer beyond the safe range. */
export function notInteger(value: unknown, place: string, collector: Collector): void {
  if (!Number.isInteger(value)) return mismatch(value, place, collector, "an integer");
  collector.must("integer-range", place, "must be between -9007199254740991 and 9007199254740991");
}

/** Reports the undeclared members of a closed record. */
export function notDeclared(value: JsonObject, layout: ObjectLayout, place: string, collector: Collector): void {
  const names = namesOf(layout);
  for (const name in value) {
    if (value[name] !== undefined && !names.includes(name) && collector.isOpen(place, name)) {
      collector.must("additionalProperties", place + atMember(name), "is not a member that is allowed here");
    }
  }
}

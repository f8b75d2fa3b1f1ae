/** Keywords that the value alone decides. */

import { isMultipleOf } from "./decimal.ts";
import { areEqual, areUnique } from "./equality.ts";
import type { Assertion, Failure, JsonType } from "./schema.ts";
import { hasAtLeast, hasAtMost, isObject, membersOf } from "./value.ts";

/** What an assertion reports of a value, if anything. */
export function failureOf(value: unknown, assertion: Assertion): Failure | undefined {
  if (assertion.keyword === "type") return typeFailure(value, assertion.types, assertion.fails, assertion.range);
  return holds(value, assertion) ? undefined : assertion.fails;
}

function typeFailure(value: unknown, types: readonly JsonType[], fails: Failure, range = fails): Failure | undefined {
  if (types.includes(typeOf(value))) return undefined;
  if (!types.includes("integer") || !Number.isInteger(value)) return fails;
  return Number.isSafeInteger(value) ? undefined : range;
}

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as JsonType);
}

function holds(value: unknown, assertion: Exclude<Assertion, { readonly keyword: "type" }>): boolean {
  switch (assertion.keyword) {
    case "enum":
      return assertion.values.some((one) => areEqual(value, one));
    case "minimum":
      return typeof value !== "number" || value >= assertion.limit;
    case "maximum":
      return typeof value !== "number" || value <= assertion.limit;
    case "exclusiveMinimum":
      return typeof value !== "number" || value > assertion.limit;
    case "exclusiveMaximum":
      return typeof value !== "number" || value < assertion.limit;
    case "multipleOf":
      return typeof value !== "number" || isMultipleOf(value, assertion.limit);
    case "minLength":
      return typeof value !== "string" || hasAtLeast(value, assertion.limit);
    case "maxLength":
      return typeof value !== "string" || hasAtMost(value, assertion.limit);
    case "pattern":
      return typeof value !== "string" || assertion.pattern.test(value);
    case "format":
      return typeof value !== "string" || assertion.test(value);
    case "minItems":
      return !Array.isArray(value) || value.length >= assertion.limit;
    case "maxItems":
      return !Array.isArray(value) || value.length <= assertion.limit;
    case "uniqueItems":
      return !Array.isArray(value) || areUnique(value);
    case "minProperties":
      return !isObject(value) || membersOf(value).length >= assertion.limit;
    case "maxProperties":
      return !isObject(value) || membersOf(value).length <= assertion.limit;
    case "never":
      return false;
  }
}

/** Keywords that the value alone decides. */

import { isMultipleOf } from "./decimal.ts";
import { areEqual, areUnique } from "./equality.ts";
import { type Assertion, failing, type Failure, type JsonType } from "./schema.ts";
import { hasAtLeast, hasAtMost, isObject, membersOf } from "./value.ts";

/** What an assertion reports of a value, if anything. */
export function failureOf(value: unknown, assertion: Assertion): Failure | undefined {
  if (holds(value, assertion)) return undefined;
  const tooLarge = assertion.keyword === "type" && assertion.types.includes("integer") && Number.isInteger(value);
  if (tooLarge && assertion.range !== undefined) return failing({ keyword: "integer-range", fails: assertion.range });
  return failing(assertion);
}

function isOf(value: unknown, types: readonly JsonType[]): boolean {
  return types.includes(typeOf(value)) || (types.includes("integer") && Number.isSafeInteger(value));
}

function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as JsonType);
}

function holds(value: unknown, assertion: Assertion): boolean {
  switch (assertion.keyword) {
    case "type":
      return isOf(value, assertion.types);
    case "const":
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
    case "false-schema":
      return false;
  }
}

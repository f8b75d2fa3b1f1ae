/** Assertions: keywords whose result depends on the value alone. */

import { isMultipleOf } from "./decimal.js";
import { areEqual } from "./equality.js";
import { type Assertion, failing, type Failure, type JsonType } from "./schema.js";
import { hasAtLeast, hasAtMost, isObject, membersOf } from "./value.js";

/** Returns the failure of an assertion for a value, or undefined if the value passes. */
export function failureOf(value: unknown, assertion: Assertion): Failure | undefined {
  if (meets(value, assertion)) return undefined;
  const tooLarge = assertion.keyword === "type" && assertion.types.includes("integer") && Number.isInteger(value);
  if (tooLarge && assertion.range !== undefined) return failing({ keyword: "integer-range", fails: assertion.range });
  return failing(assertion);
}

/** Whether a value is of one of the JSON types. "integer" accepts safe integers only. */
export function isOf(value: unknown, types: readonly JsonType[]): boolean {
  for (const type of types) if (isA(value, type)) return true;
  return false;
}

function isA(value: unknown, type: JsonType): boolean {
  switch (type) {
    case "integer":
      return Number.isSafeInteger(value);
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      return typeof value === type;
  }
}

/** Whether a value satisfies an assertion. */
export function meets(value: unknown, assertion: Assertion): boolean {
  switch (assertion.keyword) {
    case "type":
      return isOf(value, assertion.types);
    case "const":
    case "enum":
      for (const one of assertion.values) if (value === one || areEqual(value, one)) return true;
      return false;
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
    case "minProperties":
      return !isObject(value) || membersOf(value).length >= assertion.limit;
    case "maxProperties":
      return !isObject(value) || membersOf(value).length <= assertion.limit;
    case "false-schema":
      return false;
  }
}

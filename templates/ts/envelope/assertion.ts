/** Assertions: keywords whose result depends on the value alone. */

import { isMultipleOf } from "./decimal.js";
import { areEqual } from "./equality.js";
import type { Assertion, Failure, JsonType, Op, Size } from "./schema.js";
import { hasAtLeast, hasAtMost, isObject, membersOf } from "./value.js";

/** Returns the failure of an assertion for a value, or undefined if the value passes. */
export function failureOf(value: unknown, assertion: Assertion): Failure | undefined {
  if (meets(value, assertion)) return undefined;
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  const tooLarge = assertion.keyword === "ofType" && assertion.types.includes("integer") && isWhole;
  return (tooLarge ? assertion.range : undefined) ?? assertion.failure;
}

/** Whether a value is of one of the JSON types. "integer" accepts safe integers only. */
export function isOf(value: unknown, types: readonly JsonType[]): boolean {
  for (const type of types) if (isA(value, type)) return true;
  return false;
}

function isA(value: unknown, type: JsonType): boolean {
  switch (type) {
    case "integer":
      return Number.isSafeInteger(typeof value === "bigint" ? Number(value) : value);
    case "number":
      return typeof value === "number" || typeof value === "bigint";
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
    case "ofType":
      if (typeof value === "bigint" && assertion.width !== undefined) return BigInt[assertion.width](64, value) === value;
      return isOf(value, assertion.types) && (assertion.width === undefined || typeof value !== "number");
    case "equals":
      for (const one of assertion.values) if (value === one || areEqual(value, one)) return true;
      return false;
    case "bound":
      if (typeof value === "bigint") return compares(value, assertion.op, assertion.digits === undefined ? assertion.limit : BigInt(assertion.digits));
      return typeof value !== "number" || compares(value, assertion.op, assertion.limit);
    case "multipleOf":
      if (typeof value === "bigint") return Number(value % BigInt(assertion.digits ?? assertion.divisor)) === 0;
      return typeof value !== "number" || isMultipleOf(value, assertion.divisor);
    case "size":
      return fitsSize(value, assertion);
    case "matches":
      return typeof value !== "string" || assertion.test.test(value);
    case "format":
      return typeof value !== "string" || assertion.test(value);
    case "never":
      return false;
  }
}

function compares(value: number | bigint, op: Op, limit: number | bigint): boolean {
  if (op === "atLeast") return value >= limit;
  if (op === "atMost") return value <= limit;
  return op === "above" ? value > limit : value < limit;
}

/** Whether the size of a value of a type is within a limit. A long string is not counted to its end. */
function fitsSize(value: unknown, { of, op, limit }: Size): boolean {
  if (typeof value === "string") return of !== "string" || (op === "atLeast" ? hasAtLeast(value, limit) : hasAtMost(value, limit));
  if (Array.isArray(value)) return of !== "array" || compares(value.length, op, limit);
  return of !== "object" || !isObject(value) || compares(membersOf(value).length, op, limit);
}

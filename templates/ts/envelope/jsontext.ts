/** Writes values as JSON in their own order. */

import { isContainer, type JsonObject, membersOf } from "./value.js";

/** Does the same as `JSON.stringify`, but writes bigints in digits. */
export function jsonText(value: unknown): string {
  if ("toJSON" in BigInt.prototype) return hasBigint(value, new Set()) ? spelled(value, new Set()) : JSON.stringify(value);
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (hasBigint(value, new Set())) return spelled(value, new Set());
    throw error;
  }
}

/** Whether a value contains a bigint. It may contain itself, and then has no text. */
function hasBigint(value: unknown, seen: Set<object>): boolean {
  if (!isContainer(value)) return typeof value === "bigint";
  if (seen.has(value)) return false;
  seen.add(value);
  for (const name in value) if (hasBigint((value as JsonObject)[name], seen)) return true;
  return false;
}

function spelled(value: unknown, around: Set<object>): string {
  if (typeof value === "bigint") return String(value);
  if (!isContainer(value)) return JSON.stringify(value);
  if (around.has(value)) throw new TypeError("the value contains itself");
  around.add(value);
  const text = Array.isArray(value)
    ? "[" + value.map((item) => spelled(item, around)).join() + "]"
    : "{" + membersOf(value as JsonObject).map((name) => JSON.stringify(name) + ":" + spelled((value as JsonObject)[name], around)).join() + "}";
  around.delete(value);
  return text;
}

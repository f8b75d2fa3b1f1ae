/** Writes values as JSON in their own order. */

import { isObject, type JsonObject, membersOf } from "./value.js";

/** Does the same as `JSON.stringify`, but writes bigints in digits. */
export function jsonText(value: unknown): string {
  return hasBigint(value) ? spelled(value) : JSON.stringify(value);
}

function hasBigint(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return typeof value === "bigint";
  for (const name in value) if (hasBigint((value as JsonObject)[name])) return true;
  return false;
}

function spelled(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return "[" + value.map(spelled).join() + "]";
  if (!isObject(value)) return JSON.stringify(value);
  return "{" + membersOf(value).map((name) => JSON.stringify(name) + ":" + spelled(value[name])).join() + "}";
}

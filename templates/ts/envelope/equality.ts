/** Equality of values as JSON Schema has it: 1 equals 1.0, and the order of members says nothing. */

import { compareCodePoints } from "./pointer.ts";
import { isObject, type JsonObject, membersOf, own } from "./value.ts";

export function areEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && areEqualItems(a, b);
  if (isObject(a)) return isObject(b) && areEqualMembers(a, b);
  return a === b;
}

function areEqualItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => areEqual(item, b[i]));
}

function areEqualMembers(a: JsonObject, b: JsonObject): boolean {
  const names = membersOf(a);
  return names.length === membersOf(b).length && names.every((name) => areEqual(a[name], own(b, name)));
}

/** Whether no two items are equal. It takes linear time, so items that are no scalars are compared as texts. */
export function areUnique(items: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const others: object[] = [];
  for (const item of items) {
    if (typeof item === "object" && item !== null) others.push(item);
    else scalars.add(item);
  }
  if (scalars.size + others.length < items.length) return false;
  return others.length < 2 || new Set(others.map(canonical)).size === others.length;
}

/** A text that equal values share. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return "[" + value.map(canonical).join() + "]";
  if (!isObject(value)) return JSON.stringify(value);
  const names = membersOf(value).sort(compareCodePoints);
  return "{" + names.map((name) => JSON.stringify(name) + ":" + canonical(value[name])).join() + "}";
}

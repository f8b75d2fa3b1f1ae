/** Copies the caller's values into a message, and proves on the way that the copy is JSON. */

import { isPlain, isWellFormed, type JsonObject } from "./value.js";

/** Whether everything that was copied is JSON, so that the check need not test it again, and how many bytes are left of the limit. */
export interface Proof {
  left: number;
  readonly maxDepth: number;
  holds: boolean;
}

/** Sets a member. */
export function put(members: JsonObject, name: string, value: unknown, proof: Proof): void {
  proof.left -= name.length + 2;
  if (name !== "__proto__") members[name] = value;
  else Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Copies a value in an object of some depth. A value that JSON cannot represent, or that is too large, is not copied: the check refuses it. */
export function copyOf(value: unknown, proof: Proof, depth: number): unknown {
  switch (typeof value) {
    case "string":
      proof.left -= value.length + 2;
      if (!isWellFormed(value)) proof.holds = false;
      return value;
    case "number":
      proof.left--;
      if (value - value !== 0) proof.holds = false;
      return value;
    case "object":
      proof.left -= 2;
      break;
    case "boolean":
      proof.left -= 4;
      return value;
    case "undefined":
      return value; // absent; an array has none, as follows
    default:
      proof.holds = false;
      return value;
  }
  if (value === null) return value;
  if (depth >= proof.maxDepth || proof.left < 0) proof.holds = false;
  else if (Array.isArray(value)) return copyOfList(value, proof, depth + 1);
  else if (isPlain(value)) return objectOf(value, proof, depth + 1);
  proof.holds = false;
  return value;
}

function copyOfList(value: readonly unknown[], proof: Proof, depth: number): unknown[] {
  const list = value.slice();
  for (let i = 0; i < list.length; i++) {
    const item = list[i];
    if (item === undefined) proof.holds = false;
    const copy = copyOf(item, proof, depth);
    if (copy !== item) list[i] = copy;
  }
  return list;
}

function objectOf(value: JsonObject, proof: Proof, depth: number): JsonObject {
  const object = { ...value };
  for (const name in object) {
    const member = object[name];
    if (!isWellFormed(name)) proof.holds = false;
    const copy = copyOf(member, proof, depth);
    if (copy !== member) put(object, name, copy, proof);
    else proof.left -= name.length + 2;
  }
  return object;
}

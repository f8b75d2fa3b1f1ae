/** The size of values as JSON text, computed without writing it, which would take several times as long. */

import type { Collector } from "./collect.js";
import type { Int } from "./integer.js";

/** Whether a part of a value takes at most `limit` bytes. Not computed if the whole value is known to. */
export function partFits(collector: Collector, part: unknown, limit: Int): boolean {
  return collector.most <= limit || fits(part, limit);
}

/** Whether a value takes at most `limit` bytes. Most cases are decided by an upper bound, without reading strings. */
export function fits(value: unknown, limit: Int): boolean {
  return bytesAfter(value, Number(limit)) >= 0 || jsonSize(value) <= limit;
}

/** Returns `bytes` less an upper bound of the value's size. */
function bytesAfter(value: unknown, bytes: number): number {
  if (typeof value === "string") return bytes - 2 - 6 * value.length;
  if (typeof value !== "object" || value === null) return bytes - 24;
  let left = bytes - 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) left = bytesAfter(value[i], left - 1);
    return left;
  }
  for (const name in value) {
    const member = (value as { readonly [name: string]: unknown })[name];
    if (member === undefined) continue;
    left = bytesAfter(member, left - 4 - 6 * name.length);
    if (left < 0) break;
  }
  return left;
}

/** Returns the size of a value as compact JSON in bytes of UTF-8. A member that is `undefined` is absent. */
export function jsonSize(value: unknown): number {
  if (typeof value === "string") return quotedSize(value);
  if (typeof value !== "object" || value === null) return value === undefined ? 0 : String(value).length;
  let n = 0; // of the parts, each with a comma
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) n += jsonSize(value[i]) + 1;
  } else {
    for (const name in value) {
      const member = (value as { readonly [name: string]: unknown })[name];
      if (member !== undefined) n += quotedSize(name) + jsonSize(member) + 2;
    }
  }
  return Math.max(n, 1) + 1;
}

/** Returns the depth of nested arrays and objects, 0 for a scalar. */
export function jsonDepth(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let inside = 0;
  for (const name in value) {
    inside = Math.max(inside, jsonDepth((value as { readonly [name: string]: unknown })[name]));
  }
  return inside + 1;
}

/** Returns how many items an array has, 0 for any other value. */
export function jsonItems(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

function quotedSize(s: string): number {
  let n = s.length + 2;
  for (let i = 0; i < s.length; i++) {
    const unit = s.charCodeAt(i);
    if (unit >= 0x80) {
      // A surrogate pair takes four bytes: two for each half.
      n += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2;
    } else if (unit < 0x20) {
      n += unit >= 0x08 && unit <= 0x0d && unit !== 0x0b ? 1 : 5; // \n or \u0001
    } else if (unit === 0x22 || unit === 0x5c) {
      n++;
    }
  }
  return n;
}

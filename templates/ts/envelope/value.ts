/** Predicates on single values, and the test that JSON can represent a value. */

import { atIndex, atMember } from "./pointer.js";
import { jsonSize } from "./size.js";

/** A JSON object with unknown members. */
export type JsonObject = { [member: string]: unknown };

/** The reason why a text or value is refused before its type is checked. */
export interface Flaw {
  readonly place: string;
  readonly message: string;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Whether an object has a member of its own. (`Object.hasOwn` is ES2022; users may compile against an older library.) */
export function has(object: object, name: PropertyKey): boolean {
  return Object.prototype.hasOwnProperty.call(object, name);
}

/** Reads an own member; needed for names that Object.prototype has, too, such as "constructor". */
export function own<T extends object, K extends keyof T>(object: T, name: K): T[K] | undefined {
  return has(object, name) ? object[name] : undefined;
}

/** The value that names lead to, or undefined. */
export function valueIn(value: unknown, names: readonly string[] | undefined): unknown {
  return names?.reduce((inner, name) => (isObject(inner) ? own(inner, name) : undefined), value);
}

/** Copies a JSON value. */
export function duplicate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(duplicate);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const name of membersOf(value)) setMember(copy, name, duplicate(value[name]));
  return copy;
}

/** Gives an object a member, also one that is called `__proto__`. */
export function setMember(object: JsonObject, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Returns the names of an object's members. A member that is `undefined` is absent. */
export function membersOf(object: object): string[] {
  const members = object as JsonObject;
  const names = Object.keys(members);
  const isThere = (name: string): boolean => members[name] !== undefined;
  return names.every(isThere) ? names : names.filter(isThere);
}

const HAS_METHOD: boolean = "isWellFormed" in String.prototype;

/** Whether a string has no lone surrogates. The method is ES2024; older engines search in ten times the time. */
export function isWellFormed(s: string): boolean {
  return HAS_METHOD ? (s as string & { isWellFormed(): boolean }).isWellFormed() : !/\p{Surrogate}/u.test(s);
}

/** Whether a string has at least `limit` code points. A code point takes one or two code units. */
export function hasAtLeast(s: string, limit: number): boolean {
  return s.length >= limit && (s.length >= 2 * limit || countCodePoints(s) >= limit);
}

/** Whether a string has at most `limit` code points. */
export function hasAtMost(s: string, limit: number): boolean {
  return s.length <= limit || (s.length <= 2 * limit && countCodePoints(s) <= limit);
}

/** Returns the number of code points. */
export function countCodePoints(s: string): number {
  let n = 0;
  for (const _ of s) n++;
  return n;
}

/**
 * Returns the first flaw that JSON cannot represent (NaN, a function, a Date, a lone surrogate, a cycle...) or, without
 * one, an upper bound of the length of the JSON text. A member that is `undefined` is absent. Values that share parts,
 * such as an array that contains another one many times at every level, exceed `maxBytes` before they cost much. Bigints are
 * a flaw unless `bigints` is set.
 */
export function findFlaw(value: unknown, { maxDepth, maxBytes }: Bounds, bigints: boolean = false): Flaw | number {
  takesBigints = bigints;
  const left = remainingAfter(value, maxDepth, maxBytes);
  if (typeof left !== "number") return left;
  if (Number.isNaN(left)) return flaw(tooDeep(maxDepth));
  let most = (maxBytes - left) * MOST_TIMES;
  if (left >= 0 && most > maxBytes) most = jsonSize(value);
  return left >= 0 && most <= maxBytes ? most : flaw(tooLong(maxBytes));
}

/** Whether the walk that runs takes bigints. */
let takesBigints = false;

/** Whether a number beyond ±(2^53-1) has been noted since the last question. */
let noted = false;

/** Notes a number beyond ±(2^53-1), on a walk through a value that is taken for other reasons. */
export function note(value: number): void {
  if (value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER) noted = true;
}

/** Whether one has been noted; forgets it. */
export function hasNoted(): boolean {
  const was = noted;
  noted = false;
  return was;
}

/** Bounds of values and texts. */
export interface Bounds {
  readonly maxDepth: number;
  readonly maxBytes: number;
}

/** The maximum ratio of a text's length to its lower bound: a number takes 24 characters and a comma. */
export const MOST_TIMES: number = 25;

/**
 * Returns `bytes` less a lower bound of the value's text length: negative if that is too long, NaN if the value is too
 * deep. Or a flaw. This is half of the cost of most checks; Object.keys instead of for-in takes four times as much. Places
 * are put together on the way back, so that values without a flaw allocate no strings.
 */
function remainingAfter(value: unknown, depth: number, bytes: number): Flaw | number {
  switch (typeof value) {
    case "string":
      return isWellFormed(value) ? bytes - value.length - 2 : flaw(LONE_SURROGATE);
    case "number":
      note(value);
      return value - value === 0 ? bytes - 1 : flaw("NaN and Infinity are not JSON");
    case "boolean":
      return bytes - 4;
    case "bigint":
      if (takesBigints) return bytes - (BigInt.asIntN(66, value) === value ? 1 : String(value).length);
      return flaw("JSON has no bigint");
    case "object":
      break;
    default:
      return flaw(`JSON has no ${typeof value}`);
  }
  let left = bytes - 2;
  if (value === null) return left;
  if (depth === 0) return NaN;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) {
      const rest = remainingAfter(value[i], depth - 1, left);
      if (typeof rest !== "number") return within(atIndex(i), rest);
      left = rest;
    }
    return left;
  }
  if (!isPlain(value)) return flaw("JSON has plain objects only");
  for (const name in value) {
    const member = value[name];
    if (member === undefined) continue;
    if (!(left >= 0)) break;
    if (!isWellFormed(name)) return flaw(LONE_SURROGATE);
    const rest = remainingAfter(member, depth - 1, left - name.length - 2);
    if (typeof rest !== "number") return within(atMember(name), rest);
    left = rest;
  }
  return left;
}

/** Prefixes the place of a flaw. */
function within(place: string, found: Flaw): Flaw {
  return { place: place + found.place, message: found.message };
}

function flaw(message: string): Flaw {
  return { place: "", message };
}

/** Whether an object inherits nothing but the members of all objects. */
export function isPlain(value: object): value is JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || isForeign(prototype as object);
}

// Accepts Object.prototype of other realms: it ends its chain, has its own isPrototypeOf, and adds no members. An object
// created from one without a prototype has inherited members and is refused.
function isForeign(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && has(prototype, "isPrototypeOf") && Object.keys(prototype).length === 0;
}

export const LONE_SURROGATE: string = "a string has a lone surrogate";

export function tooDeep(maxDepth: number): string {
  return `arrays and objects nest deeper than ${maxDepth} levels`;
}

export function tooLong(maxBytes: number): string {
  return `the text is longer than ${maxBytes} bytes`;
}

/** Predicates on single values, and the test that JSON can represent a value. */

import { atIndex, atMember } from "./pointer.js";
import { jsonSize } from "./size.js";

/** A JSON object with unknown members. */
export type JsonObject = { [member: string]: unknown };

/** The reason why a text or value is refused before its type is checked. */
export interface Flaw {
  readonly place: string;
  readonly message: string;
  /** The flaw concerns the whole value: the place where a limit is exceeded is not meaningful. */
  readonly whole?: true;
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

/** Returns the names of an object's members. A member that is `undefined` is absent. */
export function membersOf(object: object): string[] {
  const members = object as JsonObject;
  const names = Object.keys(members);
  const isThere = (name: string): boolean => members[name] !== undefined;
  return names.every(isThere) ? names : names.filter(isThere);
}

/** Whether a string has no lone surrogates. The method is ES2024; older engines search in ten times the time. */
export function isWellFormed(s: string): boolean {
  return (s as string & { isWellFormed?(): boolean }).isWellFormed?.() ?? !/\p{Surrogate}/u.test(s);
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
 * such as an array that contains another one many times at every level, exceed `maxBytes` before they cost much.
 */
export function findFlaw(value: unknown, maxDepth: number, maxBytes: number): Flaw | number {
  let left = isContainer(value) ? remainingAfter(value, maxDepth, maxBytes) : remainingAfterScalar(value, maxBytes);
  if (left < 0) {
    const survey = new Survey(maxDepth, maxBytes);
    const found = survey.visit(value, 0);
    if (found !== undefined) return found;
    left = maxBytes - survey.least;
  }
  let most = (maxBytes - left) * MOST_TIMES;
  if (most > maxBytes) most = jsonSize(value);
  return most <= maxBytes ? most : { place: "", message: tooLong(maxBytes), whole: true };
}

/** The maximum ratio of a text's length to its lower bound: a number takes 24 characters and a comma. */
export const MOST_TIMES: number = 25;

/**
 * Returns `bytes` less a lower bound of the value's text length; negative if the value may have a flaw, which Survey
 * then locates. This is half of the cost of most checks. Alternatives that lost: Survey alone takes half as much again,
 * Object.keys instead of for-in four times as much.
 */
function remainingAfter(value: object, depth: number, bytes: number): number {
  if (depth === 0) return -1;
  let left = bytes - 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) {
      const item: unknown = value[i];
      left = isContainer(item) ? remainingAfter(item, depth - 1, left) : remainingAfterScalar(item, left);
    }
    return left;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return -1;
  for (const name in value) {
    const member = (value as JsonObject)[name];
    if (member === undefined) continue;
    if (left < 0 || !isWellFormed(name)) return -1;
    left -= name.length + 2;
    if (typeof member === "string") left = isWellFormed(member) ? left - member.length - 2 : -1;
    else left = isContainer(member) ? remainingAfter(member, depth - 1, left) : remainingAfterScalar(member, left);
  }
  return left;
}

function remainingAfterScalar(value: unknown, bytes: number): number {
  switch (typeof value) {
    case "string":
      return isWellFormed(value) ? bytes - value.length - 2 : -1;
    case "number":
      return value - value === 0 ? bytes - 1 : -1;
    case "boolean":
      return bytes - 4;
    default:
      return value === null ? bytes - 2 : -1;
  }
}

// Builds places on the way back, so that values without a flaw allocate no strings.
class Survey {
  /** A lower bound of the text length of everything visited. */
  least = 0;
  private readonly maxBytes: number;
  private readonly maxDepth: number;

  constructor(maxDepth: number, maxBytes: number) {
    this.maxBytes = maxBytes;
    this.maxDepth = maxDepth;
  }

  visit(value: unknown, depth: number): Flaw | undefined {
    switch (typeof value) {
      case "string":
        this.least += value.length + 2;
        return isWellFormed(value) ? undefined : flaw(LONE_SURROGATE);
      case "number":
        this.least++;
        return value - value === 0 ? undefined : flaw("NaN and Infinity are not JSON");
      case "boolean":
        this.least += 4;
        return undefined;
      case "object":
        this.least += 2;
        return value === null ? undefined : this.enter(value, depth + 1);
      default:
        return flaw(`JSON has no ${typeof value}`);
    }
  }

  private enter(value: object, depth: number): Flaw | undefined {
    if (depth > this.maxDepth) return { place: "", message: tooDeep(this.maxDepth), whole: true };
    if (Array.isArray(value)) return this.items(value, depth);
    return isPlain(value) ? this.members(value, depth) : flaw("JSON has plain objects only");
  }

  private items(array: readonly unknown[], depth: number): Flaw | undefined {
    for (let i = 0; i < array.length; i++) {
      const found = this.visit(array[i], depth);
      if (found !== undefined) return within(atIndex(i), found);
      if (this.least > this.maxBytes) break;
    }
    return this.length();
  }

  private members(object: JsonObject, depth: number): Flaw | undefined {
    for (const name of Object.keys(object)) {
      const value = object[name];
      if (value === undefined) continue;
      if (!isWellFormed(name)) return flaw(LONE_SURROGATE);
      this.least += name.length + 2;
      const found = this.visit(value, depth);
      if (found !== undefined) return within(atMember(name), found);
      if (this.least > this.maxBytes) break;
    }
    return this.length();
  }

  private length(): Flaw | undefined {
    return this.least > this.maxBytes ? { place: "", message: tooLong(this.maxBytes), whole: true } : undefined;
  }
}

/** Prefixes the place of a flaw. */
function within(place: string, found: Flaw): Flaw {
  return found.whole === true ? found : { place: place + found.place, message: found.message };
}

function flaw(message: string): Flaw {
  return { place: "", message };
}

// Accepts Object.prototype of other realms: it ends its chain and has its own isPrototypeOf. An object created from one
// without a prototype has inherited members and is refused.
function isPlain(value: object): value is JsonObject {
  const prototype: object | null = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && has(prototype, "isPrototypeOf");
}

export const LONE_SURROGATE: string = "a string has a lone surrogate";

export function tooDeep(maxDepth: number): string {
  return `arrays and objects nest deeper than ${maxDepth} levels`;
}

export function tooLong(maxBytes: number): string {
  return `the text is longer than ${maxBytes} bytes`;
}

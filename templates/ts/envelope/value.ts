/** Questions about single values, and the proof that a value of the program is one that JSON can hold. */

import { atIndex, atMember } from "./pointer.ts";
import { jsonSize } from "./size.ts";

/** A JSON object of which nothing more is known. */
export type JsonObject = { [member: string]: unknown };

/** Why a text or value is refused before its type is looked at. */
export interface Flaw {
  readonly place: string;
  readonly message: string;
  /** The flaw is the whole value's: where a limit falls says nothing. */
  readonly whole?: true;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Reads a member whose name every object inherits, such as "constructor". */
export function own<T extends object, K extends keyof T>(object: T, name: K): T[K] | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The names of an object's members; one that is `undefined` is absent. */
export function membersOf(object: object): string[] {
  const members = object as JsonObject;
  const names = Object.keys(members);
  const isThere = (name: string): boolean => members[name] !== undefined;
  return names.every(isThere) ? names : names.filter(isThere);
}

/** Whether a string is free of lone surrogates. (The method is ES2024; users may compile against an older library.) */
export function isWellFormed(s: string): boolean {
  return (s as string & { isWellFormed(): boolean }).isWellFormed();
}

/** Whether a string has at least this many code points. A code point takes one or two units. */
export function hasAtLeast(s: string, limit: number): boolean {
  return s.length >= limit && (s.length >= 2 * limit || countCodePoints(s) >= limit);
}

/** Whether a string has at most this many code points. */
export function hasAtMost(s: string, limit: number): boolean {
  return s.length <= limit || (s.length <= 2 * limit && countCodePoints(s) <= limit);
}

/** How many code points a string has. */
export function countCodePoints(s: string): number {
  let n = 0;
  for (const _ of s) n++;
  return n;
}

/**
 * Finds the first thing in a value that JSON could not hold: NaN, a function, a Date, a lone surrogate, a cycle...
 * A member that is `undefined` counts as absent. What only looks small, such as an array that contains another one
 * many times over at every level, exceeds `maxBytes` before it costs much. Of a value without flaw it says how long its text
 * is at most.
 */
export function findFlaw(value: unknown, maxDepth: number, maxBytes: number): Flaw | number {
  let left = isContainer(value) ? behind(value, maxDepth, maxBytes) : behindScalar(value, maxBytes);
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

/** How much longer a text can be than its least: a number takes 24 characters and a comma. */
export const MOST_TIMES: number = 25;

/**
 * What is left of some bytes behind the text of a value, if everything takes as little as it can; less than 0 for what may
 * have a flaw, which Survey finds. It is half of the cost of most checks: to let Survey look at once would cost half as much
 * again, and Object.keys four times as much as a loop that reads a member where it has found the name.
 */
function behind(value: object, depth: number, bytes: number): number {
  if (depth === 0) return -1;
  let left = bytes - 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && left >= 0; i++) {
      const item: unknown = value[i];
      left = isContainer(item) ? behind(item, depth - 1, left) : behindScalar(item, left);
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
    else left = isContainer(member) ? behind(member, depth - 1, left) : behindScalar(member, left);
  }
  return left;
}

function behindScalar(value: unknown, bytes: number): number {
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

// Places are put together on the way out, so that a value without flaw costs no strings.
class Survey {
  /** How long the text of everything seen so far is, if everything takes as little as it can. */
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

/** The flaw as it is seen from an outer value. */
function within(place: string, found: Flaw): Flaw {
  return found.whole === true ? found : { place: place + found.place, message: found.message };
}

function flaw(message: string): Flaw {
  return { place: "", message };
}

// An object of another realm has another Object.prototype, which ends its chain all the same. What is made of an object
// without a prototype has inherited members.
function isPlain(value: object): value is JsonObject {
  const prototype: object | null = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}

export const LONE_SURROGATE: string = "a string has a lone surrogate";

export function tooDeep(maxDepth: number): string {
  return `arrays and objects nest deeper than ${maxDepth} levels`;
}

export function tooLong(maxBytes: number): string {
  return `the text is longer than ${maxBytes} bytes`;
}

/** Questions about single values, and the proof that a value of the program is one that JSON can hold. */

import { atIndex, atMember } from "./pointer.ts";

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

/** Reads a member whose name every object inherits, such as "constructor". */
export function own<T extends object, K extends keyof T>(object: T, name: K): T[K] | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The names of an object's members; one that is `undefined` is absent. */
export function membersOf(object: object): string[] {
  const members = object as JsonObject;
  return Object.keys(members).filter((name) => members[name] !== undefined);
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
 * many times over at every level, exceeds `maxBytes` before it costs much.
 */
export function findFlaw(value: unknown, maxDepth: number, maxBytes: number): Flaw | undefined {
  return new Survey(maxDepth, maxBytes).visit(value, 0);
}

// Places are put together on the way out, so that a value without flaw costs no strings.
class Survey {
  private room: number; // what is left of maxBytes when everything seen so far takes as little as it can
  private readonly maxBytes: number;
  private readonly maxDepth: number;

  constructor(maxDepth: number, maxBytes: number) {
    this.room = maxBytes;
    this.maxBytes = maxBytes;
    this.maxDepth = maxDepth;
  }

  visit(value: unknown, depth: number): Flaw | undefined {
    switch (typeof value) {
      case "string":
        return isWellFormed(value) ? this.take(value.length + 2) : flaw(LONE_SURROGATE);
      case "number":
        return Number.isFinite(value) ? this.take(1) : flaw("NaN and Infinity are not JSON");
      case "boolean":
        return this.take(4);
      case "object":
        return value === null ? this.take(4) : this.enter(value, depth + 1);
      default:
        return flaw(`JSON has no ${typeof value}`);
    }
  }

  private take(bytes: number): Flaw | undefined {
    this.room -= bytes;
    return this.room >= 0 ? undefined : { place: "", message: tooLong(this.maxBytes), whole: true };
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
    }
    return this.take(2);
  }

  private members(object: JsonObject, depth: number): Flaw | undefined {
    for (const name of Object.keys(object)) {
      const value = object[name];
      if (value === undefined) continue;
      const found = this.visit(name, depth);
      if (found !== undefined) return found;
      const inside = this.visit(value, depth);
      if (inside !== undefined) return within(atMember(name), inside);
    }
    return this.take(2);
  }
}

/** The flaw as it is seen from an outer value. */
function within(place: string, found: Flaw): Flaw {
  return found.whole === true ? found : { place: place + found.place, message: found.message };
}

function flaw(message: string): Flaw {
  return { place: "", message };
}

// An object of another realm has another Object.prototype, which ends its chain all the same.
function isPlain(value: object): value is JsonObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

export const LONE_SURROGATE: string = "a string has a lone surrogate";

export function tooDeep(maxDepth: number): string {
  return `arrays and objects nest deeper than ${maxDepth} levels`;
}

export function tooLong(maxBytes: number): string {
  return `the text is longer than ${maxBytes} bytes`;
}

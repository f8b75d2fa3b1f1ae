/**
 * A strict JSON parser that reports errors with their byte offset. It is slower than `JSON.parse`, so text.ts uses it
 * only if `JSON.parse` fails or its result may be wrong.
 */

import { utf8Length } from "./utf8.js";
import { has, isWellFormed, type JsonObject, LONE_SURROGATE, tooDeep } from "./value.js";

/** The result of reading a text: a value, or the message of an error. */
export type Reading = { readonly value: unknown; readonly message?: undefined } | { readonly value?: undefined; readonly message: string };

/** Parses a string without lone surrogates as JSON text. */
export function scan(text: string, maxDepth: number): Reading {
  try {
    return { value: new Scanner(text, maxDepth).document() };
  } catch (error) {
    if (error instanceof Refusal) return { message: error.message };
    throw error;
  }
}

/** Returns the offset of the quote that closes the string opened at `open`, or -1. */
export function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let i = at;
  while (text.charCodeAt(i - 1) === 0x5c) i--;
  return (at - i) % 2 === 1;
}

class Refusal extends Error {}

const NUMBER: RegExp = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const SPACE: RegExp = /[ \t\n\r]*/y;

class Scanner {
  private at = 0;
  private readonly text: string;
  private readonly maxDepth: number;

  constructor(text: string, maxDepth: number) {
    this.text = text;
    this.maxDepth = maxDepth;
  }

  document(): unknown {
    if (this.text.startsWith("\ufeff")) this.refuse("a byte order mark precedes the value");
    const value = this.value(0);
    if (this.next() !== "") this.refuse("something follows the value");
    return value;
  }

  private value(depth: number): unknown {
    switch (this.next()) {
      case "{":
        return this.object(this.deeper(depth));
      case "[":
        return this.array(this.deeper(depth));
      case '"':
        return this.string();
      case "t":
        return this.literal("true", true);
      case "f":
        return this.literal("false", false);
      case "n":
        return this.literal("null", null);
      default:
        return this.number();
    }
  }

  private object(depth: number): JsonObject {
    const object: JsonObject = {};
    this.at++;
    for (let more = !this.skip("}"); more; more = this.separator("}")) {
      if (this.next() !== '"') this.refuse("a member name is missing");
      const start = this.at;
      const name = this.string();
      if (has(object, name)) this.refuse("a member name stands twice in one object", start);
      if (!this.skip(":")) this.refuse("a colon is missing");
      // Assignment would lose a member called "__proto__".
      const value = this.value(depth);
      Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
    }
    return object;
  }

  private array(depth: number): unknown[] {
    const array: unknown[] = [];
    this.at++;
    for (let more = !this.skip("]"); more; more = this.separator("]")) array.push(this.value(depth));
    return array;
  }

  private string(): string {
    const start = this.at;
    const end = closingQuote(this.text, start);
    if (end < 0) this.refuse("a string does not end", start);
    this.at = end + 1;
    const s = this.unquote(start, this.at);
    if (!isWellFormed(s)) this.refuse(LONE_SURROGATE, start);
    return s;
  }

  private unquote(start: number, end: number): string {
    try {
      return JSON.parse(this.text.slice(start, end)) as string;
    } catch {
      return this.refuse("a string has a bad escape or a raw control character", start);
    }
  }

  private number(): number {
    const start = this.at;
    NUMBER.lastIndex = start;
    const spelling = NUMBER.exec(this.text)?.[0];
    if (spelling === undefined) {
      return this.refuse(start < this.text.length ? "a value is missing" : "the text ends too early");
    }
    this.at += spelling.length;
    const value = Number(spelling);
    if (!Number.isFinite(value)) this.refuse("a number is too large for a double", start);
    return value + 0; // turns -0 into 0
  }

  private literal<T>(spelling: string, value: T): T {
    if (!this.text.startsWith(spelling, this.at)) this.refuse("a value is missing");
    this.at += spelling.length;
    return value;
  }

  private deeper(depth: number): number {
    if (depth >= this.maxDepth) this.refuse(tooDeep(this.maxDepth));
    return depth + 1;
  }

  /** Skips a comma or the closing bracket; returns whether another item follows. */
  private separator(close: string): boolean {
    if (this.skip(",")) return true;
    if (!this.skip(close)) this.refuse(`a comma or ${close} is missing`);
    return false;
  }

  private skip(token: string): boolean {
    const found = this.next() === token;
    if (found) this.at++;
    return found;
  }

  /** Skips white space and returns the next character, "" at the end. */
  private next(): string {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
    return this.text.charAt(this.at);
  }

  private refuse(cause: string, at: number = this.at): never {
    throw new Refusal(`${cause}, at byte ${utf8Length(this.text, at)}`);
  }
}

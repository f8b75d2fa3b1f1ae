/**
 * A strict JSON parser that reports errors with their place. It is slower than `JSON.parse`, so text.ts uses it
 * only if `JSON.parse` fails or its result may be wrong.
 */

import { utf8Length } from "./utf8.js";
import { hasNoted, isWellFormed, LONE_SURROGATE, note, tooDeep } from "./value.js";

/** The result of reading a text: a value and whether it may have an integer beyond ±(2^53-1), or the message of an error. */
export type Reading = { readonly value: unknown; readonly beyond: boolean; readonly message?: undefined } | { readonly value?: undefined; readonly beyond?: undefined; readonly message: string };

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

/** Spells a place in a text. Lines and columns count from 1, columns in characters; bytes count from 0. */
function textPlaceOf(text: string, place: number): string {
  const line = text.slice(text.lastIndexOf("\n", place - 1) + 1, place);
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) lines++;
  let column = 1;
  for (let i = 0; i < line.length; i++) if ((line.charCodeAt(i) & 0xfc00) !== 0xdc00) column++; // a pair is one character
  return `line ${lines}, column ${column} (byte ${utf8Length(text, place)})`;
}

/** Spells the name of a member for a message. */
function shown(name: string): string {
  const start = [...name.slice(0, 2 * MOST_OF_NAME + 2)].slice(0, MOST_OF_NAME).join("");
  return JSON.stringify(start.length < name.length ? `${start}…` : name);
}

const MOST_OF_NAME = 80;

const TOKEN: RegExp = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const SPACE: RegExp = /[ \t\n\r]*/y;

const DIGITS = /^-?[0-9]{16,}$/;

/** Parses a string without lone surrogates as JSON text. With `wide`, integers beyond ±(2^53-1) that are spelled in digits alone are bigints. */
export function scan(text: string, maxDepth: number, wide: boolean = false): Reading {
  let at = 0;

  const refuse = (cause: string, place: number = at): never => {
    throw new Refusal(`${cause} at ${textPlaceOf(text, place)}`);
  };

  /** Skips white space and returns the next character, "" at the end. */
  const next = (): string => {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
    return text.charAt(at);
  };

  const skip = (token: string): boolean => {
    const found = next() === token;
    if (found) at++;
    return found;
  };

  /** Parses the text between brackets, up to the closing one. */
  const parts = (close: string, depth: number, part: (depth: number) => void): void => {
    if (depth >= maxDepth) refuse(tooDeep(maxDepth));
    at++;
    if (skip(close)) return;
    do {
      if (next() === close) refuse("a comma precedes the closing bracket");
      part(depth + 1);
    } while (skip(","));
    if (!skip(close)) refuse(`a comma or ${close} is missing`);
  };

  const string = (): string => {
    const start = at;
    const end = closingQuote(text, start);
    if (end < 0) refuse("a string does not end");
    let s = "";
    try {
      s = JSON.parse(text.slice(start, end + 1)) as string;
    } catch {
      refuse("a string has a bad escape or a raw control character");
    }
    if (!isWellFormed(s)) refuse(LONE_SURROGATE);
    at = end + 1;
    return s;
  };

  const scalar = (): unknown => {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return refuse(at < text.length ? "a value is missing" : "the text ends too early");
    const value: unknown = JSON.parse(token);
    if (typeof value === "number") note(value);
    if (value === Infinity || value === -Infinity) refuse("a number is too large for a double");
    at += token.length;
    if (/^-?0$/.test(token) && /[0-9]/.test(text.charAt(at))) refuse("a number begins with 0", at - token.length);
    if (wide && DIGITS.test(token) && !Number.isSafeInteger(value)) return BigInt(token);
    return value === 0 ? 0 : value; // turns -0 into 0
  };

  const value = (depth: number): unknown => {
    switch (next()) {
      case "{": {
        const members = new Map<string, unknown>();
        parts("}", depth, (below) => {
          if (next() !== '"') refuse(text.charAt(at) === "'" ? "a member name has single quotes" : "a member name is missing");
          const start = at;
          const name = string();
          if (members.has(name)) refuse(`a second member ${shown(name)}`, start);
          if (!skip(":")) refuse("a colon is missing");
          members.set(name, value(below));
        });
        return Object.fromEntries(members); // assignment would lose a member called "__proto__"
      }
      case "[": {
        const array: unknown[] = [];
        parts("]", depth, (below) => void array.push(value(below)));
        return array;
      }
      case '"':
        return string();
      default:
        return scalar();
    }
  };

  try {
    if (text.startsWith("\ufeff")) refuse("a byte order mark precedes the value");
    const whole = value(0);
    if (next() !== "") refuse("something follows the value");
    return { value: whole, beyond: hasNoted() };
  } catch (error) {
    hasNoted(); // about a part of the text
    if (error instanceof Refusal) return { message: error.message };
    throw error;
  }
}

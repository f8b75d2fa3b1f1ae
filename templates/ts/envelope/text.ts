/**
 * Reads JSON text strictly. Most texts take the fast path: `JSON.parse`, then exact tests for texts that it accepts, and for details
 * that it loses (duplicate names, depth, overflow, -0, lone surrogates). All others go to scan.ts, which decides.
 */

import type { Limits } from "./options.js";
import { closingQuote, type Reading, scan } from "./scan.js";
import { decodeUtf8, malformedAt, utf8Length } from "./utf8.js";
import { findFlaw, hasNoted, isWellFormed, LONE_SURROGATE, MOST_TIMES, note, tooLong } from "./value.js";

/** Reads a text; returns the value or an error message. With `wide`, integers beyond ±(2^53-1) that are spelled in digits alone are bigints. */
export function read(input: string | Uint8Array, limits: Limits, wide: boolean = false): Reading {
  if (typeof input === "string") return readString(input, limits, wide);
  // Not instanceof: arrays from another realm have another Uint8Array.
  if (Object.prototype.toString.call(input) === "[object Uint8Array]") return readBytes(input, limits, wide);
  throw new TypeError("a text is a string or a Uint8Array; a value that is no text any more is for check");
}

function readBytes(bytes: Uint8Array, limits: Limits, wide: boolean): Reading {
  if (bytes.length > limits.maxBytes) return { message: tooLong(limits.maxBytes) };
  let text: string;
  try {
    text = decodeUtf8(bytes);
  } catch {
    return { message: `the text is not UTF-8 at byte ${malformedAt(bytes)}` };
  }
  return readText(text, limits.maxDepth, wide);
}

function readString(text: string, limits: Limits, wide: boolean): Reading {
  if (!isWellFormed(text)) return { message: LONE_SURROGATE };
  const most = limits.maxBytes;
  if (text.length * 3 > most && utf8Length(text) > most) return { message: tooLong(most) };
  return readText(text, limits.maxDepth, wide);
}

// only: fast {
function readText(text: string, maxDepth: number, wide: boolean): Reading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return scan(text, maxDepth, wide);
  }
  hasNoted(); // of another value
  // Without duplicate names there are as many colons outside strings as members. The likely ones, an upper bound, are
  // counted first because that is faster.
  const members = countMembers(value, maxDepth);
  const exact = (countLikelyColons(text) === members || countColons(text) === members) && !hidesSurrogate(text, value);
  const beyond = hasNoted();
  return exact && !(wide && beyond) ? { value, beyond } : scan(text, maxDepth, wide);
}
// }
// without fast: function readText(text: string, maxDepth: number, wide: boolean): Reading {
// without fast:   return scan(text, maxDepth, wide);
// without fast: }

/** Counts the members in a value. NaN if the value nests too deep, or contains -0 or an overflowed number. */
function countMembers(value: unknown, depth: number): number {
  if (typeof value === "number") note(value);
  if (typeof value === "number") return Object.is(value, -0) ? NaN : value - value;
  if (typeof value !== "object" || value === null) return 0;
  if (depth === 0) return NaN;
  let n = 0;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) n += countMembers(value[i], depth - 1);
    return n;
  }
  const object = value as { readonly [name: string]: unknown };
  for (const name in object) n += 1 + countMembers(object[name], depth - 1);
  return n;
}

function countLikelyColons(text: string): number {
  let n = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    const before = text.charCodeAt(at - 1);
    if (before === QUOTE || before <= SPACE_UNIT) n++;
  }
  return n;
}

function countColons(text: string): number {
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = closingQuote(text, i);
    else if (unit === COLON) n++;
  }
  return n;
}

const QUOTE = 0x22;
const COLON = 0x3a;
const SPACE_UNIT = 0x20;

/** Whether the value has a lone surrogate from an escape; the text itself is well-formed. */
function hidesSurrogate(text: string, value: unknown): boolean {
  return text.includes("\\u") && /\\u[dD][89a-fA-F]/.test(text) && typeof findFlaw(value, { maxDepth: text.length, maxBytes: MOST_TIMES * text.length }) !== "number";
}

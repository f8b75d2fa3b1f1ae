/**
 * Proofs that a value is JSON and valid, in one pass without places. Generated functions consist of the functions here. A
 * value that a proof rejects is checked again by the functions that report issues, and these decide.
 */

import { Collector } from "./collect.js";
import { isBeyond } from "./numbers.js";
// without given: import { reportBeyond } from "./numbers.js";
import { advise, NO_BOOK } from "./rulebook.js";
import { jsonSize } from "./size.js";
import type { Time } from "./timestamp.js";
import type { TypeInfo } from "./type.js";
import { isObject, isPlain, isWellFormed, type JsonObject } from "./value.js";
import { namesOf, type ObjectLayout } from "./write.js";

/** A generated function: whether a value certainly is JSON and valid. */
export type Proves = (value: unknown, run: never) => boolean;

/** The inputs of proofs of one type with the same options. */
export interface Inputs {
  /** The inputs of rules. */
  readonly run: Collector;
  readonly now: Time | undefined;
  readonly maxIssues: number;
  /** The maximum size of a value that is not trusted; 0 if none can be proven. */
  readonly most: number;
  /** The extents of proofs that find all issues, and of those that find whether there are any. */
  readonly whole: Extent;
  readonly verdict: Extent;
}

/** The extent of a proof. */
export type Extent = 0 | 1 | 2 | 3;

/** The value comes from JSON.parse, and only violations of level `must` matter. */
export const VERDICT = 0;
/** The value comes from JSON.parse. */
export const TRUSTED = 1;
/** The value may be anything. */
export const FULL = 2;
/** The same, and the order of members is compared with the spec's. */
export const ORDERED = 3;

const NO_ADVICE_YET = -1;
let extent: Extent | typeof NO_ADVICE_YET = NO_ADVICE_YET;

/** An upper bound of the size of the parts that have been read, in bytes of JSON. */
let bytes = 0;

/** An upper bound of the size of a value that is no record, list or map, without its texts. */
const LEAST = 1024;

/** Proofs end above this bound. */
let limit = 0;

/** The ratio of an upper bound to the size is lower for usual values. */
const ROUGH = 8;

/** Findings of a proof beside its result: a sum of these numbers. */
let findings = 0;
/** A rule of level `should` is broken. */
const ADVICE = 1;
/** An undeclared member has an integer that may lose digits. */
const BEYOND = 2;
/** JSON.stringify would not write the value, or not as its layout requires. */
const UNORDERED = 4;

/** Whether a value certainly is valid. */
export function prove(type: TypeInfo<unknown, never>, value: unknown, { run, now, most }: Inputs, how: Extent): boolean {
  if (extent !== NO_ADVICE_YET || (most === 0 && how > TRUSTED)) return false; // a getter of a value may check another one
  extent = how;
  bytes = LEAST;
  limit = how <= TRUSTED ? Infinity : ROUGH * most;
  nesting.levels = 0;
  findings = 0;
  run.now = now;
  let proven = false;
  try {
    proven = type.proves?.(value, run as never) === true && (bytes <= most || isShort(value, most));
    proven &&= type.isMessage !== true || isAccepted(type, value, run); // only: given
  } catch {
    // A getter or a proxy threw.
  }
  extent = NO_ADVICE_YET;
  return proven;
}

/** Whether a value takes at most so many bytes by its exact size. Trusted values have no limit. */
function isShort(value: unknown, most: number): boolean {
  return limit === Infinity || jsonSize(value) <= most;
}

/** Whether the version of a message is accepted. */
function isAccepted({ book }: TypeInfo<unknown, never>, value: unknown, { params }: Collector): boolean {
  const { accepts } = book?.() ?? NO_BOOK;
  const collector = new Collector(1, params);
  accepts?.by(value, accepts, collector);
  return collector.isEmpty;
}

/** Whether the last proof has found issues of level `should`. */
export function hasAdvice(): boolean {
  return (findings & (ADVICE | BEYOND)) !== 0;
}

/** Returns the issues of level `should` that the last proof has found. */
export function advice(type: TypeInfo<unknown, never>, value: unknown, { run, maxIssues }: Inputs): Collector {
  const collector = new Collector(maxIssues, run.params, run.now);
  collector.most = bytes;
  collector.beyond = (findings & BEYOND) !== 0;
  advise(type, value, collector); // only: given
  // without given: if (collector.beyond) reportBeyond(value, type.numbers?.(), collector);
  return collector;
}

/** Whether JSON.stringify writes the value of the last proof as its layout requires. */
export function isOrdered(): boolean {
  return (findings & UNORDERED) === 0;
}

/** Notes that a rule of level `should` is broken. */
export function advises(): boolean {
  findings |= ADVICE;
  return true;
}

/** Gives rules the upper bound of the size: that of a record is included when its rules run. */
export function bounded<Run extends { most: number }>(run: Run): Run {
  run.most = extent === VERDICT ? Infinity : bytes;
  return run;
}

/** Whether a value is an object without an odd prototype. `least` bounds the size of its names and of members that are no texts and have no parts. */
export function isRecord(value: unknown, least: number): value is JsonObject {
  bytes += least;
  return isObject(value) && (extent <= TRUSTED || isPlain(value));
}

/** Whether the undeclared members of a record are JSON. Names usually come in the order of the spec. */
export function isOpen(record: JsonObject, layout: ObjectLayout): boolean {
  if (extent === VERDICT) return true;
  const names = layout.names ?? namesOf(layout);
  let next = 0;
  for (const name in record) {
    if (names[next] === name) next++;
    else if ((next = placeAfter(name, record, names, next)) < 0) return false;
  }
  if (extent === ORDERED) refuseToJSON(record);
  return true;
}

/** Whether a record has no undeclared members, as another test has shown. */
export function isClosed(record: JsonObject, layout: ObjectLayout, tested: boolean): boolean {
  return tested && (extent !== ORDERED || isOpen(record, layout));
}

/** Returns the index of the declared name that may follow a name; -1 if its member is undeclared and not JSON. */
function placeAfter(name: string, record: JsonObject, names: readonly string[], next: number): number {
  const at = names.indexOf(name);
  if (at >= 0) {
    if (at < next) findings |= UNORDERED;
    return at + 1;
  }
  if (record[name] === undefined) return next;
  return isText(name) && isJson(record[name]) ? names.length : -1;
}

/** JSON.stringify would call a method toJSON, own or inherited. */
function refuseToJSON(value: object): void {
  if ("toJSON" in value) findings |= UNORDERED;
}

/** The nesting within types that contain themselves. */
const nesting = { levels: 0 };

/** Whether a value of a type that contains itself may begin. */
export function enters(more: number): boolean {
  nesting.levels += more;
  return nesting.levels <= DEEPEST_PROOF / 2;
}

/** Notes that such a value has ended. No proof goes on after a part that it rejects. */
export function leaves(more: number): boolean {
  nesting.levels -= more;
  return true;
}

/** Whether a value is a string that JSON can represent. */
export function isText(value: unknown): value is string {
  if (typeof value !== "string") return false;
  bytes += 6 * value.length;
  return extent <= TRUSTED || isWellFormed(value);
}

/** Whether a value is a string. For those of which a pattern or a format accepts ASCII only. */
export function isAscii(value: unknown): value is string {
  if (typeof value !== "string") return false;
  bytes += 6 * value.length;
  return true;
}

/** Whether a value is a number that JSON has. */
export function isNumber(value: unknown): value is number {
  return typeof value === "number" && value - value === 0;
}

/** Whether a value is an integer within ±(2^53-1). */
export function isSafe(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** Whether a value is an integer from -2^63 to 2^63-1. */
export function isInteger64(value: unknown): value is bigint {
  findings |= UNORDERED; // JSON.stringify throws for a bigint
  return typeof value === "bigint" && BigInt.asIntN(64, value) === value;
}

/** Whether a value is an integer from 0 to 2^64-1. */
export function isUnsigned64(value: unknown): value is bigint {
  findings |= UNORDERED;
  return typeof value === "bigint" && BigInt.asUintN(64, value) === value;
}

/** Whether a value is an array of items that a proof accepts. `least` bounds the size of an item without its texts and parts. */
export function isList(value: unknown, least: number, item: Proves, run?: unknown): value is readonly unknown[] {
  if (!Array.isArray(value)) return false;
  bytes += 2 + least * value.length;
  for (let i = 0; i < value.length; i++) if (!item(value[i], run as never) || bytes > limit) return false;
  if (extent === ORDERED) refuseToJSON(value);
  return true;
}

/** Whether a value is an object with members that a proof accepts. */
export function isMap(value: unknown, least: number, item: Proves, run?: unknown): value is JsonObject {
  if (!isRecord(value, 2)) return false;
  for (const name in value) {
    const member = value[name];
    if (member === undefined) continue;
    bytes += 4 + least;
    if (!isText(name) || !item(member, run as never) || bytes > limit) return false;
  }
  if (extent === ORDERED) refuseToJSON(value);
  return true;
}

/**
 * The nesting that a proof accepts below declared types. These nest at most half as deep, and types that contain themselves
 * half as deep again: together as deep as the default limit.
 */
const DEEPEST_PROOF = 64;

/** Whether a value is JSON. */
export function isJson(value: unknown): boolean {
  return extent === VERDICT ? value !== undefined : isJsonWithin(value, DEEPEST_PROOF);
}

function isJsonWithin(value: unknown, depth: number): boolean {
  bytes += 26;
  switch (typeof value) {
    case "string":
      return isText(value);
    case "number":
      if (isBeyond(value)) findings |= BEYOND;
      return value - value === 0;
    case "boolean":
      return true;
    case "object":
      return value === null || arePartsJson(value, depth - 1);
    default:
      return false;
  }
}

function arePartsJson(value: object, depth: number): boolean {
  if (depth < 0 || bytes > limit) return false;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isJsonWithin(value[i], depth)) return false;
    return true;
  }
  if (extent > TRUSTED && !isPlain(value)) return false;
  for (const name in value) {
    const member = (value as JsonObject)[name];
    if (member !== undefined && !(isText(name) && isJsonWithin(member, depth))) return false;
    bytes += 4;
  }
  return true;
}

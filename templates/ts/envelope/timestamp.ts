/**
 * Timestamps and durations of rules. Whole microseconds within the safe integers, which almost all are, are numbers;
 * others are bigints of nanoseconds, which take ten times as long. Each value has one representation, so equal ones are
 * `===`. Out-of-range results are undefined.
 */

import { isDigit, skip } from "./ascii.js";
import type { Int } from "./integer.js";
import { nanosecondsOf, secondsOf } from "./time.js";

/** A timestamp (since 1970-01-01T00:00:00Z) or a duration: microseconds as a number or nanoseconds as a bigint. */
export type Time = number | bigint;

// BigInt literals need a target of ES2020, which many projects have below a newer library.
const ZERO: bigint = /* @__PURE__ */ BigInt(0);
const MICROSECOND: bigint = /* @__PURE__ */ BigInt(1e3);
const MILLISECOND: bigint = /* @__PURE__ */ BigInt(1e6);
const SECOND: bigint = /* @__PURE__ */ BigInt(1e9);

/** 0001-01-01T00:00:00Z, and the second after 9999-12-31T23:59:59Z, in nanoseconds. */
const FIRST: bigint = /* @__PURE__ */ BigInt("-62135596800000000000");
const END: bigint = /* @__PURE__ */ BigInt("253402300800000000000");

/** Normalises nanoseconds to the one representation. */
function fit(nanoseconds: bigint): Time {
  const microseconds = Number(nanoseconds / MICROSECOND);
  return nanoseconds % MICROSECOND === ZERO && Number.isSafeInteger(microseconds) ? microseconds : nanoseconds;
}

function exactly(time: Time): bigint {
  return typeof time === "number" ? BigInt(time) * MICROSECOND : time;
}

function checkedTimestamp(nanoseconds: bigint): Time | undefined {
  return nanoseconds >= FIRST && nanoseconds < END ? fit(nanoseconds) : undefined;
}

function checkedDuration(nanoseconds: bigint): Time | undefined {
  return BigInt.asIntN(64, nanoseconds) === nanoseconds ? fit(nanoseconds) : undefined;
}

/** Returns a negative number if `a` is earlier or shorter than `b`, a positive one if it is later or longer, else 0. */
export function compareTimes(a: Time, b: Time): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return exactly(a) < exactly(b) ? -1 : Number(exactly(a) > exactly(b));
}

/** Parses an RFC 3339 date-time of the years 1 to 9999. */
export function timestampOfText(text: string): Time | undefined {
  const seconds = secondsOf(text);
  if (Number.isNaN(seconds)) return undefined;
  const nanoseconds = nanosecondsOf(text);
  const microseconds = seconds * 1_000_000 + nanoseconds / 1000;
  if (nanoseconds % 1000 === 0 && Number.isSafeInteger(microseconds)) return microseconds; // in the years 1684 to 2255
  return checkedTimestamp(BigInt(seconds) * SECOND + BigInt(nanoseconds));
}

/** Converts the milliseconds of a Date; undefined for NaN. */
export function timestampOfDate(milliseconds: number): Time | undefined {
  return Number.isInteger(milliseconds) ? checkedTimestamp(BigInt(milliseconds) * MILLISECOND) : undefined;
}

/** Converts seconds since 1970-01-01T00:00:00Z. */
export function timestampOfInt(seconds: Int): Time | undefined {
  return checkedTimestamp(BigInt(seconds) * SECOND);
}

/** Returns whole seconds since 1970-01-01T00:00:00Z, rounded down. */
export function intOfTimestamp(time: Time): number {
  if (typeof time === "number") return Math.floor(time / 1_000_000); // never rounds up to the next second
  return Number((time - belowSecond(time)) / SECOND);
}

/** Returns the nanoseconds within the second. */
function belowSecond(nanoseconds: bigint): bigint {
  return ((nanoseconds % SECOND) + SECOND) % SECOND;
}

/** Converts to a Date, truncated to milliseconds. */
export function dateOf(time: Time): Date {
  return new Date(intOfTimestamp(time) * 1000 + Number(belowSecond(exactly(time)) / MILLISECOND));
}

/** Returns the zero-based day of the year in UTC. */
export function dayOfYear(time: Time): number {
  const date = dateOf(time);
  return (date.getTime() - new Date(date).setUTCMonth(0, 1)) / 86_400_000;
}

/** Formats a timestamp as an RFC 3339 date-time in UTC. */
export function textOfTimestamp(time: Time): string {
  const second = new Date(intOfTimestamp(time) * 1000).toISOString().slice(0, 19);
  return `${second}${decimals(belowSecond(exactly(time)))}Z`;
}

/** Formats a duration in seconds, such as -1.5s. */
export function textOfDuration(duration: Time): string {
  const nanoseconds = exactly(duration);
  const size = nanoseconds < ZERO ? -nanoseconds : nanoseconds;
  return `${nanoseconds < ZERO ? "-" : ""}${size / SECOND}${decimals(size % SECOND)}s`;
}

/** Returns a duration in units of `seconds`, truncated towards zero. */
export function timesIn(duration: Time, seconds: number): number {
  return Number(exactly(duration) / (BigInt(seconds) * SECOND));
}

/** Returns the decimal point and digits for nanoseconds without trailing zeros; "" for 0. */
function decimals(nanoseconds: bigint): string {
  return nanoseconds === ZERO ? "" : `.${String(nanoseconds).padStart(9, "0").replace(/0+$/, "")}`;
}

/** Adds. Microseconds need no range check: safe integers are within all ranges. */
function sum(a: Time, b: Time, within: (nanoseconds: bigint) => Time | undefined): Time | undefined {
  if (typeof a === "number" && typeof b === "number") {
    const microseconds = a + b;
    if (Number.isSafeInteger(microseconds)) return microseconds;
  }
  return within(exactly(a) + exactly(b));
}

export function addTime(time: Time, duration: Time): Time | undefined {
  return sum(time, duration, checkedTimestamp);
}

export function subTime(time: Time, duration: Time): Time | undefined {
  return sum(time, -duration, checkedTimestamp);
}

/** Returns the duration from `earlier` to `later`. */
export function timeBetween(later: Time, earlier: Time): Time | undefined {
  return sum(later, -earlier, checkedDuration);
}

export function addDuration(a: Time, b: Time): Time | undefined {
  return sum(a, b, checkedDuration);
}

export function subDuration(a: Time, b: Time): Time | undefined {
  return sum(a, -b, checkedDuration);
}

/** Units in nanoseconds. */
const UNITS: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ["ns", 1],
  ["us", 1e3],
  ["\u00b5s", 1e3], // micro sign
  ["\u03bcs", 1e3], // Greek small letter mu
  ["ms", 1e6],
  ["s", 1e9],
  ["m", 60e9],
  ["h", 3600e9],
]);

/** Parses a duration such as 300s, 1h30m or -1.5ms. */
export function durationOfText(text: string): Time | undefined {
  const start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
  if (text.slice(start, start + 2) === "0") return 0; // zero needs no unit
  let total = ZERO;
  let at = start;
  do {
    const part = partAt(text, at);
    if (part === undefined) return undefined;
    total += part.nanoseconds;
    if (BigInt.asUintN(64, total) !== total) return undefined;
    at = part.end;
  } while (at < text.length);
  return checkedDuration(text.startsWith("-") ? -total : total);
}

/** Parses a number with its unit. Uses at most 18 decimals and truncates to nanoseconds. */
function partAt(text: string, at: number): { readonly nanoseconds: bigint; readonly end: number } | undefined {
  const point = skip(text, at, isDigit);
  const digits = text.charAt(point) === "." ? skip(text, point + 1, isDigit) : point;
  const end = unitEnd(text, digits);
  const unit = UNITS.get(text.slice(digits, end));
  const whole = text.slice(at, point).replace(/^0+/, "");
  const fraction = text.slice(point + 1, Math.min(point + 19, digits));
  if (unit === undefined || whole.length > 19 || digits === at + (point < digits ? 1 : 0)) return undefined;
  const nanoseconds = BigInt(whole) * BigInt(unit) + (BigInt(fraction) * BigInt(unit)) / BigInt(10) ** BigInt(fraction.length);
  return { nanoseconds, end };
}

function unitEnd(text: string, at: number): number {
  return skip(text, at, (unit) => unit > 0x2e && !isDigit(unit));
}

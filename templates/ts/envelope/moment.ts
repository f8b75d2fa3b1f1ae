/**
 * The timestamps and durations of rules. Whole microseconds that a double holds for sure are a number of them, as almost all
 * are; what is finer or further is a bigint of nanoseconds, which takes ten times as long. So equal ones are `===`. What leaves
 * its range is undefined.
 */

import { isDigit, skip } from "./ascii.ts";
import type { Int } from "./integer.ts";
import { nanosecondsOf, secondsOf } from "./time.ts";

/** A timestamp, since 1970-01-01T00:00:00Z, or a duration. */
export type Time = number | bigint;

const SECOND = 1_000_000_000n;

/** 0001-01-01T00:00:00Z, and the second behind 9999-12-31T23:59:59Z. */
const FIRST = -62_135_596_800n * SECOND;
const END = 253_402_300_800n * SECOND;

/** How many nanoseconds a duration has not, as 64 bits do not hold them. Less than none it may have as many. */
const BEYOND = 2n ** 63n;

/** Brings nanoseconds into their one form. */
function fit(nanoseconds: bigint): Time {
  const microseconds = Number(nanoseconds / 1000n);
  return nanoseconds % 1000n === 0n && Number.isSafeInteger(microseconds) ? microseconds : nanoseconds;
}

function exactly(time: Time): bigint {
  return typeof time === "number" ? BigInt(time) * 1000n : time;
}

function moment(nanoseconds: bigint): Time | undefined {
  return nanoseconds >= FIRST && nanoseconds < END ? fit(nanoseconds) : undefined;
}

function span(nanoseconds: bigint): Time | undefined {
  return nanoseconds >= -BEYOND && nanoseconds < BEYOND ? fit(nanoseconds) : undefined;
}

/** Less than 0 where the first one comes before the second or is shorter, more than 0 where it comes behind. */
export function compareTimes(a: Time, b: Time): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return exactly(a) < exactly(b) ? -1 : Number(exactly(a) > exactly(b));
}

/** Reads a date-time of RFC 3339, of the years 1 to 9999. */
export function timestampOfText(text: string): Time | undefined {
  const seconds = secondsOf(text);
  if (Number.isNaN(seconds)) return undefined;
  const nanoseconds = nanosecondsOf(text);
  const microseconds = seconds * 1_000_000 + nanoseconds / 1000;
  if (nanoseconds % 1000 === 0 && Number.isSafeInteger(microseconds)) return microseconds; // of the years 1684 to 2255
  return moment(BigInt(seconds) * SECOND + BigInt(nanoseconds));
}

/** The moment of a Date's milliseconds; NaN is none. */
export function timestampOfDate(milliseconds: number): Time | undefined {
  return Number.isInteger(milliseconds) ? moment(BigInt(milliseconds) * 1_000_000n) : undefined;
}

/** The moment that lies so many seconds after 1970-01-01T00:00:00Z. */
export function timestampOfInt(seconds: Int): Time | undefined {
  return moment(BigInt(seconds) * SECOND);
}

/** The whole seconds of a moment since 1970-01-01T00:00:00Z, cut towards the past. */
export function intOfTimestamp(time: Time): number {
  if (typeof time === "number") return Math.floor(time / 1_000_000); // a double tells each microsecond from the second behind it
  return Number((time - belowSecond(time)) / SECOND);
}

/** The nanoseconds of a moment since its second. */
function belowSecond(nanoseconds: bigint): bigint {
  return ((nanoseconds % SECOND) + SECOND) % SECOND;
}

/** A moment as JavaScript has it, cut to milliseconds. */
export function dateOf(time: Time): Date {
  return new Date(intOfTimestamp(time) * 1000 + Number(belowSecond(exactly(time)) / 1_000_000n));
}

/** How many days of its year are before a moment, of UTC. */
export function dayOfYear(time: Time): number {
  const date = dateOf(time);
  return (date.getTime() - new Date(date).setUTCMonth(0, 1)) / 86_400_000;
}

/** Spells a moment as a date-time of UTC. */
export function textOfTimestamp(time: Time): string {
  const second = new Date(intOfTimestamp(time) * 1000).toISOString().slice(0, 19);
  return `${second}${decimals(belowSecond(exactly(time)))}Z`;
}

/** Spells a duration in seconds, such as -1.5s. */
export function textOfDuration(duration: Time): string {
  const nanoseconds = exactly(duration);
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  return `${nanoseconds < 0n ? "-" : ""}${size / SECOND}${decimals(size % SECOND)}s`;
}

/** How often a duration holds so many seconds. */
export function timesIn(duration: Time, seconds: number): number {
  return Number(exactly(duration) / (BigInt(seconds) * SECOND));
}

/** The decimals that nanoseconds are of a second, behind their point; nothing where there are none. */
function decimals(nanoseconds: bigint): string {
  return nanoseconds === 0n ? "" : `.${String(nanoseconds).padStart(9, "0").replace(/0+$/, "")}`;
}

/** The sum of what are numbers is within all ranges where it is a safe integer. */
function sum(a: Time, b: Time, within: (nanoseconds: bigint) => Time | undefined): Time | undefined {
  if (typeof a === "number" && typeof b === "number") {
    const microseconds = a + b;
    if (Number.isSafeInteger(microseconds)) return microseconds;
  }
  return within(exactly(a) + exactly(b));
}

export function addTime(time: Time, duration: Time): Time | undefined {
  return sum(time, duration, moment);
}

export function subTime(time: Time, duration: Time): Time | undefined {
  return sum(time, -duration, moment);
}

/** How much later the first moment is than the second one. */
export function timeBetween(later: Time, earlier: Time): Time | undefined {
  return sum(later, -earlier, span);
}

export function addDuration(a: Time, b: Time): Time | undefined {
  return sum(a, b, span);
}

export function subDuration(a: Time, b: Time): Time | undefined {
  return sum(a, -b, span);
}

const UNITS: ReadonlyMap<string, bigint> = /* @__PURE__ */ new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n], // micro sign
  ["\u03bcs", 1_000n], // Greek mu
  ["ms", 1_000_000n],
  ["s", SECOND],
  ["m", 60n * SECOND],
  ["h", 3600n * SECOND],
]);

/** Reads a duration such as 300s, 1h30m or -1.5ms. */
export function durationOfText(text: string): Time | undefined {
  const start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
  if (text.slice(start, start + 2) === "0") return 0; // the one that needs no unit
  let total = 0n;
  let at = start;
  do {
    const part = partAt(text, at);
    if (part === undefined) return undefined;
    total += part.nanoseconds;
    if (total > BEYOND) return undefined;
    at = part.end;
  } while (at < text.length);
  return span(text.startsWith("-") ? -total : total);
}

/** A number with its unit. Of decimals 18 count, and what is less than a nanosecond is cut. */
function partAt(text: string, at: number): { readonly nanoseconds: bigint; readonly end: number } | undefined {
  const point = skip(text, at, isDigit);
  const digits = text.charAt(point) === "." ? skip(text, point + 1, isDigit) : point;
  const end = unitEnd(text, digits);
  const unit = UNITS.get(text.slice(digits, end));
  const whole = text.slice(at, point).replace(/^0+/, "");
  const fraction = text.slice(point + 1, Math.min(point + 19, digits));
  if (unit === undefined || whole.length > 19 || digits === at + (point < digits ? 1 : 0)) return undefined;
  const nanoseconds = BigInt(whole) * unit + (BigInt(fraction) * unit) / 10n ** BigInt(fraction.length);
  return { nanoseconds, end };
}

function unitEnd(text: string, at: number): number {
  return skip(text, at, (unit) => unit > 0x2e && !isDigit(unit));
}

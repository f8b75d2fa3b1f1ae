/** The timestamps and durations of rules, in nanoseconds. What leaves their range is undefined. */

import { isDigit, skip } from "./ascii.ts";
import type { Int } from "./integer.ts";
import { parseDateTime } from "./time.ts";

const SECOND = 1_000_000_000n;

/** 0001-01-01T00:00:00Z, and the second behind 9999-12-31T23:59:59Z. */
const FIRST = -62_135_596_800n * SECOND;
const END = 253_402_300_800n * SECOND;

/** How many nanoseconds a duration has not, as 64 bits do not hold them. Less than none it may have as many. */
const BEYOND = 2n ** 63n;

function moment(nanoseconds: bigint): bigint | undefined {
  return nanoseconds >= FIRST && nanoseconds < END ? nanoseconds : undefined;
}

function span(nanoseconds: bigint): bigint | undefined {
  return nanoseconds >= -BEYOND && nanoseconds < BEYOND ? nanoseconds : undefined;
}

/** Reads a date-time of RFC 3339, of the years 1 to 9999. */
export function timestampOfText(text: string): bigint | undefined {
  const read = parseDateTime(text);
  return read && moment(BigInt(read.epochSeconds) * SECOND + BigInt(read.nanoseconds));
}

/** The moment that lies so many seconds after 1970-01-01T00:00:00Z. */
export function timestampOfInt(seconds: Int): bigint | undefined {
  return moment(BigInt(seconds) * SECOND);
}

/** The whole seconds of a moment since 1970-01-01T00:00:00Z, cut towards the past. */
export function intOfTimestamp(time: bigint): number {
  return Number((time - belowSecond(time)) / SECOND);
}

/** The nanoseconds of a moment since its second. */
function belowSecond(time: bigint): bigint {
  return ((time % SECOND) + SECOND) % SECOND;
}

/** A moment as JavaScript has it, cut to milliseconds. */
export function dateOf(time: bigint): Date {
  return new Date(intOfTimestamp(time) * 1000 + Number(belowSecond(time) / 1_000_000n));
}

/** How many days of its year are before a moment, of UTC. */
export function dayOfYear(time: bigint): number {
  const date = dateOf(time);
  return (date.getTime() - new Date(date).setUTCMonth(0, 1)) / 86_400_000;
}

/** Spells a moment as a date-time of UTC. */
export function textOfTimestamp(time: bigint): string {
  const second = new Date(intOfTimestamp(time) * 1000).toISOString().slice(0, 19);
  return `${second}${decimals(belowSecond(time))}Z`;
}

/** Spells a duration in seconds, such as -1.5s. */
export function textOfDuration(duration: bigint): string {
  const size = duration < 0n ? -duration : duration;
  return `${duration < 0n ? "-" : ""}${size / SECOND}${decimals(size % SECOND)}s`;
}

/** The decimals that nanoseconds are of a second, behind their point; nothing where there are none. */
function decimals(nanoseconds: bigint): string {
  return nanoseconds === 0n ? "" : `.${String(nanoseconds).padStart(9, "0").replace(/0+$/, "")}`;
}

export function addTime(time: bigint, duration: bigint): bigint | undefined {
  return moment(time + duration);
}

export function subTime(time: bigint, duration: bigint): bigint | undefined {
  return moment(time - duration);
}

/** How much later the first moment is than the second one. */
export function timeBetween(later: bigint, earlier: bigint): bigint | undefined {
  return span(later - earlier);
}

export function addDuration(a: bigint, b: bigint): bigint | undefined {
  return span(a + b);
}

export function subDuration(a: bigint, b: bigint): bigint | undefined {
  return span(a - b);
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
export function durationOfText(text: string): bigint | undefined {
  const start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
  if (text.slice(start, start + 2) === "0") return 0n; // the one that needs no unit
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

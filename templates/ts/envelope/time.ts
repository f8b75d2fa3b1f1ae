/** RFC 3339 dates and times: validation without allocation, and parsing. */

import { isDigit } from "./ascii.js";

/** A parsed date-time. */
export interface DateTime {
  /** Seconds since 1970-01-01T00:00:00Z. A leap second (:60) counts as the second after :59. */
  readonly epochSeconds: number;
  /** Nanoseconds within the second; further digits are truncated. */
  readonly nanoseconds: number;
  /** Offset from UTC in minutes, as written. */
  readonly offsetMinutes: number;
  /** The instant as a Date, truncated to milliseconds. */
  readonly date: Date;
}

/** Parses a date-time; undefined if the string is not valid. */
export function parseDateTime(s: string): DateTime | undefined {
  const epochSeconds = secondsOf(s);
  if (Number.isNaN(epochSeconds)) return undefined;
  const nanoseconds = nanosecondsOf(s);
  const date = new Date(epochSeconds * 1000 + Math.floor(nanoseconds / 1e6));
  return { epochSeconds, nanoseconds, offsetMinutes: offsetOf(s), date };
}

/**
 * Returns the instant of a date-time as a Date, truncated to milliseconds; throws a RangeError if the string is not valid.
 * Date-time members of valid values are.
 */
export function toDate(s: string): Date {
  const parsed = parseDateTime(s);
  if (parsed === undefined) throw new RangeError("the text is not an RFC 3339 date-time");
  return parsed.date;
}

/** Returns a Date as RFC 3339 date-time in UTC with milliseconds; throws a RangeError outside the years 0 to 9999. */
export function fromDate(date: Date): string {
  const s = date.toISOString();
  if (s.length !== 24) throw new RangeError("RFC 3339 has the years 0 to 9999 only");
  return s;
}

/** Whether a string is an RFC 3339 full-date. */
export function isDate(s: string): boolean {
  return s.length === 10 && isDateTime(s + "T00:00:00Z");
}

/** Whether a string is an RFC 3339 full-time, that is, with an offset. */
export function isTime(s: string): boolean {
  return isDateTime("1970-01-01T" + s);
}

// Only the last days of months are distinguished, without the leap day; isDateTime handles :60.
const DATE_TIME =
  /^\d{4}-(?!(?:0[2469]|11)-31|02-30)(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Whether a string is an RFC 3339 date-time. :60 is valid only at 23:59 UTC. */
export function isDateTime(s: string): boolean {
  if (!DATE_TIME.test(s)) return false;
  if (s.startsWith("02-29", 5) && (pair(s, 2) || pair(s, 0)) % 4 > 0) return false;
  return s.charAt(17) !== "6" || secondsOfValid(s) % 86_400 === 0;
}

/** Returns the seconds since 1970-01-01T00:00:00Z of a date-time; NaN if it is not valid. */
export function secondsOf(s: string): number {
  return isDateTime(s) ? secondsOfValid(s) : NaN;
}

/** Takes the years as 400 later, because Date.UTC reads those below 100 as of the 20th century. */
function secondsOfValid(s: string): number {
  const later = Date.UTC(pair(s, 0) * 100 + pair(s, 2) + 400, pair(s, 5) - 1, pair(s, 8), pair(s, 11), pair(s, 14) - offsetOf(s), pair(s, 17));
  return later / 1000 - 12_622_780_800;
}

/** Returns the nanoseconds of a valid date-time within its second. */
export function nanosecondsOf(s: string): number {
  let n = 0;
  if (s.charAt(19) === ".") for (let i = 20, unit = 1e8; unit >= 1 && isDigit(s.charCodeAt(i)); i++, unit /= 10) n += digitAt(s, i) * unit;
  return n;
}

/** Returns the offset of a valid date-time from UTC in minutes. */
function offsetOf(s: string): number {
  const at = s.length - 6;
  const sign = 0x2c - s.charCodeAt(at); // "+" is 0x2b, "-" 0x2d
  return Math.abs(sign) === 1 ? sign * (pair(s, at + 1) * 60 + pair(s, at + 4)) + 0 : 0;
}

function pair(s: string, at: number): number {
  return digitAt(s, at) * 10 + digitAt(s, at + 1);
}

function digitAt(s: string, at: number): number {
  return s.charCodeAt(at) - 0x30;
}

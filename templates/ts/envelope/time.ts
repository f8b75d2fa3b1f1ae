/** RFC 3339 dates and times: validation without allocation, and parsing. */

import { isDigit, skip } from "./ascii.js";

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
  return { epochSeconds, nanoseconds, offsetMinutes: offsetAt(s, fractionEnd(s, 19)), date };
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

const DAY = 24 * 60;
const LENGTHS: readonly number[] = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const BEFORE: readonly number[] = [0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const HYPHEN = 0x2d;
const COLON = 0x3a;

/** Stands for a malformed number; greater than any valid one. */
const NONE = 2 ** 30;

/** Whether a string is an RFC 3339 date-time. Reads each character once. :60 is valid only at 23:59 UTC. */
export function isDateTime(s: string): boolean {
  if (s.length < 20 || s.charCodeAt(4) !== HYPHEN || s.charCodeAt(7) !== HYPHEN || (s.charCodeAt(10) | 0x20) !== 0x74) return false; // T
  if (s.charCodeAt(13) !== COLON || s.charCodeAt(16) !== COLON) return false;
  const century = pair(s, 0);
  const decade = pair(s, 2);
  const month = pair(s, 5);
  const day = pair(s, 8);
  const hour = pair(s, 11);
  const minute = pair(s, 14);
  const second = pair(s, 17);
  const most = month === 2 && (decade || century) % 4 > 0 ? 28 : (LENGTHS[month] ?? 0);
  if (day === 0 || day > most || century === NONE || decade === NONE || hour > 23 || minute > 59 || second > 60) return false;
  const minutes = hour * 60 + minute - offsetAt(s, fractionEnd(s, 19));
  return minutes >= -DAY && (second < 60 || (minutes + 2 * DAY) % DAY === DAY - 1);
}

/** Returns the seconds since 1970-01-01T00:00:00Z of a date-time; NaN if it is not valid. */
export function secondsOf(s: string): number {
  if (!isDateTime(s)) return NaN;
  const year = pair(s, 0) * 100 + pair(s, 2);
  const month = pair(s, 5);
  const march = month < 3 ? year - 1 : year; // the last year whose leap day has passed
  const leapDays = Math.floor(march / 4) - Math.floor(march / 100) + Math.floor(march / 400);
  const days = 365 * year + leapDays + (BEFORE[month] ?? 0) + pair(s, 8) - 719_528;
  return ((days * 24 + pair(s, 11)) * 60 + pair(s, 14) - offsetAt(s, fractionEnd(s, 19))) * 60 + pair(s, 17);
}

/** Returns the nanoseconds of a valid date-time within its second. */
export function nanosecondsOf(s: string): number {
  const end = fractionEnd(s, 19);
  let n = 0;
  if (end > 19) for (let i = 20; i < 29; i++) n = n * 10 + (i < end ? s.charCodeAt(i) - 0x30 : 0);
  return n;
}

/** Returns the end of the fraction of a second; the end of the string if it has no digits. */
function fractionEnd(s: string, at: number): number {
  if (s.charCodeAt(at) !== 0x2e) return at;
  const end = skip(s, at + 1, isDigit);
  return end > at + 1 ? end : s.length;
}

/** Returns the offset at the end of the string in minutes, or NONE. */
function offsetAt(s: string, at: number): number {
  const left = s.length - at;
  if (left === 1) return (s.charCodeAt(at) | 0x20) === 0x7a ? 0 : NONE; // Z
  const sign = left === 6 && s.charCodeAt(at + 3) === COLON ? 0x2c - s.charCodeAt(at) : 0; // "+" is 0x2b, "-" 0x2d
  const hours = Math.abs(sign) === 1 ? pair(s, at + 1) : NONE;
  const minutes = hours <= 23 ? pair(s, at + 4) : NONE;
  return minutes <= 59 ? sign * (hours * 60 + minutes) + 0 : NONE;
}

/** Returns the value of two digits, or NONE. One test replaces four: for digits, no difference is negative. */
function pair(s: string, at: number): number {
  const tens = s.charCodeAt(at) - 0x30;
  const ones = s.charCodeAt(at + 1) - 0x30;
  return (tens | ones | (9 - tens) | (9 - ones)) >= 0 ? tens * 10 + ones : NONE;
}

/** Dates and times of RFC 3339: checks without allocations, and a reader of date-times. */

/** A moment, as precisely as it was written. */
export interface DateTime {
  /** Seconds since 1970-01-01T00:00:00Z; a leap second, :60, is the second after :59. */
  readonly epochSeconds: number;
  /** Nanoseconds within the second; further digits are cut. */
  readonly nanoseconds: number;
  /** How far the written time is ahead of UTC. */
  readonly offsetMinutes: number;
  /** The moment as JavaScript has it, cut to milliseconds. */
  readonly date: Date;
}

/** Reads a date-time; undefined if the string is none. */
export function parseDateTime(s: string): DateTime | undefined {
  if (!isDateTime(s)) return undefined;
  const end = fractionEnd(s, 19);
  const offsetMinutes = offsetAt(s, end);
  const midnight = new Date(0).setUTCFullYear(Number(s.slice(0, 4)), pair(s, 5) - 1, pair(s, 8)) / 1000;
  const epochSeconds = midnight + (pair(s, 11) * 60 + pair(s, 14) - offsetMinutes) * 60 + pair(s, 17);
  const nanoseconds = Number(s.slice(20, Math.min(end, 29)).padEnd(9, "0"));
  const date = new Date(epochSeconds * 1000 + Math.floor(nanoseconds / 1e6));
  return { epochSeconds, nanoseconds, offsetMinutes, date };
}

/** Whether a string is a date-time. */
export function isDateTime(s: string): boolean {
  return startsWithDate(s) && (s.charCodeAt(10) | 0x20) === 0x74 && endsWithTime(s, 11);
}

/** Whether a string is a date. */
export function isDate(s: string): boolean {
  return s.length === 10 && startsWithDate(s);
}

/** Whether a string is a time with its offset. */
export function isTime(s: string): boolean {
  return endsWithTime(s, 0);
}

const DAY = 24 * 60;
const LENGTHS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function startsWithDate(s: string): boolean {
  const year = pair(s, 0) * 100 + pair(s, 2);
  const month = pair(s, 5);
  const day = pair(s, 8);
  if (s.charAt(4) !== "-" || s.charAt(7) !== "-" || !(month >= 1 && day >= 1)) return false;
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (LENGTHS[month - 1] ?? 0) + (leap ? 1 : 0) && year >= 0;
}

/** Whether a time of day fills the rest of a string. :60 is one only at 23:59 UTC. */
function endsWithTime(s: string, at: number): boolean {
  if (s.charAt(at + 2) !== ":" || s.charAt(at + 5) !== ":") return false;
  const hour = pair(s, at);
  const minute = pair(s, at + 3);
  const second = pair(s, at + 6);
  if (!(hour <= 23 && minute <= 59 && second <= 60)) return false;
  const offset = offsetAt(s, fractionEnd(s, at + 8));
  if (Number.isNaN(offset)) return false;
  return second < 60 || (hour * 60 + minute - offset + 2 * DAY) % DAY === DAY - 1;
}

/** Where the fraction of a second ends; the end of the string if it has no digits. */
function fractionEnd(s: string, at: number): number {
  if (s.charAt(at) !== ".") return at;
  let i = at + 1;
  while (digit(s, i) >= 0) i++;
  return i > at + 1 ? i : s.length;
}

/** The minutes of the offset that the string ends with; NaN if it is malformed. */
function offsetAt(s: string, at: number): number {
  const sign = s.charAt(at);
  if (sign === "Z" || sign === "z") return at + 1 === s.length ? 0 : NaN;
  if ((sign !== "+" && sign !== "-") || at + 6 !== s.length || s.charAt(at + 3) !== ":") return NaN;
  const hours = pair(s, at + 1);
  const minutes = pair(s, at + 4);
  if (!(hours <= 23 && minutes <= 59)) return NaN;
  return sign === "+" ? hours * 60 + minutes : 0 - (hours * 60 + minutes);
}

/** The number that two digits spell; NaN if they are none. */
function pair(s: string, at: number): number {
  return digit(s, at) * 10 + digit(s, at + 1);
}

function digit(s: string, at: number): number {
  const value = s.charCodeAt(at) - 0x30;
  return value >= 0 && value <= 9 ? value : NaN;
}

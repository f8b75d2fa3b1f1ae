/** The sources of values that callers of builders omit: the clock, random numbers, the environment. */

import type { Making } from "./build.js";
import { isInstant, WRONG_NOW } from "./options.js";
import { fromDate, parseDateTime } from "./time.js";

/** The last whole second that was written. Messages come in bursts, and a Date takes as long to write as a message to check. */
let second = NaN;
let textOfSecond = "";

/** The time as a date-time in UTC with milliseconds. */
export function dateTime({ clock }: Making): string {
  const { seconds, nanoseconds } = instantOf(clock(), WRONG_NOW);
  if (seconds !== second) {
    textOfSecond = fromDate(new Date(seconds * 1000)).slice(0, 20);
    second = seconds;
  }
  return textOfSecond + String(1000 + Math.floor(nanoseconds / 1e6)).slice(1) + "Z";
}

/** The time in whole seconds since 1970. */
export function unixSeconds({ clock }: Making): number {
  return instantOf(clock(), WRONG_NOW).seconds;
}

/** The whole milliseconds since the start, if the caller gives that. */
export function elapsed({ options: { started }, clock }: Making): number | undefined {
  if (started === undefined) return undefined;
  const from = instantOf(started, "started must be a Date or an RFC 3339 date-time");
  const to = instantOf(clock(), WRONG_NOW);
  const seconds = to.seconds - from.seconds;
  const milliseconds = (to.nanoseconds - from.nanoseconds) / 1e6; // exact, unlike the sum
  const whole = Math.floor(milliseconds);
  const sum = seconds * 1000 + whole;
  return sum < 0 && whole < milliseconds ? sum + 1 : sum;
}

interface Instant {
  readonly seconds: number;
  readonly nanoseconds: number;
}

/** Converts a time; throws a RangeError if it is not a time. */
function instantOf(time: Date | string, wrong: string): Instant {
  if (typeof time === "string") {
    const parsed = parseDateTime(time);
    if (parsed === undefined) throw new RangeError(wrong);
    return { seconds: parsed.epochSeconds, nanoseconds: parsed.nanoseconds };
  }
  const milliseconds = isInstant(time) ? time.getTime() : NaN;
  if (Number.isNaN(milliseconds)) throw new RangeError(wrong);
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanoseconds: (milliseconds - seconds * 1000) * 1e6 };
}

function millisecondsOf({ seconds, nanoseconds }: Instant): number {
  return seconds * 1000 + Math.floor(nanoseconds / 1e6);
}

/** A UUID of version 4, or the result of the caller's source. */
export function uuid({ options: { newId } }: Making): string {
  if (newId !== undefined) return newId("uuid");
  const hex = [...random(16)].map((byte, i) => {
    const fixed = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte;
    return (fixed + 0x100).toString(16).slice(1);
  });
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)].map((part) => part.join("")).join("-");
}

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID of the builder's time, or the result of the caller's source. */
export function ulid({ options: { newId }, clock }: Making): string {
  if (newId !== undefined) return newId("ulid");
  let text = "";
  for (let rest = Math.max(0, millisecondsOf(instantOf(clock(), WRONG_NOW))); text.length < 10; rest = Math.floor(rest / 32)) {
    text = CROCKFORD.charAt(rest % 32) + text;
  }
  for (const byte of random(16)) text += CROCKFORD.charAt(byte % 32);
  return text;
}

function random(length: number): Uint8Array {
  const { crypto } = globalThis as { readonly crypto?: { getRandomValues(bytes: Uint8Array): unknown } };
  if (crypto === undefined) throw new Error("there is no source of random numbers here: give the option newId");
  const bytes = new Uint8Array(length);
  crypto.getRandomValues(bytes);
  return bytes;
}

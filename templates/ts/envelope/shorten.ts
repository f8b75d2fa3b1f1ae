/** The removal of parts of a message by builders: parts of long texts, items of long lists, and members. */

import type { Computed } from "./build.js";
import { compareCodePoints } from "./pointer.js";
import { compareTimes, timestampOfText } from "./timestamp.js";
import { utf8Length } from "./utf8.js";
import { isObject, isWellFormed, own } from "./value.js";

/** A member that is changed if it is present. The change returns its new value, or undefined to remove it. */
export type Shortening = Cut | Keep | Omission;

/** For a text: the number of bytes kept at either end, and the text between them. */
interface Cut extends At<Cut> {
  readonly head?: Amount;
  readonly tail?: Amount;
  readonly mark?: string;
}

/** For a list: the number of items kept: the last ones, or the greatest by a member. */
interface Keep extends At<Keep> {
  readonly most: Amount;
  readonly member?: string;
  /** Whether the member is a date-time. */
  readonly times?: boolean;
}

interface Omission extends At<Omission> {
  readonly when: Computed<boolean>;
}

interface At<Self> {
  readonly at: readonly string[];
  readonly by: (value: unknown, self: Self, ask: Ask) => unknown;
}

/** How a shortening changes a value, whichever it is. */
export type Change = (value: unknown, self: Shortening, ask: Ask) => unknown;

/** Computes something of the message. */
export type Ask = <R>(about: Computed<R>) => R;

/** A number that is the same for all messages, or computed. Less than 0 is 0. */
export type Amount = number | Computed<number | bigint>;

/** Computes an amount. */
export function amountOf(amount: Amount, ask: Ask): number {
  return Math.max(0, Number(typeof amount === "number" ? amount : ask(amount)));
}

/** Keeps the beginning and the end of a text, in bytes of UTF-8. A text that the check refuses stays. */
export function cut(value: unknown, { head = 0, tail = 0, mark = "" }: Cut, ask: Ask): unknown {
  if (typeof value !== "string" || !isWellFormed(value)) return value;
  const first = amountOf(head, ask);
  const last = amountOf(tail, ask);
  const most = first + last;
  if (value.length * 3 <= most || (value.length <= most && utf8Length(value) <= most)) return value;
  return value.slice(0, endOf(value, first)) + mark + value.slice(beginOf(value, last));
}

/** Where the characters end of which the first bytes are made. */
function endOf(text: string, bytes: number): number {
  let at = 0;
  for (let left = bytes; at < text.length; ) {
    const unit = text.charCodeAt(at);
    const units = isSurrogate(unit) ? 2 : 1;
    left -= bytesOf(unit) * units;
    if (left < 0) break;
    at += units;
  }
  return at;
}

/** Where the characters begin of which the last bytes are made. */
function beginOf(text: string, bytes: number): number {
  let at = text.length;
  for (let left = bytes; at > 0; ) {
    const unit = text.charCodeAt(at - 1);
    const units = isSurrogate(unit) ? 2 : 1;
    left -= bytesOf(unit) * units;
    if (left < 0) break;
    at -= units;
  }
  return at;
}

/** The bytes of a code unit: each half of a surrogate pair has two. */
function bytesOf(unit: number): number {
  return unit < 0x80 ? 1 : unit < 0x800 || isSurrogate(unit) ? 2 : 3;
}

function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800;
}

/** Keeps the last items, or the greatest ones by a member, the greatest first. */
export function keep(value: unknown, { most, member, times }: Keep, ask: Ask): unknown {
  if (!Array.isArray(value)) return value;
  const amount = amountOf(most, ask);
  if (member === undefined) return (value as unknown[]).slice(Math.max(0, value.length - amount));
  return times === true ? greatest(value, member, amount, timestampOfText, compareTimes) : greatest(value, member, amount, (text) => text, compareCodePoints);
}

/** Keeps the greatest items; those without a rank come last, and equal ones stay in their order. */
function greatest<R>(list: unknown[], member: string, most: number, rank: (text: string) => R | undefined, compare: (a: R, b: R) => number): unknown {
  const ranked: { readonly item: unknown; readonly rank: R }[] = [];
  const others: unknown[] = [];
  for (const item of list) {
    const text = isObject(item) ? own(item, member) : undefined;
    const found = typeof text === "string" ? rank(text) : undefined;
    if (found === undefined) others.push(item);
    else ranked.push({ item, rank: found });
  }
  ranked.sort((a, b) => compare(b.rank, a.rank));
  return [...ranked.map(({ item }) => item), ...others].slice(0, most);
}

/** Leaves a member out. */
export function omit(value: unknown, { when }: Omission, ask: Ask): unknown {
  return ask(when) ? undefined : value;
}

/** The memory of trackers: copies of the members that are read later, so that a program may change or reuse its messages. */

import type { Collector } from "./collect.js";
import type { Course, Said } from "./courses.js";
import type { Effect, SlotPlace } from "./plan.js";
import { jsonSize } from "./size.js";

/** Members of a message, and their size in bytes of JSON. */
export interface Kept extends Said {
  readonly bytes: number;
}

/** The members of a message that a course remembers. */
export interface News {
  readonly lines: readonly (readonly [place: number, kept: Kept])[];
  readonly bound: readonly (readonly [place: number, kept: Kept])[];
  /** By how many bytes that is more than before. */
  readonly growth: number;
}

/** Returns the members that a course remembers of a message with a letter. `known` are those of another course by the same letter. */
export function newsOf({ lines, bound }: Effect, course: Course, said: Said, run: Collector, known?: News): News {
  if (lines.length + bound.length === 0) return NO_NEWS;
  const last = known?.lines ?? keptIn(lines, said, run);
  const named = known?.bound ?? keptIn(bound, said, run);
  let growth = 0;
  for (const [place, { bytes }] of last) growth += bytes - (course.lines[place]?.bytes ?? 0);
  for (const [place, { bytes }] of named) growth += bytes - (course.bound[place]?.bytes ?? 0);
  return { lines: last, bound: named, growth };
}

export const NO_NEWS: News = { lines: [], bound: [], growth: 0 };

function keptIn(places: readonly SlotPlace[], said: Said, run: Collector): News["lines"] {
  if (places.length === 0) return NO_NEWS.lines;
  const list: (readonly [number, Kept])[] = [];
  for (const { place, slot: { when, keeps }, absent } of places) {
    if (when?.[said.record]?.(said.message as never, run as Collector<never>) === false) continue;
    const ways = keeps?.[said.record] ?? [];
    const hasNone = !hasAny(said.message, ways);
    list.push([place, hasNone ? (absent[said.record] ??= keptOf(said, ways, true)) : keptOf(said, ways, false)]);
  }
  return list;
}

/** Whether a message has a member that is read later. Most have none, and share one memory. */
function hasAny(message: unknown, ways: readonly (readonly string[])[]): boolean {
  for (const way of ways) {
    let value = message;
    for (const name of way) value = (value as MessageMembers)[name];
    if (value !== undefined) return true;
  }
  return false;
}

/** Puts news into a course. */
export function remember(course: Course, { lines, bound }: News): void {
  for (const [place, kept] of lines) putKept(course, course.lines, place, kept);
  for (const [place, kept] of bound) putKept(course, course.bound, place, kept);
}

function putKept(course: Course, list: (Kept | undefined)[], place: number, kept: Kept): void {
  course.bytes += kept.bytes - (list[place]?.bytes ?? 0);
  list[place] = kept;
}

type MessageMembers = { [name: string]: unknown };

/** Keeps members of a message, or only the objects around members that are absent. */
function keptOf({ message, record }: Said, ways: readonly (readonly string[])[], areAbsent: boolean): Kept {
  let bytes = 0;
  let kept: unknown = Object.create(null); // no member is inherited, and none is set by a setter
  for (const way of ways) {
    const last = way[way.length - 1];
    if (last === undefined) {
      kept = owned(message);
      bytes = jsonSize(message);
      break;
    }
    let from = message as MessageMembers;
    let to = kept as MessageMembers;
    for (let i = 0; i < way.length - 1; i++) {
      const name = way[i] as string;
      from = from[name] as MessageMembers;
      to = (to[name] ??= Object.create(null)) as MessageMembers;
    }
    const value = areAbsent ? undefined : from[last];
    if (value === undefined) continue;
    to[last] = owned(value);
    if (value !== null) bytes += jsonSize(value);
  }
  return { message: kept, record, bytes };
}

/** Returns a copy of a value that shares nothing with it. */
function owned(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(owned);
  const copy = Object.create(null) as MessageMembers;
  for (const name in value) {
    const member = (value as MessageMembers)[name];
    if (member !== undefined) copy[name] = owned(member);
  }
  return copy;
}

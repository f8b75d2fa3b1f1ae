/** The courses of an order: how far its exchanges have come. */

import type { OrderPlan } from "./plan.js";
import type { Kept } from "./remembered.js";

/** A message, and which of the records of the conversation it is. */
export interface Said {
  readonly message: unknown;
  readonly record: number;
}

/** A reply whose type follows from the request, by its number, and the member if it is valid. */
export interface Reply {
  readonly type: number;
  readonly said: Said | undefined;
}

/** How far an order has come. */
export interface Course {
  state: number;
  /** The messages that checks of the first or the next ones compare with. */
  lines: (Kept | undefined)[];
  /** The messages that later ones are checked against. */
  bound: (Kept | undefined)[];
  /** The size of all that is remembered, with the key. */
  bytes: number;
  /** When the last message came, as the tracker counts. */
  turn: number;
  /** The last message that concerns it, as the tracker counts. */
  concerned: number;
  /** The type that replies have, by its number in the table. */
  asked: number | undefined;
  /** By numbering: how many messages of it there have been. */
  counts: number[];
}

/** The functions that revert changes, the last one first. They are stored only while the changes may be reverted. */
export type Undo = (() => void)[] | undefined;

/** A course that has a key, and its place among those that rest. */
interface CourseEntry {
  key: unknown;
  course: Course | undefined;
  /** The bytes of the course that are counted for all of them. */
  bytes: number;
  /** Whether nobody waits for it any more. */
  abandoned: boolean;
  before: CourseEntry | undefined;
  behind: CourseEntry | undefined;
}

/**
 * The courses of one kind of exchanges that are open, by key. Those that may end where they are rest, in the order in which
 * they were moved. Abandoned ones are in a list of their own, and make room first.
 */
export class Courses {
  /** The size of all remembered members, in bytes. */
  bytes = 0;
  private entries = new Map<unknown, CourseEntry>();
  private ends = ring();
  private left = ring();
  /** The entry of the last key, which a message usually reads several times. */
  private lastKey: unknown;
  private last: CourseEntry | undefined;
  /** Of the last exchange that has ended, for the next one. Many exchanges may be open, and new objects that live long cost most of a step. */
  private spare: CourseEntry | undefined;
  private spareCourse: Course | undefined;

  get size(): number {
    return this.entries.size;
  }

  get(key: unknown): Course | undefined {
    return this.find(key)?.course;
  }

  has(key: unknown): boolean {
    return this.find(key) !== undefined;
  }

  forEach(each: (course: Course, key: unknown) => void): void {
    for (const { course, key } of this.entries.values()) if (course !== undefined) each(course, key);
  }

  /** Notes that nobody waits for the exchange of a key any more, if there is one. */
  abandon(key: unknown): void {
    const entry = this.find(key);
    if (entry === undefined) return;
    leave(entry);
    entry.abandoned = true;
    join(entry, this.left.before as CourseEntry, this.left);
  }

  /** Notes that somebody waits for the exchange of a key. */
  claim(key: unknown, rests: boolean): void {
    const entry = this.find(key);
    if (entry?.abandoned !== true) return;
    leave(entry);
    entry.abandoned = false;
    if (rests) join(entry, this.ends.before as CourseEntry, this.ends);
  }

  /** Begins a course, which is one of this kind once it is set. */
  start(plan: OrderPlan): Course {
    const course = this.spareCourse;
    if (course === undefined) return plan.start();
    this.spareCourse = undefined;
    course.state = course.bytes = course.turn = 0;
    course.asked = undefined;
    // Loops: Array.prototype.fill takes longer for lists as short as these.
    for (let i = 0; i < course.lines.length; i++) course.lines[i] = undefined;
    for (let i = 0; i < course.bound.length; i++) course.bound[i] = undefined;
    for (let i = 0; i < course.counts.length; i++) course.counts[i] = 0;
    return course;
  }

  /** Sets the course of a key, which has just been moved. */
  set(key: unknown, course: Course, rests: boolean, undo: Undo): void {
    const known = this.find(key);
    const entry = known ?? this.spare ?? { key, course, bytes: 0, abandoned: false, before: undefined, behind: undefined };
    if (known === undefined) {
      entry.key = key;
      entry.abandoned = false;
      this.spare = undefined;
      if (course === this.spareCourse) this.spareCourse = undefined; // the same message has ended it
    }
    if (undo !== undefined) this.note(entry, known !== undefined, undo);
    if (known === undefined) this.put(key, entry);
    leave(entry);
    entry.course = course;
    this.count(entry, course.bytes);
    const ring = entry.abandoned ? this.left : this.ends;
    if (rests || entry.abandoned) join(entry, ring.before as CourseEntry, ring);
  }

  delete(key: unknown, undo: Undo): void {
    const entry = this.find(key);
    if (entry !== undefined) this.drop(entry, undo);
  }

  private drop(entry: CourseEntry, undo: Undo): void {
    if (undo !== undefined) this.note(entry, true, undo);
    leave(entry);
    this.put(entry.key, undefined);
    this.count(entry, 0);
    if (undo !== undefined) return;
    this.spare = entry;
    this.spareCourse = entry.course;
  }

  /** Notes how an entry is, to revert its next change. The closure is made here: a function that has one pays for it at each call. */
  private note(entry: CourseEntry, isKnown: boolean, undo: NonNullable<Undo>): void {
    const { key, course, bytes, before, behind } = entry;
    undo.push(() => {
      leave(entry);
      entry.course = course;
      this.count(entry, bytes);
      if (before !== undefined && behind !== undefined) join(entry, before, behind);
      if (isKnown !== this.entries.has(key)) this.put(key, isKnown ? entry : undefined);
    });
  }

  private find(key: unknown): CourseEntry | undefined {
    if (key !== this.lastKey) {
      this.last = this.entries.get(key);
      this.lastKey = key;
    }
    return this.last;
  }

  private put(key: unknown, entry: CourseEntry | undefined): void {
    this.lastKey = key;
    this.last = entry;
    if (entry === undefined) this.entries.delete(key);
    else this.entries.set(key, entry);
  }

  private count(entry: CourseEntry, bytes: number): void {
    this.bytes += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  /** Those that make room, but for those that a message concerns: those that nobody waits for, then those that may end where they are, the one that has rested longest first. */
  *resting(exchange: number, message: number): Generator<{ exchange: number; key: unknown; course: Course; turn: number }, undefined> {
    for (const { behind } of [this.left, this.ends]) {
      for (let at = behind; at?.course !== undefined; at = at.behind) {
        if (at.course.concerned !== message) yield { exchange, key: at.key, course: at.course, turn: at.abandoned ? -1 : at.course.turn };
      }
    }
    return undefined;
  }

  clear(undo: Undo): void {
    const { entries, ends, left, bytes } = this;
    this.entries = new Map();
    this.lastKey = this.last = undefined;
    this.ends = ring();
    this.left = ring();
    this.bytes = 0;
    undo?.push(() => {
      this.entries = entries;
      this.lastKey = this.last = undefined;
      this.ends = ends;
      this.left = left;
      this.bytes = bytes;
    });
  }
}

/** The neighbour of the first entry and of the last one. */
function ring(): CourseEntry {
  const ends: CourseEntry = { key: undefined, course: undefined, bytes: 0, abandoned: false, before: undefined, behind: undefined };
  ends.before = ends.behind = ends;
  return ends;
}

function join(entry: CourseEntry, before: CourseEntry, behind: CourseEntry): void {
  entry.before = before;
  entry.behind = behind;
  before.behind = behind.before = entry;
}

function leave(entry: CourseEntry): void {
  const { before, behind } = entry;
  if (before === undefined || behind === undefined) return;
  before.behind = behind;
  behind.before = before;
  entry.before = entry.behind = undefined;
}

/** Notes how far a course has come. */
export function noteCourse(course: Course, undo: NonNullable<Undo>): void {
  const before = { ...course, lines: [...course.lines], bound: [...course.bound], counts: [...course.counts] };
  undo.push(() => Object.assign(course, before));
}

/** The memory that a message adds to a tracker, and the exchanges that the tracker drops for it. */

import type { Collector } from "./collect.js";
import type { Conversation, Memory } from "./conversation.js";
import type { Course, Courses, Said, Undo } from "./courses.js";
import type { Effect, OrderPlan } from "./plan.js";
import { type News, NO_NEWS } from "./remembered.js";
import { jsonSize } from "./size.js";
import type { Time } from "./timestamp.js";

/** The effect of a message on an order. */
export interface Move {
  readonly plan: OrderPlan;
  /** The number of the exchange; -1 for the whole. */
  readonly exchange: number;
  readonly key: unknown;
  /** Without it the exchange of the key ends, or all if there is no key. */
  readonly course: Course | undefined;
  readonly letter: number;
  readonly effect: Effect;
  readonly next: number;
  /** Whether it begins an exchange. */
  readonly begins: boolean;
  readonly news: News;
}

/** The effect of a message that ends an exchange, or all of them, from outside. */
export function cutOff(plan: OrderPlan, exchange: number, key: unknown, effect: Effect): Move {
  return { plan, exchange, key, course: undefined, letter: -1, effect, next: -1, begins: false, news: NO_NEWS };
}

/** The effect of a message on an exchange, or on all exchanges of a kind if the key is absent. */
export interface Step {
  readonly exchange: number;
  readonly key?: unknown;
  /** Whether it goes on, goes on but may end here, has come to its end, was ended from outside, or was forgotten to make room. */
  readonly how: "moved" | "rests" | "ended" | "cut off" | "forgotten";
  /** Whether the request gets no more replies, although its exchange goes on. */
  readonly quiet?: boolean | undefined;
  /** The member of a reply whose type follows from the request. */
  readonly result?: unknown;
}

/** By exchange, where a request has the key of the exchange that it begins. */
export type Asks = readonly (string | undefined)[];

/** The key by which a message is remembered. */
export interface Note {
  readonly memory: Memory;
  readonly key: unknown;
  readonly until: Time;
  readonly bytes: number;
}

/** Returns the notes that refuse repeats of a message, or undefined if the message is a repeat. */
export function notesOf(unique: Conversation<never, never>["unique"], memories: readonly Memory[], said: Said, letter: number, run: Collector): readonly Note[] | undefined {
  if (unique === undefined) return NO_NOTES;
  const notes: Note[] = [];
  for (const [i, { letters, parts, until, at = "", message, full }] of unique.entries()) {
    const values = letters.includes(letter) ? parts[said.record]?.(said.message as never) : undefined;
    if (values === undefined) continue;
    const key = values.length === 1 ? values[0] : JSON.stringify(values);
    const memory = memories[i] as Memory;
    const why = memory.refuses(key, run);
    if (why !== undefined) {
      run.must("unique", at, why === "full" ? full : message);
      return undefined;
    }
    let bytes = 0;
    for (const value of values) bytes += jsonSize(value);
    const end = until[said.record] as (message: never, run: Collector<never>) => Time;
    notes.push({ memory, key, until: end(said.message as never, run as Collector<never>), bytes });
  }
  return notes;
}

const NO_NOTES: readonly Note[] = [];

/** Returns by how many bytes more a message makes a tracker remember. */
export function growthOf(moves: readonly Move[], notes: readonly Note[]): number {
  let growth = 0;
  for (const { bytes } of notes) growth += bytes;
  for (const { plan, exchange, course, next, begins, news } of moves) {
    if (course === undefined) continue;
    if (exchange < 0 || plan.order.states[next]?.next !== undefined) growth += begins ? news.growth + course.bytes : news.growth;
    else if (!begins) growth -= course.bytes;
  }
  return growth;
}

/** An exchange that rests. */
export interface Resting {
  readonly exchange: number;
  readonly key: unknown;
  readonly course: Course;
  /** When its last message came; abandoned ones come before all others. */
  readonly turn: number;
}

/**
 * Drops exchanges that may end, the least recently used ones first, until enough bytes are free. It drops none if that is
 * not enough, and never exchanges that the message concerns. Returns the dropped exchanges, or undefined.
 */
export function makeFit(over: number, all: readonly Courses[], message: number, undo: Undo): readonly Resting[] | undefined {
  if (over <= 0) return [];
  const kinds = all.map((courses, exchange) => courses.resting(exchange, message));
  const next = kinds.map((kind) => kind.next());
  const room: Resting[] = [];
  for (let free = 0; free < over; ) {
    let longest = -1;
    for (let i = 0; i < next.length; i++) {
      if (next[i]?.done === false && (longest < 0 || turnOf(next[i]) < turnOf(next[longest]))) longest = i;
    }
    const found = next[longest]?.value as Resting | undefined;
    if (found === undefined) return undefined;
    room.push(found);
    free += found.course.bytes;
    next[longest] = (kinds[longest] as Iterator<Resting, undefined>).next();
  }
  for (const { exchange, key } of room) all[exchange]?.delete(key, undo);
  return room;
}

/**
 * Returns the exchanges of a kind that make room for those that the moves begin, if so many may be open; undefined if they are not enough. The message does not
 * concern them.
 */
export function roomFor(moves: readonly Move[], exchange: number, courses: Courses, most: number, message: number): readonly Resting[] | undefined {
  const begun = new Set(moves.flatMap((move) => (move.exchange === exchange && move.begins ? [move.key] : []))); // two ways may lead to one exchange
  const resting = courses.resting(exchange, message);
  const room: Resting[] = [];
  while (courses.size + begun.size - room.length > most) {
    const { value } = resting.next();
    if (value === undefined) return undefined;
    room.push(value);
  }
  return room;
}

function turnOf(next: IteratorResult<Resting, undefined> | undefined): number {
  return next?.value?.turn ?? 0;
}

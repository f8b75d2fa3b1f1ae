/** Conversations: the order of messages, as tables that one tracker follows. */

import { begin } from "./check.js";
import type { Collector } from "./collect.js";
import type { Issue } from "./issue.js";
import { limitsOf, type Options } from "./options.js";
import type { TypeInfo } from "./type.js";

/** The table of a conversation. Its members are internal, but for `name`, `sides` and `lines`. */
export interface Conversation<M, Params = never> {
  /** The name of the conversation in the spec. */
  readonly name: string;
  /** Who takes part; nothing where it does not matter who sends. */
  readonly sides: readonly string[];
  /** Whether a stream has one message a line. */
  readonly lines?: true;
  readonly of: TypeInfo<M, Params>;
  /** The place of what tells messages apart. */
  readonly tag: string;
  /** Returns which of the records of the conversation a message is. */
  readonly record: (message: M) => number;
  /** Who sends each record, or "". */
  readonly from?: readonly string[];
  readonly whole: Order;
  readonly exchanges?: readonly Exchange[];
}

/** An order that holds for all messages with one value of a member. */
export interface Exchange extends Order {
  /** By record: returns the value, or undefined. */
  readonly keys: readonly (((message: never) => unknown) | undefined)[];
  /** Letters that end the exchange of their key. */
  readonly one?: readonly number[];
  /** Letters that end all exchanges. */
  readonly all?: readonly number[];
}

/** An automaton over letters, with checks between messages. */
export interface Order {
  /** By record: letters with what tells the messages that they are of; the first that applies is the letter. */
  readonly letters: readonly (readonly Letter[])[];
  readonly states: readonly State[];
  /** For each message that is kept, the letters that it is the last one of. */
  readonly bound?: readonly (readonly number[])[];
  readonly checks?: readonly SequenceCheck[];
}

export type Letter = number | { readonly letter: number; readonly when: (message: never, run: Collector<never>) => boolean };

export interface State {
  /** By letter, the state that it leads to; nothing at the end. */
  readonly next?: { readonly [letter: number]: number };
  /** Whether the order may end here. */
  readonly accepts?: true;
  /** The message of the issue of what does not lead on. */
  readonly expected?: string;
  /** The message of the issue of an end here. */
  readonly cut?: string;
}

export interface SequenceCheck {
  readonly letters: readonly number[];
  readonly kind: "first" | "next" | "each";
  /** The messages that it speaks of beside its own and the one before. */
  readonly uses?: readonly { readonly whole?: true; readonly number: number }[];
  readonly rule: string;
  readonly level: "must" | "should";
  readonly at: string;
  readonly message: string;
  /** What holds, by the records of the messages. */
  readonly cases: readonly { readonly of: readonly (readonly number[])[]; readonly holds: (...args: never[]) => boolean }[];
}

/** How many values of a key may have an exchange that has not ended. */
const MOST_EXCHANGES = 65536;

interface Said {
  readonly message: unknown;
  readonly record: number;
}

/** How far an order has come. */
interface Course {
  state: number;
  /** By check: the last message that it is of. */
  readonly last: (Said | undefined)[];
  readonly bound: (Said | undefined)[];
}

const start = (): Course => ({ state: 0, last: [], bound: [] });

/** Options of a tracker: those of its checks, and whose it is. */
export interface TrackOptions<Params = never> extends Options<Params> {
  /** The side that sends with `send` and receives with `receive`. Without it, no direction is wrong. */
  readonly side?: string | undefined;
}

/**
 * Begins a conversation. The tracker reads and writes nothing: it is given each message, valid by itself, and returns what is
 * wrong with its place. A message that may not come where it comes leaves it as it was. Throws a RangeError for a side
 * that the conversation does not have.
 */
export function track<M, Params>(conversation: Conversation<M, Params>, options?: TrackOptions<Params>): Tracker<M, Params> {
  return new Tracker(conversation, options);
}

/** What `track` returns. */
export class Tracker<M, Params = never> {
  private readonly conversation: Conversation<M, Params>;
  private readonly options: TrackOptions<Params> | undefined;
  private readonly whole = start();
  private readonly courses: Map<unknown, Course>[];
  private closed = false;

  constructor(conversation: Conversation<M, Params>, options: TrackOptions<Params> | undefined) {
    const side = options?.side;
    if (side !== undefined && !conversation.sides.includes(side)) throw new RangeError(`${conversation.name} has no side ${side}`);
    this.conversation = conversation;
    this.options = options;
    this.courses = exchangesOf(conversation).map(() => new Map());
  }

  /** Takes a message of the other side; returns the issues of its place. */
  receive(message: M, options?: Options<Params>): readonly Issue[] {
    return this.judge(options, (run) => this.take(message, false, run)).issues();
  }

  /** Takes a message before it is sent. With an issue of level `must` it is not to be sent. */
  send(message: M, options?: Options<Params>): readonly Issue[] {
    return this.judge(options, (run) => this.take(message, true, run)).issues();
  }

  /** Ends the conversation; returns an issue if something still had to come. */
  close(options?: Options<Params>): readonly Issue[] {
    return this.judge(options, (run) => {
      if (this.closed) return;
      this.closed = true;
      cut(this.conversation.whole, this.whole, run);
      exchangesOf(this.conversation).forEach((order, i) => {
        this.courses[i]?.forEach((course) => cut(order, course, run));
      });
    }).issues();
  }

  /** How many exchanges have begun and not ended. */
  get open(): number {
    return this.courses.reduce((sum, courses) => sum + courses.size, 0);
  }

  /** Whether no further message may come. */
  get ended(): boolean {
    return this.closed || this.conversation.whole.states[this.whole.state]?.next === undefined;
  }

  /** Takes a message whose own issues a collector may hold already. */
  take(message: M, sent: boolean, run: Collector): void {
    const moves = this.moves({ message, record: this.conversation.record(message) }, sent, run);
    if (typeof moves === "object") moves.forEach((move) => move());
  }

  private judge(options: Options<Params> | undefined, find: (run: Collector) => void): Collector {
    const all = options === undefined ? this.options : { ...this.options, ...options };
    const run = begin(this.conversation.of, limitsOf(all), all);
    find(run);
    return run;
  }

  /** What a message does to each order that it belongs to, unless one of them refuses it. */
  private moves(said: Said, sent: boolean, run: Collector): readonly (() => void)[] | undefined {
    const { tag, from, whole } = this.conversation;
    if (this.closed) return refuse(run, tag, undefined);
    const side = this.options?.side;
    const sender = from?.[said.record] ?? "";
    if (side !== undefined && sender !== "" && (sender === side) !== sent) {
      run.must("wrong-direction", tag, "must come from the " + sender);
      return undefined;
    }
    const letter = letterOf(whole, said, run);
    const next = after(whole, this.whole.state, letter);
    if (next < 0) return refuse(run, tag, whole.states[this.whole.state]);
    const moves = [() => this.move(whole, this.whole, said, letter, next, run)];
    for (const [i, order] of exchangesOf(this.conversation).entries()) {
      const more = this.exchange(order, this.courses[i] as Map<unknown, Course>, said, run);
      if (more === undefined) return undefined;
      if (more !== null) moves.push(more);
    }
    return moves;
  }

  /** What a message does to exchanges: null for nothing, undefined if they refuse it. */
  private exchange(order: Exchange, courses: Map<unknown, Course>, said: Said, run: Collector): (() => void) | null | undefined {
    const { tag } = this.conversation;
    const letter = letterOf(order, said, run);
    if (letter < 0) return null;
    if (order.all?.includes(letter)) return () => courses.clear();
    const key = order.keys[said.record]?.(said.message as never);
    if (key === undefined) return null;
    if (order.one?.includes(letter)) return () => void courses.delete(key);
    let course = courses.get(key);
    if (course === undefined && courses.size >= MOST_EXCHANGES) {
      run.must("unexpected-message", tag, `must wait until one of ${MOST_EXCHANGES} open exchanges has ended`);
      return undefined;
    }
    course ??= start();
    const next = after(order, course.state, letter);
    if (next < 0) return refuse(run, tag, order.states[course.state]);
    const moved = course;
    return () => {
      this.move(order, moved, said, letter, next, run);
      if (order.states[next]?.next === undefined) courses.delete(key);
      else courses.set(key, moved);
    };
  }

  /** Moves one order, and makes its checks. */
  private move(order: Order, course: Course, said: Said, letter: number, next: number, run: Collector): void {
    course.state = next;
    for (const [i, check] of (order.checks ?? []).entries()) {
      if (!check.letters.includes(letter)) continue;
      const last = course.last[i];
      course.last[i] = said;
      if (check.kind !== "each" && (check.kind === "next") !== (last !== undefined)) continue;
      const messages = check.kind === "next" ? [said, last] : [said];
      for (const { whole, number } of check.uses ?? []) messages.push((whole ? this.whole : course).bound[number]);
      if (!holds(check, messages, run)) run[check.level](check.rule, check.at, check.message);
    }
    for (const [i, letters] of (order.bound ?? []).entries()) {
      if (letters.includes(letter)) course.bound[i] = said;
    }
  }
}

function exchangesOf({ exchanges }: { readonly exchanges?: readonly Exchange[] }): readonly Exchange[] {
  return exchanges ?? [];
}

/** A check that speaks of a message that has not come yet holds. */
function holds(check: SequenceCheck, messages: readonly (Said | undefined)[], run: Collector): boolean {
  const args: unknown[] = [];
  for (const said of messages) {
    if (said === undefined) return true;
    args.push(said.message);
  }
  const one = check.cases.find(({ of }) => of.every((records, i) => records.includes((messages[i] as Said).record)));
  return one === undefined || one.holds(...([...args, run] as never[]));
}

function letterOf(order: Order, said: Said, run: Collector): number {
  for (const letter of order.letters[said.record] ?? []) {
    if (typeof letter === "number") return letter;
    if (letter.when(said.message as never, run as Collector<never>)) return letter.letter;
  }
  return -1;
}

/** The state that a letter leads to, or -1. */
function after(order: Order, state: number, letter: number): number {
  return order.states[state]?.next?.[letter] ?? -1;
}

function refuse(run: Collector, tag: string, state: State | undefined): undefined {
  if (state?.expected === undefined) run.must("after-end", tag, "must not come after the end");
  else run.must("unexpected-message", tag, state.expected);
}

function cut(order: Order, course: Course, run: Collector): void {
  const message = order.states[course.state]?.cut;
  if (message !== undefined) run.must("incomplete", "", message);
}

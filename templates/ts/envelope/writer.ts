/** Writes streams of messages, one a line or behind a header. */

import { begin } from "./check.js";
import type { Collector } from "./collect.js";
import type { Conversation, Letters, Numbering, Order, Way } from "./conversation.js";
import type { Course } from "./courses.js";
import type { Issue } from "./issue.js";
import { limitsOf, type Options } from "./options.js";
import { lettersFrom, letterOf } from "./order.js";
import { commit, draft } from "./sent.js";
import { TornError } from "./sink.js";
import { Tracker, type TrackOptions } from "./tracker.js";
import { isObject, own } from "./value.js";

/** Options of a writer. */
export interface WriteOptions<Params = never> extends TrackOptions<Params> {
  /**
   * Whether the writer counts messages itself, if the spec names the member for the number. It writes each message with its number, and
   * leaves the program's message unchanged.
   */
  readonly numbered?: boolean | undefined;
}

/**
 * Begins a stream of lines or frames. Each call of `write` takes one as a whole, or throws. `allBytes` makes such a function
 * from one that may take a part. The result of `write` is returned to the caller. It may be a promise: its rejection counts as
 * an exception if no other line has been written meanwhile. With `numbered: true`, the members that the writer sets may be
 * absent from its messages.
 */
export function writer<M, Params, R, Input>(
  conversation: Conversation<M, Params, Input>,
  write: (line: string) => R,
  options: WriteOptions<Params> & { readonly numbered: true },
): LineWriter<unknown extends Input ? M : Input, Params, R>;
export function writer<M, Params, R>(
  conversation: Conversation<M, Params>,
  write: (line: string) => R,
  options?: WriteOptions<Params>,
): LineWriter<M, Params, R>;
export function writer<M, Params, R>(
  conversation: Conversation<M, Params>,
  write: (line: string) => R,
  options?: WriteOptions<Params>,
): LineWriter<M, Params, R> {
  return new LineWriter(conversation, write, options);
}

/** The result of `writer`. */
export class LineWriter<M, Params = never, R = void> {
  protected readonly tracker: Tracker<M, Params>;
  private readonly out: (line: string) => R;
  private readonly numbered: boolean;
  private written = 0;
  /** Why no line may be written any more. */
  protected torn: { readonly error: unknown } | undefined;

  constructor(conversation: Conversation<M, Params>, write: (line: string) => R, options?: WriteOptions<Params>) {
    this.tracker = new Tracker(conversation, options);
    this.out = write;
    this.numbered = options?.numbered === true;
  }

  /**
   * Writes a message as one line or frame; throws a ValidationError, and writes nothing, if it is not valid, by itself or here. If the sink
   * throws, the message does not count and may be written again; but behind a TornError each call throws a TornError.
   */
  write(message: M, options?: Options<Params>): R {
    return this.deliver(this.prepared(message, options), () => this.tracker.takeBack());
  }

  protected expectWhole(): void {
    if (this.torn !== undefined) throw new TornError("an earlier line was written in part", this.torn.error);
  }

  /** Takes a message; returns its text. */
  protected prepared(message: M, options: Options<Params> | undefined): string {
    this.expectWhole();
    const next = draft(this.tracker, this.numbered ? numberedBy(this.tracker, message) : message, options);
    commit(this.tracker, next);
    return next.text;
  }

  /** Passes a text on. `takeBack` undoes its effects if it was not written. */
  protected deliver(text: string, takeBack: () => boolean): R {
    const turn = ++this.written;
    let result: R;
    try {
      const { frame } = this.tracker.conversation;
      result = this.out(frame === undefined ? text + "\n" : frame(text));
    } catch (error) {
      this.fail(error, turn, takeBack);
      throw error;
    }
    if (isPromise(result)) return this.waiting(result, turn, takeBack) as R;
    this.tracker.settle();
    return result;
  }

  private waiting<T>(result: PromiseLike<T>, turn: number, takeBack: () => boolean): PromiseLike<T> {
    return result.then(
      (value) => {
        if (this.written === turn) this.tracker.settle();
        return value;
      },
      (error: unknown) => {
        this.fail(error, turn, takeBack);
        throw error;
      },
    );
  }

  /** Has a message not count that was not written; or notes that nothing may follow, because of a part or of lines behind it. */
  private fail(error: unknown, turn: number, takeBack: () => boolean): void {
    const isBack = this.written === turn && takeBack();
    if (error instanceof TornError) this.torn ??= { error: error.error };
    else if (!isBack) this.torn ??= { error };
  }

  /** Ends the stream; returns an issue if something still had to come. */
  close(options?: Options<Params>): readonly Issue[] {
    return this.tracker.close(options);
  }
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === "function";
}

/** A copy of a message with the numbers that it has in the courses of its orders. */
function numberedBy<M, Params>(tracker: Tracker<M, Params>, message: M): M {
  const { of, whole, exchanges } = tracker.conversation;
  const options = Tracker.optionsOf(tracker);
  const run = begin(of, limitsOf(options), options);
  let numbered = message;
  const count = (order: Order, way: Letters | Way, courseOf: (key: unknown) => Course | undefined): void => {
    for (const [i, { letters, at }] of (order.numbers ?? []).entries()) {
      const { letter, key } = writtenTurn(tracker.conversation, way, message, run);
      if (letters.includes(letter)) numbered = withMember(numbered, at, courseOf(key)?.counts[i] ?? 0);
    }
  };
  count(whole, whole, () => tracker.course());
  for (const [i, order] of (exchanges ?? []).entries()) {
    for (const way of order.ways) count(order, way, (key) => tracker.course(i, key));
  }
  return numbered;
}

interface Place {
  readonly letter: number;
  readonly key?: unknown;
}

/** The place of a message, which need not be valid yet; no letter if it is not like enough to a valid one, or lacks the key. */
function writtenTurn<M, Params>({ record }: Conversation<M, Params>, way: Letters | Way, message: M, run: Collector): Place {
  try {
    const said = { message, record: record(message) };
    const key = "at" in way ? way.keys?.[said.record]?.(message as never) : null;
    return { letter: key === undefined ? -1 : letterOf(lettersFrom(way.letters[said.record], ""), said, run), key };
  } catch {
    return { letter: -1 };
  }
}

/** A copy with another value of a member, if its parent is present. */
function withMember<T>(value: T, [name, ...rest]: Numbering["at"], number: number): T {
  if (name === undefined || !isObject(value)) return value;
  return { ...value, [name]: rest.length > 0 ? withMember(own(value, name), rest, number) : number };
}

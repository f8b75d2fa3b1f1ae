/** Clients: requests that wait for their replies. */

import { type Issue, ValidationError } from "./issue.js";
import { keyIn, placeOf } from "./keys.js";
import type { Options } from "./options.js";
import { Replies } from "./replies.js";
import type { Asked, ReplyTo, RequestOf, Requests, RequestsOf } from "./requests.js";
import type { Asks, Step } from "./room.js";
import { commit, draft } from "./sent.js";
import { after, type Timer } from "./timer.js";
import { isBytes, takeText, type Tracked } from "./tracked.js";
import { Tracker, type TrackOptions } from "./tracker.js";
import { type JsonObject, own } from "./value.js";

/** The configuration of a client. */
export interface ClientOptions<Side extends string, Params = never> extends TrackOptions<Params> {
  readonly side: Side;
  /** Sends a text. The method that sends throws the same exception. */
  readonly send: (text: string) => void;
  /**
   * How many milliseconds a request waits for its reply, and for each further one; it then fails with a TimeoutError. Default: for ever.
   */
  readonly timeout?: number | undefined;
  /** How many replies may wait to be read, of each request with many. Default: 1024. Beyond, it fails. */
  readonly mostWaiting?: number | undefined;
}

/** Options of a request. */
export interface RequestOptions<Params = never> extends Options<Params> {
  /** Abandons the request; it then fails with the reason of the signal. Nothing is sent: to cancel is another message. */
  readonly signal?: Signal | undefined;
  /** Instead of that of the client. */
  readonly timeout?: number | undefined;
}

/** The part of an AbortSignal that requests use. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A received message. `answers` is true if a request has received it. Otherwise the caller handles the message. */
export type Received<M> = Tracked<M> & { readonly answers: boolean };

/** Why a request has no reply: its exchange, or the connection, has ended without one. */
export class ExchangeError<M = unknown> extends Error {
  override readonly name: string = "ExchangeError";
  /** The message that has ended it; undefined if none did. */
  readonly by: M | undefined;

  constructor(message: string, by?: M) {
    super(message);
    this.by = by;
  }
}

/** Why a request has no result: another reply has come, such as an error of the protocol. */
export class ReplyError<M = unknown> extends ExchangeError<M> {
  override readonly name: string = "ReplyError";
}

/** Why a request has no reply: none has come in time. */
export class TimeoutError extends ExchangeError<undefined> {
  override readonly name: string = "TimeoutError";
}

/**
 * Begins a conversation as one of its sides. The client does not read: the program passes each received message to `receive`,
 * and calls `close` at the end of the connection.
 */
export function client<M, Params, A extends Asked, Side extends A["side"]>(
  requests: Requests<M, Params, A>,
  options: ClientOptions<Side, Params>,
): Client<M, Params, A, Side> {
  return new Client(requests, options);
}

/** The client of a conversation's requests. */
export type ClientOf<R, Side extends string> = R extends Requests<infer M, infer Params, infer A> ? Client<M, Params, A, Side> : never;

/** The requests that a record of messages is. */
interface Call {
  /** By exchange. */
  readonly kinds: readonly (RequestOf | undefined)[];
  /** The first of them. */
  readonly asked: RequestOf | undefined;
  /** The member in which a client numbers it. */
  readonly counter: string | undefined;
  readonly keys: Asks;
}

/** A request that waits. */
interface Pending {
  readonly asked: RequestOf;
  readonly timer: Timer | undefined;
  readonly answer: Answer;
  /** The exchanges that it waits in. */
  readonly places: readonly Step[];
  /** Stops listening to its signal. */
  readonly ignore: () => void;
}

interface Answer {
  readonly take: (reply: unknown) => void;
  /** Without an error the exchange has come to its end. */
  readonly end: (error?: unknown) => void;
}

/** A side of a conversation: the common part of clients and peers. */
export abstract class Sender<M, Params, A extends Asked, Side extends string> {
  /** The state of the conversation, to be looked at. */
  readonly tracker: Tracker<M, Params>;
  readonly #requests: Requests<M, Params, A>;
  readonly #options: ClientOptions<Side, Params>;
  private readonly waiting: readonly Map<unknown, Pending>[];
  /** By record: the requests of this side, found once. */
  private readonly calls: (Call | undefined)[] = [];
  private count = 0;
  /** Whether the client numbers some requests. */
  private readonly numbers: boolean;

  constructor(requests: Requests<M, Params, A>, options: ClientOptions<Side, Params>) {
    this.#requests = requests;
    this.#options = options;
    checkTimeout(options.timeout);
    this.tracker = new Tracker(requests.conversation, options);
    this.waiting = requests.exchanges.map(() => new Map());
    this.numbers = requests.exchanges.some((all) => all.some(({ counter }) => counter !== undefined));
  }

  /** How many requests wait for replies. */
  get pending(): number {
    return new Set(this.waiting.flatMap((pending) => [...pending.values()])).size;
  }

  /**
   * Sends a request at once, and waits for its reply. It fails with a ValidationError, and nothing is sent, if the message
   * may not be sent here; with an ExchangeError if the exchange ends without a reply, or with the issues of a message that has its key and
   * is not ok; with a TimeoutError where a time-out is over. A reply that comes after the request was abandoned is the caller's of `receive`,
   * and its exchange makes room for others.
   */
  request<R extends RequestsOf<A, Side, false>>(message: R, options?: RequestOptions<Params>): Promise<ReplyTo<A, R>> {
    return new Promise((resolve, reject) => {
      let isAnswered = false;
      const take = (reply: unknown): void => {
        isAnswered = true;
        resolve(reply as ReplyTo<A, R>);
      };
      // An error that nobody sees is not made: its stack costs more than the request.
      const end = (error?: unknown): void => {
        if (!isAnswered) reject(error ?? new ExchangeError("the exchange has ended without a reply"));
      };
      this.ask(message, false, { take, end }, options);
    });
  }

  /**
   * Sends a request with many replies at once. It yields the replies in turn, until their exchange ends, or until this side sends
   * a message after which the exchange may end. It throws the same errors as `request`. Leaving the loop abandons the exchange.
   */
  replies<R extends RequestsOf<A, Side, true>>(message: R, options?: RequestOptions<Params>): AsyncIterableIterator<ReplyTo<A, R>> {
    const most = this.#options.mostWaiting ?? 1024;
    const tooMany = (): unknown => new ExchangeError(`more than ${most} replies wait to be read`);
    const replies = new Replies<ReplyTo<A, R>>(most, () => this.forget(pending), tooMany);
    const answer: Answer = { take: (reply) => replies.push(reply as ReplyTo<A, R>), end: (error) => replies.end(error) };
    const pending = this.ask(message, true, answer, options);
    return replies;
  }

  /** Sends a message that nothing answers; throws a ValidationError, and nothing is sent, if it may not be sent here. */
  send(message: M, options?: Options<Params>): void {
    const next = draft(this.tracker, message, options);
    this.hand(next.text, commit(this.tracker, next));
  }

  /** Accepts a received message, and passes a reply to its request. Returns the effects of the message as well. */
  protected accept(message: M | string | Uint8Array, options?: Options<Params>): readonly [Received<M>, readonly Step[]] {
    const isText = typeof message === "string" || isBytes(message);
    const [tracked, steps] = takeText(this.tracker, isText ? message : { message }, false, options);
    const faults = tracked.ok ? undefined : tracked.issues;
    const answers = tracked.value !== undefined && this.follow(steps, tracked.value, faults);
    if (faults !== undefined && steps.length === 0) this.fail(tracked.value ?? message, faults);
    return [Object.assign(tracked, { answers }), steps];
  }

  protected deliver(text: string): void {
    this.#options.send(text);
  }

  /** Takes the effects of a message of this side after it has been sent. */
  protected passed?(steps: readonly Step[]): void;

  /** Ends the conversation: all requests that wait fail with the reason. Returns an issue if something still had to come. */
  close(reason: unknown = new ExchangeError("the connection has ended"), options?: Options<Params>): readonly Issue[] {
    for (const waiting of this.waiting) for (const pending of [...waiting.values()]) this.end(pending, reason);
    return this.tracker.close(options);
  }

  private ask(message: unknown, many: boolean, answer: Answer, { signal, timeout, ...options }: RequestOptions<Params> = {}): Pending {
    if (signal?.aborted) throw signal.reason;
    const limit = checkTimeout(timeout ?? this.#options.timeout);
    const next = draft(this.tracker, this.numbered(message as M), options);
    const { kinds, asked, keys } = this.callOf(next.message);
    if ((asked?.many ?? false) !== many || asked === undefined) {
      throw new TypeError(`this is no request that ${many ? "many messages answer" : "one message answers"}`);
    }
    const steps = commit(this.tracker, next, keys);
    const abort = (): void => this.end(pending, signal?.reason);
    const ignore = (): void => signal?.removeEventListener("abort", abort);
    const timer = limit === undefined ? undefined : after(limit, () => this.end(pending, new TimeoutError(`no reply has come in ${limit} ms`)));
    const places = steps.filter(({ exchange }) => kinds[exchange] !== undefined);
    const pending: Pending = { asked, answer, ignore, timer, places };
    signal?.addEventListener("abort", abort);
    this.hand(next.text, steps, pending);
    return pending;
  }

  /** The requests of this side that a message is. */
  private callOf(message: M): Call {
    const record = this.tracker.conversation.record(message);
    return (this.calls[record] ??= this.callOfRecord(record));
  }

  private callOfRecord(record: number): Call {
    const { side } = this.#options;
    const kinds = this.#requests.exchanges.map((all) => all.find(({ of, from }) => of === record && (from ?? side) === side));
    const keys = kinds.map((kind, i) => (kind === undefined ? undefined : placeOf(this.keyNames(i))));
    return { kinds, asked: kinds.find((kind) => kind !== undefined), counter: kinds.find((kind) => kind?.counter !== undefined)?.counter, keys };
  }

  /** A request with a number, if its client numbers it and it has none. */
  private numbered(message: M): M {
    if (!this.numbers || typeof message !== "object" || message === null) return message;
    const { counter } = this.callOf(message);
    if (counter === undefined || (message as JsonObject)[counter] !== undefined) return message;
    return { ...message, [counter]: ++this.count };
  }

  /** Sends a text whose message the tracker has taken. One that is not sent is taken back, and so is the request that it is. */
  private hand(text: string, steps: readonly Step[], pending?: Pending): void {
    const ended = this.endedBy(steps);
    for (const { exchange, key, how } of pending?.places ?? []) {
      this.waiting[exchange]?.set(key, pending as Pending);
      this.tracker.claim(exchange, key, how === "rests");
    }
    try {
      this.deliver(text);
    } catch (error) {
      const isBack = this.tracker.takeBack();
      if (pending !== undefined) this.forget(pending);
      if (!isBack) this.endAll(ended);
      throw error;
    }
    this.tracker.settle();
    this.endAll(ended);
    this.passed?.(steps);
  }

  /** The requests whose exchanges a message of this side ends, or lets end. */
  private endedBy(steps: readonly Step[]): readonly Pending[] {
    const ended: Pending[] = [];
    for (const { exchange, key, how } of steps) if (how !== "moved") ended.push(...this.reached(exchange, key));
    return ended;
  }

  private endAll(ended: readonly Pending[]): void {
    for (const pending of ended) {
      if (pending.places.some(({ exchange, key }) => this.waiting[exchange]?.get(key) === pending)) this.end(pending);
    }
  }

  /** The requests that wait for the exchange of a key, or for any of a kind. */
  private reached(exchange: number, key: unknown): readonly Pending[] {
    const waiting = this.waiting[exchange];
    if (key === undefined) return [...(waiting?.values() ?? [])];
    const pending = waiting?.get(key);
    return pending === undefined ? [] : [pending];
  }

  /** The names from a message to the key of an exchange. */
  private keyNames(exchange: number, way: number = 0): readonly string[] {
    return this.#requests.conversation.exchanges?.[exchange]?.ways[way]?.at ?? [];
  }

  /** Fails the requests whose key is in a message that is not ok, or in its text. */
  private fail(message: unknown, faults: readonly Issue[]): void {
    for (const [exchange, { size }] of this.waiting.entries()) {
      const { marks, replyWays = [0], ways } = this.#requests.conversation.exchanges?.[exchange] ?? { ways: [] };
      for (const way of size === 0 ? [] : replyWays) {
        if (ways[way]?.through !== undefined || ways[way]?.reply !== undefined) continue;
        const key = keyIn(message, this.keyNames(exchange, way), this.#options, marks);
        for (const pending of key === undefined ? [] : this.reached(exchange, key)) this.end(pending, new ValidationError(faults));
      }
    }
  }

  /** Has nobody wait for a request any more. Its exchange, if it is open, makes room for others. */
  private forget(pending: Pending): void {
    pending.ignore();
    pending.timer?.stop();
    for (const { exchange, key } of pending.places) {
      if (this.waiting[exchange]?.get(key) !== pending) continue;
      this.waiting[exchange]?.delete(key);
      this.tracker.abandon(exchange, key);
    }
  }

  private end(pending: Pending, error?: unknown): void {
    this.forget(pending);
    pending.answer.end(error);
  }

  /** The code and the text of a failure, each behind a colon. */
  private about(record: number, message: M): string {
    const ways = this.#requests.failures?.[record] ?? [];
    const parts = ways.map((way) => way.reduce<unknown>((part, name) => own(part as JsonObject, name), message));
    return parts.map((part) => (part === undefined || part === null || part === "" ? "" : ": " + String(part))).join("");
  }

  /** Passes the effect of a received message on exchanges to their requests. Returns whether a request has received the message. */
  private follow(steps: readonly Step[], message: M, faults?: readonly Issue[]): boolean {
    const record = this.tracker.conversation.record(message);
    let got = false;
    for (const { exchange, key, how, quiet, result } of steps) {
      for (const pending of this.reached(exchange, key)) {
        const { asked, answer, timer } = pending;
        const isCut = how === "cut off";
        const replies = !isCut && how !== "forgotten" && asked.replies.includes(record);
        got ||= faults === undefined && (replies || isCut);
        if (replies && faults === undefined) {
          if (asked.typed === undefined) answer.take(message);
          else if (result !== undefined) answer.take(result);
          else answer.end(new ReplyError("the reply has no result" + this.about(record, message), message));
        }
        if (how === "moved" || how === "rests" ? !replies || (asked.many && quiet !== true) : false) {
          if (replies) timer?.restart();
          continue;
        }
        const cut = isCut ? new ExchangeError("the exchange was ended from outside", message) : undefined;
        this.end(pending, faults === undefined ? cut : new ValidationError(faults));
      }
    }
    return got;
  }
}

/** The result of `client`. */
export class Client<M, Params, A extends Asked, Side extends string> extends Sender<M, Params, A, Side> {
  /**
   * Accepts a received text, or a message that is valid by itself, and passes a reply to its request. An invalid message reaches
   * no request, but it fails the request whose key it has, or whose exchange it ends, with its issues.
   */
  receive(message: M | string | Uint8Array, options?: Options<Params>): Received<M> {
    return this.accept(message, options)[0];
  }
}

function checkTimeout(timeout: number | undefined): number | undefined {
  if (timeout !== undefined && !(timeout > 0)) throw new RangeError("timeout must be a positive number of milliseconds");
  return timeout;
}

/** Clients: requests that wait for their replies. */

import type { Conversation } from "./conversation.js";
import { type Issue, ValidationError } from "./issue.js";
import type { Options } from "./options.js";
import { Replies } from "./replies.js";
import { commit, draft } from "./sent.js";
import { isBytes, takeText, type Tracked } from "./tracked.js";
import { type Step, Tracker, type TrackOptions } from "./tracker.js";

/** A request of a conversation: who sends it, what answers it, and whether more than one reply may come. It is a type only. */
export interface Asked<Side extends string = string, Request = unknown, Reply = unknown, Many extends boolean = boolean> {
  readonly side: Side;
  readonly request: Request;
  readonly reply: Reply;
  readonly many: Many;
}

/** The requests of a conversation, for `client`. */
export interface Requests<M, Params = never, A extends Asked = Asked> {
  readonly conversation: Conversation<M, Params>;
  /** By exchange. */
  readonly exchanges: readonly (readonly RequestOf[])[];
  /** Never there. It ties the table to its types. */
  of?(asked: A): A;
}

export interface RequestOf {
  /** The number of its record. */
  readonly of: number;
  /** The numbers of the records of its replies. */
  readonly replies: readonly number[];
  readonly many?: true;
}

/** Those requests of one side that one reply answers, or many. */
type RequestsOf<A extends Asked, Side extends string, Many extends boolean> =
  A extends Asked<Side, infer Request, unknown, Many> ? Request : never;

/** What answers a request. */
type ReplyTo<A extends Asked, Request> =
  A extends Asked<string, infer Other, infer Reply, boolean> ? (Request extends Other ? Reply : never) : never;

/** What a client needs to know. */
export interface ClientOptions<Side extends string, Params = never> extends TrackOptions<Params> {
  readonly side: Side;
  /** Sends a text. What it throws is thrown by the method that sends. */
  readonly send: (text: string) => void;
  /** How many replies may wait to be read, of each request with many. Default: 1024. Beyond, it fails. */
  readonly mostWaiting?: number | undefined;
}

/** Options of a request. */
export interface RequestOptions<Params = never> extends Options<Params> {
  /** Abandons the request; it then fails with the reason of the signal. */
  readonly signal?: Signal | undefined;
}

/** What an AbortSignal has that requests need. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** A message that has come. `answers` tells whether a request has got it; if not, it is the caller's. */
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

/**
 * Begins a conversation as one of its sides. The client reads nothing: the program gives it what comes, by `receive`, and says
 * by `close` that the connection has ended.
 */
export function client<M, Params, A extends Asked, Side extends A["side"]>(
  requests: Requests<M, Params, A>,
  options: ClientOptions<Side, Params>,
): Client<M, Params, A, Side> {
  return new Client(requests, options);
}

/** The client of a conversation's requests. */
export type ClientOf<R, Side extends string> = R extends Requests<infer M, infer Params, infer A> ? Client<M, Params, A, Side> : never;

/** A request that waits. */
interface Pending {
  readonly asked: RequestOf;
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

/** What `client` returns. */
export class Client<M, Params, A extends Asked, Side extends string> {
  /** The state of the conversation, to be looked at. */
  readonly tracker: Tracker<M, Params>;
  private readonly requests: Requests<M, Params, A>;
  private readonly options: ClientOptions<Side, Params>;
  private readonly waiting: readonly Map<unknown, Pending>[];

  constructor(requests: Requests<M, Params, A>, options: ClientOptions<Side, Params>) {
    this.requests = requests;
    this.options = options;
    this.tracker = new Tracker(requests.conversation, options);
    this.waiting = requests.exchanges.map(() => new Map());
  }

  /** How many requests wait for replies. */
  get pending(): number {
    return new Set(this.waiting.flatMap((pending) => [...pending.values()])).size;
  }

  /**
   * Sends a request at once, and waits for its reply. It fails with a ValidationError, and nothing is sent, if the message
   * may not be sent here; with an ExchangeError if the exchange ends without a reply. A reply that comes after the request
   * was abandoned is the caller's of `receive`.
   */
  request<R extends RequestsOf<A, Side, false> & M>(message: R, options?: RequestOptions<Params>): Promise<ReplyTo<A, R>> {
    return new Promise((resolve, reject) => {
      const end = (error: unknown = new ExchangeError("the exchange has ended without a reply")): void => reject(error);
      this.ask(message, false, { take: (reply) => resolve(reply as ReplyTo<A, R>), end }, options);
    });
  }

  /**
   * Sends a request at once that many messages answer, and gives them in turn, until their exchange ends, or this side sends
   * what lets it end. It throws what `request` fails with. To leave the loop abandons it.
   */
  replies<R extends RequestsOf<A, Side, true> & M>(message: R, options?: RequestOptions<Params>): AsyncIterableIterator<ReplyTo<A, R>> {
    const replies = new Replies<ReplyTo<A, R>>(this.options.mostWaiting ?? 1024, () => this.forget(pending));
    const answer: Answer = { take: (reply) => replies.push(reply as ReplyTo<A, R>), end: (error) => replies.end(error) };
    const pending = this.ask(message, true, answer, options);
    return replies;
  }

  /** Sends a message that nothing answers; throws a ValidationError, and nothing is sent, if it may not be sent here. */
  send(message: M, options?: Options<Params>): void {
    const next = draft(this.tracker, message, options);
    this.follow(commit(this.tracker, next), next.message, true);
    this.options.send(next.text);
  }

  /**
   * Takes what has come, as a text or, valid by itself, as a message. A reply is given to its request. What is not ok reaches
   * none; but a request whose reply, or the end of whose exchange, it is fails with its issues.
   */
  receive(message: M | string | Uint8Array, options?: Options<Params>): Received<M> {
    const isText = typeof message === "string" || isBytes(message);
    const [tracked, steps] = takeText(this.tracker, isText ? message : { message }, false, options);
    const faults = tracked.ok ? undefined : tracked.issues;
    const answers = tracked.value !== undefined && this.follow(steps, tracked.value, false, faults);
    return { ...tracked, answers };
  }

  /** Ends the conversation: all requests that wait fail with the reason. Returns an issue if something still had to come. */
  close(reason: unknown = new ExchangeError("the connection has ended"), options?: Options<Params>): readonly Issue[] {
    for (const waiting of this.waiting) for (const pending of [...waiting.values()]) this.end(pending, reason);
    return this.tracker.close(options);
  }

  private ask(message: M, many: boolean, answer: Answer, { signal, ...options }: RequestOptions<Params> = {}): Pending {
    if (signal?.aborted) throw signal.reason;
    const next = draft(this.tracker, message, options);
    const record = this.tracker.conversation.record(next.message);
    const kinds = this.requests.exchanges.map((all) => all.find(({ of }) => of === record));
    const asked = kinds.find((kind) => kind !== undefined);
    if ((asked?.many ?? false) !== many || asked === undefined) {
      throw new TypeError(`this is no request that ${many ? "many messages answer" : "one message answers"}`);
    }
    const steps = commit(this.tracker, next);
    this.follow(steps, next.message, true);
    const abort = (): void => this.end(pending, signal?.reason);
    const ignore = (): void => signal?.removeEventListener("abort", abort);
    const pending: Pending = { asked, answer, ignore, places: steps.filter(({ exchange }) => kinds[exchange] !== undefined) };
    for (const { exchange, key } of pending.places) this.waiting[exchange]?.set(key, pending);
    signal?.addEventListener("abort", abort);
    try {
      this.options.send(next.text);
    } catch (error) {
      this.forget(pending);
      throw error;
    }
    return pending;
  }

  private forget({ places, ignore }: Pending): void {
    ignore();
    for (const { exchange, key } of places) this.waiting[exchange]?.delete(key);
  }

  private end(pending: Pending, error?: unknown): void {
    this.forget(pending);
    pending.answer.end(error);
  }

  /** Tells requests what a message has done to their exchanges; returns whether one has got it. */
  private follow(steps: readonly Step[], message: M, sent: boolean, faults?: readonly Issue[]): boolean {
    const record = this.tracker.conversation.record(message);
    let got = false;
    for (const { exchange, key, how } of steps) {
      const waiting = this.waiting[exchange];
      const reached = key === undefined ? waiting?.values() : [waiting?.get(key)];
      for (const pending of [...(reached ?? [])]) {
        if (pending === undefined) continue;
        const { asked, answer } = pending;
        const isCut = how === "cut off";
        const replies = !sent && !isCut && how !== "forgotten" && asked.replies.includes(record);
        got ||= faults === undefined && (replies || isCut);
        if (replies && faults === undefined) answer.take(message);
        if (how === "moved" || (how === "rests" && !sent) ? !replies || asked.many : false) continue;
        const cut = isCut ? new ExchangeError("the exchange was ended from outside", message) : undefined;
        this.end(pending, faults === undefined ? cut : new ValidationError(faults));
      }
    }
    return got;
  }
}

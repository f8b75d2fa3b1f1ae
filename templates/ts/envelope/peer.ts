/** Peers: the side of a conversation that answers requests. */

import { ExchangeError, type Received, Sender } from "./client.js";
import type { Exchange, Way } from "./conversation.js";
import type { AnsweredBy, GlobalSignal, HandlerContext, PeerOptions } from "./handlers.js";
import { type Issue, ValidationError } from "./issue.js";
import { placeOf } from "./keys.js";
import { replyOf } from "./made.js";
import type { Options } from "./options.js";
import type { Asked, RequestOf, Requests } from "./requests.js";
import type { Step } from "./room.js";
import { type ServedText, serveTexts } from "./serve.js";
import { after } from "./timer.js";
import { Tracker } from "./tracker.js";

// Declares only the part that is used, so that neither the DOM library nor @types/node is needed.
declare const AbortController: new () => { readonly signal: GlobalSignal; abort(reason: unknown): void };

/** Why a signal of a handler is aborted: the other side has sent a message in the exchange, which goes on. A reply may still be needed. */
export class CancelledError<M = unknown> extends ExchangeError<M> {
  override readonly name: string = "CancelledError";
}

/**
 * Begins a conversation as a side that answers requests. It does not read: pass each received message to `receive`, or the texts of a
 * connection to `serve`. Generated functions call it, whose types are those of one conversation.
 */
export function peer<M, Params, A extends Asked, Side extends string>(
  requests: Requests<M, Params, A>,
  options: PeerOptions<M, A, Side, Params>,
): Peer<M, Params, A, Side> {
  return new Peer(requests, options);
}

/** The peer of a conversation's requests. */
export type PeerOf<R, Side extends string> = R extends Requests<infer M, infer Params, infer A> ? Peer<M, Params, A, Side> : never;

/** A received request that a handler answers. */
interface Job<M> {
  readonly request: M;
  readonly asked: RequestOf;
  readonly exchange: number;
  readonly key: unknown;
  readonly context: Context;
  /** Instead of that of the handler. */
  readonly failure: unknown;
  isCancelled: boolean;
  /** Whether no reply may be sent any more. */
  isOver: boolean;
}

/** The context of a handler. Its signal is made when a handler reads it. */
class Context implements HandlerContext {
  private controller: InstanceType<typeof AbortController> | undefined;
  private aborted: { readonly reason: unknown } | undefined;

  get signal(): GlobalSignal {
    if (this.controller === undefined) {
      this.controller = new AbortController();
      if (this.aborted !== undefined) this.controller.abort(this.aborted.reason);
    }
    return this.controller.signal;
  }

  abort(reason: unknown): void {
    this.aborted ??= { reason };
    this.controller?.abort(reason);
  }
}

type AnyHandler = (request: unknown, context: HandlerContext) => unknown;

/** The result of `peer`. It has the methods of a client for the requests of this side, too. */
export class Peer<M, Params, A extends Asked, Side extends string> extends Sender<M, Params, A, Side> {
  readonly #requests: Requests<M, Params, A>;
  readonly #options: PeerOptions<M, A, Side, Params>;
  /** By exchange and key. */
  private readonly jobs: readonly Map<unknown, Job<M>>[];
  private readonly queue: Job<M>[] = [];
  private working = 0;
  private readonly most: number;
  private readonly mostQueued: number;
  /** The calls of `receive` that wait, in order, and whether one of them goes on. */
  private readonly receivers: (() => void)[] = [];
  private isEntering = false;
  private unsent = 0;
  private written: PromiseLike<unknown> | undefined;
  private isClosing = false;
  private ended: { readonly reason: unknown; readonly isFailure: boolean } | undefined;
  /** The calls that wait for a change: an end of the peer, or of its last job. */
  private readonly watchers = new Set<() => void>();

  constructor(requests: Requests<M, Params, A>, options: PeerOptions<M, A, Side, Params>) {
    super(requests, { ...options, send: () => {} });
    this.#requests = requests;
    this.#options = options;
    this.jobs = requests.exchanges.map(() => new Map());
    this.most = options.mostHandlers ?? 64;
    this.mostQueued = options.mostQueued ?? 64;
  }

  /**
   * Accepts a received text, or a message that is valid by itself. A request goes to its handler, and a reply to its request; `answers` is true
   * then. Any other message is the caller's. If no more requests may be queued, the promise waits: receive nothing further before it is fulfilled.
   */
  async receive(message: M | string | Uint8Array, options?: Options<Params>): Promise<Received<M>> {
    if (this.isFull || this.isEntering || this.receivers.length > 0) {
      if (this.receivers.length >= Math.max(this.mostQueued, 1)) this.close(new ExchangeError("too many messages wait to be received"));
      else await new Promise<void>((resolve) => this.receivers.push(resolve));
      this.isEntering = false;
    }
    try {
      return this.take(message, options);
    } finally {
      this.admit();
    }
  }

  /**
   * Passes texts to `receive` until they end or the peer is closed. At their end it drains the peer, for as long as `grace` allows. It rejects
   * with the reason of the end, or with a ValidationError if a message is missing.
   */
  serve(texts: AsyncIterable<ServedText>): Promise<void> {
    return serveTexts(this, texts, this.#options, (wake) => this.watch(wake));
  }

  /** Ends the conversation at once. The signals of all handlers are aborted, and waiting requests fail. Returns an issue if something still had to come. */
  override close(reason?: unknown, options?: Options<Params>): readonly Issue[] {
    if (this.ended !== undefined) return [];
    const error = reason ?? new ExchangeError("the connection has ended");
    this.ended = { reason, isFailure: reason !== undefined };
    const issues = super.close(error, options);
    for (const jobs of this.jobs) {
      for (const job of jobs.values()) {
        job.isOver = true;
        job.context.abort(error);
      }
    }
    this.changed();
    this.admit();
    return issues;
  }

  /**
   * Ends the conversation in order. Handlers at work continue for some milliseconds, and requests that arrive meanwhile fail. Then it closes the
   * peer, and returns the issues of `close`.
   */
  async drain(grace: number = this.#options.grace ?? 5000): Promise<readonly Issue[]> {
    this.isClosing = true;
    let isLate = false;
    const timer = after(grace, () => {
      isLate = true;
      this.changed();
    });
    while (this.working > 0 && !isLate && this.ended === undefined) await this.change();
    timer.stop();
    return this.close(this.working > 0 ? new ExchangeError("handlers were at work after the grace time") : undefined);
  }

  /** Waits until the peer is closed and all handlers have ended. Rejects with the reason of `close`, if it had one. */
  async wait(): Promise<void> {
    while (this.ended === undefined || this.working > 0) await this.change();
    if (this.ended.isFailure) throw this.ended.reason;
  }

  /** Whether the peer is closed. */
  get closed(): boolean {
    return this.ended !== undefined;
  }

  protected override deliver(text: string): void {
    const written = this.#options.send(text);
    if (typeof (written as PromiseLike<unknown> | undefined)?.then !== "function") return;
    this.written = written as PromiseLike<unknown>;
    if (++this.unsent > (this.#options.mostUnsent ?? 1024)) this.close(new ExchangeError("too many texts wait to be written"));
    const done = (): void => {
      this.unsent--;
      if (this.written === written) this.written = undefined;
      this.changed();
    };
    this.written.then(done, (error: unknown) => {
      done();
      this.close(error);
    });
  }

  /** Ends or cancels the jobs in the exchanges that a message has moved. */
  protected override passed(steps: readonly Step[], by?: M): boolean {
    let isHeard = false;
    for (const { exchange, key, how, quiet } of steps) {
      for (const job of this.jobsOf(exchange, key)) {
        const isLast = by === undefined && quiet === true; // the key may begin anew before the handler returns
        if ((how === "moved" || how === "rests") && !isLast) {
          if (by === undefined) continue;
          job.isCancelled = true;
          job.context.abort(new CancelledError("a message has cancelled the request", by));
        } else {
          job.isOver = true;
          if (by !== undefined || (how !== "ended" && !isLast)) job.context.abort(new ExchangeError("the exchange has ended", by));
          this.jobs[exchange]?.delete(job.key);
        }
        isHeard ||= by !== undefined && how !== "forgotten";
      }
    }
    return isHeard;
  }

  private jobsOf(exchange: number, key: unknown): readonly Job<M>[] {
    const jobs = this.jobs[exchange];
    if (key === undefined) return [...(jobs?.values() ?? [])];
    const job = jobs?.get(key);
    return job === undefined ? [] : [job];
  }

  private get isFull(): boolean {
    return this.ended === undefined && this.working >= this.most && this.queue.length >= this.mostQueued;
  }

  /** Lets the next call of `receive` go on. */
  private admit(): void {
    if (this.isEntering || this.isFull) return;
    const next = this.receivers.shift();
    this.isEntering = next !== undefined;
    next?.();
  }

  private take(message: M | string | Uint8Array, options: Options<Params> | undefined): Received<M> {
    const [received, steps] = this.accept(message, options);
    const { value } = received;
    if (value === undefined || steps.length === 0) return received;
    const job = this.jobOf(value, steps, received);
    const isHeard = this.passed(steps, value);
    if (job !== undefined) this.start(job);
    return Object.assign(received, { answers: received.answers || isHeard || job !== undefined });
  }

  /** The job of a request, if it begins one that can be answered. */
  private jobOf(request: M, steps: readonly Step[], received: Received<M>): Job<M> | undefined {
    const record = this.tracker.conversation.record(request);
    for (const { exchange, key, how } of steps) {
      const asked = this.#requests.exchanges[exchange]?.find(({ of, from }) => of === record && from !== this.#options.side);
      if (asked === undefined || key === undefined || how === "cut off" || how === "forgotten" || this.jobs[exchange]?.has(key)) continue;
      const closing = this.isClosing ? new ExchangeError("the conversation is closing") : undefined;
      const failure = received.ok ? closing : new ValidationError(received.issues);
      if (failure !== undefined && this.#options.fail === undefined) return undefined;
      return { request, asked, exchange, key, failure, context: new Context(), isCancelled: false, isOver: false };
    }
    return undefined;
  }

  private start(job: Job<M>): void {
    this.jobs[job.exchange]?.set(job.key, job);
    if (this.working >= this.most) {
      this.queue.push(job);
      return;
    }
    this.working++;
    void this.work(job);
  }

  private async work(first: Job<M>): Promise<void> {
    for (let job: Job<M> | undefined = first; job !== undefined; job = this.queue.shift()) {
      try {
        if (job.failure !== undefined) throw job.failure;
        if (!job.isOver) await this.answer(job);
      } catch (error) {
        if (!job.isOver) await this.failed(job, error);
      }
      if (this.jobs[job.exchange]?.get(job.key) === job) this.jobs[job.exchange]?.delete(job.key);
      this.admit();
    }
    this.working--;
    this.changed();
    this.admit();
  }

  private async answer(job: Job<M>): Promise<void> {
    const { handlers, missing } = this.#options;
    const { name, many } = job.asked;
    const own = (handlers as Readonly<Record<string, AnyHandler | undefined>>)[name];
    const { context } = job;
    if (own === undefined || many !== true) {
      const reply = await (own === undefined ? (missing as AnyHandler)(job.request, context) : own.call(handlers, job.request, context));
      if (!job.isOver) await this.reply(job, own === undefined ? (reply as M | undefined) : this.made(job, reply));
      return;
    }
    for await (const reply of own.call(handlers, job.request, context) as AsyncIterable<M>) {
      if (job.isOver) break;
      await this.reply(job, reply);
    }
    if (!job.isOver && !this.accepts(job)) throw new ExchangeError("the handler has ended without the last reply");
  }

  /** The reply to the request of a job. A handler has returned it, or its result. */
  private made(job: Job<M>, answer: unknown): M | undefined {
    const { replies } = this.exchange(job);
    if (job.asked.made !== true || replies === undefined || answer === undefined) return answer as M | undefined;
    const { of } = this.tracker.conversation;
    return replyOf(of, replies, job.asked.of, job.key, answer, Tracker.optionsOf(this.tracker, undefined));
  }

  private async reply(job: Job<M>, reply: M | undefined): Promise<void> {
    if (reply === undefined) throw new ExchangeError("the handler has returned no reply");
    const { ways, replyWays = [0] } = this.exchange(job);
    const record = this.tracker.conversation.record(reply);
    const has = ({ keys, letters, through }: Way): boolean =>
      letters[record] !== undefined && (through !== undefined || keys?.[record]?.(reply as never) === job.key);
    if (!ways.some(has)) {
      const { at } = ways[replyWays[0] ?? 0] ?? ways[0];
      throw new ValidationError([{ rule: "unexpected-message", path: placeOf(at), level: "must", message: "must be that of the request" }]);
    }
    try {
      this.send(reply);
    } catch (error) {
      if (!(error instanceof ValidationError)) this.close(error);
      throw error;
    }
    while (this.written !== undefined && this.ended === undefined) await this.change();
  }

  /** Handles the error of a job. Nothing has to be sent if the exchange may end and the request was cancelled. */
  private async failed(job: Job<M>, error: unknown): Promise<void> {
    if (job.isCancelled && this.accepts(job)) return;
    const { fail, onError } = this.#options;
    const request = job.request as AnsweredBy<A, Side>["request"];
    try {
      onError?.(request, error);
      const reply = fail?.(request, error);
      if (reply === undefined) this.close(error);
      else await this.reply(job, reply as M);
    } catch (another) {
      this.close(another);
    }
  }

  /** Whether the exchange of a job may end where it is. */
  private accepts(job: Job<M>): boolean {
    const { state } = this.tracker.course(job.exchange, job.key) ?? { state: -1 };
    return this.exchange(job).states[state]?.cut === undefined;
  }

  private exchange({ exchange }: Job<M>): Exchange {
    return this.tracker.conversation.exchanges?.[exchange] as Exchange;
  }

  private watch(wake: () => void): () => void {
    this.watchers.add(wake);
    return () => this.watchers.delete(wake);
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.watchers.add(resolve));
  }

  private changed(): void {
    const watchers = [...this.watchers];
    this.watchers.clear();
    for (const wake of watchers) wake();
  }
}

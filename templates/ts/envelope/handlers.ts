/** Handlers of requests, and the configuration of the peer that calls them. */

import type { ClientOptions, Signal } from "./client.js";
import type { Issue } from "./issue.js";
import type { Asked, Requests } from "./requests.js";

/** The input of a handler beside its request. */
export interface HandlerContext {
  /**
   * Aborted if the exchange of the request ends, if the other side sends a further message in it, or if the peer is closed. The reason is
   * an ExchangeError with that message, a CancelledError if a reply may still be needed, or the reason of the end.
   */
  readonly signal: GlobalSignal;
}

/** The AbortSignal of the program's libraries, if they declare one. */
export type GlobalSignal = typeof globalThis extends { AbortSignal: { prototype: infer S } } ? S : Signal;

/** The requests that a side answers: those of the other side. */
export type AnsweredBy<A extends Asked, Side extends string> = A extends Asked<infer From> ? (From extends Side ? never : A) : never;

/** Answers a request by its reply, by the result in it or, where many replies may come, by all of them. */
export type Handler<Of extends Asked> = Of["many"] extends true
  ? (request: Of["request"], context: HandlerContext) => AsyncIterable<Of["answer"]>
  : (request: Of["request"], context: HandlerContext) => Of["answer"] | PromiseLike<Of["answer"]>;

/** The handlers of all requests that a side answers. */
export type Handlers<A extends Asked, Side extends string> = {
  readonly [Name in AnsweredBy<A, Side>["name"]]: Handler<Extract<AnsweredBy<A, Side>, { readonly name: Name }>>;
};

/** The handlers of a table of requests. */
export type HandlersOf<R, Side extends string> = R extends { of?(asked: infer A extends Asked): unknown } ? Handlers<A, Side> : never;

type RequestTo<A extends Asked, Side extends string> = AnsweredBy<A, Side>["request"];

/** A handler for each request. */
export interface AllHandled<A extends Asked, Side extends string> {
  readonly handlers: Handlers<A, Side>;
  readonly missing?: undefined;
}

/** A handler for some requests, and a function that answers the others, such as by the protocol's own error. */
export interface SomeHandled<M, A extends Asked, Side extends string> {
  readonly handlers: Partial<Handlers<A, Side>>;
  readonly missing: (request: RequestTo<A, Side>, context: HandlerContext) => M | PromiseLike<M>;
}

/** The configuration of a peer. */
export type PeerOptions<M, A extends Asked, Side extends string, Params = never> = (AllHandled<A, Side> | SomeHandled<M, A, Side>) & PeerSettings<M, A, Side, Params>;

/** The configuration of the peer of a table of requests; the side is known. */
export type PeerOptionsOf<R, Side extends string> =
  R extends Requests<infer M, infer Params, infer A> ? (AllHandled<A, Side> | SomeHandled<M, A, Side>) & Omit<PeerSettings<M, A, Side, Params>, "side"> : never;

/** The configuration of a peer, without its handlers. */
export interface PeerSettings<M, A extends Asked, Side extends string, Params = never> extends Omit<ClientOptions<Side, Params>, "send"> {
  /** Sends a text. A promise is settled when more may be written; if it is rejected, the peer is closed with the reason. */
  readonly send: (text: string) => void | PromiseLike<unknown>;
  /**
   * Returns the reply to a request whose handler has failed, such as the protocol's own error, or undefined. It may end the exchange from outside. The error is that of the handler; a ValidationError if its reply
   * may not be sent, or if the request may not come here; or an ExchangeError without a reply. Without `fail`, and without a reply,
   * the error closes the peer as its reason.
   */
  readonly fail?: ((request: RequestTo<A, Side>, error: unknown) => M | undefined) | undefined;
  /** Takes each error that `fail` gets, before it, such as for a log. */
  readonly onError?: ((request: RequestTo<A, Side>, error: unknown) => void) | undefined;
  /** Takes the messages in `serve` that are for no handler and no request. If it throws, the peer is closed. */
  readonly onMessage?: ((message: M) => void | PromiseLike<void>) | undefined;
  /** Takes the issues of texts in `serve` that are not valid, by themselves or in their place. Without it, the first one closes the peer. */
  readonly onRefused?: ((issues: readonly Issue[], text: string | Uint8Array | undefined) => void | PromiseLike<void>) | undefined;
  /** How many handlers may be at work. Default: 64. */
  readonly mostHandlers?: number | undefined;
  /** How many requests may wait for a handler. Default: 64. Beyond, `receive` waits, and as many calls may wait. */
  readonly mostQueued?: number | undefined;
  /** How many texts may wait to be written. Default: 1024. Beyond, the peer is closed. */
  readonly mostUnsent?: number | undefined;
  /** How many milliseconds `serve` lets handlers work after the last text. Default: 5000. */
  readonly grace?: number | undefined;
}

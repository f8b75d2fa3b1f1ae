/** The types of requests and of their replies. */

import type { Conversation } from "./conversation.js";

/** A request of a conversation: its sender, its replies, whether more than one reply may come, and its handler. It is a type only. */
export interface Asked<
  Side extends string = string,
  Request = unknown,
  Reply = unknown,
  Many extends boolean = boolean,
  Name extends string = string,
  Result = Reply,
  Answer = Reply,
  Counter extends string = never,
> {
  readonly side: Side;
  readonly request: Request;
  /** The value that a caller sends: the request, perhaps without the member in which the client numbers it. */
  readonly input: [Counter] extends [never] ? Request : Omit<Request, Counter> & Partial<Pick<Request, Counter & keyof Request>>;
  readonly reply: Reply;
  /** The member of the reply whose type follows from the request, or the reply. */
  readonly result: Result;
  /** The value that a handler returns: the reply, or the result if a peer makes the reply. */
  readonly answer: Answer;
  readonly many: Many;
  readonly name: Name;
}

/** The requests of a conversation, for `client` and `peer`. */
export interface Requests<M, Params = never, A extends Asked = Asked> {
  readonly conversation: Conversation<M, Params>;
  /** By exchange. */
  readonly exchanges: readonly (readonly RequestOf[])[];
  /** By the number of a record that describes a failure: the names that lead to its code, and to its text. */
  readonly failures?: { readonly [record: number]: readonly (readonly string[])[] };
  /** Never there. It ties the table to its types. */
  of?(asked: A): A;
}

export interface RequestOf {
  /** The number of its record. */
  readonly of: number;
  /** The numbers of the records of its replies. */
  readonly replies: readonly number[];
  /** The side that sends the request, if the other one may send the record, too. */
  readonly from?: string;
  readonly many?: true;
  /** Whether the result is the member of the reply whose type follows from the request. */
  readonly typed?: true;
  /** Whether a handler returns the result, of which the peer makes the reply. */
  readonly made?: true;
  /** The member in which the client numbers requests that have none. */
  readonly counter?: string;
  /** The name of its handler. */
  readonly name: string;
}

/** Those requests of one side that one reply answers, or many. */
export type RequestsOf<A extends Asked, Side extends string, Many extends boolean> =
  A extends Asked<Side, unknown, unknown, Many> ? A["input"] : never;

/** The result of a request: its reply, or the member of the reply whose type follows from the request. */
export type ReplyTo<A extends Asked, Request> = Narrowest<A extends unknown ? (Request extends A["input"] ? A : never) : never>["result"];

/** Those whose request is of no narrower type: a request of a fallback is of a type that other requests have, too. */
type Narrowest<A extends Asked, All extends Asked = A> = A extends unknown ? (true extends IsNarrower<All, A> ? never : A) : never;

type IsNarrower<A extends Asked, Than extends Asked> =
  A extends unknown ? (A["request"] extends Than["request"] ? (Than["request"] extends A["request"] ? false : true) : false) : never;

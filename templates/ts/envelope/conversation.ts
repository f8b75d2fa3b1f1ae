/** Conversations: the order of messages, as tables that one tracker follows. */

import type { Collector } from "./collect.js";
import type { Options } from "./options.js";
import type { Time } from "./timestamp.js";
import type { Tracked } from "./tracked.js";
import type { Tracker } from "./tracker.js";
import type { TypeInfo } from "./type.js";

/**
 * The table of a conversation. Its members are internal, except `name`, `sides`, `lines` and `headers`. `Input` is the type of messages for a
 * writer that numbers them; `unknown` replaces `M`.
 */
export interface Conversation<M, Params = never, Input = unknown> {
  /** The name of the conversation in the spec. */
  readonly name: string;
  /** Who takes part; nothing where it does not matter who sends. */
  readonly sides: readonly string[];
  /** Whether a letter depends on who sends its messages: only a tracker of one side can follow. */
  readonly sided?: true;
  /** Whether a stream has one message a line. */
  readonly lines?: true;
  /** Whether a stream has a header with the length before each message. */
  readonly headers?: true;
  /** Returns the text of a message as it is written, if not as a line. It is a member of the table so that other bundles omit its code. */
  readonly frame?: (text: string) => string;
  /** Takes batches. Without it, each frame has one message. */
  readonly batch?: Batch;
  readonly of: TypeInfo<M, Params>;
  /** The place of the member that distinguishes messages. */
  readonly tag: string;
  /** Returns which of the records of the conversation a message is. */
  readonly record: (message: M) => number;
  /** By record: the side that sends it, if only one does. */
  readonly from?: ByRecord<string>;
  readonly whole: Whole;
  readonly exchanges?: readonly Exchange[];
  readonly unique?: readonly Unique[];
  /** Remembers the messages of `unique`. It is a member of the table so that bundles of other conversations omit its code. */
  readonly memory?: (most: number) => Memory;
  /** Never set: it carries the type. */
  readonly input?: Input;
}

/** How frames with several messages are taken. */
export interface Batch {
  /** How many messages a frame may have. */
  readonly most: number;
  /** Takes the messages of a batch; returns undefined for another text. */
  readonly take: <M, Params>(tracker: Tracker<M, Params>, text: string | Uint8Array, sent: boolean, options?: Options<Params>) => Tracked<M>[] | undefined;
}

/** A message whose member `At`, which a writer sets, may be absent. */
export type Unnumbered<M, At extends readonly unknown[]> = At extends readonly [infer Name, infer Next, ...infer Rest]
  ? { [member in keyof M]: member extends Name ? Unnumbered<M[member], [Next, ...Rest]> : M[member] }
  : { [member in keyof M as member extends At[0] ? never : member]: M[member] } & {
      [member in keyof M as member extends At[0] ? member : never]?: M[member] | undefined;
    };

/** An order for all messages with the same value of a member. */
export interface Exchange extends Order {
  /** Its name in the spec. */
  readonly name: string;
  /** How messages belong to it: by the key that its requests have, then by other members. */
  readonly ways: readonly [Way, ...Way[]];
  /** How many may be open. Beyond, the one is forgotten that has rested longest where it may end. */
  readonly most?: number;
  /** Letters that end the exchange of their key. */
  readonly one?: readonly number[];
  /** Letters that end all exchanges. */
  readonly all?: readonly number[];
  /** Members that all requests have and that no reply declares. */
  readonly marks?: readonly string[];
  /** The ways by which replies belong to it. Without them, the first one. */
  readonly replyWays?: readonly number[];
  /** The types that a member of replies has by request. */
  readonly replies?: TypedReplies;
}

/** The types of a member of replies. The type follows from the request: the last message of the exchange that has one. */
export interface TypedReplies {
  /** The letters of the replies. */
  readonly letters: readonly number[];
  /** The place of the member. */
  readonly at: string;
  /** By record: the names on the way to the member. */
  readonly members: ByRecord<readonly string[]>;
  /** By record of the request: the number of the type. */
  readonly asked: ByRecord<number>;
  readonly types: readonly TypeInfo<unknown>[];
  /** The texts around the key and the result in the reply that a peer makes of a result. Two texts are around the result alone. */
  readonly around?: readonly string[];
  /** Adds the issues of the member by the type of a number, and returns it if it is valid. It is a member of the table so that other bundles omit its code. */
  readonly by: (replies: TypedReplies, type: number, message: unknown, record: number, run: Collector) => unknown;
}

/** How messages belong to exchanges by one member. */
export interface Way extends Letters {
  /** The names from the message to the member. */
  readonly at: readonly string[];
  /** By record: returns the value, or undefined. */
  readonly keys?: ByRecord<(message: never) => unknown>;
  /** Instead of `keys`, by record: returns the values in the items of an array. The message is of an exchange for each of them. */
  readonly items?: ByRecord<(message: never) => readonly unknown[]>;
  /** The message bound in an exchange of another kind, if the member is one of that message. */
  readonly through?: { readonly exchange: number; readonly number: number };
  /** The typed reply of another exchange that has the member. */
  readonly reply?: { readonly exchange: number; readonly types: readonly number[] };
  /** The message if a message would begin an exchange with the key of an open one. */
  readonly inUse: string;
  /** The message if no open exchange has the key of a message, for a key of several members. */
  readonly none?: string;
}

export interface Letters {
  /** By record: the letter, or conditions with letters, of which the first that applies is the letter. */
  readonly letters: ByRecord<Letter>;
}

/** Values by the numbers of records. */
export interface ByRecord<T> {
  readonly [record: number]: T | undefined;
}

/** The order of a conversation as a whole. */
export type Whole = Order & Letters;

/** An automaton over letters, with checks between messages. */
export interface Order {
  /** The names of the letters. */
  readonly names: readonly string[];
  readonly states: readonly State[];
  /** The messages that checks compare with. */
  readonly lines?: readonly Slot[];
  /** The messages that checks name. */
  readonly bound?: readonly Slot[];
  readonly checks?: readonly SequenceCheck[];
  readonly numbers?: readonly Numbering[];
}

/** A message that is remembered: the last one of some letters. Nothing is kept of it but members that are read later. */
export interface Slot {
  readonly letters: readonly number[];
  /** By record, the condition of messages; undefined for all. */
  readonly when?: ByRecord<(message: never, run: Collector<never>) => boolean>;
  /** By record, the names on the ways to members; one without names is the whole message. */
  readonly keeps?: ByRecord<readonly (readonly string[])[]>;
}

/** A member by which a sender counts messages of some letters. */
export interface Numbering {
  readonly letters: readonly number[];
  /** The names from the message to the member. */
  readonly at: readonly string[];
}

/** A letter, conditions with letters, or either of these by the side that sends the message. */
export type Letter = OwnLetter | { readonly [side: string]: OwnLetter };

export type OwnLetter = number | readonly (number | readonly [letter: number, when: (message: never, run: Collector<never>) => boolean])[];

export interface State {
  /** By letter, the state that it leads to; nothing at the end. */
  readonly next?: { readonly [letter: number]: number };
  /** The message for a message that has no transition. */
  readonly expected?: string;
  /** The message of the issue of an end here. Without it, the order may end here. */
  readonly cut?: string;
  /** Whether nobody but the sender of requests may send more in the exchange, without a further request. */
  readonly quiet?: boolean;
}

/** A bound message: of the whole conversation, or of the check's own order. */
export interface Use {
  readonly whole?: true;
  readonly number: number;
}

export interface SequenceCheck {
  readonly letters: readonly number[];
  readonly kind: "first" | "next" | "each";
  /** The place, in the order's lines, of the value to compare with. */
  readonly line?: number;
  /** The messages that it reads, beside its own and the one before. */
  readonly uses?: readonly Use[];
  /** The bound messages after which it does not apply. */
  readonly without?: readonly Use[];
  /** Whether it reads the number of open exchanges. */
  readonly counts?: true;
  /** The number of the type of the replies that it is of. Without it, it is of all messages of its letters. */
  readonly reply?: number;
  /** Whether it reads the member of the reply, as the last one. */
  readonly reads?: true;
  /** Whether it is decided before a message has any effect, and refuses the message; also where it reads a message that has not come, or does not apply. */
  readonly refuses?: true;
  /** The place of the issue in the message, "" if absent. */
  readonly at?: string;
  readonly rule: string;
  /** `must` if absent. */
  readonly level?: "should";
  readonly message: string;
  /** The checks, by the records of the messages. Without `of`, a check applies to all messages. */
  readonly cases: readonly { readonly of?: readonly (readonly number[])[]; readonly holds: (...args: never[]) => boolean }[];
}

/** Members that no two messages of a conversation have in common while the earlier message is remembered. */
export interface Unique {
  /** Of which messages. */
  readonly letters: readonly number[];
  readonly at?: string;
  /** By record: returns the parts that distinguish messages, or undefined for a message that lacks one. */
  readonly parts: ByRecord<(message: never) => readonly unknown[] | undefined>;
  /** By record: returns the time up to which a message is remembered. */
  readonly until: ByRecord<(message: never, run: Collector<never>) => Time>;
  readonly most: number;
  /** The message of the issue of a message that repeats. */
  readonly message: string;
  /** The message of the issue of a message that comes where `most` messages are remembered. */
  readonly full: string;
}

/** The keys that are remembered. */
export interface Memory {
  /** Drops entries that are no longer needed. Returns the reason if the key is refused. */
  refuses(key: unknown, run: Collector): "repeated" | "full" | undefined;
  /** Remembers a key, which is so many bytes of JSON. */
  remember(key: unknown, until: Time, bytes: number): void;
  /** The size of all keys. */
  readonly bytes: number;
}

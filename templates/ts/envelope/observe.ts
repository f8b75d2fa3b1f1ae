/** Observers: codecs and trackers that report each call to a hook. A report contains no value and no undeclared name of a message. */

import { type Codec, type StandardResult } from "./codec.js";
import { type Issue, type Level, ValidationError } from "./issue.js";
import type { Options } from "./options.js";
import { receiveText, sendText, type Tracked } from "./tracked.js";
import { Tracker } from "./tracker.js";
import { utf8Length } from "./utf8.js";
import { own } from "./value.js";

/** An issue without the values of the message. */
export interface ObservedIssue {
  readonly rule: string;
  /** The path of the issue, with `*` for indices and for names that the spec does not declare, such as `/items/*`, and then `/id`. */
  readonly path: string;
  readonly level: Level;
}

/** `decode` reads a text, `parse` and `check` take a value, `encode` writes a text. The others are those of a tracker. */
export type Operation = "decode" | "parse" | "check" | "encode" | "send" | "receive" | "close";

/** One call of a codec or tracker. */
export interface Observation {
  readonly protocol: string;
  /** The type of the codec. For a tracker, the type of the message, or that of all its messages if the message is not valid by itself. */
  readonly type: string;
  readonly operation: Operation;
  /** `advised` is valid, with issues of level `should`. `error` is a wrong option: the call has thrown something else than a ValidationError. */
  readonly outcome: "valid" | "advised" | "invalid" | "error";
  readonly issues: readonly ObservedIssue[];
  /** The size of the JSON text in bytes of UTF-8; undefined if there was none. */
  readonly bytes: number | undefined;
  /** The time of the call in seconds. */
  readonly duration: number;
  /** For a tracker. */
  readonly conversation: ObservedConversation | undefined;
}

/** The conversation of a message. */
export interface ObservedConversation {
  readonly name: string;
  /** The side of the tracker; undefined if it has none. */
  readonly side: string | undefined;
  /** The state before the call: the letters of the conversation as a whole that could come next. */
  readonly expected: readonly string[];
}

/** Receives each observation. An error that it throws is dropped: the result of the call is that of the codec or tracker. */
export type Observe = (event: Observation) => void;

/** The time in milliseconds. */
export type Clock = () => number;

/** The declared names of a protocol. `text` is a table in JSON: places by type, types by conversation, and places by name. */
export interface ObservedNames {
  readonly protocol: string;
  readonly text: string;
  table?: NamesTable;
}

type Places = readonly number[];
type NamesTable = readonly [
  types: { readonly [type: string]: Places },
  conversations: { readonly [name: string]: readonly string[] },
  places: readonly (readonly [members: { readonly [name: string]: Places }, rest: Places])[],
];

/** Returns a codec that reports each call. Its results and errors are those of the codec. */
export function observeCodec<T, Params>(names: ObservedNames, codec: Codec<T, Params>, observe: Observe, clock: Clock = now): Codec<T, Params> {
  const watch: Watch = { names, type: codec.name, observe, clock };
  const safely = (value: unknown, operation: Operation, options?: Options<Params>) => watched(watch, operation, () => codec.safeParse(value, options), judged);
  const parse = (value: unknown, operation: Operation, options?: Options<Params>): T => {
    const result = safely(value, operation, options);
    if (result.ok) return result.value;
    throw new ValidationError(result.issues);
  };
  return {
    name: codec.name,
    type: codec.type,
    is: (value): value is T => safely(value, "check").ok,
    assert: (value, options): asserts value is T => void parse(value, "check", options),
    check: (value, options) => safely(value, "check", options).issues,
    parse: (value, options) => parse(value, "parse", options),
    safeParse: (value, options) => safely(value, "parse", options),
    decode: (text, options) => {
      const result = watched(watch, "decode", () => codec.safeDecode(text, options), judged, () => bytesOfText(text));
      if (result.ok) return result.value;
      throw new ValidationError(result.issues);
    },
    safeDecode: (text, options) => watched(watch, "decode", () => codec.safeDecode(text, options), judged, () => bytesOfText(text)),
    // The writer does not return advice.
    encode: (value, options) => watched(watch, "encode", () => codec.encode(value, options), () => ({ ok: true, issues: codec.check(value, { ...options, trusted: false }) }), bytesOfText),
    encodeUnchecked: (value, options) => watched(watch, "encode", () => codec.encodeUnchecked(value, options), () => ({ ok: true, issues: [] }), bytesOfText),
    with: (options) => observeCodec(names, codec.with(options), observe, clock),
    "~standard": {
      version: 1,
      vendor: "envgen",
      // The result has no rules.
      validate: (value): StandardResult<T> => watched(watch, "parse", () => codec["~standard"].validate(value), () => codec.safeParse(value)),
    },
  };
}

/** A tracker that reports each call. */
export interface ObservedTracker<M, Params = never> {
  /** The tracker that is observed. Its own methods report nothing. */
  readonly tracker: Tracker<M, Params>;
  /** Takes a message of the other side; returns the issues of its place. */
  receive(this: void, message: M, options?: Options<Params>): readonly Issue[];
  /** Takes a message before it is sent. With an issue of level `must` it is not to be sent. */
  send(this: void, message: M, options?: Options<Params>): readonly Issue[];
  /** Decodes a message of the other side, and takes it if it is valid by itself. */
  receiveText(this: void, text: string | Uint8Array, options?: Options<Params>): Tracked<M>;
  /** Like `receiveText`, for the text of a message to send. */
  sendText(this: void, text: string | Uint8Array, options?: Options<Params>): Tracked<M>;
  /** Ends the conversation; returns an issue if something still had to come. */
  close(this: void, options?: Options<Params>): readonly Issue[];
}

/** Returns the methods of a tracker, each of which reports its calls. */
export function observeTracker<M, Params>(names: ObservedNames, tracker: Tracker<M, Params>, observe: Observe, clock: Clock = now): ObservedTracker<M, Params> {
  const { name, of, record } = tracker.conversation;
  const nameOf = (message: M | undefined): string => {
    const records = own(tableOf(names)[1], name);
    return (message === undefined ? undefined : records?.[record(message) + 1]) ?? of.name;
  };
  const taken = <R>(operation: Operation, message: (result?: R) => M | undefined, options: Options<Params> | undefined, take: () => R, judge: (result: R) => Judged, size?: TextSize<R>): R => {
    const all = Tracker.optionsOf(tracker, options);
    const conversation = { name, side: all?.side, expected: tracker.expected };
    const type = (result: unknown): string => nameOf(message(result as R | undefined));
    return watched({ names, type, observe, clock, conversation }, operation, take, judge, size);
  };
  const judgedBy = (options: Options<Params> | undefined) => (issues: readonly Issue[]): Judged => {
    const strict = Tracker.optionsOf(tracker, options)?.strict === true;
    return { ok: !issues.some(({ level }) => strict || level === "must"), issues };
  };
  return {
    tracker,
    receive: (message, options) => taken("receive", () => message, options, () => tracker.receive(message, options), judgedBy(options)),
    send: (message, options) => taken("send", () => message, options, () => tracker.send(message, options), judgedBy(options)),
    receiveText: (text, options) => taken("receive", (result?: Tracked<M>) => result?.value, options, () => receiveText(tracker, text, options), judged, () => bytesOfText(text)),
    sendText: (text, options) => taken("send", (result?: Tracked<M>) => result?.value, options, () => sendText(tracker, text, options), judged, () => bytesOfText(text)),
    close: (options) => taken("close", () => undefined, options, () => tracker.close(options), judgedBy(options)),
  };
}

/** The verdict of a call. */
interface Judged {
  readonly ok: boolean;
  readonly issues: readonly Issue[];
}

const judged = (result: Judged): Judged => result;

/** The size of the text of a call; undefined if the call has written none. A call without a result has failed. */
type TextSize<R> = (result: R | undefined) => number | undefined;

function bytesOfText(text: string | Uint8Array | undefined): number | undefined {
  return typeof text === "string" ? utf8Length(text) : text?.byteLength;
}

/** Node, Deno, Bun and browsers have `performance`. The types of this module do not depend on one of them. */
function now(): number {
  const { performance = Date } = globalThis as { readonly performance?: { now(): number } };
  return performance.now();
}

/** How calls are reported: about one type, or about the type that follows from the result. */
interface Watch {
  readonly names: ObservedNames;
  readonly type: string | ((result: unknown) => string);
  readonly observe: Observe;
  readonly clock: Clock;
  readonly conversation?: ObservedConversation;
}

function watched<R>(watch: Watch, operation: Operation, call: () => R, judge: (result: R) => Judged, size?: TextSize<R>): R {
  const begin = watch.clock();
  let result: R;
  try {
    result = call();
  } catch (error) {
    const duration = watch.clock() - begin;
    const issues = error instanceof ValidationError ? error.issues : undefined;
    report(watch, operation, duration, () => [issues && { ok: false, issues }, size?.(undefined), undefined]);
    throw error;
  }
  const duration = watch.clock() - begin;
  report(watch, operation, duration, () => [judge(result), size?.(result), result]);
  return result;
}

type Found = readonly [judged: Judged | undefined, bytes: number | undefined, result: unknown];

function report({ names, type: given, observe, conversation }: Watch, operation: Operation, duration: number, find: () => Found): void {
  try {
    const [judged, bytes, result] = find();
    const issues = judged?.issues ?? [];
    const type = typeof given === "string" ? given : given(result);
    const over = conversation === undefined ? type : (own(tableOf(names)[1], conversation.name)?.[0] ?? type);
    observe({
      protocol: names.protocol,
      type,
      operation,
      outcome: judged === undefined ? "error" : !judged.ok ? "invalid" : issues.length > 0 ? "advised" : "valid",
      issues: issues.map(({ rule, path, level }) => ({ rule, path: templateOf(names, over, path), level })),
      bytes,
      duration: duration / 1000,
      conversation,
    });
  } catch {
    // An observer does not change the result of a call.
  }
}

function tableOf(names: ObservedNames): NamesTable {
  return (names.table ??= JSON.parse(names.text) as NamesTable);
}

/** Returns a path of a message of a type with `*` for its indices and undeclared names. */
function templateOf(names: ObservedNames, type: string, path: string): string {
  const [types, , places] = tableOf(names);
  let at = own(types, type) ?? [];
  let template = "";
  for (const segment of path.split("/").slice(1)) {
    const name = segment.replace(/~1/g, "/").replace(/~0/g, "~");
    const next = new Set<number>();
    let declared = false;
    for (const place of at) {
      const [members, rest] = places[place] ?? [{}, []];
      const below = own(members, name);
      declared ||= below !== undefined;
      for (const one of [...(below ?? []), ...rest]) next.add(one);
    }
    template += declared ? "/" + segment : "/*";
    at = [...next];
  }
  return template;
}

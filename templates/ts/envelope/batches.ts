/** Frames with several messages, in an array. */

import type { Batch, Conversation } from "./conversation.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import { ValidationError } from "./issue.js";
import { type Limits, limitsOf, type Options } from "./options.js";
import { closingQuote } from "./scan.js";
import { read } from "./text.js";
import { broken, takeText, type Tracked } from "./tracked.js";
import { Tracker } from "./tracker.js";
import { decodeUtf8, utf8Length } from "./utf8.js";
import { isPromise, LineWriter, type WriteOptions } from "./writer.js";

/**
 * Decodes the messages of a frame of the other side, one or a batch, and takes those that are valid by themselves. The
 * paths of the issues of a message in a batch begin with its place.
 */
export function receiveFrame<M, Params>(tracker: Tracker<M, Params>, text: string | Uint8Array, options?: Options<Params>): Tracked<M>[] {
  return takeFrame(tracker, text, false, options);
}

/** Like `receiveFrame`, for the text of a frame to send. */
export function sendFrame<M, Params>(tracker: Tracker<M, Params>, text: string | Uint8Array, options?: Options<Params>): Tracked<M>[] {
  return takeFrame(tracker, text, true, options);
}

function takeFrame<M, Params>(tracker: Tracker<M, Params>, text: string | Uint8Array, sent: boolean, options?: Options<Params>): Tracked<M>[] {
  return tracker.conversation.batch?.take(tracker, text, sent, options) ?? [takeText(tracker, text, sent, options)[0]];
}

/** The batches of a conversation, each of at most so many messages. */
export function batches(most: number): Batch {
  return { most, take: (tracker, text, sent, options) => takeBatch(most, tracker, text, sent, options) };
}

function takeBatch<M, Params>(
  most: number,
  tracker: Tracker<M, Params>,
  text: string | Uint8Array,
  sent: boolean,
  options: Options<Params> | undefined,
): Tracked<M>[] | undefined {
  if (inheritMore()) return inheritingNothing(() => takeBatch(most, tracker, text, sent, options));
  const array = arrayIn(text, limitsOf(Tracker.optionsOf(tracker, options)));
  if (array === undefined) return undefined;
  const items = itemsOf(array, most);
  if (typeof items === "string") return [broken("batch", items)];
  return items.map((item, i) => below(i, takeText(tracker, item, sent, options)[0]));
}

/** The text of a well-formed array. Any other text has the issue of a single message. */
function arrayIn(from: string | Uint8Array, limits: Limits): string | undefined {
  let start = 0;
  for (let unit = unitAt(from, 0); unit === 0x20 || (unit >= 0x09 && unit <= 0x0d); unit = unitAt(from, start)) start++;
  if (unitAt(from, start) !== OPENING || read(from, limits).message !== undefined) return undefined;
  const text = typeof from === "string" ? from : decodeUtf8(from);
  return text.slice(start);
}

function unitAt(text: string | Uint8Array, at: number): number {
  return (typeof text === "string" ? text.charCodeAt(at) : text[at]) ?? NaN;
}

/** Cuts a well-formed array into the texts of its items, or returns its fault. */
function itemsOf(array: string, most: number): string[] | string {
  if (/^\[\s*\]/.test(array)) return "must have at least 1 message";
  const items: string[] = [];
  let from = 1;
  let depth = 0;
  for (let at = 1; at < array.length; at++) {
    const unit = array.charCodeAt(at);
    if (unit === QUOTATION_MARK) at = closingQuote(array, at);
    else if (unit === OPENING || unit === 0x7b) depth++;
    else if (depth > 0 && (unit === CLOSING || unit === 0x7d)) depth--;
    else if (depth === 0 && (unit === CLOSING || unit === 0x2c)) {
      if (items.length === most) return tooMany(most);
      items.push(array.slice(from, at));
      from = at + 1;
    }
  }
  return items;
}

function tooMany(most: number): string {
  return `must have at most ${most} messages`;
}

function below<M>(place: number, { issues, ...tracked }: Tracked<M>): Tracked<M> {
  return { ...tracked, issues: issues.map((issue) => ({ ...issue, path: `/${place}${issue.path}` })) };
}

/** Begins a stream like `writer`, with one or several messages in each line or frame. */
export function batchWriter<M, Params, R, Input>(
  conversation: Conversation<M, Params, Input>,
  write: (frame: string) => R,
  options: WriteOptions<Params> & { readonly numbered: true },
): BatchWriter<unknown extends Input ? M : Input, Params, R>;
export function batchWriter<M, Params, R>(
  conversation: Conversation<M, Params>,
  write: (frame: string) => R,
  options?: WriteOptions<Params>,
): BatchWriter<M, Params, R>;
export function batchWriter<M, Params, R>(
  conversation: Conversation<M, Params>,
  write: (frame: string) => R,
  options?: WriteOptions<Params>,
): BatchWriter<M, Params, R> {
  return new BatchWriter(conversation, write, options);
}

/** The result of `batchWriter`. */
export class BatchWriter<M, Params = never, R = void> extends LineWriter<M, Params, R> {
  private batch: string[] = [];
  private bytes = 1; // of the array up to its next message

  /**
   * Puts a message into the next frame, which `flush` writes. The message counts from now on. Throws a ValidationError, and leaves it
   * out, if it is not valid, by itself or here, or if the frame has no room for it.
   */
  add(message: M, options?: Options<Params>): void {
    const most = this.tracker.conversation.batch?.most ?? 1;
    if (this.batch.length === most && this.torn === undefined) throw new ValidationError(broken("batch", tooMany(most)).issues);
    const { maxBytes, maxDepth } = limitsOf(Tracker.optionsOf(this.tracker, options));
    const room = maxDepth === 1 ? 1 : Math.max(1, maxBytes - this.bytes - 1); // without an array around it, no object fits
    const text = this.prepared(message, { ...options, maxBytes: room, maxDepth: Math.max(1, maxDepth - 1) } as Options<Params>);
    this.tracker.settle();
    this.batch.push(text);
    this.bytes += utf8Length(text) + 1;
  }

  /**
   * Writes the messages of `add` in one frame; returns undefined without any. If the sink throws, the frame may be flushed again; but
   * behind a TornError each call throws a TornError.
   */
  flush(): R | undefined {
    this.expectWhole();
    if (this.batch.length === 0) return undefined;
    const { batch, bytes } = this;
    this.batch = [];
    this.bytes = 1;
    return this.deliver(`[${batch.join(",")}]`, () => {
      this.batch = [...batch, ...this.batch];
      this.bytes += bytes - 1;
      return true;
    });
  }

  /** Writes a message alone, behind the messages of `add`. */
  override write(message: M, options?: Options<Params>): R {
    const flushed = this.flush();
    const result = super.write(message, options);
    if (!isPromise(flushed)) return result;
    return Promise.all([flushed, result]).then(([, last]) => last) as R;
  }
}

const OPENING = 0x5b;
const CLOSING = 0x5d;
const QUOTATION_MARK = 0x22;

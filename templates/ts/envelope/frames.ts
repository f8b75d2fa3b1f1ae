/** Streams of messages behind headers, as language servers frame them. */

import type { Conversation } from "./conversation.js";
import type { Issue } from "./issue.js";
import { limitsOf, type Options } from "./options.js";
import { broken, receiveText, type Tracked } from "./tracked.js";
import { Tracker, type TrackOptions } from "./tracker.js";
import { utf8Length } from "./utf8.js";

/**
 * Reads the messages of a conversation, each behind a header with its `Content-Length`, from a Node stream, a web
 * `ReadableStream` or any iterable of bytes. An invalid frame does not stop the following ones. Behind a bad header no
 * frame can be found: it ends the sequence. If messages are missing at the end, the last item has no value. No frame
 * longer than `maxBytes` is kept in memory.
 */
export async function* readFrames<M, Params>(
  conversation: Conversation<M, Params>,
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options?: Options<Params>,
): AsyncGenerator<Tracked<M>, void, undefined> {
  const frames = new FrameTracker(conversation, options);
  for await (const chunk of input) {
    yield* frames.push(chunk);
    if (frames.ended) break;
  }
  yield* frames.finish().filter(({ ok, value }) => !ok || value !== undefined);
}

/** Reads like `readFrames`, from an input that is in memory. */
export function* readFramesSync<M, Params>(
  conversation: Conversation<M, Params>,
  input: Iterable<Uint8Array>,
  options?: Options<Params>,
): Generator<Tracked<M>, void, undefined> {
  const frames = new FrameTracker(conversation, options);
  for (const chunk of input) {
    yield* frames.push(chunk);
    if (frames.ended) break;
  }
  yield* frames.finish().filter(({ ok, value }) => !ok || value !== undefined);
}

/** The text of a message behind its header. */
export function headed(text: string): string {
  return `Content-Length: ${utf8Length(text)}\r\n\r\n${text}`;
}

/** Judges a stream that it is given piece by piece, for programs that read in ways of their own. */
export class FrameTracker<M, Params = never> {
  private readonly tracker: Tracker<M, Params>;
  private readonly cutter: FrameCutter;

  constructor(conversation: Conversation<M, Params>, options?: TrackOptions<Params>) {
    this.tracker = new Tracker(conversation, options);
    this.cutter = new FrameCutter(options);
  }

  /** Whether a bad header has ended the stream. Further pieces are ignored. */
  get ended(): boolean {
    return this.cutter.ended;
  }

  /** Takes a piece of the stream; returns the frames that end in it. */
  push(chunk: Uint8Array): Tracked<M>[] {
    const frames: Tracked<M>[] = [];
    for (const cut of this.cutter.push(chunk)) {
      const items = cut.ok ? this.tracker.conversation.batch?.take(this.tracker, cut.value, false) : undefined;
      if (items !== undefined) for (const item of items) frames.push(item);
      else frames.push(cut.ok ? receiveText(this.tracker, cut.value) : cut);
    }
    return frames;
  }

  /** Ends the stream; returns an issue if it ends inside of a frame, and always an item without a value for the end. */
  finish(): Tracked<M>[] {
    const issues = this.cutter.finish();
    const frames: Tracked<M>[] = issues.length > 0 ? [{ ok: false, issues }] : [];
    const last = this.tracker.close();
    return [...frames, last.length > 0 ? { ok: false, issues: last } : { ok: true, value: undefined as M, issues: last }];
  }
}

/** The text of a frame, or the issue of a frame without a text. A text may share the memory of a piece. */
export type CutFrame = { readonly ok: true; readonly value: Uint8Array } | { readonly ok: false; readonly issues: readonly Issue[] };

/** Cuts a stream into the texts behind its headers, for programs that pass them to a client or a tracker. */
export class FrameCutter {
  private readonly most: number;
  private header = new Header();
  private body: Body | undefined;
  private skip = 0; // bytes of a body that is too long
  private isBad = false;

  constructor(options?: { readonly maxBytes?: number | undefined }) {
    this.most = limitsOf(options).maxBytes;
  }

  /** Whether a bad header has ended the stream. Further pieces are ignored. */
  get ended(): boolean {
    return this.isBad;
  }

  /** Takes a piece of the stream; returns the frames that end in it. */
  push(chunk: Uint8Array): CutFrame[] {
    if (typeof chunk === "string") throw new TypeError("a stream of frames is of bytes: its headers count them");
    const frames: CutFrame[] = [];
    for (let at = 0; at < chunk.length && !this.isBad; ) {
      if (this.skip > 0) {
        const count = Math.min(this.skip, chunk.length - at);
        this.skip -= count;
        at += count;
      } else if (this.body === undefined) {
        at = this.header.take(chunk, at);
        if (this.header.isWhole) this.begin(frames);
      } else {
        at = this.body.take(chunk, at);
        if (this.body.isWhole) this.end(this.body, frames);
      }
    }
    return frames;
  }

  /** Ends the stream; returns an issue if it ends inside of a frame. */
  finish(): readonly Issue[] {
    const isCut = !this.isBad && (this.header.size > 0 || this.body !== undefined);
    this.header = new Header();
    this.body = undefined;
    return isCut ? broken("cut-frame", "must not be cut off by the end of the stream").issues : [];
  }

  private begin(frames: CutFrame[]): void {
    const { fault, length } = this.header;
    this.header = new Header();
    if (fault !== undefined) {
      this.isBad = true;
      frames.push(broken("bad-header", fault));
    } else if (length > this.most) {
      this.skip = length;
      frames.push(broken("long-frame", `must be at most ${this.most} bytes long`));
    } else {
      this.body = new Body(length);
      if (length === 0) this.end(this.body, frames);
    }
  }

  private end({ bytes }: Body, frames: CutFrame[]): void {
    this.body = undefined;
    frames.push({ ok: true, value: bytes });
  }
}

/** The header of a frame. */
class Header {
  size = 0;
  length = -1;
  /** Why it is bad. */
  fault: string | undefined;
  isWhole = false;
  private line = "";

  /** Takes bytes up to the end of a line; returns the place behind them. */
  take(chunk: Uint8Array, from: number): number {
    const end = chunk.indexOf(NEWLINE, from);
    const to = end < 0 ? chunk.length : end + 1;
    this.size += to - from;
    if (this.size > MOST_HEADER) {
      this.refuse(`must have a header of at most ${MOST_HEADER} bytes`);
      return to;
    }
    this.line += String.fromCharCode(...chunk.subarray(from, to));
    if (end >= 0) this.ended();
    return to;
  }

  private ended(): void {
    const { line } = this;
    this.line = "";
    if (line !== "\r\n") this.field(line);
    else if (this.length < 0) this.refuse("must have a Content-Length");
    else this.isWhole = true;
  }

  private field(line: string): void {
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) return this.refuse("must have header lines of a name, a colon and a value, each ended by CR LF");
    switch (name.toLowerCase()) {
      case "content-length":
        return this.lengthIs(trimmed(value));
      case "content-type":
        return this.typeIs(value);
    }
  }

  private lengthIs(value: string): void {
    const length = /^[0-9]+$/.test(value) ? Number(value) : Infinity;
    if (length > Number.MAX_SAFE_INTEGER) this.refuse("must have a decimal integer of at most 2^53-1 as Content-Length");
    else if (this.length >= 0 && this.length !== length) this.refuse("must not have two values of Content-Length");
    this.length = length;
  }

  /** Looks at the charset only. "utf8" is a name that the Language Server Protocol keeps for older peers. */
  private typeIs(type: string): void {
    for (const param of type.split(";").slice(1)) {
      const at = param.indexOf("=");
      const name = at < 0 ? param : param.slice(0, at);
      if (trimmed(name).toLowerCase() !== "charset") continue;
      const value = at < 0 ? "" : trimmed(param.slice(at + 1)).toLowerCase();
      if (!/^(?:utf-?8|"utf-?8")$/.test(value)) this.refuse("must have the charset utf-8");
    }
  }

  private refuse(fault: string): void {
    this.fault = fault;
    this.isWhole = true;
  }
}

/** The body of a frame. Its memory grows with the bytes that arrive, not with their announced number. */
class Body {
  bytes: Uint8Array = new Uint8Array(0);
  private readonly length: number;
  private size = 0;

  constructor(length: number) {
    this.length = length;
  }

  get isWhole(): boolean {
    return this.size === this.length;
  }

  /** Takes bytes; returns the place behind them. */
  take(chunk: Uint8Array, from: number): number {
    const part = chunk.subarray(from, from + this.length - this.size);
    if (part.length === this.length) {
      this.bytes = part;
    } else {
      this.reserve(this.size + part.length);
      this.bytes.set(part, this.size);
    }
    this.size += part.length;
    return from + part.length;
  }

  private reserve(size: number): void {
    if (size <= this.bytes.length) return;
    const old = this.bytes;
    this.bytes = new Uint8Array(Math.min(this.length, Math.max(size, 2 * old.length)));
    this.bytes.set(old);
  }
}

/** Not a regular expression, which would take quadratic time for spaces inside of a text. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text[from])) from++;
  while (from < to && isSpace(text[to - 1])) to--;
  return text.slice(from, to);
}

function isSpace(unit: string | undefined): boolean {
  return unit === " " || unit === "\t";
}

/** A line of a header: its name is a token (RFC 9110, section 5.6.2). */
const FIELD = /^([-!#$%&'*+.^_`|~0-9A-Za-z]+):([\t -~]*)\r\n$/;
const MOST_HEADER = 8192;
const NEWLINE = 0x0a;

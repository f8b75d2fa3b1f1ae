/** Streams of messages, one a line. */

import type { Conversation } from "./conversation.js";
import { limitsOf, type Options } from "./options.js";
import { broken, receiveText, type Tracked } from "./tracked.js";
import { Tracker, type TrackOptions } from "./tracker.js";
import { decodeUtf8, utf8Length } from "./utf8.js";

/** One line of a stream, or its end. */
export type Line<M> = Tracked<M>;

/**
 * Reads the messages of a conversation, one a line, from a Node stream, a web `ReadableStream` or any iterable
 * of bytes or text. An invalid line does not stop the following ones. If messages are missing at the end, the last
 * item has no value. No line longer than `maxBytes` is kept in memory.
 */
export async function* readLines<M, Params>(
  conversation: Conversation<M, Params>,
  input: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  options?: Options<Params>,
): AsyncGenerator<Line<M>, void, undefined> {
  const lines = new LineTracker(conversation, options);
  for await (const chunk of input) yield* lines.push(chunk);
  yield* lines.finish().filter(({ ok, value }) => !ok || value !== undefined);
}

/** Reads like `readLines`, from an input that is in memory. */
export function* readLinesSync<M, Params>(
  conversation: Conversation<M, Params>,
  input: Iterable<Uint8Array | string>,
  options?: Options<Params>,
): Generator<Line<M>, void, undefined> {
  const lines = new LineTracker(conversation, options);
  for (const chunk of typeof input === "string" ? [input] : input) yield* lines.push(chunk);
  yield* lines.finish().filter(({ ok, value }) => !ok || value !== undefined);
}

/** Judges a stream that it is given piece by piece, for programs that read in ways of their own. */
export class LineTracker<M, Params = never> {
  private readonly tracker: Tracker<M, Params>;
  private parts: (Uint8Array | string)[] = [];
  private size = 0; // of the parts: bytes, or UTF-16 units, of which no text has more than bytes
  private readonly most: number;

  constructor(conversation: Conversation<M, Params>, options?: TrackOptions<Params>) {
    this.tracker = new Tracker(conversation, options);
    this.most = limitsOf(options).maxBytes;
  }

  /** Takes a piece of the stream; returns the lines that end in it. */
  push(chunk: Uint8Array | string): Line<M>[] {
    const lines: Line<M>[] = [];
    let rest = chunk;
    if (this.size > 0) {
      const end = lineEnd(chunk, 0);
      if (end >= 0) {
        this.hold(part(chunk, 0, end));
        this.held(true, lines);
        rest = part(chunk, end + 1, chunk.length);
      }
    }
    const end = lastLineEnd(rest) + 1;
    if (end > 0) this.whole(part(rest, 0, end), lines);
    if (end < rest.length) this.hold(copied(part(rest, end, rest.length)));
    return lines;
  }

  /** Decodes complete lines. Decoding all at once is faster than one by one. If one is not UTF-8, each line is decoded alone. */
  private whole(ended: Uint8Array | string, lines: Line<M>[]): void {
    const text = typeof ended === "string" || ended.length > this.most ? ended : (textOf(ended) ?? ended);
    for (let from = 0, end = lineEnd(text, 0); end >= 0; from = end + 1, end = lineEnd(text, from)) {
      this.line(part(text, from, end), end - from, true, lines);
    }
  }

  /** Ends the stream; returns its last line if nothing ends that, and always an item without a value for the end. */
  finish(): Line<M>[] {
    const lines: Line<M>[] = [];
    if (this.size > 0) this.held(false, lines);
    const issues = this.tracker.close();
    const end: Line<M> = issues.length > 0 ? { ok: false, issues } : { ok: true, value: undefined as M, issues };
    return [...lines, end];
  }

  // One byte more than allowed may be the carriage return of the line's end. Longer lines are dropped.
  private hold(part: Uint8Array | string): void {
    this.size += part.length;
    if (this.size > this.most + 1) this.parts = [];
    else if (part.length > 0) this.parts.push(part);
  }

  private held(ended: boolean, lines: Line<M>[]): void {
    const { parts, size } = this;
    this.parts = [];
    this.size = 0;
    this.line(joined(parts), size, ended, lines);
  }

  private line(whole: Uint8Array | string, size: number, ended: boolean, lines: Line<M>[]): void {
    const text = size > this.most + 1 ? "" : withoutReturn(whole);
    const items = this.tracker.conversation.batch?.take(this.tracker, text, false);
    if (items === undefined) lines.push(this.judged(text, size, ended));
    else for (const item of items) lines.push(item);
  }

  private judged(text: Uint8Array | string, size: number, ended: boolean): Line<M> {
    if (size > this.most + 1 || isLonger(text, this.most)) return broken("long-line", `must be at most ${this.most} bytes long`);
    if (isBlank(text)) return broken("blank-line", "must not be blank");
    const line = receiveText(this.tracker, text);
    return !ended && line.issues[0]?.rule === "json" ? broken("cut-line", "must end with a line feed") : line;
  }
}

function lineEnd(chunk: Uint8Array | string, from: number): number {
  return typeof chunk === "string" ? chunk.indexOf("\n", from) : chunk.indexOf(LINE_FEED, from);
}

function lastLineEnd(chunk: Uint8Array | string): number {
  return typeof chunk === "string" ? chunk.lastIndexOf("\n") : chunk.lastIndexOf(LINE_FEED);
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decodeUtf8(bytes);
  } catch {
    return undefined;
  }
}

function part(chunk: Uint8Array | string, from: number, to: number): Uint8Array | string {
  return typeof chunk === "string" ? chunk.slice(from, to) : chunk.subarray(from, to);
}

/** The owner of a chunk may use its memory again. */
function copied(part: Uint8Array | string): Uint8Array | string {
  return typeof part === "string" ? part : new Uint8Array(part); // slice copies nothing of Node's buffers
}

function joined(parts: readonly (Uint8Array | string)[]): Uint8Array | string {
  if (parts.every((part) => typeof part === "string")) return parts.join("");
  if (parts.some((part) => typeof part === "string")) throw new TypeError("a line is of bytes or of text, not of both");
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts as readonly Uint8Array[]) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** A line without the carriage return of its end. */
function withoutReturn(line: Uint8Array | string): Uint8Array | string {
  if (typeof line === "string") return line.endsWith("\r") ? line.slice(0, -1) : line;
  return line[line.length - 1] === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}

function isLonger(text: Uint8Array | string, most: number): boolean {
  return typeof text === "string" ? text.length * 3 > most && utf8Length(text) > most : text.length > most;
}

function isBlank(text: Uint8Array | string): boolean {
  return typeof text === "string" ? /^[ \t\r]*$/.test(text) : text.every((byte) => byte === 0x20 || byte === 0x09 || byte === CARRIAGE_RETURN);
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Cuts a stream into lines. */

import { decodeUtf8, utf8Length } from "./utf8.js";

/** The issue of a last line that is no JSON text: its rule and its message. */
export const CUT_LINE: readonly [string, string] = ["cut-line", "must end with a line feed"];

/** Cuts a stream that it is given piece by piece, and has each line judged. No line longer than `most` bytes is kept in memory. */
export class LineCutter<Line> {
  private readonly most: number;
  private readonly judge: (text: Uint8Array | string, ended: boolean, lines: Line[]) => void;
  private readonly broken: (rule: string, message: string) => Line;
  private parts: (Uint8Array | string)[] = [];
  private size = 0; // of the parts: bytes, or UTF-16 units, of which no text has more than bytes

  constructor(most: number, judge: (text: Uint8Array | string, ended: boolean, lines: Line[]) => void, broken: (rule: string, message: string) => Line) {
    this.most = most;
    this.judge = judge;
    this.broken = broken;
  }

  /** Takes a piece of the stream; returns the lines that end in it. */
  push(chunk: Uint8Array | string): Line[] {
    const lines: Line[] = [];
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
  private whole(ended: Uint8Array | string, lines: Line[]): void {
    const text = typeof ended === "string" || ended.length > this.most ? ended : (decodedText(ended) ?? ended);
    for (let from = 0, end = lineEnd(text, 0); end >= 0; from = end + 1, end = lineEnd(text, from)) {
      this.line(part(text, from, end), end - from, true, lines);
    }
  }

  /** Ends the stream; returns its last line if nothing ends that. */
  finish(): Line[] {
    const lines: Line[] = [];
    if (this.size > 0) this.held(false, lines);
    return lines;
  }

  // One byte more than allowed may be the carriage return of the line's end. Longer lines are dropped.
  private hold(part: Uint8Array | string): void {
    this.size += part.length;
    if (this.size > this.most + 1) this.parts = [];
    else if (part.length > 0) this.parts.push(part);
  }

  private held(ended: boolean, lines: Line[]): void {
    const { parts, size } = this;
    this.parts = [];
    this.size = 0;
    this.line(joined(parts), size, ended, lines);
  }

  private line(whole: Uint8Array | string, size: number, ended: boolean, lines: Line[]): void {
    const text = size > this.most + 1 ? undefined : withoutReturn(whole);
    if (text === undefined || isLonger(text, this.most)) lines.push(this.broken("long-line", `must be at most ${this.most} bytes long`));
    else if (isBlank(text)) lines.push(this.broken("blank-line", "must not be blank"));
    else this.judge(text, ended, lines);
  }
}

function lineEnd(chunk: Uint8Array | string, from: number): number {
  return typeof chunk === "string" ? chunk.indexOf("\n", from) : chunk.indexOf(LINE_FEED, from);
}

function lastLineEnd(chunk: Uint8Array | string): number {
  return typeof chunk === "string" ? chunk.lastIndexOf("\n") : chunk.lastIndexOf(LINE_FEED);
}

function decodedText(bytes: Uint8Array): string | undefined {
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

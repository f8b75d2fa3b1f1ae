/** Streams of messages, one a line. */

import type { Conversation } from "./conversation.js";
import { CUT_LINE, LineCutter } from "./cutter.js";
import { limitsOf, type Options } from "./options.js";
import { broken, receiveText, type Tracked } from "./tracked.js";
import { Tracker, type TrackOptions } from "./tracker.js";

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
  private readonly lines: LineCutter<Line<M>>;

  constructor(conversation: Conversation<M, Params>, options?: TrackOptions<Params>) {
    this.tracker = new Tracker(conversation, options);
    const judge = (text: Uint8Array | string, ended: boolean, lines: Line<M>[]): void => {
      const items = conversation.batch?.take(this.tracker, text, false);
      if (items === undefined) lines.push(this.judged(text, ended));
      else for (const item of items) lines.push(item);
    };
    this.lines = new LineCutter<Line<M>>(limitsOf(options).maxBytes, judge, broken);
  }

  /** Takes a piece of the stream; returns the lines that end in it. */
  push(chunk: Uint8Array | string): Line<M>[] {
    return this.lines.push(chunk);
  }

  /** Ends the stream; returns its last line if nothing ends that, and always an item without a value for the end. */
  finish(): Line<M>[] {
    const lines = this.lines.finish();
    const issues = this.tracker.close();
    const end: Line<M> = issues.length > 0 ? { ok: false, issues } : { ok: true, value: undefined as M, issues };
    return [...lines, end];
  }

  private judged(text: Uint8Array | string, ended: boolean): Line<M> {
    const line = receiveText(this.tracker, text);
    return !ended && line.issues[0]?.rule === "json" ? broken(...CUT_LINE) : line;
  }
}

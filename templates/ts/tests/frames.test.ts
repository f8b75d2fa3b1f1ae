import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Conversation } from "../envelope/conversation.js";
import { FrameCutter, FrameTracker, headed, readFrames, readFramesSync } from "../envelope/frames.js";
import type { Tracked } from "../envelope/tracked.js";
import { writer } from "../envelope/writer.js";

/** Any values, of which a string has to come last. */
const conversation: Conversation<unknown> = {
  name: "values",
  sides: [],
  headers: true,
  frame: headed,
  of: { name: "Value", check: () => {} },
  tag: "",
  record: (value) => (typeof value === "string" ? 1 : 0),
  whole: {
    names: ["value", "last"],
    letters: [[0], [1]],
    states: [{ next: { 0: 0, 1: 1 }, expected: "must be a value", cut: "must not end before a string" }, {}],
  },
};

const options = { maxBytes: 12 };

/** Parts of a stream with their results: a value, or a rule. */
const FRAMES: readonly (readonly [string, unknown])[] = [
  ["Content-Length: 1\r\n\r\n1", 1],
  [headed('["€😀"]'), ["€😀"]],
  ["content-length:\t012 \r\nContent-Type: x; charset=utf8\r\n\r\n[1,2,3,4,56]", [1, 2, 3, 4, 56]],
  [headed("[1,2,3,4,567]"), "long-frame"],
  [headed(""), "json"],
  [headed("[3"), "json"],
  [headed('"end"'), "end"],
  [headed("5"), "after-end"],
];

const encoder = new TextEncoder();
const bytes = encoder.encode(FRAMES.map(([text]) => text).join(""));
const wanted = FRAMES.map(([, outcome]) => outcome);

function outcomes(frames: Iterable<Tracked<unknown>>): unknown[] {
  return [...frames].map(({ ok, value, issues }) => (ok ? value : issues[0]?.rule));
}

function* cut(whole: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size);
}

describe("frames", () => {
  test("a stream is cut anywhere", () => {
    for (let size = 1; size <= bytes.length; size++) {
      assert.deepEqual(outcomes(readFramesSync(conversation, cut(bytes, size), options)), wanted, `pieces of ${size} bytes`);
    }
  });

  test("asynchronous streams give the same", async () => {
    const frames: Tracked<unknown>[] = [];
    for await (const frame of readFrames(conversation, new Blob([bytes.slice()]).stream() as unknown as AsyncIterable<Uint8Array>, options)) frames.push(frame);
    assert.deepEqual(outcomes(frames), wanted);
  });

  test("behind a bad header nothing is read", async () => {
    let pieces = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        pieces++;
        yield encoder.encode("Content-Length: x\r\n");
      }
    }
    const frames: Tracked<unknown>[] = [];
    for await (const frame of readFrames(conversation, endless())) frames.push(frame);
    assert.deepEqual([outcomes(frames), pieces], [["bad-header", "incomplete"], 1]);
    const tracker = new FrameTracker(conversation);
    assert.deepEqual(outcomes(tracker.push(encoder.encode(`\r\n${headed("1")}`))), ["bad-header"]);
    assert.deepEqual([tracker.ended, tracker.push(bytes), outcomes(tracker.finish())], [true, [], ["incomplete"]]);
  });

  test("an end inside of a frame is an issue", () => {
    for (const text of ["C", "Content-Length: 2\r\n", "Content-Length: 2\r\n\r\n", "Content-Length: 2\r\n\r\n1"]) {
      assert.deepEqual(outcomes(readFramesSync(conversation, [encoder.encode(text)])), ["cut-frame", "incomplete"], text);
    }
    assert.deepEqual(outcomes(readFramesSync(conversation, [])), ["incomplete"]);
  });

  test("the memory of a piece may be used again", () => {
    const tracker = new FrameTracker(conversation);
    const piece = encoder.encode("Content-Length: 5\r\n\r\n[1");
    assert.deepEqual(tracker.push(piece), []);
    piece.fill(0x20);
    assert.deepEqual(outcomes(tracker.push(encoder.encode(",2]"))), [[1, 2]]);
  });

  test("announced bytes cost no memory", () => {
    const piece = new Uint8Array(1 << 20);
    const long = new FrameTracker(conversation, options);
    assert.deepEqual(outcomes(long.push(encoder.encode(`Content-Length: ${2 ** 31}\r\n\r\n`))), ["long-frame"]);
    const before = process.memoryUsage();
    for (let i = 0; i < 2 ** 11; i++) assert.deepEqual(long.push(piece), []);
    assert.deepEqual(outcomes(long.push(encoder.encode(headed("1")))), [1]);
    const waiting = new FrameTracker(conversation, { maxBytes: 2 ** 31 - 1 });
    assert.deepEqual(waiting.push(encoder.encode(`Content-Length: ${2 ** 31 - 1}\r\n\r\nx`)), []);
    const after = process.memoryUsage();
    assert.ok(after.arrayBuffers - before.arrayBuffers < 1 << 20, `${after.arrayBuffers - before.arrayBuffers} bytes are held`);
  });

  test("texts are cut for programs that judge them elsewhere", () => {
    const cutter = new FrameCutter({ maxBytes: 8 });
    const cut = cutter.push(encoder.encode(`${headed("1")}${headed("123456789")}${headed("")}\r\n`));
    assert.deepEqual(cut.map((frame) => (frame.ok ? new TextDecoder().decode(frame.value) : frame.issues[0]?.rule)), ["1", "long-frame", "", "bad-header"]);
    assert.deepEqual([cutter.ended, cutter.finish()], [true, []]);
    const other = new FrameCutter();
    assert.deepEqual([other.push(encoder.encode("C")), other.finish()[0]?.rule], [[], "cut-frame"]);
  });

  test("text is refused, because headers count bytes", () => {
    assert.throws(() => new FrameTracker(conversation).push("x" as unknown as Uint8Array), TypeError);
  });

  test("a writer puts each message behind its header", () => {
    const written: string[] = [];
    const out = writer(conversation, (text) => written.push(text));
    for (const value of [["€"], "end"]) out.write(value);
    assert.throws(() => out.write(1));
    assert.deepEqual(written, ['Content-Length: 7\r\n\r\n["€"]', 'Content-Length: 5\r\n\r\n"end"']);
    assert.deepEqual(outcomes(readFramesSync(conversation, [encoder.encode(written.join(""))])), [["€"], "end"]);
  });
});

/** How streams of lines are cut, whatever their pieces are. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as foxctl from "../../../gen/ts/foxctl.js";

const line = (seq: number): string =>
  `{"version":1,"status":"progress","command":"http/openapi","data":{"é":"😀"},"meta":{"ts":"2026-05-12T08:41:07Z","seq":${seq}},"error":{"code":null,"message":null}}`;

const rules = (lines: Iterable<foxctl.Line<foxctl.Envelope>>): string[] => [...lines].map(({ ok, issues }) => issues[0]?.rule ?? String(ok));

describe("pieces", () => {
  const text = `${line(0)}\r\n\n${line(1)}\n{\n${line(2)}`;
  const want = ["true", "blank-line", "true", "json", "true", "incomplete"];

  test("of any size, of text and of bytes, are the same lines", () => {
    const bytes = Buffer.from(text);
    for (const size of [1, 2, 3, 7, 64, 1000, text.length]) {
      const cut = (length: number): number[] => Array.from({ length: Math.ceil(length / size) }, (_, i) => i * size);
      const ofText = cut(text.length).map((at) => text.slice(at, at + size));
      const ofBytes = cut(bytes.length).map((at) => bytes.subarray(at, at + size));
      assert.deepEqual(rules(foxctl.readLinesSync(foxctl.runConversation, ofBytes)), want);
      // A piece of text may end in half a character; put together they are whole.
      assert.deepEqual(rules(foxctl.readLinesSync(foxctl.runConversation, ofText)), want);
    }
  });

  test("may be overwritten by who gives them", () => {
    const bytes = Buffer.from(`${line(0)}\n${line(1)}\n`);
    const lines = new foxctl.LineTracker(foxctl.runConversation);
    const buffer = Buffer.alloc(50);
    const seen: string[] = [];
    for (let at = 0; at < bytes.length; at += buffer.length) {
      const length = bytes.copy(buffer, 0, at);
      seen.push(...rules(lines.push(buffer.subarray(0, length))));
      buffer.fill(0);
    }
    assert.deepEqual(seen, ["true", "true"]);
  });

  test("are not held where a line is too long", () => {
    const lines = new foxctl.LineTracker(foxctl.runConversation, { maxBytes: 1000 });
    for (let i = 0; i < 100; i++) assert.deepEqual(lines.push("x".repeat(100)), []);
    assert.deepEqual(rules(lines.push(`\n${line(0)}\n`)), ["long-line", "true"]);
  });
});

test("text behind the last line feed is cut off, unless it is a message", () => {
  assert.deepEqual(rules(foxctl.readLinesSync(foxctl.runConversation, [line(0), "\n{"])), ["true", "cut-line", "incomplete"]);
});

test("web streams and arrays are read alike", async () => {
  const chunks = [line(0).slice(0, 9), line(0).slice(9), "\n"];
  const lines: foxctl.Line<foxctl.Envelope>[] = [];
  for await (const one of foxctl.readLines(foxctl.runConversation, new Blob(chunks).stream())) lines.push(one);
  assert.deepEqual(lines, [...foxctl.readLinesSync(foxctl.runConversation, chunks)]);
});

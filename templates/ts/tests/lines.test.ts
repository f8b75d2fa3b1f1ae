import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Conversation } from "../envelope/conversation.js";
import { type Line, LineTracker, readLines, readLinesSync } from "../envelope/lines.js";

/** Any values, of which a string has to come last. */
const conversation: Conversation<unknown> = {
  name: "values",
  sides: [],
  lines: true,
  of: { name: "Value", check: () => {} },
  tag: "",
  record: (value) => (typeof value === "string" ? 1 : 0),
  whole: {
    names: ["value", "last"],
    letters: [[0], [1]],
    states: [{ next: { 0: 0, 1: 1 }, expected: "must be a value", cut: "must not end before a string" }, {}],
  },
};

const MOST = 12;

/** The expected result of a line: a value, or a rule. */
const LINES: readonly (readonly [string | Uint8Array, unknown])[] = [
  ["1", 1],
  ['["€😀"]\r', ["€😀"]],
  [" \t\r", "blank-line"],
  ["[1,2,3,4,56]", [1, 2, 3, 4, 56]],
  ["[1,2,3,4,56]\r", [1, 2, 3, 4, 56]],
  ["[1,2,3,4,567]", "long-line"],
  ['["ääää"]', ["ääää"]],
  ['["äääää"]', "long-line"],
  [`[${"1,".repeat(40)}1]`, "long-line"],
  [new Uint8Array([0x22, 0xff, 0x22]), "json"],
  ["[3", "json"],
  ["", "blank-line"],
  ["\ufeff4", "json"],
  ['"end"', "end"],
  ["5", "after-end"],
];

function bytesOf(lines: readonly (string | Uint8Array)[]): Uint8Array {
  const encoder = new TextEncoder();
  return Uint8Array.from(lines.flatMap((line) => [...(typeof line === "string" ? encoder.encode(line) : line), 0x0a]));
}

function outcomes(lines: Iterable<Line<unknown>>): unknown[] {
  return [...lines].map(({ ok, value, issues }) => (ok ? value : issues[0]?.rule));
}

function* cut<T extends Uint8Array | string>(whole: T, size: number): Generator<T> {
  for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size) as T;
}

const options = { maxBytes: MOST };
const wanted = LINES.map(([, outcome]) => outcome);

describe("lines", () => {
  const bytes = bytesOf(LINES.map(([line]) => line));

  test("bytes are cut anywhere", () => {
    for (let size = 1; size <= bytes.length; size++) {
      assert.deepEqual(outcomes(readLinesSync(conversation, cut(bytes, size), options)), wanted, `pieces of ${size} bytes`);
    }
  });

  test("pieces as large as the limit and larger are read alike", () => {
    const good = LINES.filter(([line]) => typeof line === "string" && line !== "5").map(([line]) => line);
    const all = bytesOf(good);
    for (const maxBytes of [all.length - 1, all.length, all.length + 1]) {
      const values = outcomes(readLinesSync(conversation, [all], { maxBytes }));
      assert.equal(values.length, good.length);
      assert.deepEqual(values.at(-1), "end");
    }
  });

  test("text is cut anywhere", () => {
    const texts = LINES.filter(([line]) => typeof line === "string");
    const whole = `${texts.map(([line]) => line).join("\n")}\n`;
    for (let size = 1; size <= whole.length; size++) {
      assert.deepEqual(outcomes(readLinesSync(conversation, cut(whole, size), options)), texts.map(([, outcome]) => outcome), `pieces of ${size} units`);
    }
  });

  test("the memory of a piece may be used again", () => {
    const lines = new LineTracker(conversation, options);
    const piece = bytesOf(["[1]", "[2"]).slice(0, -1);
    assert.deepEqual(outcomes(lines.push(piece)), [[1]]);
    piece.fill(0x20);
    assert.deepEqual(outcomes(lines.push(bytesOf(["]", '"end"']))), [[2], "end"]);
    assert.deepEqual(outcomes(lines.finish()), [undefined]);
  });

  test("the end is judged, and a line that nothing ends", () => {
    assert.deepEqual(outcomes(readLinesSync(conversation, ['"end"'])), ["end"]);
    assert.deepEqual(outcomes(readLinesSync(conversation, ["[1"])), ["cut-line", "incomplete"]);
    assert.deepEqual(outcomes(readLinesSync(conversation, [])), ["incomplete"]);
  });

  test("an endless line is not held", () => {
    const piece = bytesOf(["x".repeat(1000)]).slice(0, -1);
    for (const endless of [piece, "x".repeat(1000)]) {
      const lines = new LineTracker(conversation, options);
      for (let i = 0; i < 1000; i++) assert.deepEqual(lines.push(endless), []);
      const { parts } = (lines as unknown as { readonly lines: { readonly parts: readonly { readonly length: number }[] } }).lines;
      assert.ok(parts.reduce((held, { length }) => held + length, 0) <= 2 * piece.length, `${parts.length} pieces are held`);
      assert.deepEqual(outcomes(lines.push("\n1\n")), ["long-line", 1]);
    }
  });

  test("asynchronous streams give the same", async () => {
    const lines: Line<unknown>[] = [];
    for await (const line of readLines(conversation, new Blob([bytes.slice()]).stream() as unknown as AsyncIterable<Uint8Array>, options)) lines.push(line);
    assert.deepEqual(outcomes(lines), wanted);
  });
});

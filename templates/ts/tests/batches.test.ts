import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { batches, batchWriter, receiveFrame, sendFrame } from "../envelope/batches.js";
import type { Conversation } from "../envelope/conversation.js";
import { headed, readFramesSync } from "../envelope/frames.js";
import { readLinesSync } from "../envelope/lines.js";
import { TornError } from "../envelope/sink.js";
import type { Tracked } from "../envelope/tracked.js";
import { track } from "../envelope/tracker.js";

/** Any values, of which a string has to come last. */
const conversation: Conversation<unknown> = {
  name: "values",
  sides: [],
  lines: true,
  batch: batches(3),
  of: { name: "Value", check: () => {} },
  tag: "/tag",
  record: (value) => (typeof value === "string" ? 1 : 0),
  whole: {
    names: ["value", "last"],
    letters: [[0], [1]],
    states: [{ next: { 0: 0, 1: 1 }, expected: "must be a value", cut: "must not end before a string" }, {}],
  },
};

function outcomes(frames: Iterable<Tracked<unknown>>): unknown[] {
  return [...frames].map(({ ok, value, issues }) => (ok ? value : `${issues[0]?.path} ${issues[0]?.rule}`));
}

describe("batches", () => {
  test("each message is judged in its place", () => {
    const cases: readonly (readonly [string, unknown[]])[] = [
      ["1", [1]],
      [' [ 1,\t{"a":"]}\\"[{,"} , [2,[]]\r]\n', [1, { a: ']}"[{,' }, [2, []]]],
      ['[1,"a",2]', [1, "a", "/2/tag after-end"]],
      ["[]", [" batch"]],
      ["[ \n]", [" batch"]],
      ["[1,2,3,4]", [" batch"]],
      ["[1", [" json"]],
      ["[1,]", [" json"]],
      ["[1] 2", [" json"]],
      ['["\\ud800"]', [" json"]],
      ["\ufeff[1]", [" json"]],
      ["[[[[5]]]]", [[[[5]]]]],
      ["[[[[[5]]]]]", [" json"]],
    ];
    for (const [text, want] of cases) {
      for (const take of [receiveFrame, sendFrame]) {
        for (const form of [text, new TextEncoder().encode(text)]) {
          assert.deepEqual(outcomes(take(track(conversation), form, { maxDepth: 4 })), want, text);
        }
      }
    }
    assert.deepEqual(outcomes(receiveFrame(track(conversation), "[1]", { maxBytes: 2 })), [" json"]);
  });

  test("readers give each message", () => {
    const text = '[1,2]\n3\n[]\n["a",4]\n[5';
    const want = [1, 2, 3, " batch", "a", "/1/tag after-end", " cut-line"];
    assert.deepEqual(outcomes(readLinesSync(conversation, [text])), want);
    assert.deepEqual(outcomes(readLinesSync(conversation, [...text].map((unit) => unit))), want);
    const frames = new TextEncoder().encode(headed("[1,2]") + headed('"a"'));
    assert.deepEqual(outcomes(readFramesSync({ ...conversation, frame: headed }, [frames])), [1, 2, "a"]);
  });

  test("a writer writes several messages in a frame", () => {
    const written: string[] = [];
    const out = batchWriter(conversation, (frame) => written.push(frame));
    assert.equal(out.flush(), undefined);
    for (const value of [1, [2], {}]) out.add(value);
    assert.throws(() => out.add(3), { issues: [{ rule: "batch", path: "", level: "must", message: "must have at most 3 messages" }] });
    assert.equal(out.flush(), 1);
    out.add(4);
    out.write(5);
    out.add("a");
    assert.throws(() => out.add(6));
    out.flush();
    assert.deepEqual([written, out.close()], [["[1,[2],{}]\n", "[4]\n", "5\n", '["a"]\n'], []]);
  });

  test("limits are those of the whole frame", () => {
    for (const [maxBytes, count] of [[4, 1], [6, 1], [7, 2], [9, 2], [10, 3]] as const) {
      const written: string[] = [];
      const out = batchWriter(conversation, (frame) => written.push(frame), { maxBytes });
      for (let i = 0; i < count; i++) out.add({});
      if (count < 3) assert.throws(() => out.add({}), { name: "ValidationError" }, `${maxBytes}`);
      out.flush();
      assert.deepEqual(outcomes(readLinesSync(conversation, written, { maxBytes })).slice(0, count), Array(count).fill({}));
    }
    const out = batchWriter(conversation, () => {}, { maxDepth: 2 });
    out.add([1]);
    assert.throws(() => out.add([[1]]), { name: "ValidationError" });
    assert.throws(() => batchWriter(conversation, () => {}, { maxDepth: 1 }).add([]), { name: "ValidationError" });
  });

  test("a frame that was not written may be flushed again", async () => {
    const written: string[] = [];
    let error: Error | undefined = new Error("busy");
    for (const isAsync of [false, true]) {
      error = new Error("busy");
      const out = batchWriter(conversation, (frame) => {
        const failed = error;
        error = undefined;
        if (failed !== undefined && isAsync) return Promise.reject(failed);
        if (failed !== undefined) throw failed;
        written.push(frame);
        return isAsync ? Promise.resolve() : undefined;
      });
      out.add(1);
      await assert.rejects(async () => out.flush(), { message: "busy" });
      out.add(2);
      await out.flush();
    }
    assert.deepEqual(written, ["[1,2]\n", "[1,2]\n"]);
  });

  test("nothing follows a part of a frame", () => {
    const out = batchWriter(conversation, () => {
      throw new TornError("torn", new Error("gone"));
    });
    out.add(1);
    for (const call of [() => out.flush(), () => out.flush(), () => out.add(2), () => out.write(3)]) assert.throws(call, TornError);
  });
});

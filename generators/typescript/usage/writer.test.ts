/** What writes a foxctl run is what its reader takes. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as foxctl from "../../../gen/ts/foxctl.js";

const progress = (seq: number): foxctl.ProgressEnvelope => ({
  version: 1,
  status: "progress",
  command: "http/openapi",
  data: {},
  meta: { ts: "2026-05-12T08:41:07Z", seq },
  error: { code: null, message: null },
});

test("a run is written line by line, and nothing that may not stand in it", () => {
  const lines: string[] = [];
  const out = foxctl.writer(foxctl.runConversation, (line) => lines.push(line));
  assert.equal(typeof out.write(progress(0)), "number");
  assert.throws(() => out.write(progress(0)), (error) => error instanceof foxctl.ValidationError && error.issues[0]?.path === "/meta/seq");
  out.write(progress(1));
  assert.deepEqual(out.close().map(({ rule }) => rule), ["incomplete"]);
  assert.deepEqual([...foxctl.readLinesSync(foxctl.runConversation, lines)].map(({ ok }) => ok), [true, true, false]);
});

test("progress is counted by the writer, if the program wants that", () => {
  const lines: string[] = [];
  const out = foxctl.writer(foxctl.runConversation, (line) => lines.push(line), { numbered: true });
  for (const seq of [7, 7, 0]) out.write(progress(seq));
  assert.deepEqual([...foxctl.readLinesSync(foxctl.runConversation, lines)].map(({ value }) => value?.status === "progress" && value.meta.seq), [0, 1, 2, false]);
});

test("a program that leaves counting to the writer gives no numbers", () => {
  const uncounted = {
    ...({ version: 1, status: "progress", command: "http/openapi", data: {}, error: { code: null, message: null } } as const),
    meta: { ts: "2026-05-12T08:41:07Z", final: false },
  };
  const lines: string[] = [];
  const out = foxctl.writer(foxctl.runConversation, (line) => lines.push(line), { numbered: true });
  out.write(uncounted);
  out.write(progress(7));
  // @ts-expect-error: all other members are required
  assert.throws(() => out.write({ ...uncounted, meta: {} }), foxctl.ValidationError);
  assert.deepEqual(lines.map((line) => foxctl.ProgressEnvelope.decode(line).meta.seq), [0, 1]);
  for (const numbered of [undefined, false] as const) {
    const plain = foxctl.writer(foxctl.runConversation, (line) => lines.push(line), { numbered });
    // @ts-expect-error: this writer sets no numbers
    assert.throws(() => plain.write(uncounted), foxctl.ValidationError);
  }
});

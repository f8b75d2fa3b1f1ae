import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Ask, cut, keep, omit } from "../envelope/shorten.js";
import { build, type Builder } from "../envelope/build.js";
import type { JsonObject } from "../envelope/value.js";

const ask: Ask = ({ value }) => value({} as never, undefined as never);

/** The text of the kept bytes, without partial characters. */
function cutBytes(text: string, head: number, tail: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= head + tail) return text;
  const continues = (at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;
  let [end, begin] = [head, bytes.length - tail];
  while (continues(end)) end--;
  while (continues(begin)) begin++;
  const decode = (part: Uint8Array): string => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(part);
  return `${decode(bytes.subarray(0, end))}…${decode(bytes.subarray(begin))}`;
}

describe("a cut", () => {
  const cutAt = (text: string, head: number, tail: number): unknown => cut(text, { at: [], by: cut, head, tail, mark: "…" }, ask);

  test("keeps whole characters, at every byte", () => {
    for (const text of ["", "abc", "aé€😀é😀€a", "😀😀", "\ufeffa\u0000€"]) {
      for (let head = 0; head < 24; head++) {
        for (let tail = 0; tail < 24; tail++) assert.equal(cutAt(text, head, tail), cutBytes(text, head, tail), `${text} ${head} ${tail}`);
      }
    }
  });

  test("asks how much is kept; less than 0 is 0, and an integer may be beyond the safe ones", () => {
    const by = (head: number | bigint, tail: number | bigint): unknown => cut("abcdef", { at: [], by: cut, head: { value: () => head, zero: 0 }, tail: { value: () => tail, zero: 0 } }, ask);
    assert.equal(by(-5, 2), "ef");
    assert.equal(by(2, BigInt(-1)), "ab");
    assert.equal(by(BigInt("9223372036854775807"), BigInt("9223372036854775807")), "abcdef");
    assert.equal(cut("abcdef", { at: [], by: cut }, ask), "");
  });

  test("leaves to the check what is no text", () => {
    for (const value of [3, null, ["abc"], "a\ud800bcdef"]) assert.equal(cut(value, { at: [], by: cut, tail: 2 }, ask), value);
  });
});

describe("a list", () => {
  const items = (...texts: (string | undefined)[]): JsonObject[] => texts.map((at, n) => (at === undefined ? { n } : { at, n }));
  const order = (list: unknown): unknown => (list as JsonObject[]).map(({ n }) => n);
  const latest = (most: number, ...texts: (string | undefined)[]): unknown => order(keep(items(...texts), { at: [], by: keep, most, member: "at", times: true }, ask));
  const greatest = (most: number, ...texts: (string | undefined)[]): unknown => order(keep(items(...texts), { at: [], by: keep, most, member: "at" }, ask));

  test("keeps what stands last", () => {
    const last = (most: number): unknown => keep([1, 2, 3], { at: [], by: keep, most }, ask);
    assert.deepEqual([last(-1), last(0), last(2), last(3), last(9)], [[], [], [2, 3], [1, 2, 3], [1, 2, 3]]);
    assert.equal(keep("abc", { at: [], by: keep, most: 1 }, ask), "abc");
  });

  test("keeps the latest by instant, ties in their order, those without one last", () => {
    assert.deepEqual(latest(9, "2026-01-01T00:00:00Z", undefined, "2026-01-01T02:00:00+01:00", "2026-01-01T01:00:00Z", "soon", "2026-01-01T00:00:00.5Z"), [2, 3, 5, 0, 1, 4]);
    assert.deepEqual(latest(2, undefined, "2026-01-01T00:00:00.000000001Z", "2026-01-01T00:00:00.000000002Z", "2026-01-01T00:00:00Z"), [2, 1]);
    assert.deepEqual(latest(9, "2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z", "2016-12-31t23:59:59.9z"), [0, 1, 2]);
  });

  test("keeps the greatest texts by code points", () => {
    assert.deepEqual(greatest(9, "\uffff", "😀", undefined, "b", "b", ""), [1, 0, 3, 4, 5, 2]);
    assert.deepEqual(greatest(0, "a"), []);
  });

  test("items that are none of the expected ones come last", () => {
    const list = [1, null, { at: 5 }, ["at"], { at: "2026-01-01T00:00:00Z" }];
    assert.deepEqual(keep(list, { at: [], by: keep, most: 2, member: "at", times: true }, ask), [{ at: "2026-01-01T00:00:00Z" }, 1]);
    assert.equal(keep("x", { at: [], by: keep, most: 1, member: "at", times: true }, ask), "x");
  });
});

describe("a builder that shortens", () => {
  const builder: Builder<JsonObject> = {
    of: { name: "Anything", check: () => {}, layout: undefined },
    changes: [
      { at: ["in", "__proto__", "text"], by: cut, tail: 1 },
      { at: ["list"], by: keep, most: { value: (self: JsonObject) => self["most"] as number, zero: 0 } },
      { at: ["in", "more"], by: omit, when: { value: (self: JsonObject) => (self["list"] as unknown[]).length === 1, zero: false } },
    ],
  };

  test("changes what is there, in order, and nothing of the caller's", () => {
    const draft = JSON.parse('{"most":1,"list":[1,2],"in":{"__proto__":{"text":"abc"},"more":true,"z":0}}') as JsonObject;
    const before = JSON.stringify(draft);
    assert.equal(JSON.stringify(build(builder, draft)), '{"most":1,"list":[2],"in":{"__proto__":{"text":"c"},"z":0}}');
    assert.equal(JSON.stringify(draft), before);
    assert.deepEqual(build(builder, { in: null }), { in: null });
    assert.deepEqual(build(builder, {}), {});
  });

  test("what cannot be evaluated is 0, or does not hold", () => {
    assert.deepEqual(build(builder, { list: [1, 2], in: { more: 1 } }), { list: [], in: { more: 1 } });
    assert.deepEqual(build(builder, { in: { more: 1 } }), { in: { more: 1 } });
  });
});

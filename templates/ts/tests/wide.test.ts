import assert from "node:assert/strict";
import { test } from "node:test";

import { areEqual, areUnique, Texts } from "../envelope/equality.js";
import { jsonText } from "../envelope/jsontext.js";
import type { NumberPlaces } from "../envelope/numbers.js";
import { limitsOf } from "../envelope/options.js";
import { show } from "../envelope/show.js";
import { read } from "../envelope/text.js";
import { findFlaw } from "../envelope/value.js";
import { isInt64, isUInt64, misplaced, place } from "../envelope/wide.js";

const limits = limitsOf(undefined);
const big = (digits: string): bigint => BigInt(digits);

/** An object whose member `id` and items of `ids` are integers of 64 bits. */
const table: readonly NumberPlaces[] = [{}, { members: { id: 2, ids: 3, of: 1 } }, { declared: true, wide: true }, { items: 2 }];
const placed = (text: string): unknown => place(read(text, limits, true).value, [table, 1]);

test("a number has the value of its place", () => {
  assert.deepEqual(placed('{"id":9007199254740993,"x":9007199254740993}'), { id: big("9007199254740993"), x: 9007199254740992 });
  assert.deepEqual(placed('{"id":1,"ids":[1.0,1e3,0.5,-0],"x":1}'), { id: big("1"), ids: [big("1"), big("1000"), 0.5, big("0")], x: 1 });
  assert.deepEqual(placed('{"of":{"id":18446744073709551616},"id":"1"}'), { of: { id: big("18446744073709551616") }, id: "1" });
  assert.deepEqual(placed('{"id":9007199254740993.0}'), { id: big("9007199254740992") });
  assert.deepEqual(placed("9007199254740993"), 9007199254740992);
});

test("a bigint elsewhere is a flaw", () => {
  assert.equal(misplaced({ id: big("1"), ids: [big("2")] }, [table, 1]), undefined);
  assert.equal(misplaced({ id: 1, x: [0, big("1")] }, [table, 1])?.place, "/x/~#1"); // as collectors keep places
  assert.equal(typeof findFlaw({ id: big("1") }, limits), "object");
  assert.equal(typeof findFlaw({ id: big("1") }, limits, true), "number");
});

test("the ranges end where they should", () => {
  for (const [digits, signed, unsigned] of [
    ["9223372036854775807", true, true],
    ["9223372036854775808", false, true],
    ["18446744073709551615", false, true],
    ["18446744073709551616", false, false],
    ["-9223372036854775808", true, false],
    ["-9223372036854775809", false, false],
  ] as const) {
    assert.equal(isInt64(big(digits)), signed, digits);
    assert.equal(isUInt64(big(digits)), unsigned, digits);
  }
});

test("bigints are written in digits and compared exactly", () => {
  const value = { b: [big("9007199254740993"), "x"], a: null, c: undefined };
  assert.equal(jsonText(value), '{"b":[9007199254740993,"x"],"a":null}');
  assert.equal(show(value), '{"b":[9007199254740993,"x"],"a":null}');
  assert.ok(areEqual(big("5"), 5) && !areEqual(big("9007199254740993"), 9007199254740992));
  assert.ok(areUnique([big("9007199254740993"), big("9007199254740992")], new Texts()));
  assert.ok(!areUnique([{ id: big("9007199254740993") }, { id: big("9007199254740993") }], new Texts()));
});

test("values that contain themselves have no text", () => {
  const value: { [name: string]: unknown } = { a: 1, list: [1] };
  value["self"] = value;
  value["again"] = [value, value];
  assert.throws(() => jsonText(value), TypeError);
  value["id"] = big("1");
  assert.throws(() => jsonText(value), TypeError);
});

test("a toJSON of bigints changes nothing", () => {
  Object.defineProperty(BigInt.prototype, "toJSON", { value: () => "text", configurable: true });
  try {
    assert.equal(jsonText({ id: big("9007199254740993") }), '{"id":9007199254740993}');
    assert.equal(jsonText({ id: 1 }), '{"id":1}');
  } finally {
    Reflect.deleteProperty(BigInt.prototype, "toJSON");
  }
});

test("a text that looks like a marked bigint is shown as a text", () => {
  assert.equal(show({ a: "\u0000bigint 1", b: "\u0000", c: "\u0000x" }), JSON.stringify({ a: "\u0000bigint 1", b: "\u0000", c: "\u0000x" }));
});

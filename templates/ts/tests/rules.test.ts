import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as rules from "../envelope/rules.js";

describe("what rules ask", () => {
  const every = Array.from({ length: 0x900 }, (_, unit) => String.fromCharCode(unit)).join("");
  const values: unknown[] = [
    ...[null, true, false, 0, -0, -1.5, 1e21, 5e-324, 2 ** 53, "", every, "\u2028\uffff\u{1F600}"],
    ...[[], [[]], [1, "a", null], {}, { a: undefined }, { a: {}, b: undefined, "\n": [{}] }, { [every]: "" }],
    JSON.parse('{"__proto__":{"constructor":[1]}}'),
  ];
  for (const value of values) {
    const text = JSON.stringify(value);
    test(`the size of ${text.slice(0, 30)}`, () => assert.equal(rules.jsonSize(value), Buffer.byteLength(text)));
  }

  test("whether a nanosecond is a microsecond", () => {
    const [fine, coarse] = [rules.durationOfText("1ns"), rules.durationOfText("1us")];
    assert.equal(rules.includes([fine], coarse), false);
    assert.equal(rules.areSame([fine], [coarse]), false);
    assert.equal(rules.includes([coarse, fine], rules.durationOfText("0.001us")), true);
  });

  test("how deep a value is", () => {
    for (const [value, depth] of [[null, 0], ["[", 0], [[], 1], [{ a: [1, {}], b: undefined }, 3], [[[], [[]]], 3]] as const) {
      assert.equal(rules.jsonDepth(value), depth);
    }
  });

  test("how many items an array has", () => {
    for (const [value, items] of [[null, 0], ["[", 0], [{ a: [1, 2] }, 0], [[], 0], [[[1, 2], [","]], 2]] as const) {
      assert.equal(rules.jsonItems(value), items);
    }
  });

  test("whether a value fits", () => {
    const longest = [-Number.MAX_VALUE, ...Array.from({ length: 9 }, () => [-5e-324, { "": -1.7976931348623157e-300 }])];
    for (const value of [...values, longest, "\u0001".repeat(99), { ["\u0001".repeat(99)]: false }]) {
      const size = rules.jsonSize(value);
      for (const limit of [-1, 0, size - 1, size, size + 1, 6 * size, 2 ** 53, 2n ** 60n]) {
        assert.equal(rules.fits(value, limit), size <= limit, `${size} in ${limit}`);
      }
    }
  });

  test("items by index", () => {
    const list = ["a", "b"];
    assert.equal(rules.itemAt(list, 1), "b");
    for (const index of [-1, 2, 2n ** 60n, -(2n ** 60n)]) assert.equal(rules.itemAt(list, index), undefined);
  });

  test("membership is equality, and NaN equals nothing", () => {
    assert.equal(rules.includes([1, 2n ** 60n], 2n ** 60n), true);
    assert.equal(rules.includes([NaN], NaN), false);
    assert.equal(rules.includes([[1], [2, 3]], [2, 3]), true);
    assert.equal(rules.includes([{ a: 1 }], { a: 1, b: undefined }), true);
  });

  test("code points, not code units", () => {
    assert.equal(rules.countCodePoints("a\u{1F600}"), 2);
    assert.ok(rules.compareCodePoints("\uff5e", "\u{1F600}") < 0);
  });

  test("members that every object inherits", () => {
    const map: { readonly [member: string]: number } = {};
    assert.equal(rules.own(map, "constructor"), undefined);
  });
});

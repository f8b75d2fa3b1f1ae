import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { equal } from "../envelope/equal.js";
import { ValidationError } from "../envelope/issue.js";

/** A chain of arrays, each of which contains the previous one twice. */
function doubled(levels: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < levels; i++) value = [value, value];
  return value;
}

describe("equal", () => {
  const same: [string, unknown, unknown][] = [
    ["members in another order", { a: 1, b: [2, { c: null, d: "x" }] }, { b: [2, { d: "x", c: null }], a: 1 }],
    ["a member that is undefined", { a: 1, b: undefined }, { a: 1 }],
    ["undefined and nothing", undefined, undefined],
    ["zeros", { a: -0 }, { a: 0 }],
    ["spellings of a number", JSON.parse("1e2"), 100],
    ["an object without a prototype", Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ["own members with the names of inherited ones", JSON.parse('{"__proto__":1,"constructor":2}'), JSON.parse('{"constructor":2,"__proto__":1}')],
  ];
  for (const [name, a, b] of same) {
    test(name + " are equal", () => {
      assert.equal(equal(a, b), true);
      assert.equal(equal(b, a), true);
    });
  }

  const different: [string, unknown, unknown][] = [
    ["null and an absent member", { a: null }, {}],
    ["null and undefined", null, undefined],
    ["1, true and \"1\"", [1, 1], [true, "1"]],
    ["items in another order", [1, 2], [2, 1]],
    ["an array and an object", [], {}],
    ["an array and its beginning", [1, 2], [1]],
    ["as many members of other names", { a: 1, b: undefined, c: 3 }, { a: 1, b: 2, c: undefined }],
    ["a member and an inherited one", JSON.parse('{"toString":1}'), { a: 1 }],
    ["a member and one of the prototype", JSON.parse('{"__proto__":{}}'), { x: {} }],
    ["a string and its normal form", "\u00e9", "e\u0301"],
  ];
  for (const [name, a, b] of different) {
    test(name + " differ", () => {
      assert.equal(equal(a, b), false);
      assert.equal(equal(b, a), false);
    });
  }

  test("what JSON cannot represent throws", () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    const getter = { get a(): number { throw new Error("no"); } };
    for (const value of [NaN, new Date(0), new Map(), () => {}, 1n, [undefined], "\ud800", cycle, getter]) {
      assert.throws(() => equal(value, value), ValidationError);
      assert.throws(() => equal({}, value), ValidationError);
    }
  });

  test("depth and length are bounded", () => {
    assert.throws(() => equal(doubled(100), doubled(100)), /longer than/);
    assert.equal(equal(doubled(10), doubled(10)), true);
    let deep: unknown = 0;
    for (let i = 0; i < 129; i++) deep = [deep];
    assert.throws(() => equal(deep, deep), /deeper than 128 levels/);
    assert.equal(equal(deep, deep, { maxDepth: 129 }), true);
    assert.throws(() => equal("ab", "ab", { maxBytes: 3 }), /longer than 3 bytes/);
  });

  test("inherited members do not count", () => {
    Object.defineProperty(Object.prototype, "b", { value: NaN, enumerable: true, configurable: true });
    try {
      assert.equal(equal({ a: 1 }, { a: 1, b: 1 }), false);
      assert.equal(equal({ a: 1 }, { a: 1 }), true);
    } finally {
      Reflect.deleteProperty(Object.prototype, "b");
    }
  });
});

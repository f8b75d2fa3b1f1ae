import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { type Codec, codec } from "../envelope/codec.js";
import type { Collector } from "../envelope/collect.js";
import { ValidationError } from "../envelope/issue.js";
import { atMember } from "../envelope/pointer.js";
import type { TypeInfo } from "../envelope/type.js";
import { hasAtLeast, hasAtMost, isObject, type JsonObject, own } from "../envelope/value.js";

// An open object; a member "wrong" breaks a must, "odd" a should.
const thing: TypeInfo<object> = {
  name: "Thing",
  check: (value, at, collector): void => {
    if (!isObject(value)) return collector.must("type", at, "must be an object");
    for (const name of Object.keys(value)) {
      if (name === "wrong") collector.must("wrong", at + atMember(name), "must not be wrong");
      if (name === "odd") collector.should("odd", at + atMember(name), "should not be odd");
    }
  },
};
const Thing: Codec<object> = codec(thing);

const wrong = { rule: "wrong", path: "/wrong", level: "must", message: "must not be wrong" };
const odd = { rule: "odd", path: "/odd", level: "should", message: "should not be odd" };

describe("texts", () => {
  test("decode", () => {
    assert.deepEqual(Thing.safeDecode('{"a":1}'), { ok: true, value: { a: 1 }, issues: [] });
    assert.deepEqual(Thing.safeDecode('{"odd":1}'), { ok: true, value: { odd: 1 }, issues: [odd] });
    assert.deepEqual(Thing.safeDecode('{"odd":1,"wrong":2}'), { ok: false, issues: [odd, wrong] });
    const { issues } = Thing.safeDecode('{"wrong":1,"wrong":2}');
    assert.deepEqual(issues.map(({ rule, path, level }) => [rule, path, level]), [["json", "", "must"]]);
    assert.deepEqual(Thing.safeDecode('{"odd":1,"wrong":2}', { maxIssues: 1 }), { ok: false, issues: [wrong] });
  });

  test("decode throws", () => {
    assert.deepEqual(Thing.decode(new TextEncoder().encode('{"odd":1}')), { odd: 1 });
    assert.throws(
      () => Thing.decode('{"odd":1,"wrong":2}'),
      (error: unknown) => {
        assert.ok(error instanceof ValidationError && error instanceof Error);
        assert.equal(error.name, "ValidationError");
        assert.equal(error.message, "/wrong: must not be wrong [wrong] (and 1 more)");
        assert.deepEqual(error.issues, [odd, wrong]);
        return true;
      },
    );
  });

  test("what is no text is the caller's mistake", () => {
    const bytes = new TextEncoder().encode("{}");
    const wrongs: unknown[] = [{}, null, undefined, 1, [123, 125], new Blob([bytes]), bytes.buffer, new DataView(bytes.buffer), new Uint16Array(1)];
    for (const input of wrongs as string[]) {
      assert.throws(() => Thing.safeDecode(input), TypeError);
      assert.throws(() => Thing.decode(input, { maxBytes: 1 }), TypeError);
    }
    for (const input of [bytes, Buffer.from(bytes), runInNewContext("new Uint8Array([123, 125])") as Uint8Array]) {
      assert.deepEqual(Thing.safeDecode(input), { ok: true, value: {}, issues: [] });
    }
  });

  test("methods need no this", () => {
    const { decode, is } = Thing;
    assert.deepEqual(decode("{}"), {});
    assert.deepEqual([{}, 1, { wrong: 1 }].filter(is), [{}]);
  });
});

describe("values in, values out", () => {
  test("parse and safeParse", () => {
    const value = { odd: 1 };
    assert.equal(Thing.parse(value), value);
    assert.deepEqual(Thing.safeParse(value), { ok: true, value, issues: [odd] });
    assert.deepEqual(Thing.safeParse({ wrong: 1 }), { ok: false, issues: [wrong] });
    assert.deepEqual(Thing.safeParse(value, { strict: true }), { ok: false, issues: [odd] });
    assert.throws(() => Thing.parse("{}"), ValidationError);
  });

  test("assert narrows", () => {
    const value: unknown = { a: 1 };
    Thing.assert(value);
    assert.equal(Object.keys(value).length, 1);
    assert.throws(() => Thing.assert({ wrong: 1 }), ValidationError);
  });

  test("encode checks, encodeUnchecked does not", () => {
    assert.equal(Thing.encode({ odd: 1 }), '{"odd":1}');
    assert.throws(() => Thing.encode({ odd: 1 }, { strict: true }), /odd/);
    assert.throws(() => Thing.encode({ wrong: 1 }), (error: unknown) => {
      assert.deepEqual((error as ValidationError).issues, [wrong]);
      return true;
    });
    assert.equal(Thing.encodeUnchecked({ wrong: 1 }), '{"wrong":1}');
    assert.equal(Thing.encode({ a: 1 }, { indent: 1 }), '{\n "a": 1\n}');
  });

  test("with binds options, and a call replaces them one by one", () => {
    const strict = Thing.with({ strict: true, maxIssues: 1 });
    assert.deepEqual(strict.safeDecode('{"odd":1}'), { ok: false, issues: [odd] });
    assert.deepEqual(strict.safeDecode('{"odd":1}', { strict: false }), { ok: true, value: { odd: 1 }, issues: [odd] });
    assert.equal(strict.check({ odd: 1, wrong: 1 }).length, 1);
    assert.equal(strict.with({ maxIssues: 2 }).check({ odd: 1, wrong: 1 }).length, 2);
    assert.equal(strict.is({ odd: 1 }), false);
    assert.deepEqual(strict["~standard"].validate({ odd: 1 }), { issues: [{ message: odd.message, path: ["odd"] }] });
    assert.deepEqual(Thing["~standard"].validate({ odd: 1 }), { value: { odd: 1 } });
    assert.throws(() => Thing.with({ trusted: true }).encode({ a: NaN }), ValidationError);
    assert.throws(() => strict.encode({ odd: 1 }), ValidationError);
    assert.throws(() => Thing.with({ maxDepth: 0 }), RangeError);
    assert.throws(() => Thing.with({ params: { age: 1 } as unknown as undefined }), RangeError);
    for (const now of ["yesterday", new Date(NaN)]) assert.throws(() => Thing.check({}, { now }), RangeError);
    assert.equal(strict.type, thing);
  });
});

describe("values of the program", () => {
  const json = (value: unknown): readonly (readonly [string, string, string])[] =>
    Thing.check(value).map(({ rule, path, message }) => [rule, path, message] as const);

  class Point {
    x = 1;
  }
  const throwing = new Proxy({}, { ownKeys: () => assert.fail("not readable") });
  const endless = { get more(): object { return endless; } };
  const refused: [string, unknown, string, string][] = [
    ["undefined", undefined, "", "JSON has no undefined"],
    ["NaN", { a: [NaN] }, "/a/0", "NaN and Infinity are not JSON"],
    ["Infinity", -Infinity, "", "NaN and Infinity are not JSON"],
    ["a function", { "a/b": () => 1 }, "/a~1b", "JSON has no function"],
    ["a symbol", [Symbol("s")], "/0", "JSON has no symbol"],
    ["a bigint", { a: { b: 1n } }, "/a/b", "JSON has no bigint"],
    ["a hole", { a: [1, , 2] }, "/a/1", "JSON has no undefined"],
    ["a huge hole", { a: new Array(4_000_000_000) }, "/a/0", "JSON has no undefined"],
    ["a Date", { a: new Date(0) }, "/a", "JSON has plain objects only"],
    ["a Map", new Map(), "", "JSON has plain objects only"],
    ["a boxed string", [Object("s")], "/0", "JSON has plain objects only"],
    ["an instance", { a: new Point() }, "/a", "JSON has plain objects only"],
    ["an heir of what has no prototype", Object.create(Object.assign(Object.create(null), { a: 1 })), "", "JSON has plain objects only"],
    ["an heir", Object.create({ a: 1 }), "", "JSON has plain objects only"],
    ["a lone surrogate", { a: "\ud800" }, "/a", "a string has a lone surrogate"],
    ["a lone surrogate in a name", { a: { "\udc00": 1 } }, "/a", "a string has a lone surrogate"],
    ["a proxy that throws", throwing, "", "the value cannot be read"],
  ];
  for (const [name, value, path, message] of refused) {
    test(name, () => {
      assert.deepEqual(json(value), [["json", path, message]]);
      assert.equal(Thing.is(value), false);
      assert.throws(() => Thing.encodeUnchecked(value as object), ValidationError);
    });
  }

  test("a cycle, and what has no end", () => {
    const cycle: unknown[] = [];
    cycle.push({ cycle });
    for (const value of [cycle, endless]) {
      assert.deepEqual(json(value), [["json", "", "arrays and objects nest deeper than 128 levels"]]);
    }
  });

  test("what is small in memory and huge as text", () => {
    let value: unknown = [];
    for (let i = 0; i < 100; i++) value = [value, value];
    assert.deepEqual(Thing.check(value).map((issue) => issue.message), ["the text is longer than 16777216 bytes"]);
    const lists = [["x".repeat(97)], Array(25).fill(null), Array(25).fill(true), Array(99).fill(1), { ["x".repeat(96)]: 1 }];
    for (const list of lists) {
      const size = JSON.stringify(list).length;
      assert.deepEqual(Thing.check(list, { maxBytes: size - 1 }).map((issue) => issue.rule), ["json"]);
      assert.notDeepEqual(Thing.check(list, { maxBytes: size }).map((issue) => issue.rule), ["json"]);
    }
  });

  test("maxBytes is about the text, and maxDepth about values as about texts", () => {
    const values = [{ a: [1.5, -1e-7, null, true, "é😀\n\u0001"], é: {} }, "x".repeat(9), [[[]]], 1e300];
    for (const value of values as object[]) {
      const text = Thing.encodeUnchecked(value);
      const size = new TextEncoder().encode(text).length;
      for (const options of [{ maxBytes: size }, { maxBytes: size - 1 }, { maxDepth: 2 }, { maxDepth: 3 }]) {
        const rules = (issues: readonly { rule: string }[]): string[] => issues.map(({ rule }) => rule);
        const wanted = rules(Thing.safeDecode(text, options).issues);
        assert.deepEqual(rules(Thing.check(value, options)), wanted, text);
        const encode = (): string => Thing.encodeUnchecked(value, options);
        if (wanted.includes("json")) assert.throws(encode, ValidationError);
        else assert.equal(encode(), text);
      }
    }
  });

  test("objects without prototype, of other realms, and repeated ones are plain", () => {
    const twice = {};
    const values = [Object.assign(Object.create(null), { a: 1 }), runInNewContext("({a: [{}]})"), { a: twice, b: twice }];
    for (const value of values) assert.deepEqual(Thing.check(value), []);
  });

  test("a member that is undefined is absent", () => {
    assert.equal(Thing.encodeUnchecked({ a: undefined, b: { c: undefined } }), '{"b":{}}');
  });

  test("trusted skips the proof and never throws", () => {
    assert.deepEqual(Thing.check({ a: NaN }, { trusted: true }), []);
    const check = (value: unknown, at: string, collector: Collector): void => {
      if (Array.isArray(value)) check(value[0], at + "/0", collector);
    };
    const Deep: Codec<unknown> = codec({ name: "Deep", check });
    const deep: unknown = JSON.parse("[".repeat(1_000_000) + "]".repeat(1_000_000));
    assert.deepEqual(Deep.check(deep, { trusted: true }).map((issue) => issue.rule), ["json"]);
  });
});

test("Standard Schema", () => {
  const standard = Thing["~standard"];
  assert.deepEqual([standard.version, standard.vendor], [1, "envgen"]);
  assert.deepEqual(standard.validate({ odd: 1 }), { value: { odd: 1 } });
  assert.deepEqual(standard.validate({ odd: 1, wrong: 1 }), { issues: [{ message: "must not be wrong", path: ["wrong"] }] });
  assert.deepEqual(standard.validate({ "a/~b": [1, NaN] }), {
    issues: [{ message: "NaN and Infinity are not JSON", path: ["a/~b", 1] }],
  });
});

test("own reads no inherited member", () => {
  const bare: JsonObject = {};
  assert.equal(own(bare, "constructor"), undefined);
  assert.equal(own(JSON.parse('{"__proto__":1}'), "__proto__"), 1);
});

test("length counts code points", () => {
  for (const [s, n] of [["", 0], ["ab", 2], ["😀", 1], ["a😀é", 3], ["😀😀😀", 3]] as const) {
    for (let limit = 0; limit < 8; limit++) {
      assert.equal(hasAtLeast(s, limit), n >= limit, `${s} at least ${limit}`);
      assert.equal(hasAtMost(s, limit), n <= limit, `${s} at most ${limit}`);
    }
  }
});

test("a value that is too deep for the stack is refused", () => {
  const endless = (value: unknown, at: string, collector: Collector): void => endless(value, at + "/a", collector);
  const { issues } = codec({ name: "Endless", check: endless }).safeDecode("{}");
  assert.deepEqual(issues, [{ rule: "json", path: "", level: "must", message: "the value cannot be read" }]);
});

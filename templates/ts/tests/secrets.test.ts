import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { format, inspect } from "node:util";
import { build } from "../envelope/build.js";
import { codec } from "../envelope/codec.js";
import { decode } from "../envelope/decode.js";
import { ValidationError } from "../envelope/issue.js";
import { conceal, redacted, type Secrets } from "../envelope/secrets.js";
import { show as developers } from "../envelope/show.js";
import { receiveText } from "../envelope/tracked.js";
import { track } from "../envelope/tracker.js";
import type { TypeInfo } from "../envelope/type.js";
import type { JsonObject } from "../envelope/value.js";
import type { Layout } from "../envelope/write.js";

const inner: Layout = { members: [["key", undefined, true], ["name"]] };
const whole: Layout = {
  members: [
    ["token", undefined, true],
    ["in", () => inner],
    ["list", () => ({ items: () => inner })],
    ["map", () => ({ values: () => inner })],
    ["one", () => ({ tag: "is", variants: [["a", () => inner], ["b", () => ({ members: [["key"]] })]] })],
    ["counts", () => ({ typed: true })],
    ["some", () => ({ options: [() => ({ items: () => inner }), () => inner] })],
  ],
};
const type: TypeInfo<JsonObject> = { name: "Whole", check: () => {}, layout: () => whole };
const show = (value: JsonObject, secrets?: Secrets): unknown => redacted(type, value, secrets);

describe("redacted", () => {
  test("finds members that are marked, wherever they are", () => {
    const value = {
      token: "t",
      in: { key: "k", name: "n" },
      list: [{ key: "k" }, { key: null, name: "n" }],
      map: { key: { key: "k" }, token: { name: "n" } },
      one: { is: "a", key: "k" },
      some: [{ key: "k" }],
      other: { key: "k", token: "t" },
    };
    assert.deepEqual(show(value), {
      token: "***",
      in: { key: "***", name: "n" },
      list: [{ key: "***" }, { key: null, name: "n" }],
      map: { key: { key: "***" }, token: { name: "n" } },
      one: { is: "a", key: "***" },
      some: [{ key: "***" }],
      other: { key: "k", token: "t" },
    });
    assert.deepEqual(show({ one: { is: "b", key: "k" }, some: { key: "k" } }), { one: { is: "b", key: "k" }, some: { key: "***" } });
  });

  test("finds undeclared members by name, in any case of ASCII letters only", () => {
    const secrets = { names: ["Pass_Word", "k", "name"] };
    assert.deepEqual(show({ PASS_word: 1, a: [{ K: [2], "\u212a": 3 }], in: { name: "n", k: "x" } }, secrets), {
      PASS_word: "***",
      a: [{ K: "***", "\u212a": 3 }],
      in: { name: "n", k: "***" },
    });
  });

  test("members of a map with a type are secrets where they are texts", () => {
    const secrets = { names: ["a", "b"] };
    assert.deepEqual(show({ counts: { a: 1, b: "x", c: "y" }, map: { a: { name: "a" } } }, secrets), {
      counts: { a: 1, b: "***", c: "y" },
      map: { a: { name: "a" } },
    });
  });

  test("finds parts of texts, the longest first", () => {
    const text = (of: string, ...values: string[]): unknown => (show({ of }, { values }) as JsonObject)["of"];
    assert.equal(text("abcabcd", "abc", "abcd"), "******");
    assert.equal(text("aaaaa", "aa"), "******a");
    assert.equal(text("x€😀y", "€😀"), "x***y");
    assert.equal(text("a.c abc $& /", "a.c", "$&", "/"), "*** abc *** ***");
    assert.equal(text("(a|b)[c]{1}\\^", "(a|b)", "[c]", "{1}", "\\", "^"), "***".repeat(5));
    assert.equal(text("😀", "", "\ud83d", "\ude00"), "😀");
    assert.equal(text("***", "*"), "*".repeat(9));
    assert.deepEqual(show({ sk: ["sk", 1] }, { values: ["sk", "1"] }), { sk: ["***", 1] });
  });

  test("shares nothing, and changes nothing", () => {
    const value = JSON.parse('{"in":{"name":"n"},"list":[{"name":"n"}],"__proto__":{"a":[1]},"constructor":{"x":"y"}}') as JsonObject;
    const before = JSON.stringify(value);
    const copy = redacted(codec(type), value);
    assert.equal(JSON.stringify(copy), before);
    for (const name of ["in", "list", "__proto__", "constructor"]) {
      assert.notEqual(Object.getOwnPropertyDescriptor(copy, name)?.value, Object.getOwnPropertyDescriptor(value, name)?.value);
    }
    assert.notEqual((copy["list"] as unknown[])[0], (value["list"] as unknown[])[0]);
    assert.equal(JSON.stringify(value), before);
    assert.deepEqual(show({ token: undefined, a: undefined }), {});
  });

  test("takes JSON only", () => {
    const cycle: JsonObject = {};
    cycle["in"] = cycle;
    for (const value of [cycle, { a: NaN }, { a: new Date() }]) assert.throws(() => show(value), ValidationError);
  });
});

describe("a builder with secrets", () => {
  const builder = { of: type, fills: [{ at: ["made"], by: "by k" }, { at: ["seen"], by: { value: ({ token }: JsonObject) => token, zero: "" } }] };

  test("replaces them once all is filled in", () => {
    const draft = { token: "t", in: { key: "k" }, other: "k" };
    assert.deepEqual(build(builder, draft, { secrets: { values: ["k"] } }), { token: "***", in: { key: "***" }, other: "***", made: "by ***", seen: "t" });
    assert.deepEqual(build(builder, draft, { secrets: {} }), { token: "***", in: { key: "***" }, other: "k", made: "by k", seen: "t" });
    assert.deepEqual(build(builder, draft), { ...draft, made: "by k", seen: "t" });
    assert.deepEqual(draft, { token: "t", in: { key: "k" }, other: "k" });
  });

  test("leaves to the check what is no JSON", () => {
    const cycle: JsonObject = {};
    cycle["in"] = cycle;
    for (const draft of [{ cycle }, { a: NaN }, { a: "\ud800" }]) assert.throws(() => build(builder, draft, { secrets: {} }), ValidationError);
    assert.throws(() => build(builder, { a: [[1]] }, { secrets: {}, maxDepth: 2 }), ValidationError);
    assert.throws(() => build(builder, { a: "x".repeat(99) }, { secrets: { values: ["x"] }, maxBytes: 200 }), ValidationError);
    assert.ok(build(builder, { token: "x".repeat(999) }, { secrets: {}, maxBytes: 2000 }));
  });
});

describe("what is printed", () => {
  const concealed: TypeInfo<JsonObject> = { ...type, conceal };
  const text = '{"token":"t","in":{"key":"k"},"list":[{"key":"k"},{"key":null},{"key":"k"}],"map":{"a":{"key":"k"}},"one":{"is":"a","key":"k"},"counts":{},"other":{"key":"o"}}';
  const printed = inspect(redacted(type, decode(type, text)), { depth: 9 });
  const prints = (value: unknown): void => {
    assert.equal(inspect(value, { depth: 9 }), printed);
    assert.equal(JSON.stringify(value), text);
    assert.deepStrictEqual(value, decode(type, text));
  };

  test("shows no secret of what has been decoded, received or built", () => {
    prints(decode(concealed, text));
    const conversation = { name: "talk", sides: [], of: concealed, tag: "", record: () => 0, whole: { names: ["any"], letters: [[0]], states: [{ next: { 0: 0 } }] } };
    prints(receiveText(track(conversation), text).value);
    prints(build({ of: concealed }, decode(type, text)));
  });

  test("shows what the program has put together or copied itself", () => {
    const own = { token: "t" };
    assert.equal(codec(concealed).parse(own), own);
    for (const value of [own, { ...decode(concealed, '{"token":"t"}') }, structuredClone(decode(concealed, '{"token":"t"}'))]) assert.equal(inspect(value), "{ token: 't' }");
  });

  test("is left alone where it cannot be changed", () => {
    const frozen = Object.freeze({ key: "k" });
    assert.doesNotThrow(() => conceal({ in: frozen, list: [frozen] }, whole));
  });
});

describe("every container in every formatter", () => {
  const SECRET = "geheim";
  const text = JSON.stringify({ token: SECRET, in: { key: SECRET, name: "n" }, list: [{ key: SECRET }, { key: SECRET }], map: { a: { key: SECRET } }, some: { key: SECRET } });
  const hiding: TypeInfo<JsonObject> = { ...type, conceal };
  const decoded = decode(hiding, text);
  const received = receiveText(track({ name: "x", sides: [], of: hiding, tag: "", record: () => 0, whole: { letters: [0], names: ["any"], states: [{ next: { 0: 0 }, expected: "" }] } }), text);
  const values: readonly unknown[] = [decoded, decoded["in"], decoded["list"], decoded["map"], decoded["some"], received, build({ of: hiding }, JSON.parse(text))];
  const containers: readonly ((value: unknown) => unknown)[] = [
    (value) => value,
    (value) => [value],
    (value) => ({ a: { b: value } }),
    (value) => new Map([["a", value]]),
    (value) => new Set([value]),
    (value) => ({ ok: true, value, issues: [] }),
    (value) => Object.assign(new Error("x"), { value }),
    (value) => new Error("x", { cause: value }),
    (value) => Promise.resolve(value),
    (value) => [[[value]]],
    (value) => new (class Own {
      readonly held = value;
    })(),
  ];
  const formatters: readonly ((value: unknown) => string)[] = [
    (value) => inspect(value),
    (value) => inspect(value, { depth: null, showHidden: true, compact: false }),
    (value) => format("%o %O %s %j", value, value, value, 0),
    (value) => developers(value),
    (value) => developers(value, hiding as TypeInfo<unknown>),
  ];

  test("prints no secret of what was decoded, received or built", () => {
    for (const value of values) {
      for (const container of containers) {
        for (const [i, formatter] of formatters.entries()) assert.ok(!formatter(container(value)).includes(SECRET), `formatter ${i} of ${String(container)}`);
      }
    }
  });

  test("but of copies only with the type", () => {
    const copy = { ...decoded };
    assert.ok(inspect(copy).includes(SECRET)); // docs/reference/spec/secrets.md
    assert.equal(developers(copy, type), developers(decoded));
    assert.equal(JSON.parse(developers(decoded)).in.key, "***");
  });

  test("shows at most 2 KB, and why there is no JSON", () => {
    for (const sign of ["€", "😀", "x"]) {
      const long = developers({ a: sign.repeat(5000) });
      assert.ok(new TextEncoder().encode(long).length <= 2048 + 3 && long.endsWith(sign + "…"), sign);
    }
    assert.equal(developers({ a: [1, null, "x"] }), '{"a":[1,null,"x"]}');
    assert.equal(developers(undefined), "null");
    const cycle: { own?: unknown } = {};
    cycle.own = cycle;
    assert.match(developers(cycle), /^\[.*\]$/s);
    assert.equal(developers({ a: 9007199254740993n }), '{"a":9007199254740993}');
  });
});

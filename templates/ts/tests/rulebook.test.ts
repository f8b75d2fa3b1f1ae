import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Codec, codec } from "../envelope/codec.js";
import { ValidationError } from "../envelope/issue.js";
import type { Collector } from "../envelope/collect.js";
import { durationOfText, type Time } from "../envelope/timestamp.js";
import type { Options } from "../envelope/options.js";
import { booleans, durations, integers, numbers, sizes, versions } from "../envelope/parameters.js";
import { type RunOf, rulebook, rulesOf } from "../envelope/rulebook.js";
import { inStages, later, majorVersion, nowOf, readNow } from "../envelope/stages.js";
import type { TypeInfo } from "../envelope/type.js";
import { isObject } from "../envelope/value.js";

/** A message whose text is deferred to the second of two stages. */
interface Message {
  version?: string;
  text?: string;
  marks?: string[];
}

type Params = {
  readonly age?: string | undefined;
  readonly size?: number | undefined;
  readonly strict?: boolean | undefined;
  readonly name?: string | undefined;
  readonly count?: number | undefined;
  readonly ratio?: number | undefined;
};

const book = rulebook(
  {
    age: { takes: durations, default: "300s" },
    size: { takes: sizes, default: 32768 },
    strict: { takes: booleans, default: false },
    name: { takes: versions, default: "1.0.0" },
    count: { takes: integers, default: 1 },
    ratio: { takes: numbers, default: 0.5 },
  },
  {
    now: readNow,
    accepts: { by: majorVersion, at: ["version"], param: "name", rule: "version", level: "must", message: "is another major" },
    stages: { run: inStages, count: 2 },
  },
);

/** The inputs of the last run. */
let seen: { now: Time; params: object } | undefined;

/** Each mark of a message causes an issue of the same name: "structure", or a level and a stage as in "must 0". */
function checkMessage(value: unknown, at: string, collector: Collector): void {
  if (!isObject(value)) return collector.must("type", at, "must be an object");
  const { text, marks } = value as Message;
  if (text !== undefined) later(collector, 1, text, at + "/text", checkText);
  for (const mark of marks ?? []) if (mark === "structure") collector.must(mark, at, "");
}

function checkText(value: unknown, at: string, collector: Collector): void {
  if (value === "nested") later(collector, 0, value, at + "/in", (_value, at, collector) => collector.must("nested", at, ""));
  if (typeof value !== "string") collector.must("type", at, "must be a string");
}

function rulesMessage(value: Message, at: string, run: RunOf<typeof book>): void {
  seen = { now: nowOf(run), params: run.params };
  for (const mark of value.marks ?? []) {
    if (mark === `must ${run.stage}`) run.must(mark, at, "");
    if (mark === `should ${run.stage}`) run.should(mark, at, "");
  }
}

const partType: TypeInfo<Message, Params> = { name: "Part", check: checkMessage, book: () => book, rules: rulesMessage };
const Message: Codec<Message, Params> = codec({ ...partType, isMessage: true });
const Part: Codec<Message, Params> = codec(partType);

function found(value: object, of = Message, options?: Options<Params>): string[] {
  return of.safeDecode(JSON.stringify(value), options).issues.map(({ rule, path }) => `${rule} ${path}`.trimEnd());
}

describe("steps", () => {
  const cases: [string, object, string[]][] = [
    ["a valid message", { version: "1.9.0", text: "" }, []],
    ["another major stops everything", { version: "2.0.0", marks: ["structure", "must 0"] }, ["version /version"]],
    ["a malformed version is left to structure", { version: "2.0", marks: ["structure"] }, ["structure"]],
    ["a version that is no string, too", { version: 2 }, []],
    ["structure stops stages", { text: 1, marks: ["structure", "must 0", "should 0"] }, ["structure"]],
    ["a stage stops what waits for the next", { text: 1, marks: ["must 0", "must 1"] }, ["must 0"]],
    ["a should stops nothing", { text: 1, marks: ["should 0"] }, ["should 0", "type /text"]],
    ["what waits comes before the rules of its stage", { text: 1, marks: ["must 1"] }, ["type /text"]],
    ["within a stage every rule runs", { marks: ["must 1", "should 1", "should 0"] }, ["must 1", "should 0", "should 1"]],
    ["what waits for an earlier stage need not", { text: "nested" }, ["nested /text/in"]],
  ];
  for (const [name, value, want] of cases) test(name, () => assert.deepEqual(found(value), want));

  test("a part has no version", () => assert.deepEqual(found({ version: "2.0.0" }, Part), []));

  test("is and Standard Schema take all steps", () => {
    assert.equal(Message.is({ marks: ["must 1"] }), false);
    assert.equal(Message.is({ marks: ["should 1"] }), true);
    assert.ok(Message["~standard"].validate({ text: 1 }).issues);
  });

  test("encode looks at what waits, and leaves validity to check", () => {
    const check = (value: unknown, at: string, collector: Collector): void =>
      later(collector, 3, value, at, (_value, at, collector) => collector.must("integer-range", at, ""));
    const wide: Codec<object> = codec({ name: "Wide", check });
    assert.throws(() => wide.encodeUnchecked({}), ValidationError);
    assert.equal(Message.encodeUnchecked({ marks: ["must 0"] }), '{"marks":["must 0"]}');
  });

  test("rules of a codec can be asked from outside", () => {
    const reported: string[] = [];
    const run = { stage: 1, now: 0n, params: {}, must: (rule: string, place: string) => reported.push(rule + place) };
    rulesOf(partType)({ marks: ["must 1"] }, "/a", run as unknown as RunOf<typeof book>);
    assert.deepEqual(reported, ["must 1/a"]);
    assert.doesNotThrow(() => rulesOf({})({}, "", run as unknown as RunOf<typeof book>));
  });
});

describe("options", () => {
  test("strict refuses a should", () => {
    const text = '{"marks":["should 1"]}';
    assert.equal(Message.safeDecode(text).ok, true);
    const { ok, issues } = Message.safeDecode(text, { strict: true });
    assert.deepEqual([ok, issues.map(({ level }) => level)], [false, ["should"]]);
    assert.throws(() => Message.decode(text, { strict: true }), /should 1/);
    assert.ok(Message.decode("{}", { strict: true }));
  });

  test("now is a Date, a date-time or the clock's time", () => {
    const now = (options?: Options<Params>): Time | undefined => (found({}, Message, options), seen?.now);
    assert.equal(now({ now: "1970-01-01T00:00:00.000000001Z" }), 1n);
    assert.equal(now({ now: new Date(-1) }), -1_000);
    const before = Date.now() * 1000;
    const read = now();
    assert.ok(read !== undefined && read >= before && read <= Date.now() * 1000);
    for (const bad of ["yesterday", "0000-01-01T00:00:00Z", new Date(NaN), new Date(8.64e15)]) {
      assert.throws(() => now({ now: bad }), RangeError);
    }
  });

  test("parameters have defaults", () => {
    found({});
    assert.deepEqual(seen?.params, { age: durationOfText("300s"), size: 32768, strict: false, name: "1.0.0", count: 1, ratio: 0.5 });
    found({}, Message, { params: { age: "1h", size: 0, strict: true, count: -1, ratio: 1e9, name: undefined } });
    assert.deepEqual(seen?.params, { age: durationOfText("1h"), size: 0, strict: true, name: "1.0.0", count: -1, ratio: 1e9 });
  });

  test("-0 is 0, as a parameter and as its default", () => {
    const given = { age: "1s", size: -0, strict: true, name: "1.0.0", count: -0, ratio: -0 };
    found({}, Message, { params: given });
    assert.deepEqual(seen?.params, { ...given, age: durationOfText("1s"), size: 0, count: 0, ratio: 0 });
    let ratio: number | undefined;
    const zero = rulebook({ ratio: { takes: numbers, default: -0 } });
    const rules = (_value: unknown, _at: string, run: RunOf<typeof zero>): void => void (ratio = run.params.ratio);
    codec({ name: "Zero", check: () => {}, book: () => zero, rules }).check({});
    assert.equal(ratio, 0);
  });

  test("a parameter decides which version is accepted", () => {
    assert.deepEqual(found({ version: "2.0.0" }, Message, { params: { name: "2.1.0-rc.1" } }), []);
    for (const name of ["none", "1", "1.0", "", "1.0.0 "]) {
      assert.throws(() => found({ version: "1.0.0" }, Message, { params: { name } }), RangeError);
    }
  });

  test("sizes may be texts where parameters are", () => {
    const sizes: [unknown, number | undefined][] = [
      ["32KiB", 32768],
      ["1MiB", 1048576],
      ["7", 7],
      ["7B", 7],
      ["1.5KiB", undefined],
      ["32kb", undefined],
      ["9007199254740992", undefined],
      ["", undefined],
      ["07", undefined],
      ["8388608GiB", undefined],
      [["7"], undefined],
      [null, undefined],
      [-1, undefined],
      [0.5, undefined],
      [true, undefined],
    ];
    for (const [size, want] of sizes) {
      const options = { params: { size } } as Options<Params>;
      if (want === undefined) assert.throws(() => found({}, Message, options), RangeError);
      else assert.deepEqual([found({}, Message, options), (seen?.params as Params).size], [[], want]);
    }
  });

  test("a wrong parameter is the caller's mistake", () => {
    const wrong: object[] = [{ aeg: "1s" }, { age: "1" }, { age: 1 }, { strict: 1 }, { name: 1 }, { count: 0.5 }, { ratio: NaN }, { constructor: 1 },
      ...[{ count: 2 ** 53 }, { count: "1" }, { age: "2562048h" }, { age: null }, { strict: null }, [], null, "age", 5] as object[]];
    for (const params of wrong) {
      // For every text, and for types with and without rules.
      const options = { params } as Options<Params>;
      assert.throws(() => found({}, Message, options), RangeError);
      assert.throws(() => Message.safeDecode("[", options), RangeError);
    }
    const Bare: Codec<unknown, object> = codec<unknown, object>({ name: "Bare", check: () => {} });
    for (const params of [{ age: "1s" }, [], null] as object[]) assert.throws(() => Bare.safeDecode("[", { params }), RangeError);
    assert.ok(Bare.safeDecode("[]", { params: {} }).ok);
  });
});

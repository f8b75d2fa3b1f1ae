import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Begun, type Builder, build, type BuildOptions, type Fill, safeBuild } from "../envelope/build.js";
import { encode, encodeUnchecked } from "../envelope/encode.js";
import { ValidationError } from "../envelope/issue.js";
import { emit, format } from "../envelope/output.js";
import { failureIn, refusedBy } from "../envelope/refusal.js";
import { dateTime, elapsed, ulid, unixSeconds, uuid } from "../envelope/sources.js";
import type { TypeInfo } from "../envelope/type.js";
import { isObject, type JsonObject } from "../envelope/value.js";

/** Takes every object; one with the member `bad` is none. */
const anything: TypeInfo<JsonObject> = {
  name: "Anything",
  check: (value, at, run) => {
    if (!isObject(value)) run.must("type", at, "must be an object");
    else if (value["bad"] !== undefined) run.must("false-schema", at + "/bad", "must not be there");
  },
  layout: () => ({ members: [["kind"], ["id"], ["meta", () => ({ members: [["ts"], ["took"], ["list"]] })]] }),
};

const builder = (table: Omit<Builder<JsonObject>, "of">): ((draft: unknown, options?: BuildOptions, to?: unknown) => JsonObject) => {
  const whole = { of: anything, ...table };
  return (draft, options, to) => build(whole, draft, options, to);
};

interface Shape {
  readonly [member: string]: Fill["by"] | Shape;
}

const isShape = (by: Fill["by"] | Shape): by is Shape => typeof by === "object" && by !== null && !("words" in by);

/** The tables of a builder that fills in something, in the shape of the message. */
const fills = (shape: Shape): Required<Pick<Builder<JsonObject>, "draft" | "fills">> => {
  const all: Fill[] = [];
  const inner: Record<string, Begun> = {};
  for (const [name, by] of Object.entries(shape)) {
    if (isShape(by)) {
      const below = fills(by);
      inner[name] = below.draft;
      all.push(...below.fills.map((fill) => ({ ...fill, at: [name, ...fill.at] })));
    } else {
      all.push({ at: [name], by });
    }
  }
  return { draft: { inner }, fills: all };
};

const noon = new Date("2026-05-12T12:00:00.0009Z");
const filled = (filling: (typeof dateTime) | (typeof elapsed), options?: BuildOptions): unknown => builder({ ...fills({ x: filling }) })({}, options)["x"];

describe("wrong options", () => {
  const wrong: readonly (readonly [string, BuildOptions])[] = [
    ["started", { started: Date.now() as never }],
    ["started", { started: null as never }],
    ["now", { now: Date.now() as never }],
    ["now", { now: new Date(NaN) }],
    ["newId", { newId: "id" as never }],
    ["env", { env: "HOME" as never }],
    ["secrets", { secrets: null as never }],
    ["store", { store: {} as never }],
    ["store", { store: null as never }],
  ];
  for (const [name, options] of wrong) {
    test(`${name} is named by a RangeError`, () => {
      const make = builder({ ...fills({ kind: "k", meta: { ts: dateTime, took: elapsed, inner: {} } }) });
      assert.throws(() => make({}, { now: noon, ...options }), (error) => error instanceof RangeError && error.message.startsWith(name));
    });
  }
});

describe("a builder", () => {
  const make = builder({ ...fills({ kind: "k", n: null, meta: { ts: dateTime, inner: {} } }) });

  test("fills in what is absent, and begins objects", () => {
    assert.deepEqual(make({}, { now: noon }), { kind: "k", n: null, meta: { ts: "2026-05-12T12:00:00.000Z", inner: {} } });
    assert.deepEqual(make({ kind: undefined, meta: undefined }, { now: noon }), make({}, { now: noon }));
  });

  test("keeps what is given, undeclared members too", () => {
    const draft = { kind: "other", n: 0, meta: { ts: "t", inner: { a: 1 } }, more: [{ b: 2 }], ["__proto__"]: { c: 3 } };
    assert.deepEqual(make(JSON.parse(JSON.stringify(draft))), JSON.parse(JSON.stringify(draft)));
    const named = make(JSON.parse('{"__proto__":{"c":3},"constructor":1}'));
    assert.deepEqual(Object.entries(named).slice(-2), [["__proto__", { c: 3 }], ["constructor", 1]]);
  });

  test("writes declared members in the order of the spec", () => {
    assert.deepEqual(Object.keys(make({ more: 1, meta: {}, id: "7" })), ["kind", "id", "meta", "n", "more"]);
  });

  test("leaves what is no object to the check", () => {
    const result = safeBuild({ of: anything, ...fills({ meta: { ts: dateTime } }) }, { meta: null });
    assert.deepEqual(result.value, { meta: null });
    assert.throws(() => make(7), ValidationError);
    assert.throws(() => make(undefined), ValidationError);
  });

  test("begins no object that the caller has to give", () => {
    const table = { ...fills({ meta: { ts: dateTime } }), draft: { inner: { meta: { wanted: true } } } };
    assert.deepEqual(builder(table)({}), {});
    assert.deepEqual(builder(table)({ meta: {} }, { now: noon }), { meta: { ts: "2026-05-12T12:00:00.000Z" } });
  });

  test("gives issues for what is not valid, and throws them", () => {
    const result = safeBuild({ of: anything }, { bad: 1 });
    assert.deepEqual(result, { ok: false, issues: [{ rule: "false-schema", path: "/bad", level: "must", message: "must not be there" }] });
    assert.throws(() => make({ bad: 1 }), ValidationError);
    assert.throws(() => make({ x: NaN }), ValidationError);
    for (const x of [new Date(), BigInt(1), "\ud800", [undefined], { "\ud800": 1 }, () => 1, [Infinity], Object.create({ y: 1 })]) {
      assert.throws(() => make({ x }), ValidationError);
      assert.throws(() => make({ meta: { inner: { x } } }), ValidationError);
    }
    assert.throws(() => make({ "\ud800": 1 }), ValidationError);
    assert.throws(() => make(new Date()), ValidationError);
    const cycle: JsonObject = {};
    cycle["x"] = [cycle];
    assert.throws(() => make({ cycle }), ValidationError);
  });

  test("obeys the limits of depth and size", () => {
    assert.doesNotThrow(() => make({ a: [{}] }, { maxDepth: 3, maxBytes: 100 }));
    assert.throws(() => make({ a: [[{}]] }, { maxDepth: 3 }), ValidationError);
    assert.throws(() => make({}, { maxDepth: 1 }), ValidationError);
    assert.throws(() => make({ a: "x".repeat(60) }, { maxBytes: 100 }), ValidationError);
    const [first] = safeBuild({ of: anything }, { a: "x".repeat(30) }, { maxBytes: 30 }).issues;
    assert.equal(first?.message, "the text is longer than 30 bytes");
    let shared: unknown = [];
    for (let i = 0; i < 60; i++) shared = [shared, shared];
    assert.throws(() => make({ shared }, { maxBytes: 10_000 }), ValidationError);
  });

  test("shares nothing with the draft or its table", () => {
    const draft = { list: [{ a: [1] }], meta: { inner: { b: {} } } };
    const before = JSON.stringify(draft);
    const message = make(draft, { now: noon });
    const other = make(draft, { now: noon });
    (message["list"] as { a: number[] }[])[0]?.a.push(2);
    ((message["meta"] as JsonObject)["inner"] as JsonObject)["b"] = 1;
    assert.equal(JSON.stringify(draft), before);
    assert.deepEqual(other, make(draft, { now: noon }));
  });

  test("fills in members of an object that is given as a whole, and leaves that as it is", () => {
    const whole = builder({ fills: [{ at: ["data", "hint"], by: { value: () => "h", zero: "" } }] });
    for (const data of [{}, { hint: "" }, { hint: null }, { a: 1 }]) {
      const before = JSON.stringify(data);
      assert.deepEqual(whole({ data }), { data: { hint: "h", ...data } });
      assert.equal(JSON.stringify(data), before);
    }
    for (const data of ["text", null, 1, true]) assert.deepEqual(whole({ data }), { data });
    assert.deepEqual(whole({}), {});
    const deep = { data: {} }; // deeper than the limit, so that the builder has not copied it
    assert.throws(() => whole(deep, { maxDepth: 1 }), ValidationError);
    assert.deepEqual(deep, { data: {} });
  });

  test("copies what the answered message has, and the caller leaves out", () => {
    const reply = builder({ ...fills({ to: null }), copies: [{ at: ["to"], origin: ["from"] }, { at: ["meta", "id"], origin: ["meta", "id"] }, { at: ["x"], origin: ["toString"] }] });
    assert.deepEqual(reply({ meta: {} }, {}, { from: "a", meta: { id: 1 } }), { to: "a", meta: {} });
    assert.deepEqual(reply({}, {}, { from: null, meta: 3 }), { to: null });
    assert.deepEqual(reply({ to: "b" }, {}, { from: "a" }), { to: "b" });
    const inside = builder({ ...fills({ meta: {} }), copies: [{ at: ["meta", "id"], origin: ["meta", "id"] }] });
    assert.deepEqual(inside({}, {}, { meta: { id: 1 } }), { meta: { id: 1 } });
  });

  test("drops empty lists before it fills in", () => {
    const make = builder({ ...fills({ meta: { list: "none" } }), drops: [["meta", "list"], ["more"]] });
    assert.deepEqual(make({ meta: { list: [] }, more: [] }), { meta: { list: "none" } });
    assert.deepEqual(make({ meta: { list: [1] } }), { meta: { list: [1] } });
  });

  test("computes of the message as far as it is there", () => {
    const make = builder({
      draft: { inner: { meta: {} } },
      fills: [
        { at: ["meta", "took"], by: { value: (self: { a: { length: number } }) => self.a.length, zero: 0 } },
        { at: ["big"], by: { when: (self: { a?: unknown }) => self.a !== undefined, value: () => BigInt(12), zero: 0 } },
        { at: ["none", "x"], by: { value: () => 1, zero: 0 } },
        { at: ["never"], by: { when: () => JSON.parse("") as boolean, value: () => 1, zero: 0 } },
      ],
    });
    assert.deepEqual(make({ a: "abc" }), { meta: { took: 3 }, a: "abc", big: 12 });
    assert.deepEqual(make({}), { meta: { took: 0 } });
  });
});

describe("sources", () => {
  test("the clock is the caller's, or the system's, and read once", () => {
    let reads = 0;
    const now = (): Date => (reads++, noon);
    const make = builder({ ...fills({ a: dateTime, b: unixSeconds }) });
    assert.deepEqual(make({}, { now }), { a: "2026-05-12T12:00:00.000Z", b: 1778587200 });
    assert.equal(reads, 1);
    const { a, b } = make({}) as { a: string; b: number };
    assert.match(a, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(b, Math.floor(Date.parse(a) / 1000));
  });

  test("times are rounded down", () => {
    assert.equal(filled(dateTime, { now: "2026-05-12T10:30:00.9999+02:30" }), "2026-05-12T08:00:00.999Z");
    assert.equal(filled(dateTime, { now: "1969-12-31T23:59:59.5Z" }), "1969-12-31T23:59:59.500Z");
    assert.equal(filled(unixSeconds, { now: "1969-12-31T23:59:59.5Z" }), -1);
    assert.equal(filled(unixSeconds, { now: new Date(-500) }), -1);
    assert.throws(() => filled(dateTime, { now: "2026-02-30T00:00:00Z" }), RangeError);
    assert.throws(() => filled(dateTime, { now: new Date(NaN) }), RangeError);
  });

  test("durations are whole milliseconds since the start, if there is one", () => {
    const took = (started: Date | string | undefined): unknown => filled(elapsed, { started, now: "2026-05-12T08:00:00.0009Z" });
    assert.equal(took(undefined), undefined);
    assert.equal(took("2026-05-12T07:59:59.0001Z"), 1000);
    assert.equal(took("2026-05-12T07:59:59.0010Z"), 999);
    assert.equal(took("2026-05-12T08:00:00.0019Z"), -1);
    assert.equal(took("2026-05-12T08:00:00.0018Z"), 0);
    assert.equal(took(new Date("2026-05-12T08:00:00Z")), 0);
    assert.throws(() => took("yesterday"), RangeError);
  });

  test("ids are the caller's, or well-formed", () => {
    const newId = (kind: string): string => "the " + kind;
    assert.deepEqual(builder({ ...fills({ a: uuid, b: ulid }) })({}, { newId }), { a: "the uuid", b: "the ulid" });
    const ids = new Set<unknown>();
    for (let i = 0; i < 64; i++) {
      const { a, b } = builder({ ...fills({ a: uuid, b: ulid }) })({}, { now: noon });
      assert.match(String(a), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.match(String(b), /^01KRE0XTG0[0-9A-HJKMNP-TV-Z]{16}$/);
      ids.add(a).add(b);
    }
    assert.equal(ids.size, 128);
  });

  test("an empty variable counts as unset", () => {
    const agent = { words: [["CODEX", "codex"], ["GEMINI", "gemini"], ["toString", "x"]], otherwise: "claude" } as const;
    const of = (env: NonNullable<BuildOptions["env"]>): unknown => builder({ ...fills({ agent }) })({}, { env })["agent"];
    assert.equal(of({}), "claude");
    assert.equal(of({ CODEX: "", GEMINI: "1" }), "gemini");
    assert.equal(of({ CODEX: "1", GEMINI: "1" }), "codex");
    process.env["CODEX"] = "1";
    try {
      assert.equal(builder({ ...fills({ agent }) })({})["agent"], "codex");
    } finally {
      delete process.env["CODEX"];
    }
  });
});

describe("output", () => {
  const message = { kind: "k", meta: { list: [] } };

  test("is laid out as JSON.stringify does, with an end", () => {
    assert.equal(format({ indent: 2, end: "\n" }, anything, message), JSON.stringify(message, null, 2) + "\n");
    assert.equal(format({}, anything, message), encode(anything, message));
    assert.throws(() => format({}, anything, { bad: 1 }), ValidationError);
  });

  test("is not looked at again where a builder has made it", () => {
    assert.equal(format({}, anything, { bad: 1 }, { built: true }), '{"bad":1}');
    assert.throws(() => encodeUnchecked(anything, { x: NaN }), ValidationError);
    assert.equal(encodeUnchecked(anything, { b: 1, id: 2 }, { built: true }), '{"id":2,"b":1}');
  });

  test("goes where the caller says, and nothing goes anywhere if it is not valid", () => {
    const texts: string[] = [];
    emit({ end: "!" }, anything, message, { write: (text) => texts.push(text) });
    assert.throws(() => emit({}, anything, { bad: 1 }, { write: (text) => texts.push(text) }), ValidationError);
    assert.deepEqual(texts, [encode(anything, message) + "!"]);
  });
});

test("a refusal speaks of the first issue of level must", () => {
  const issue = { rule: "type", path: "/a", level: "must", message: "must be a string" } as const;
  assert.deepEqual(refusedBy([{ ...issue, path: "", level: "should" }, issue]), { isJson: true, text: "/a must be a string" });
  assert.deepEqual(refusedBy(new ValidationError([{ ...issue, rule: "json", path: "" }])), { isJson: false, text: "must be a string" });
  assert.equal(refusedBy([]).isJson, true);
});

test("a failure is the first member of a message that is valid", () => {
  assert.deepEqual(failureIn({ error: { bad: 1 }, cause: { id: 1 } }, ["error", "cause"], [anything]), { id: 1 });
  assert.equal(failureIn({ error: { bad: 1 } }, ["error", "toString"], [anything]), undefined);
});

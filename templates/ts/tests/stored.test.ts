import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import type { ArtifactStore, Storing } from "../envelope/artifacts.js";
import { type Builder, type BuildOptions, build, safeBuild } from "../envelope/build.js";
import { ValidationError } from "../envelope/issue.js";
import { sampleOf } from "../envelope/preview.js";
import { StoreError, storeLarge } from "../envelope/stored.js";
import type { TypeInfo } from "../envelope/type.js";
import { isObject, type JsonObject } from "../envelope/value.js";
import type { Layout } from "../envelope/write.js";

const payload: Layout = { members: [["first"], ["rows", () => ({ items: () => ({ members: [["z"], ["a"]] }) })]] };
const anything: TypeInfo<JsonObject> = { name: "Anything", check: () => {}, layout: () => ({ members: [["data", () => payload]] }) };
const summary: TypeInfo<JsonObject> = {
  name: "Summary",
  check: (value, at, run) => {
    if (!isObject(value)) return;
    const { status, tags } = value;
    if (status !== undefined && typeof status !== "number") run.must("type", at + "/status", "must be a number");
    if (Array.isArray(tags) && tags.includes(0)) run.must("type", at + "/tags/~#0", "must be a string");
  },
};

/** Stores texts and records which. */
class Memory implements ArtifactStore {
  readonly texts: string[] = [];
  put(content: Uint8Array): string {
    this.texts.push(new TextDecoder().decode(content));
    return "sha256:" + createHash("sha256").update(content).digest("hex");
  }
}

const large: TypeInfo<JsonObject> = { name: "Large", check: () => {}, layout: () => payload };
const storing: Storing = { at: ["data"], by: storeLarge, of: large, over: 20, makes: summary, digest: ["artifact"] };
const builder = (more: Partial<Storing>, table: Partial<Builder<JsonObject>> = {}): Builder<JsonObject> => ({ of: anything, stores: [{ ...storing, ...more }], ...table });
const made = (more: Partial<Storing>, data: unknown, options?: BuildOptions): JsonObject =>
  build<JsonObject, never, JsonObject>(builder(more), { data }, { store: new Memory(), ...options })["data"] as JsonObject;

describe("a builder with a store", () => {
  test("stores what has more bytes, as canonical text", () => {
    const store = new Memory();
    const stays = { b: "0123456789ab" };
    assert.equal(JSON.stringify(stays).length, 20);
    assert.deepEqual(made({}, stays, { store }), stays);
    assert.deepEqual(store.texts, []);
    const rows = [{ a: 1, z: 2 }];
    const { artifact } = made({}, { x: 1, "1": 0, rows, first: 1e21 }, { store });
    assert.deepEqual(store.texts, ['{"first":1e+21,"rows":[{"z":2,"a":1}],"1":0,"x":1}']);
    assert.equal(artifact, "sha256:" + createHash("sha256").update(store.texts[0] ?? "").digest("hex"));
    assert.deepEqual(made({}, { b: "éééééé" }, { store }), { b: "éééééé" });
    assert.ok("artifact" in made({}, { b: "ééééééé" }, { store }));
  });

  test("says how large it is and what is in it", () => {
    const more: Partial<Storing> = { size: ["about", "size"], count: ["about", "count"], values: [[["about", "kind"], "json"]] };
    assert.deepEqual(made(more, { x: "0123456789abcdefé" })["about"], { kind: "json", size: 26 });
    assert.deepEqual(made(more, { x: [], y: [1, 2], z: [1, 2, 3] })["about"], { kind: "json", size: 30, count: 2 });
    assert.deepEqual(made(more, { x: [1, 2, 3], rows: [{}], long: "long" })["about"], { kind: "json", size: 39, count: 1 });
  });

  test("takes members that are valid, each on its own, and shares none", () => {
    const takes = [["status"], ["tags"], ["deep", "more"], ["no"]];
    const tags = ["x"];
    const draft = { tags, status: "bad", more: { a: [1] }, text: "0123456789" };
    const { artifact, ...taken } = made({ takes }, draft);
    assert.deepEqual(taken, { tags: ["x"], deep: { more: { a: [1] } } });
    assert.notEqual(taken["tags"], tags);
    assert.deepEqual(Object.keys(made({ takes }, { tags: [0], status: 2, text: "0123456789" }, { maxIssues: 1 })), ["artifact", "status"]);
  });

  test("leaves what stands for something stored already, and what is no object", () => {
    for (const data of [{ artifact: null, text: "0123456789abc" }, ["0123456789abcdefgh"], "0123456789abcdefghijk", null]) {
      assert.deepEqual(made({}, data), data);
    }
    assert.deepEqual(build(builder({}), { x: 1 }, { store: new Memory() }), { x: 1 });
    assert.deepEqual(build(builder({ at: ["a", "b"] }), { a: "0123456789abcdefghijk" }, { store: new Memory() }), { a: "0123456789abcdefghijk" });
  });

  test("fills in again what follows from it, and then takes away", () => {
    const by = { when: ({ data }: JsonObject) => (data as JsonObject)["artifact"] !== undefined, value: () => "x", zero: "" };
    const table = builder({}, { fills: [{ at: ["seen"], by }] });
    assert.equal(build<JsonObject, never, JsonObject>(table, { data: { b: "0123456789abcdef" } }, { store: new Memory() })["seen"], "x");
    assert.deepEqual(build(table, { data: {} }, { store: new Memory() }), { data: {} });
  });

  test("asks how much stays; less than 0 is 0", () => {
    assert.ok("artifact" in made({ over: { value: () => -1, zero: 0 } }, {}));
    assert.deepEqual(made({ over: { value: () => BigInt("9223372036854775807"), zero: 0 } }, { a: "0123456789abcdefghijk" }), { a: "0123456789abcdefghijk" });
  });

  test("stores what is larger than a message may be, and changes nothing of the caller's", () => {
    const data = { rows: Array.from({ length: 100 }, (_, z) => ({ z })), deep: [[[[1]]]] };
    const draft = { around: { data }, more: [1] };
    const before = JSON.stringify(draft);
    const table = builder({ at: ["around", "data"], takes: [["deep"]] });
    const result = build<JsonObject, never, JsonObject>(table, draft, { store: new Memory(), maxBytes: 150, maxDepth: 7 });
    assert.equal(JSON.stringify(draft), before);
    const around = result["around"] as { data: JsonObject };
    assert.deepEqual(Object.keys(around.data), ["artifact", "deep"]);
    assert.notEqual(around.data["deep"], data.deep);
    assert.throws(() => build(table, draft, { maxBytes: 150 }), ValidationError);
  });

  test("stores nothing that is no JSON", () => {
    const store = new Memory();
    const cycle: JsonObject = { text: "0123456789abcdefghijk" };
    cycle["in"] = cycle;
    for (const data of [cycle, { a: NaN, text: "0123456789abcdefghijk" }, { a: "\ud800 0123456789abcdefghijk" }]) {
      assert.throws(() => build(builder({}), { data }, { store }), ValidationError);
    }
    assert.deepEqual(store.texts, []);
  });

  test("ends with the error of the store", () => {
    const cause = new Error("the disk is full");
    const store = { put: (): string => { throw cause; } };
    const failed = (table: Builder<JsonObject>, of: ArtifactStore): unknown => {
      try {
        return safeBuild(table, { data: { text: "0123456789abcdef" }, "a/b": { text: "0123456789abcdef" } }, { store: of });
      } catch (error) {
        return error;
      }
    };
    const error = failed(builder({}), store);
    assert.ok(error instanceof StoreError);
    assert.deepEqual([error.name, error.path, error.message, (error as { cause?: unknown }).cause], ["StoreError", "/data", "/data cannot be stored: the disk is full", cause]);
    assert.match(String(failed(builder({ at: ["a/b"] }), store)), /\/a~1b cannot be stored/);
    assert.match(String(failed(builder({}), { put: () => undefined as never })), /the store has returned no digest/);
  });
});

describe("a preview", () => {
  const preview = (data: JsonObject, most = 1000): unknown =>
    made({ over: 0, preview: { at: ["shown"], by: sampleOf, names: "keys", record: "one", most } }, data)["shown"];

  test("shows the first record, or the object itself", () => {
    assert.deepEqual(preview({ rows: [{ a: 1, z: 2 }, 3], first: [] }), { keys: ["z", "a"], one: { z: 2, a: 1 } });
    assert.deepEqual(preview({ x: [], y: 1 }), { keys: ["x", "y"], one: { x: [], y: 1 } });
    assert.deepEqual(preview({ x: [[1, 2, 3, 4]], y: 1 }), { keys: ["x", "y"], one: [1, 2, 3] });
    assert.deepEqual(preview({ y: 1, x: ["text"] }), { keys: ["y", "x"], one: "text" });
    assert.deepEqual(preview({}), { keys: [], one: {} });
  });

  test("has ten members, three items, and three levels", () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`k${n}`, n]));
    const ten = Object.fromEntries(Object.entries(many).slice(0, 10));
    assert.deepEqual(preview({ rows: [many] }), { keys: Object.keys(ten), one: ten });
    assert.deepEqual(preview({ rows: [{ in: many, l: [1, 2, 3, 4] }] }), { keys: ["in", "l"], one: { in: ten, l: [1, 2, 3] } });
    assert.deepEqual(preview({ rows: [{ a: { b: { c: { d: 1 } } }, l: [[[[1]]]] }] }), { keys: ["a", "l"], one: { a: { b: { c: {} } }, l: [[[]]] } });
  });

  test("cuts texts of more than 100 bytes between characters", () => {
    const shown = (x: string): unknown => (preview({ rows: [{ x }] }) as { one: JsonObject }).one["x"];
    assert.equal(shown("x".repeat(100)), "x".repeat(100));
    assert.equal(shown("x".repeat(101)), "x".repeat(100) + "…");
    assert.equal(shown("x".repeat(99) + "é"), "x".repeat(99) + "…");
    assert.equal(shown("😀".repeat(26)), "😀".repeat(25) + "…");
  });

  test("ends before what does not fit", () => {
    const [a, b] = ["a".repeat(30), "b".repeat(30)];
    assert.deepEqual(preview({ rows: [{ [a]: 1, [b]: 2 }] }, 64), { keys: [a], one: {} });
    assert.deepEqual(preview({ rows: [{ [a]: 1, [b]: 2 }] }, 90), { keys: [a, b], one: {} });
    assert.deepEqual(preview({ rows: [{ [a]: 1, [b]: 2 }] }, 120), { keys: [a, b], one: { [a]: 1 } });
    assert.deepEqual(preview({ rows: [{ a: 1, ["x".repeat(101)]: 2, c: 3 }] }), { keys: ["a"], one: { a: 1, ["x".repeat(101)]: 2, c: 3 } });
    assert.deepEqual(preview({ rows: ["x".repeat(60)] }, 64), { keys: ["rows"] });
  });
});

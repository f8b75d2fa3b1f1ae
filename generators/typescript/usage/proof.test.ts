/**
 * Values in memory: a proof and the check agree. Texts are read by JSON.parse, so they have none of the kinds of values here. Values
 * come from fixtures, in odd but valid kinds, and some of them are damaged.
 */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import * as agh from "../../../gen/ts/agh.js";
import * as delegator from "../../../gen/ts/delegator.js";
import { type Codec, encode, encodeUnchecked, is, type JsonObject, parse, safeParse, type TypeInfo, check, ValidationError } from "../../../gen/ts/envelope.js";
import { codec } from "../../../gen/ts/envelope/codec.js";
import * as foxctl from "../../../gen/ts/foxctl.js";
import * as helper from "../../../gen/ts/helper.js";
import * as hotrepl from "../../../gen/ts/hotrepl.js";

const PROTOCOLS = { agh, delegator, foxctl, helper, hotrepl };
const CASES = new URL("../../../../cases/", import.meta.url);
assert.ok(existsSync(CASES), "build/cases is absent; `envgen conformance export build/cases` writes it");

type Info = TypeInfo<unknown, unknown>;

interface Source {
  readonly type: Info;
  /** The same type without its proof. */
  readonly unproven: Info;
  readonly text: string;
  readonly isValid: boolean;
}

function sources(): readonly Source[] {
  const known = new Set<string>();
  return Object.entries(PROTOCOLS).flatMap(([name, protocol]) =>
    readdirSync(new URL(name, CASES)).flatMap((file) => {
      const cases = JSON.parse(readFileSync(new URL(name + "/" + file, CASES), "utf8")) as { readonly type?: string; readonly text?: string }[];
      return cases.flatMap(({ type: called = protocol.rootName, text = "" }) => {
        const found = protocol.lookup(called) as Codec<unknown, unknown> | undefined;
        const key = `${name} ${called} ${text}`;
        if (found === undefined || known.has(key) || text.length > 2000 || found.safeDecode(text).issues[0]?.rule === "json") return [];
        known.add(key);
        const { type } = found;
        return [{ type, unproven: { ...type, proves: undefined, inputs: undefined } as unknown as Info, text, isValid: found.safeDecode(text).ok }];
      });
    }),
  );
}

/** A linear congruential generator: the same values in each run. */
class Dice {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  below(n: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * n);
  }

  one(of: number): boolean {
    return this.below(of) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

class Instance {
  readonly kind = "instance";
}

class List extends Array<unknown> {
  toJSON(): string {
    return "a list";
  }
}

const foreign = runInNewContext("JSON") as typeof JSON;

function define(object: object, name: string, property: PropertyDescriptor): void {
  Object.defineProperty(object, name, { configurable: true, ...property });
}

/** Copies a value with objects and arrays of odd kinds. The JSON of the copy is that of the value, except for members without enumeration. */
function oddly(value: unknown, dice: Dice): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => oddly(item, dice));
    if (dice.one(12)) return Object.assign(foreign.parse("[]") as unknown[], items);
    if (dice.one(20)) return List.from(items);
    if (dice.one(20)) return Object.assign(items, { note: Number.NaN });
    if (dice.one(20)) return Object.freeze(items);
    return items;
  }
  if (value === 0 && dice.one(2)) return -0;
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value);
  if (dice.one(8)) names.sort(() => dice.below(3) - 1);
  const kind = dice.below(14);
  const copy = (kind === 0 ? Object.create(null) : kind === 1 ? foreign.parse("{}") : {}) as JsonObject;
  if (kind === 2) for (let i = 0; i < 40; i++) copy[`temporary${i}`] = i;
  for (const name of names) {
    const member = oddly((value as JsonObject)[name], dice);
    const enumerable = isContainer(member) || !dice.one(60); // rules that measure a hidden part disagree with the size of the whole
    if (kind === 3 && dice.one(2)) define(copy, name, { enumerable, get: () => member });
    else define(copy, name, { enumerable, writable: true, value: member });
  }
  if (kind === 2) for (let i = 0; i < 40; i++) Reflect.deleteProperty(copy, `temporary${i}`);
  if (kind === 4) copy["absent"] = undefined;
  if (kind === 5) define(copy, "hidden", { value: Number.NaN });
  if (kind === 6) define(copy, "toJSON", { value: () => "repaired" });
  if (kind === 7) Object.assign(copy, { [Symbol("mark")]: () => {} });
  if (kind === 8) Object.freeze(copy);
  if (kind === 9) return new Proxy(copy, {});
  return copy;
}

/** Values of members and items that are JSON, but for those that are not. */
const ODD: readonly (() => unknown)[] = [
  () => null, () => true, () => "", () => "é𝄞\u2028", () => 1.5, () => -1, () => 2 ** 60, () => 1e300, () => [], () => ({}), () => ({ "7": 1, b: [{}] }),
  () => Number.NaN, () => Infinity, () => "\ud800", () => "a\udc00b", () => undefined, () => () => {}, () => Symbol("s"), () => BigInt(1), () => new Date(0), () => new Map(),
  () => new Instance(), () => Object.create({ inherited: 1 }) as unknown, () => new String("s"), () => [1, , 2], () => new Array(3), () => [undefined], () => ({ toJSON: () => 1 }),
  () => ({ "\ud800": 1 }), () => ({ get broken(): never { throw new Error("broken"); } }), () => nested(60), () => nested(66), () => nested(140), () => cycle(), () => revoked(),
  () => foreign.parse('{"a":[1,{"b":"c"}]}') as unknown, () => "x".repeat(300), () => ({ ["n".repeat(90)]: 1 }), () => Object.create(foreign.parse("{}") as object) as unknown,
];

function nested(levels: number): unknown {
  let value: unknown = 0;
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

function cycle(): unknown {
  const list: unknown[] = [];
  list.push(list);
  return list;
}

function revoked(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

const NAMES = ["x-note", "note", "7", "toJSON", "__proto__", "constructor", "zzz", "status", "id", "meta", "\ud800"];

/** Changes a member or an item somewhere in a value, unless that is frozen or a revoked proxy. */
function change(value: unknown, dice: Dice): void {
  try {
    let at = value;
    while (isContainer(at) && !dice.one(3)) {
      const below = dice.pick([undefined, ...Object.values(at)]) as unknown;
      if (!isContainer(below)) break;
      at = below;
    }
    if (!isContainer(at)) return;
    const name = dice.one(3) ? dice.pick(NAMES) : dice.pick([...Object.keys(at), ...NAMES.slice(0, 3)]);
    if (dice.one(6)) Reflect.deleteProperty(at, name);
    else define(at, name, { value: dice.pick(ODD)(), writable: true, enumerable: !dice.one(8) });
  } catch {
    return;
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The answer of a call: its result, or the issues that it throws. No other error is an answer. */
function answer(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    if (error instanceof ValidationError) return error.issues;
    throw error;
  }
}

/** Every answer about a value, of which the functions of a type and those of its codecs must give the same. */
function answers(type: Info, value: unknown): unknown[] {
  const bound = codec(type).with({ maxBytes: 700, maxIssues: 2 });
  return [
    check(type, value),
    is(type, value),
    is(type, value, { strict: true }),
    answer(() => parse(type, value) === value),
    answer(() => safeParse(type, value, { maxIssues: 3 }).issues),
    answer(() => encode(type, value)),
    answer(() => encode(type, value, { indent: 2 })),
    answer(() => encodeUnchecked(type, value)),
    bound.check(value),
    bound.is(value),
  ];
}

const VALID = 50_000;

test("a proof and the check agree about values in memory", { timeout: 600_000 }, (t) => {
  const dice = new Dice(20_261_125);
  const all = sources();
  const valid = all.filter(({ isValid }) => isValid);
  let accepted = 0;
  let made = 0;
  for (; accepted < VALID && made < 2 * VALID; made++) {
    const { type, unproven, text } = dice.pick(dice.one(12) ? all : valid);
    const value = oddly(JSON.parse(text), dice);
    for (let changes = dice.one(3) ? 1 + dice.below(2) : 0; changes > 0; changes--) change(value, dice);
    const got = answers(type, value);
    assert.deepEqual(got, answers(unproven, value), `${type.name} ${text} (${made})`);
    if (got[1] === true) accepted++;
  }
  t.diagnostic(`${accepted} of ${made} values are valid`);
  assert.ok(accepted >= VALID, `only ${accepted} of ${made} values are valid`);
});

test("a proof and the check agree about values from JSON.parse that are trusted", () => {
  for (const { type, unproven, text } of sources()) {
    for (const options of [{ trusted: true }, { trusted: true, strict: true }]) {
      const value = JSON.parse(text) as unknown;
      assert.deepEqual(check(type, value, options), check(unproven, value, options), text);
      assert.equal(is(type, value, options), is(unproven, value, options), text);
    }
  }
});

const ok = (): JsonObject => ({ version: 1, status: "ok", command: "fs/ls", data: { path: "/srv" }, meta: { ts: "2026-01-01T00:00:00Z" }, error: { code: null, message: null } });

const rulesOf = (value: unknown): string[] => foxctl.Envelope.check(value).map(({ rule, path }) => `${rule} ${path}`);

test("a hidden declared member does not make up for an undeclared one", () => {
  const value = ok();
  const meta: JsonObject = { zzz: Number.NaN };
  define(meta, "ts", { value: "2026-01-01T00:00:00Z" });
  assert.deepEqual(rulesOf({ ...value, meta }), ["json /meta/zzz"]);
  assert.deepEqual(rulesOf({ ...value, meta: { ...meta, ts: "2026-01-01T00:00:00Z", zzz: 1 } }), []);
});

test("limits that are bound apply to the byte and to the level", () => {
  const value = ok();
  const size = foxctl.Envelope.encode(value as never).length;
  const within = (options: { readonly maxBytes?: number; readonly maxDepth?: number }): boolean => foxctl.Envelope.with(options).is(value);
  assert.deepEqual([size - 1, size, 16 * size].map((maxBytes) => within({ maxBytes })), [false, true, true]);
  assert.deepEqual([1, 2, 200].map((maxDepth) => within({ maxDepth })), [false, true, true]);
  for (const levels of [126, 127]) assert.equal(foxctl.Envelope.is({ ...value, data: { deep: nested(levels) } }), levels === 126);
});

test("a getter may check another value", () => {
  const value = ok();
  const inner = { get path(): string { return foxctl.Envelope.is({ ...ok(), version: 2 }) ? "wrong" : "right"; } };
  assert.deepEqual(rulesOf({ ...value, data: inner }), []);
  assert.equal(foxctl.Envelope.is({ ...value, data: { ...inner, zzz: Number.NaN } }), false);
});

test("toJSON of a prototype changes no text", () => {
  const value = { ...ok(), data: { rows: [1, "two"], list: { a: [] } } };
  const text = foxctl.Envelope.encode(value as never);
  assert.equal(text, JSON.stringify(value));
  for (const prototype of [Array.prototype, Object.prototype]) {
    try {
      define(prototype, "toJSON", { value: () => "repaired" });
      assert.equal(foxctl.Envelope.encode(value as never), text);
      assert.equal(foxctl.Envelope.encodeUnchecked(value as never), text);
    } finally {
      Reflect.deleteProperty(prototype, "toJSON");
    }
  }
});

test("a bound codec trusts values and keeps its other options", () => {
  const trusting = foxctl.Envelope.with({ trusted: true, strict: true, params: { inline_max: 3 } });
  const value = ok();
  assert.equal(trusting.is(value), false);
  assert.deepEqual(trusting.check(value).map(({ rule }) => rule), ["inline-threshold"]);
  assert.equal(trusting.with({ params: { inline_max: 300 } }).is(value), true);
  assert.equal(trusting.safeParse(value, { params: { inline_max: 300 } }).ok, true);
  assert.throws(() => trusting.with({ maxBytes: 0 }), RangeError);
});

/** What a program has put on Object.prototype changes no answer, of whatever protocol. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import * as agh from "../../../gen/ts/agh.js";
import * as delegator from "../../../gen/ts/delegator.js";
import type { Codec, Options } from "../../../gen/ts/envelope.js";
import * as foxctl from "../../../gen/ts/foxctl.js";
import * as helper from "../../../gen/ts/helper.js";
import * as hotrepl from "../../../gen/ts/hotrepl.js";

const PROTOCOLS = { agh, delegator, foxctl, helper, hotrepl };
const CASES = new URL("../../../../cases/", import.meta.url);
assert.ok(existsSync(CASES), "build/cases is absent; `envgen conformance export build/cases` writes it");

interface Case {
  readonly type?: string;
  readonly text?: string;
  readonly now?: string;
}

/** Some fixtures of every file: the codec that they are about, the text and the time. */
function fixtures(): (readonly [Codec<unknown, unknown>, string, string])[] {
  return Object.entries(PROTOCOLS).flatMap(([name, protocol]) =>
    readdirSync(new URL(name, CASES)).flatMap((file) => {
      const cases = JSON.parse(readFileSync(new URL(name + "/" + file, CASES), "utf8")) as Case[];
      const some = cases.filter(({ text }, i) => text !== undefined && text.length < 5000 && i % 7 === 0);
      return some.map(({ type = protocol.rootName, text = "", now = "2000-01-01T00:00:00Z" }) => [protocol.lookup(type) as Codec<unknown, unknown>, text, now] as const);
    }),
  );
}

/** Everything that a codec says of a text and of its value. */
function answers(codec: Codec<unknown, unknown>, text: string, now: string): unknown[] {
  const options: Options<unknown> = { now };
  const { ok, value, issues } = codec.safeDecode(text, options);
  if (issues.some(({ rule }) => rule === "json")) return [ok, issues.length];
  const parsed = JSON.parse(text) as unknown;
  const written = ok ? [codec.encodeUnchecked(value), codec.encodeUnchecked(parsed, { indent: 2 })] : [];
  return [ok, issues, written, codec.check(parsed, options), codec.check(parsed, { ...options, trusted: true }), codec.is(parsed)];
}

function all(cases: ReturnType<typeof fixtures>): unknown[] {
  return cases.map(([codec, text, now]) => answers(codec, text, now));
}

const members = ["type", "name", "status", "version", "kind", "code", "error", "data", "meta", "id", "ts", "message", "artifact", "x-y", "0"];
const words = ["then", "else", "level", "range", "items", "values", "members", "options", "tag", "rest", "prefix", "closed", "additional"];
const magic = ["toJSON", "get", "set", "value", "writable", "maxDepth", "maxIssues", "strict", "params", "now", "trusted", "indent", "done", "next"];

const pollutions: [string, PropertyDescriptorMap][] = [
  ["values", Object.fromEntries([...members, ...words, ...magic].map((name) => [name, { value: "ok", enumerable: true }]))],
  ["objects", Object.fromEntries([...members, ...words].map((name) => [name, { value: { status: 1 }, enumerable: true }]))],
  ["functions", Object.fromEntries([...members, ...words, ...magic].map((name) => [name, { value: () => "{}", enumerable: true }]))],
  ["getters", Object.fromEntries(members.map((name) => [name, { get: () => 1, enumerable: true }]))],
  ["getters that throw", Object.fromEntries([...members, ...words].map((name) => [name, { get: () => assert.fail(name), enumerable: true }]))],
];

/** Does work while Object.prototype has more members. */
function polluted<T>(properties: PropertyDescriptorMap, work: () => T): T {
  const names = Object.keys(properties);
  try {
    for (const name of names) Object.defineProperty(Object.prototype, name, Object.assign(Object.create(null), properties[name], { configurable: true }));
    return work();
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  }
}

const cases = fixtures();
const clean = all(cases);

test("there is something to compare", () => {
  assert.ok(cases.length > 400);
  assert.ok(clean.some((answer) => (answer as unknown[])[0] === true) && clean.some((answer) => (answer as unknown[])[0] === false));
});

for (const [name, properties] of pollutions) {
  test(`inherited ${name} change no answer, and are there again`, () => {
    const [answered, left] = polluted(properties, () => [all(cases), Object.getOwnPropertyNames(Object.prototype)] as const);
    assert.deepEqual(Object.keys(properties).filter((name) => !left.includes(name)), []);
    const differing = cases.flatMap(([codec, text], i) => (isDeepStrictEqual(answered[i], clean[i]) ? [] : [`${codec.name}: ${text}`]));
    assert.deepEqual(differing.slice(0, 3), []);
  });
}

test("a toJSON of arrays changes no answer, and is there again", () => {
  const cases = fixtures();
  const before = all(cases);
  for (const enumerable of [true, false]) {
    Object.defineProperty(Array.prototype, "toJSON", { value: () => "hijacked", enumerable, configurable: true, writable: true });
    try {
      const polluted = all(cases);
      assert.equal(JSON.stringify([1]), '"hijacked"');
      assert.ok(isDeepStrictEqual(polluted, before));
    } finally {
      delete (Array.prototype as { toJSON?: unknown }).toJSON;
    }
  }
});

test("an inherited member that cannot be removed is named", () => {
  const script = `
    const { Envelope } = await import(${JSON.stringify(new URL("../../../gen/ts/foxctl.js", import.meta.url).href)});
    Object.defineProperty(Object.prototype, "status", { value: "ok", enumerable: true });
    try { Envelope.safeDecode("{}"); } catch (error) { process.stdout.write(error.name + ": " + error.message); }`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.equal(stdout, "TypeError: every object inherits status, which cannot be undone");
});

test("what a library has hidden there before is not read either", () => {
  const script = `
    Object.defineProperty(Object.prototype, "status", { get: () => "ok", configurable: true });
    const { Envelope } = await import(${JSON.stringify(new URL("../../../gen/ts/foxctl.js", import.meta.url).href)});
    const rules = Envelope.safeDecode("{}").issues.map(({ rule, path }) => rule + path);
    process.stdout.write(rules.join() + " " + {}.status);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.equal(stderr, "");
  assert.equal(stdout, "required/status ok");
});

/** The cost of a flood of violations, by counting, and that cutting it short loses nothing. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Judge } from "../envelope/accept.js";
import { areEqual, areUnique, Texts } from "../envelope/equality.js";
import { Evaluation } from "../envelope/evaluate.js";
import { Collector } from "../envelope/collect.js";
import type { Issue, Level } from "../envelope/issue.js";
import { atIndex, atMember } from "../envelope/pointer.js";
import type { Keyword, Schema } from "../envelope/schema.js";

interface Raised {
  readonly rule: string;
  readonly steps: readonly (string | number)[];
  readonly level: Level;
  readonly message: string;
}

/** A generator of reproducible random numbers below a limit. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const inCodePoints = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

function inSteps(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [i, step] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    if (typeof step !== typeof other) return typeof step === "number" ? -1 : 1;
    const order = typeof step === "number" ? step - Number(other) : inCodePoints(step, String(other));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Section 3.3 of the contract taken literally, regardless of memory: dedupe, cut, sort. */
function least(all: readonly Raised[], limit: number): Issue[] {
  const byLevel = (a: Raised, b: Raised): number => inCodePoints(a.level, b.level);
  const inOrder = (a: Raised, b: Raised): number => inSteps(a.steps, b.steps) || inCodePoints(a.rule, b.rule);
  const best = new Map<string, Raised>();
  for (const one of all) {
    const key = JSON.stringify([one.rule, one.steps]);
    const known = best.get(key);
    if (known === undefined || (byLevel(one, known) || inCodePoints(one.message, known.message)) < 0) best.set(key, one);
  }
  const kept = [...best.values()].sort((a, b) => byLevel(a, b) || inOrder(a, b)).slice(0, limit);
  const plain = (step: string | number): string => "/" + String(step).replaceAll("~", "~0").replaceAll("/", "~1");
  return kept.sort(inOrder).map(({ rule, steps, level, message }) => ({ rule, path: steps.map(plain).join(""), level, message }));
}

function place(steps: readonly (string | number)[]): string {
  return steps.map((step) => (typeof step === "number" ? atIndex(step) : atMember(step))).join("");
}

describe("what is kept", () => {
  test("is what the contract says", () => {
    const below = random(1);
    const names = ["a", "b", "", "0", "10", "a/b", "a~", "~#1", "é", "\uffff", "😀"];
    for (let round = 0; round < 2000; round++) {
      const limit = 1 + below(12);
      const few = 1 + below(names.length);
      const all: Raised[] = Array.from({ length: below(150) }, () => ({
        rule: "abc".charAt(below(3)),
        steps: Array.from({ length: below(4) }, () => (below(2) === 0 ? below(12) : (names[below(few)] ?? ""))),
        level: below(2) === 0 ? "must" : "should",
        message: "abc".charAt(below(3)),
      }));
      const collector = new Collector(limit);
      for (const { rule, steps, level, message } of all) collector[level](rule, place(steps), message);
      assert.deepEqual(collector.issues(), least(all, limit));
    }
  });
});

/** A place that counts the reads of its characters. */
class Counted extends String {
  static looks = 0;

  override charCodeAt(i: number): number {
    Counted.looks++;
    return super.charCodeAt(i);
  }
}

describe("what is dropped", () => {
  test("costs one comparison, however much is kept", () => {
    for (const limit of [10, 10_000]) {
      const collector = new Collector(limit);
      for (let i = 0; i <= 2 * limit; i++) collector.must("r", atMember("a") + atIndex(i), "m");
      Counted.looks = 0;
      for (let i = 0; i < 1000; i++) collector.must("r", new Counted("/b") as string, "m");
      assert.equal(collector.dropped, 1000);
      assert.ok(Counted.looks <= 4000, `${Counted.looks} looks`);
      assert.equal(collector.issues().length, limit);
    }
  });

  test("closes the members behind it, and those only", () => {
    const collector = new Collector(2);
    for (const step of [atMember("m") + atIndex(3), atMember("m") + atIndex(4), "/x", "/y", "/z"]) collector.must("r", step, "m");
    const open = (at: string, name: string): boolean => collector.isOpen(at, name);
    assert.deepEqual([open("", "a"), open("", "m"), open("", "ma"), open("/m" + atIndex(4), "a"), open("/m" + atIndex(3), "a")], [true, true, false, false, true]);
    assert.deepEqual([open("/n", "a"), open("/l", "z"), open("/m", "a")], [false, true, false]);
    assert.equal(collector.dropped, 4);
  });

  test("ends an array", () => {
    const integer: Schema = [{ keyword: "ofType", types: ["integer"], failure: { rule: "type", message: "m" } }];
    for (const keyword of [
      { keyword: "items", rest: integer },
      { keyword: "items", closed: { rule: "items", message: "m" } },
      { keyword: "unevaluated", of: "array", closed: { rule: "unevaluatedItems", message: "m" } },
    ] satisfies readonly Keyword[]) {
      let reads = 0;
      const items = new Proxy(Array.from({ length: 100_000 }, () => "x"), {
        get(target, key, receiver) {
          if (key !== "length") reads++;
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
      const collector = new Collector(10);
      new Evaluation(new Judge(), collector).visit(items, "", [[keyword]], []);
      assert.equal(collector.issues().length, 10);
      assert.ok(reads < 200, `${reads} reads`);
    }
  });
});

describe("unique items", () => {
  const below = random(3);
  const value = (depth: number): unknown => {
    if (depth === 0 || below(3) > 0) return [0, -0, 1, true, false, null, "", "1", "#0", 0.5][below(10)];
    if (below(2) === 0) return Array.from({ length: below(3) }, () => value(depth - 1));
    const names = ["a", "b", "1"].filter(() => below(2) === 0);
    return Object.fromEntries((below(2) === 0 ? names : names.reverse()).map((name) => [name, value(depth - 1)]));
  };

  test("are those of which no pair is equal", () => {
    const texts = new Texts();
    for (let round = 0; round < 3000; round++) {
      const items = Array.from({ length: below(6) }, () => value(3));
      const wanted = !items.some((item, i) => items.slice(0, i).some((other) => areEqual(item, other)));
      assert.equal(areUnique(items, texts), wanted, JSON.stringify(items));
      assert.equal(areUnique([items, [...items]], texts), false);
      assert.equal(areUnique([items, [...items, 7]], texts), true);
    }
  });
});

describe("the first of all issues", () => {
  // At most 3 items; a member a and none called x; numbers above 0.
  const node: Schema = [
    { keyword: "ofType", types: ["array", "object", "number"], failure: { rule: "type", message: "m" } },
    { keyword: "bound", op: "above", limit: 0, failure: { rule: "exclusiveMinimum", message: "m" } },
    { keyword: "size", of: "array", op: "atMost", limit: 3, failure: { rule: "maxItems", message: "m" } },
    { keyword: "requires", members: ["a"], failure: { rule: "required", message: "m" } },
    { keyword: "propertyNames", schema: [{ keyword: "matches", test: /[^x]|^$/u, failure: { rule: "pattern", message: "m" } }], failure: { rule: "propertyNames", message: "m" } },
    { keyword: "items", rest: () => node },
    { keyword: "properties", named: { a: () => node } },
    { keyword: "unevaluated", of: "object", schema: () => node },
  ];
  const below = random(2);
  const value = (depth: number): unknown => {
    const kind = depth > 0 ? below(6) : 5;
    if (kind < 2) return Array.from({ length: below(7) }, () => value(depth - 1));
    if (kind > 3) return [0, 1, 2, "x"][below(4)];
    const names = ["a", "b", "", "0", "10", "a~", "é", "x"].filter(() => below(2) === 0);
    return Object.fromEntries((below(2) === 0 ? names : names.reverse()).map((name) => [name, value(depth - 1)]));
  };

  test("are the issues of a short list", () => {
    let cut = 0;
    const issues = (tree: unknown, limit: number): readonly Issue[] => {
      const collector = new Collector(limit);
      new Evaluation(new Judge(), collector).visit(tree, "", [node], []);
      return collector.issues();
    };
    for (let round = 0; round < 2000; round++) {
      const tree = [value(4), value(4)];
      const all = issues(tree, 1e9);
      for (const limit of [1, 2, 3, 5]) {
        assert.deepEqual(issues(tree, limit), all.slice(0, limit));
        if (all.length > 2 * limit) cut++;
      }
    }
    assert.ok(cut > 1000, `${cut} lists were cut`);
  });
});

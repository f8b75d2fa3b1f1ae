import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Collector } from "../envelope/collect.js";
import { atIndex, atMember, comparePlaces } from "../envelope/pointer.js";

function paths(collector: Collector): string[] {
  return collector.issues().map((issue) => issue.path);
}

describe("order", () => {
  test("indexes as numbers, names by code points, prefixes first", () => {
    const places = [
      "",
      atIndex(0),
      atIndex(2),
      atIndex(10),
      atMember(""),
      atMember("") + atMember("a"),
      atMember("0"),
      atMember("10"),
      atMember("2"),
      atMember("a"),
      atMember("a") + atMember("b"),
      atMember("a/b"),
      atMember("aa"),
      atMember("a~b"),
      atMember("a\uffff"),
      atMember("a😀"),
      atMember("a😁"),
    ];
    for (const [i, a] of places.entries()) {
      for (const [j, b] of places.entries()) assert.equal(Math.sign(comparePlaces(a, b)), Math.sign(i - j), `${a} and ${b}`);
    }
    const collector = new Collector(100);
    for (const place of [...places].reverse()) collector.must("type", place, "");
    assert.deepEqual(paths(collector), [
      ...["", "/0", "/2", "/10", "/", "//a", "/0", "/10", "/2"],
      ...["/a", "/a/b", "/a~1b", "/aa", "/a~0b", "/a\uffff", "/a😀", "/a😁"],
    ]);
  });

  test("by rule at one path", () => {
    const collector = new Collector(100);
    for (const rule of ["pattern", "minLength", "integer-range"]) collector.should(rule, "/a", "");
    assert.deepEqual(collector.issues().map((issue) => issue.rule), ["integer-range", "minLength", "pattern"]);
  });
});

describe("equal rule and path", () => {
  test("must stays, should goes", () => {
    const collector = new Collector(100);
    collector.should("r", "/a", "a");
    collector.must("r", "/a", "b");
    collector.should("r", "/a", "c");
    assert.deepEqual(collector.issues(), [{ rule: "r", path: "/a", level: "must", message: "b" }]);
  });

  test("the lesser message stays, by code points", () => {
    const collector = new Collector(100);
    for (const message of ["😀", "\uffff", "zz"]) collector.must("r", "/a", message);
    collector.must("r", "/a", "z");
    assert.equal(collector.issues()[0]?.message, "z");
    const high = new Collector(100);
    for (const message of ["😀", "\uffff"]) high.must("r", "/a", message);
    assert.equal(high.issues()[0]?.message, "\uffff");
  });

  test("an index and a name that look alike are two places", () => {
    const collector = new Collector(100);
    collector.must("r", atIndex(0), "index");
    collector.must("r", atMember("0"), "name");
    assert.deepEqual(collector.issues().map((issue) => issue.message), ["index", "name"]);
  });
});

describe("the limit", () => {
  test("keeps the least, must before should, whatever the order of arrival", () => {
    const all = Array.from({ length: 1000 }, (_, i) => i);
    const orders = [all, [...all].reverse(), [...all].sort((a, b) => ((a * 7919) % 1000) - ((b * 7919) % 1000))];
    for (const order of orders) {
      const collector = new Collector(5);
      for (const i of order) {
        if (i % 300 === 299) collector.must("r", atIndex(i), "");
        else collector.should("r", atIndex(i), "");
      }
      assert.deepEqual(paths(collector), ["/0", "/1", "/299", "/599", "/899"]);
      assert.ok(collector.invalid);
    }
  });

  test("does not count duplicates", () => {
    const collector = new Collector(2);
    for (let i = 0; i < 100; i++) collector.must("r", "/a", `${i}`);
    collector.must("r", "/b", "");
    collector.must("r", "/c", "");
    assert.deepEqual(paths(collector), ["/a", "/b"]);
  });

  test("does not forget what it cuts", () => {
    const collector = new Collector(1);
    collector.must("r", "/z", "");
    for (let i = 0; i < 10; i++) collector.should("r", atIndex(i), "");
    assert.ok(collector.invalid);
    assert.deepEqual(paths(collector), ["/z"]);
  });

  test("bounds memory and time", () => {
    const collector = new Collector(100);
    for (let i = 1_000_000; i > 0; i--) collector.must("r", atIndex(i), "");
    const { list } = collector as unknown as { readonly list: readonly unknown[] };
    assert.ok(list.length <= 200);
    assert.deepEqual(paths(collector).slice(0, 2), ["/1", "/2"]);
  });
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Findings } from "../envelope/findings.ts";
import { atIndex, atMember, comparePlaces } from "../envelope/pointer.ts";

function paths(findings: Findings): string[] {
  return findings.issues().map((issue) => issue.path);
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
    const findings = new Findings(100);
    for (const place of [...places].reverse()) findings.must("type", place, "");
    assert.deepEqual(paths(findings), [
      ...["", "/0", "/2", "/10", "/", "//a", "/0", "/10", "/2"],
      ...["/a", "/a/b", "/a~1b", "/aa", "/a~0b", "/a\uffff", "/a😀", "/a😁"],
    ]);
  });

  test("by rule at one path", () => {
    const findings = new Findings(100);
    for (const rule of ["pattern", "minLength", "integer-range"]) findings.should(rule, "/a", "");
    assert.deepEqual(findings.issues().map((issue) => issue.rule), ["integer-range", "minLength", "pattern"]);
  });
});

describe("equal rule and path", () => {
  test("must stays, should goes", () => {
    const findings = new Findings(100);
    findings.should("r", "/a", "a");
    findings.must("r", "/a", "b");
    findings.should("r", "/a", "c");
    assert.deepEqual(findings.issues(), [{ rule: "r", path: "/a", level: "must", message: "b" }]);
  });

  test("the lesser message stays, by code points", () => {
    const findings = new Findings(100);
    for (const message of ["😀", "\uffff", "zz"]) findings.must("r", "/a", message);
    findings.must("r", "/a", "z");
    assert.equal(findings.issues()[0]?.message, "z");
    const high = new Findings(100);
    for (const message of ["😀", "\uffff"]) high.must("r", "/a", message);
    assert.equal(high.issues()[0]?.message, "\uffff");
  });

  test("an index and a name that look alike are two places", () => {
    const findings = new Findings(100);
    findings.must("r", atIndex(0), "index");
    findings.must("r", atMember("0"), "name");
    assert.deepEqual(findings.issues().map((issue) => issue.message), ["index", "name"]);
  });
});

describe("the limit", () => {
  test("keeps the least, must before should, whatever the order of arrival", () => {
    const all = Array.from({ length: 1000 }, (_, i) => i);
    const orders = [all, [...all].reverse(), [...all].sort((a, b) => ((a * 7919) % 1000) - ((b * 7919) % 1000))];
    for (const order of orders) {
      const findings = new Findings(5);
      for (const i of order) {
        if (i % 300 === 299) findings.must("r", atIndex(i), "");
        else findings.should("r", atIndex(i), "");
      }
      assert.deepEqual(paths(findings), ["/0", "/1", "/299", "/599", "/899"]);
      assert.ok(findings.invalid);
    }
  });

  test("does not count duplicates", () => {
    const findings = new Findings(2);
    for (let i = 0; i < 100; i++) findings.must("r", "/a", `${i}`);
    findings.must("r", "/b", "");
    findings.must("r", "/c", "");
    assert.deepEqual(paths(findings), ["/a", "/b"]);
  });

  test("does not forget what it cuts", () => {
    const findings = new Findings(1);
    findings.must("r", "/z", "");
    for (let i = 0; i < 10; i++) findings.should("r", atIndex(i), "");
    assert.ok(findings.invalid);
    assert.deepEqual(paths(findings), ["/z"]);
  });

  test("bounds memory and time", () => {
    const findings = new Findings(100);
    for (let i = 1_000_000; i > 0; i--) findings.must("r", atIndex(i), "");
    const { list } = findings as unknown as { readonly list: readonly unknown[] };
    assert.ok(list.length <= 200);
    assert.deepEqual(paths(findings).slice(0, 2), ["/1", "/2"]);
  });
});

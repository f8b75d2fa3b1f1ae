import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { majorOf } from "../envelope/version.js";

describe("majorOf", () => {
  const versions: [string, string | undefined][] = [
    ["1.0.0", "1"],
    ["0.10.200", "0"],
    ["12345678901234567890.0.0", "12345678901234567890"],
    ["1.0.0-alpha.1+build.007", "1"],
    ["2.0.0-0a.--", "2"],
    ["2.0.0+-", "2"],
    ["1.0.0-" + "a.".repeat(1_000_000) + "b", "1"],
    ["", undefined],
    ["1", undefined],
    ["1.0", undefined],
    ["1.0.0.0", undefined],
    ["01.0.0", undefined],
    ["1.00.0", undefined],
    ["1.0.-1", undefined],
    ["1.0.0-", undefined],
    ["1.0.0-a..b", undefined],
    ["1.0.0-01", undefined],
    ["1.0.0+", undefined],
    ["1.0.0+a+b", undefined],
    ["1.0.0 ", undefined],
    ["v1.0.0", undefined],
    ["1.0.0-\u00e9", undefined],
  ];
  for (const [version, major] of versions) {
    test(JSON.stringify(version.slice(0, 40)), () => assert.equal(majorOf(version), major));
  }
});

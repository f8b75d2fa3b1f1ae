import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { booleanOfText, doubleOfText } from "../envelope/conversion.js";

describe("doubles of texts", () => {
  const good: [string, number][] = [
    ["0", 0],
    ["-0.0", -0],
    ["+1.5e3", 1500],
    ["-.5", -0.5],
    ["1.", 1],
    ["007", 7],
    ["1E-400", 0],
    ["1.7976931348623157e308", Number.MAX_VALUE],
    ["9".repeat(300), 1e300],
    [`0.${"0".repeat(1_000_000)}1`, 0],
  ];
  for (const [text, number] of good) test(text.slice(0, 40), () => assert.equal(doubleOfText(text), number));
  const bad = ["", ".", "e1", "1e", "+", "--1", "1e309", "-1e309", "Infinity", "NaN", "0x1", "0b1", "1_0", "1n", " 1", "1\n", "\u0663", "9".repeat(1_000_000)];
  for (const text of bad) test(JSON.stringify(text.slice(0, 40)), () => assert.equal(doubleOfText(text), undefined));
});

test("booleans of texts", () => {
  for (const text of ["1", "t", "T", "true", "TRUE", "True"]) assert.equal(booleanOfText(text), true);
  for (const text of ["0", "f", "F", "false", "FALSE", "False"]) assert.equal(booleanOfText(text), false);
  for (const text of ["", "tRUE", "yes", "2", "true ", "constructor"]) assert.equal(booleanOfText(text), undefined);
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { addInt, divInt, type Int, intOfDouble, intOfText, modInt, mulInt, negInt, subInt } from "../envelope/integer.js";

const MOST = 2n ** 63n - 1n;
const LEAST = -(2n ** 63n);
const SAFE = Number.MAX_SAFE_INTEGER;

/** A result is a number if and only if it is a safe integer. */
const results: [string, Int | undefined, Int | undefined][] = [
  ["1 + 2", addInt(1, 2), 3],
  ["safe + 1", addInt(SAFE, 1), 2n ** 53n],
  ["most + 1", addInt(MOST, 1), undefined],
  ["most + -1", addInt(MOST, -1), MOST - 1n],
  ["bigint + bigint that fits again", addInt(2n ** 53n, -1), SAFE],
  ["least - 1", subInt(LEAST, 1), undefined],
  ["least - least", subInt(LEAST, LEAST), 0],
  ["-safe - 1", subInt(-SAFE, 1), -(2n ** 53n)],
  ["3 * -4", mulInt(3, -4), -12],
  ["0 * -4", mulInt(0, -4), 0],
  ["safe * 3, exactly", mulInt(SAFE, 3), 27021597764222973n],
  ["2^31 * 2^32", mulInt(2 ** 31, 2 ** 32), undefined],
  ["-2^31 * 2^32", mulInt(-(2 ** 31), 2 ** 32), LEAST],
  ["7 / 2", divInt(7, 2), 3],
  ["-7 / 2", divInt(-7, 2), -3],
  ["7 / -2", divInt(7, -2), -3],
  ["1 / 0", divInt(1, 0), undefined],
  ["least / -1", divInt(LEAST, -1), undefined],
  ["least / 1", divInt(LEAST, 1), LEAST],
  ["7 % -2", modInt(7, -2), 1],
  ["-7 % 2", modInt(-7, 2), -1],
  ["-7 % 7", modInt(-7, 7), 0],
  ["1 % 0", modInt(1, 0), undefined],
  ["least % -1", modInt(LEAST, -1), undefined],
  ["-(0)", negInt(0), 0],
  ["-(least)", negInt(LEAST), undefined],
  ["-(most)", negInt(MOST), -MOST],
  ["int of -1.9", intOfDouble(-1.9), -1],
  ["int of -0.5", intOfDouble(-0.5), 0],
  ["int of 2^60", intOfDouble(2 ** 60), 2n ** 60n],
  ["int of 2^63", intOfDouble(2 ** 63), undefined],
  ["int of -2^63", intOfDouble(-(2 ** 63)), undefined],
  ["int of NaN", intOfDouble(NaN), undefined],
  ["int of -Infinity", intOfDouble(-Infinity), undefined],
];

describe("integers of 64 bits", () => {
  for (const [name, got, want] of results) test(name, () => assert.ok(Object.is(got, want), String(got)));
});

describe("integers in text", () => {
  const texts: [string, Int | undefined][] = [
    ["0", 0],
    ["-0", 0],
    ["+7", 7],
    ["-12", -12],
    ["000012", 12],
    ["9007199254740993", 9007199254740993n],
    ["9223372036854775807", MOST],
    ["9223372036854775808", undefined],
    ["-9223372036854775808", LEAST],
    ["-9223372036854775809", undefined],
    ["0".repeat(100) + "1", 1],
    ["1".repeat(10_000_000), undefined],
    ["", undefined],
    ["-", undefined],
    ["+-1", undefined],
    ["1_000", undefined],
    ["0x10", undefined],
    ["1.0", undefined],
    [" 1", undefined],
    ["1\n", undefined],
    ["\u0663", undefined],
  ];
  for (const [text, want] of texts) {
    test(JSON.stringify(text.slice(0, 30)), () => assert.ok(Object.is(intOfText(text), want)));
  }
});

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { automaton, ofAnyLength } from "../envelope/pattern.js";

const SIZE = 16_777_216;

/** Words with dots between them: V8's RegExp throws for long ones. */
const dotted = ofAnyLength(
  /^[a-z0-9]+(?:\.[a-z0-9]+)*$/u,
  `
    0 46 47 48 58 97 123
    0 1 0 2 0 2 0
    0 -1 -1 1
    1 -1 0 1
  `,
);

/** Digits followed by a grinning face, anywhere: RegExp restarts at every character. */
const face = automaton(
  `
    0 48 58 128512 128513
    0 1 0 2 0
    0 0 1 0
    0 0 1 2
    2
  `,
);

/** Three words and an at sign: RegExp tries every division into words. */
const words = automaton(
  `
    0 48 58 64 65 91 95 96 97 123
    0 1 0 2 1 0 1 0 1 0
    0 0 1 0
    0 0 2 0
    0 0 3 0
    0 0 3 4
    2
  `,
);

describe("tables", () => {
  test("what it is for", () => {
    assert.throws(() => /^[a-z0-9]+(?:\.[a-z0-9]+)*$/u.test("a.".repeat(SIZE / 2) + "a"), RangeError);
  });

  test("what it is not for: turns of one character are counted", () => {
    const named = /^[a-z0-9][a-z0-9-]*\/(?:[a-z]+|[\u00e0-\u0fff]+)$/u;
    for (const letter of ["a", "\u00e0"]) {
      const name = "a-".repeat(SIZE / 2) + "/" + letter.repeat(SIZE);
      assert.equal(named.test(name), true);
      assert.equal(named.test(name + "/"), false);
    }
  });

  for (const times of [1, 100, 127, 128, 129, 1000, SIZE / 2]) {
    test(`${times} groups`, () => {
      const begin = "a.".repeat(times);
      assert.equal(dotted.test(begin + "9"), true);
      assert.equal(dotted.test(begin), false);
      assert.equal(dotted.test(begin + "!"), false);
      assert.equal(dotted.test(begin + "a\u{1f600}"), false);
    });
  }

  for (const times of [3, 256, 257, 100_000]) {
    test(`${times} times what would take cubic time`, () => {
      assert.equal(words.test("a".repeat(times)), false);
      assert.equal(words.test("a".repeat(times) + "@"), true);
      assert.equal(words.test("aa@".repeat(times)), false);
    });
  }

  for (const times of [1, 255, 256, 257, SIZE]) {
    test(`${times} digits`, () => {
      const digits = "7".repeat(times);
      assert.equal(face.test(digits), false);
      assert.equal(face.test(digits + "\u{1f600}"), true);
      assert.equal(face.test(digits + "\u{1f601}"), false);
      assert.equal(face.test(digits + "\u{1f600}more"), true);
      assert.equal(face.test(digits + "\ud83d"), false);
    });
  }

  test("faces count as one character each", () => {
    assert.equal(face.test("\u{1f600}".repeat(300)), false);
    assert.equal(face.test("\u{1f600}".repeat(300) + "1\u{1f600}"), true);
  });
});

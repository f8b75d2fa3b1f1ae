import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { limitsOf, type Options } from "../envelope/options.js";
import { type Reading, scan } from "../envelope/scan.js";
import { read } from "../envelope/text.js";
import { suites } from "./suites.js";

const utf8 = new TextEncoder();

/** Reads a text as bytes, as a string and with scan alone; expects equal results. */
function readEveryWay(bytes: Uint8Array, options?: Options): Reading {
  const limits = limitsOf(options);
  const reading = read(bytes, limits);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    assert.notEqual(reading.message, undefined, "malformed UTF-8 was accepted");
    return reading;
  }
  assert.deepEqual(read(text, limits), reading);
  if (bytes.length <= limits.maxBytes) assert.deepEqual(scan(text, limits.maxDepth), reading);
  return reading;
}

function accepted(text: string, options?: Options): unknown {
  const reading = readEveryWay(utf8.encode(text), options);
  assert.ok(reading.message === undefined, `refused: ${text}`);
  return reading.value;
}

function refusal(text: string | Uint8Array, options?: Options): string {
  const reading = readEveryWay(typeof text === "string" ? utf8.encode(text) : text, options);
  assert.ok(reading.message !== undefined, `accepted: ${text}`);
  return reading.message;
}

describe("accepts", () => {
  const texts: [string, unknown][] = [
    [" \t\r\n null \t\r\n ", null],
    ['{"a":1,"b":[true,false,null,"x"]}', { a: 1, b: [true, false, null, "x"] }],
    ['{"a:":1,":b":":"," : ":{"\\":":2}}', { "a:": 1, ":b": ":", " : ": { '":': 2 } }],
    ['{"a" : 1 , "b"\n:\t2}', { a: 1, b: 2 }],
    ['{"":{"":[{"":""}]}}', { "": { "": [{ "": "" }] } }],
    ['["\\\\","\\"","\\\\\\"",":"]', ["\\", '"', '\\"', ":"]],
    ['"\\ud83d\\ude00 \\uD83D\\uDE00 😀"', "😀 😀 😀"],
    ['"\\u0000\\b\\f\\n\\r\\t\\/\\u001f"', "\0\b\f\n\r\t/\x1f"],
    ['"\uffff\u2028\u2029\ufeff"', "\uffff\u2028\u2029\ufeff"],
    ["1.0", 1],
    ["-1E+2", -100],
    ["1e-400", 0],
    ["9007199254740993", 9007199254740992],
    ["1.7976931348623158e308", Number.MAX_VALUE],
  ];
  for (const [text, value] of texts) test(text, () => assert.deepEqual(accepted(text), value));

  test("-0 as 0, at any depth", () => {
    assert.deepEqual(accepted('[-0,-0.0,-1e-999,{"a":-0}]'), [0, 0, 0, { a: 0 }]);
  });

  test("__proto__ and constructor as ordinary names", () => {
    // -0 makes the second text take the slow path.
    for (const text of ['{"__proto__":{"a":1},"constructor":2}', '{"__proto__":{"a":1},"constructor":2,"z":-0}']) {
      const value = accepted(text) as object;
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
      assert.deepEqual(Object.keys(value).slice(0, 2), ["__proto__", "constructor"]);
    }
  });

  test("members in order of arrival", () => {
    assert.deepEqual(Object.keys(accepted('{"b":1,"a":2,"1":3,"0":-0}') as object), ["0", "1", "b", "a"]);
  });
});

describe("refuses, naming cause and place", () => {
  const texts: [string, string][] = [
    ["", "the text ends too early at line 1, column 1 (byte 0)"],
    ['{"é":1,', "a member name is missing at line 1, column 8 (byte 8)"],
    ['{"é":1,"\\u00e9":2}', 'a second member "é" at line 1, column 8 (byte 8)'],
    ['[{"a":{"b":1,"b":1}}]', 'a second member "b" at line 1, column 14 (byte 13)'],
    ['{"__proto__":1,"__proto__":2}', 'a second member "__proto__" at line 1, column 16 (byte 15)'],
    ['{":":1,":":2}', 'a second member ":" at line 1, column 8 (byte 7)'],
    ['{"a":1,"a" :2}', 'a second member "a" at line 1, column 8 (byte 7)'],
    ['{"a" : "x : y","a":"\\":"}', 'a second member "a" at line 1, column 16 (byte 15)'],
    ['{"a":1}x', "something follows the value at line 1, column 8 (byte 7)"],
    ["\ufeff{}", "a byte order mark precedes the value at line 1, column 1 (byte 0)"],
    ["[1,]", "a comma precedes the closing bracket at line 1, column 4 (byte 3)"],
    ["[1 2]", "a comma or ] is missing at line 1, column 4 (byte 3)"],
    ['{"a" 1}', "a colon is missing at line 1, column 6 (byte 5)"],
    ['{"a":1 "b":2}', "a comma or } is missing at line 1, column 8 (byte 7)"],
    ["{'a':1}", "a member name has single quotes at line 1, column 2 (byte 1)"],
    ['{"a":1,\n}', "a comma precedes the closing bracket at line 2, column 1 (byte 8)"],
    ['{"a":\n{"😀":-01}}', "a number begins with 0 at line 2, column 6 (byte 14)"],
    [`{"${"é".repeat(81)}":0,"${"é".repeat(81)}":0}`, `a second member "${"é".repeat(80)}…" at line 1, column 88 (byte 168)`],
    ["{a:1}", "a member name is missing at line 1, column 2 (byte 1)"],
    ["tru", "a value is missing at line 1, column 1 (byte 0)"],
    ["NaN", "a value is missing at line 1, column 1 (byte 0)"],
    ["-Infinity", "a value is missing at line 1, column 1 (byte 0)"],
    ["01", "a number begins with 0 at line 1, column 1 (byte 0)"],
    ["[1e400]", "a number is too large for a double at line 1, column 2 (byte 1)"],
    ['["😀",-1e400]', "a number is too large for a double at line 1, column 6 (byte 8)"],
    ['"abc', "a string does not end at line 1, column 1 (byte 0)"],
    ['"abc\\"', "a string does not end at line 1, column 1 (byte 0)"],
    ['["\\x"]', "a string has a bad escape or a raw control character at line 1, column 2 (byte 1)"],
    ['["\n"]', "a string has a bad escape or a raw control character at line 1, column 2 (byte 1)"],
    ['{"a":"\\ud83d"}', "a string has a lone surrogate at line 1, column 6 (byte 5)"],
    ['{"\\ude00":1}', "a string has a lone surrogate at line 1, column 2 (byte 1)"],
    ['"\\ude00\\ud83d"', "a string has a lone surrogate at line 1, column 1 (byte 0)"],
    ["\u00a01", "a value is missing at line 1, column 1 (byte 0)"],
  ];
  for (const [text, message] of texts) test(text, () => assert.equal(refusal(text), message));

  test("a string that holds a lone surrogate", () => {
    const limits = limitsOf(undefined);
    for (const text of ['"\ud83d"', '"\ud83d\\ude00"', '"\\ud83d\ude00"']) {
      assert.deepEqual(read(text, limits), { message: "a string has a lone surrogate" });
    }
  });

  const malformed: [number[], number][] = [
    [[0x80], 1],
    [[0xc0, 0x80], 1],
    [[0xc1, 0xbf], 1],
    [[0xc3], 1],
    [[0x61, 0xe0, 0x9f, 0x80], 2],
    [[0xed, 0xa0, 0x80], 1],
    [[0xf0, 0x8f, 0x80, 0x80], 1],
    [[0xf4, 0x90, 0x80, 0x80], 1],
    [[0xf5, 0x80, 0x80, 0x80], 1],
    [[0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80, 0xff], 10],
  ];
  for (const [bytes, at] of malformed) {
    test(`bytes ${bytes}`, () => {
      assert.equal(refusal(Uint8Array.of(0x22, ...bytes, 0x22)), `the text is not UTF-8 at byte ${at}`);
    });
  }

  test("UTF-16", () => {
    assert.equal(refusal(Uint8Array.of(0xff, 0xfe, 0x31, 0)), "the text is not UTF-8 at byte 0");
  });
});

describe("limits", () => {
  const nested = (n: number, open: string, close: string): string => open.repeat(n) + close.repeat(n);

  test("depth", () => {
    const message = (n: number): string => `arrays and objects nest deeper than ${n} levels at line 1, column ${n + 1} (byte ${n})`;
    accepted(nested(128, "[", "]"));
    assert.equal(refusal(nested(129, "[", "]")), message(128));
    accepted(nested(64, '[{"a":', "}]").replace(":}", ":0}"));
    assert.equal(refusal("[".repeat(100_000)), message(128));
    assert.equal(refusal(nested(1_000_000, "[", "]")), message(128));
    accepted(nested(3, "[", "]"), { maxDepth: 3 });
    assert.equal(refusal("[[[[]]]]", { maxDepth: 3 }), message(3));
    accepted(nested(256, "[", "]"), { maxDepth: 256 });
  });

  test("bytes", () => {
    accepted('"é😀"', { maxBytes: 8 });
    assert.equal(refusal('"é😀"', { maxBytes: 7 }), "the text is longer than 7 bytes");
    accepted('"' + "x".repeat(16 * 1024 * 1024 - 2) + '"');
    assert.match(refusal('"' + "x".repeat(16 * 1024 * 1024 - 1) + '"'), /longer than 16777216 bytes/);
  });

  test("must bound something", () => {
    for (const n of [NaN, -1, 0, 1.5, Infinity]) {
      assert.throws(() => limitsOf({ maxDepth: n }), RangeError);
      assert.throws(() => limitsOf({ maxBytes: n }), RangeError);
      assert.throws(() => limitsOf({ maxIssues: n }), RangeError);
    }
    assert.throws(() => limitsOf({ maxDepth: 257 }), RangeError);
    assert.deepEqual(limitsOf({ maxDepth: undefined }), limitsOf(undefined));
  });
});

describe("suites", () => {
  test("JSONTestSuite", (t) => {
    for (const { path } of suites(t, "JSONTestSuite", "test_parsing")) {
      const files = readdirSync(path).filter((name) => name.endsWith(".json"));
      assert.equal(files.length, 318);
      for (const name of files) {
        const reading = readEveryWay(readFileSync(join(path, name)));
        if (name.startsWith("y_")) assert.equal(reading.message === undefined, !Y_REFUSED.has(name), name);
        if (name.startsWith("n_")) assert.equal(reading.message === undefined, false, name);
        if (name.startsWith("i_")) assert.equal(reading.message === undefined, I_ACCEPTED.has(name), name);
      }
    }
  });

  test("json-texts", (t) => {
    for (const { path } of suites(t, "json-texts.ndjson")) {
      const lines = readFileSync(path, "utf8").trimEnd().split("\n");
      assert.ok(lines.length > 80);
      for (const line of lines) {
        const { name, base64, accept } = JSON.parse(line) as { name: string; base64: string; accept: boolean };
        assert.equal(readEveryWay(Buffer.from(base64, "base64")).message === undefined, accept, name);
      }
    }
  });
});

// JSON allows duplicate names; the contract does not.
const Y_REFUSED: ReadonlySet<string> = new Set(["y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json"]);

// Implementation-defined texts that the contract accepts.
const I_ACCEPTED: ReadonlySet<string> = new Set([
  "i_number_double_huge_neg_exp.json",
  "i_number_real_underflow.json",
  "i_number_too_big_neg_int.json",
  "i_number_too_big_pos_int.json",
  "i_number_very_big_negative_int.json",
]);

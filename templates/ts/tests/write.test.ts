import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Layout, write } from "../envelope/write.js";

const point: Layout = { members: [["y"], ["x"], ["1"], ["__proto__"]] };
const shape: Layout = { members: [["kind"], ["points", () => ({ items: () => point })], ["next", () => either]] };
const either: Layout = {
  tag: "kind",
  variants: [
    ["shape", () => shape],
    ["point", () => point],
  ],
};

const points: Layout = { values: () => point };
const choice: Layout = { options: [() => ({ items: () => point }), () => ({ options: [() => points] })] };

describe("order of members", () => {
  const cases: [string, Layout | undefined, string][] = [
    ['{"x":1,"y":2}', point, '{"y":2,"x":1}'],
    ['{"0":0,"1":1,"b":3,"x":1,"a":2,"y":2}', point, '{"y":2,"x":1,"1":1,"0":0,"b":3,"a":2}'],
    ['{"__proto__":[1],"y":2}', point, '{"y":2,"__proto__":[1]}'],
    ['{"points":[{"x":1,"y":2},null,3],"kind":"shape"}', shape, '{"kind":"shape","points":[{"y":2,"x":1},null,3]}'],
    ['{"next":{"x":1,"kind":"point","y":0},"kind":"shape"}', either, '{"kind":"shape","next":{"y":0,"x":1,"kind":"point"}}'],
    ['{"b":{"2":1,"1":{"d":1,"c":2}},"a":[]}', undefined, '{"b":{"1":{"d":1,"c":2},"2":1},"a":[]}'],
    ["null", shape, "null"],
    ["[]", { items: () => point }, "[]"],
    ["{}", point, "{}"],
    ['{"b":{"x":1,"y":2},"1":{"x":1,"y":2},"a":null,"__proto__":{"x":1,"y":2}}', points,
      '{"1":{"y":2,"x":1},"b":{"y":2,"x":1},"a":null,"__proto__":{"y":2,"x":1}}'],
    ["[[]]", points, "[[]]"],
    ['[{"x":1,"y":2}]', choice, '[{"y":2,"x":1}]'],
    ['{"a":{"x":1,"y":2}}', choice, '{"a":{"y":2,"x":1}}'],
    ['"text"', choice, '"text"'],
    ['{"x":1,"y":2}', { options: [] }, '{"x":1,"y":2}'],
  ];
  for (const [text, layout, expected] of cases) {
    test(text, () => assert.equal(write(JSON.parse(text), layout, 0), expected));
  }
});

describe("indentation is that of JSON.stringify", () => {
  const texts = [
    '{"kind":"shape","points":[{"y":2,"x":{"a":[1,{"b":[]}],"c":{}}},[],{}],"next":null,"z":[[1],"a\\nb"]}',
    '{"kind":"shape","points":[]}',
    "[]",
    "1",
  ];
  for (const text of texts) {
    for (const indent of [0, 1, 2, 10, 12]) {
      test(`${indent}: ${text}`, () => {
        const value: unknown = JSON.parse(text);
        for (const layout of [shape, choice]) assert.equal(write(value, layout, indent), JSON.stringify(value, null, indent));
      });
    }
  }
});

test("strings and numbers as RFC 8785 has them", () => {
  const y = "\u0000\u001f\b\t\n\f\r\"\\/\u007f\u2028é😀";
  const x = [1e21, 1e-7, -0, 123456789012345680000, 0.1, 5e-324];
  const text =
    '{"y":"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/\u007f\u2028é😀","x":[1e+21,1e-7,0,123456789012345680000,0.1,5e-324]}';
  assert.equal(write({ x, y }, point, 0), text);
});

test("a member that is undefined is absent", () => {
  assert.equal(write({ y: undefined, x: 1, more: undefined, list: [{ a: undefined }] }, point, 0), '{"x":1,"list":[{}]}');
});

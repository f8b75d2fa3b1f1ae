import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Judge } from "../envelope/accept.js";
import { evaluate, Evaluation } from "../envelope/evaluate.js";
import { Collector } from "../envelope/collect.js";
import type { Failure, Keyword, Op, Ref, Schema } from "../envelope/schema.js";

const failure = (rule: string): Failure => ({ rule, message: "is wrong" });

const string: Schema = [{ keyword: "ofType", types: ["string"], failure: failure("type") }];
const integer: Schema = [{ keyword: "ofType", types: ["integer"], failure: failure("type"), range: failure("integer-range") }];
const never: Schema = [{ keyword: "never", failure: failure("false-schema") }];
const least3: Schema = [{ keyword: "size", of: "string", op: "atLeast", limit: 3, failure: failure("minLength") }];

const required = (...members: string[]): Keyword => ({ keyword: "requires", members, failure: failure("required") });
const properties = (named: { [name: string]: Ref }): Keyword => ({ keyword: "properties", named });
const enumeration = (...values: unknown[]): Keyword => ({ keyword: "equals", values, failure: failure("enum") });
const anyOf = (...schemas: Schema[]): Keyword => ({ keyword: "anyOf", schemas, failure: failure("anyOf") });
const allOf = (...schemas: Ref[]): Keyword => ({ keyword: "allOf", schemas });
const closedRest: Keyword = { keyword: "unevaluated", of: "object", closed: failure("unevaluatedProperties") };
const closedItems: Keyword = { keyword: "unevaluated", of: "array", closed: failure("unevaluatedItems") };
const select = (tag: string, cases: { [tag: string]: Schema }, others?: { other: Schema; refused: string[] }): Keyword => ({
  ...{ keyword: "select", tag, cases, ...others },
  ...{ mismatch: failure("type"), missingTag: failure("required"), unknownTag: failure("discriminator") },
});

/** The issues of a value as rules and paths. */
function issues(schema: Schema, value: unknown): string[] {
  const collector = new Collector(100);
  new Evaluation(new Judge(), collector).visit(value, "", [schema], []);
  assert.equal(new Judge().accepts(value, schema), !collector.invalid, "both ways of asking agree");
  return collector.issues().map(({ rule, path }) => `${rule} ${path}`);
}

/** A schema and texts of values, with the issues of each. */
type Case = readonly [about: string, schema: Schema, texts: { readonly [text: string]: readonly string[] }];

function run(cases: readonly Case[]): void {
  for (const [about, schema, texts] of cases) {
    for (const [text, expected] of Object.entries(texts)) {
      test(`${about}: ${text}`, () => assert.deepEqual(issues(schema, JSON.parse(text)), expected));
    }
  }
}

describe("assertions", () => {
  const size = (of: "array" | "object", op: Op, rule: string): Schema => [{ keyword: "size", of, op, limit: 1, failure: failure(rule) }];
  run([
    ["type", [{ keyword: "ofType", types: ["null", "array"], failure: failure("type") }], { null: [], "[]": [], "{}": ["type "], "0": ["type "] }],
    ["boolean", [{ keyword: "ofType", types: ["boolean"], failure: failure("type") }], { true: [], false: [], '"true"': ["type "] }],
    ["number", [{ keyword: "ofType", types: ["number", "integer"], failure: failure("type") }], { "0.5": [], "1e300": [], '"1"': ["type "] }],
    ["integer", integer, { "1.0": [], "0.5": ["type "], "9007199254740991": [], "9007199254740992": ["integer-range "] }],
    ["integer beside string", [{ keyword: "ofType", types: ["string", "integer"], failure: failure("type") }], { "1e300": ["type "], '""': [] }],
    ["enum", [enumeration(null, "a", 1, [{ b: [] }])], { null: [], '"a"': [], "1.0": [], '[{"b":[]}]': [], '[{"b":{}}]': ["enum "] }],
    ["enum of objects", [enumeration({ a: 1, b: 2 })], { '{"b":2,"a":1}': [], '{"a":1}': ["enum "], '{"a":1,"c":2}': ["enum "] }],
    ["const", [{ keyword: "equals", values: [true], failure: failure("const") }], { true: [], "1": ["const "], '"true"': ["const "] }],
    ["enum of inherited names", [enumeration({ toString: 1 })], { '{"toString":1}': [], '{"x":1}': ["enum "], "{}": ["enum "] }],
    ["minimum", [{ keyword: "bound", op: "atLeast", limit: 1, failure: failure("minimum") }], { "1": [], "0": ["minimum "], '"0"': [] }],
    ["maximum", [{ keyword: "bound", op: "atMost", limit: 1, failure: failure("maximum") }], { "1": [], "2": ["maximum "], "[2]": [] }],
    ["exclusiveMinimum", [{ keyword: "bound", op: "above", limit: 1, failure: failure("exclusiveMinimum") }], { "2": [], "1": ["exclusiveMinimum "] }],
    ["exclusiveMaximum", [{ keyword: "bound", op: "below", limit: 1, failure: failure("exclusiveMaximum") }], { "0": [], "1": ["exclusiveMaximum "] }],
    ["multipleOf", [{ keyword: "multipleOf", divisor: 0.1, failure: failure("multipleOf") }], { "2.3": [], "0.25": ["multipleOf "], '"0.25"': [] }],
    ["minLength", least3, { '"abc"': [], '"😀😀"': ["minLength "], "[]": [] }],
    ["maxLength", [{ keyword: "size", of: "string", op: "atMost", limit: 2, failure: failure("maxLength") }], { '"😀😀"': [], '"abc"': ["maxLength "], "1000": [] }],
    ["pattern", [{ keyword: "matches", test: /^a/u, failure: failure("pattern") }], { '"ab"': [], '"ba"': ["pattern "], "1": [] }],
    ["format", [{ keyword: "format", test: (s) => s === "a", failure: failure("format") }], { '"a"': [], '"b"': ["format "], "1": [] }],
    ["minItems", size("array", "atLeast", "minItems"), { "[0]": [], "[]": ["minItems "], "{}": [], '""': [] }],
    ["maxItems", size("array", "atMost", "maxItems"), { "[0]": [], "[0,0]": ["maxItems "], '"abc"': [] }],
    ["minProperties", size("object", "atLeast", "minProperties"), { '{"__proto__":0}': [], "{}": ["minProperties "], "[]": [] }],
    ["maxProperties", size("object", "atMost", "maxProperties"), { '{"a":0}': [], '{"a":0,"b":0}': ["maxProperties "], "[0,0]": [] }],
    [
      "uniqueItems",
      [{ keyword: "uniqueItems", failure: failure("uniqueItems") }],
      {
        '[1,"1",true,null,[],{},[1],["1"],{"a":1},[[]],"null","[]"]': [],
        "[1,2,1.0]": ["uniqueItems "],
        "[null,null]": ["uniqueItems "],
        '[{"a":1,"b":[2]},{"b":[2],"a":1}]': ["uniqueItems "],
        '[{"a":1},{"a":"1"},[["a",1]],"{\\"a\\":1}"]': [],
        '"aa"': [],
      },
    ],
    ["false", never, { null: ["false-schema "], "{}": ["false-schema "] }],
    ["true", [], { null: [], "[{}]": [] }],
    ["a failure in full", [{ keyword: "bound", op: "atLeast", limit: 1, failure: failure("own") }], { "0": ["own "] }],
  ]);

  test("a failure of level should leaves the value valid", () => {
    const collector = new Collector(10);
    evaluate([{ keyword: "bound", op: "atLeast", limit: 1, failure: { ...failure("minimum"), level: "should" } }], 0, "/a", collector);
    assert.deepEqual(collector.issues(), [{ rule: "minimum", path: "/a", level: "should", message: "is wrong" }]);
    assert.equal(collector.invalid, false);
  });
});

describe("members", () => {
  const patterns: Keyword = {
    keyword: "properties",
    named: { a: string, ["__proto__"]: string },
    patterns: [[/^[ab]/u, least3], [/b$/u, string]],
    closed: failure("additionalProperties"),
  };
  run([
    ["required", [required("a", "toString", "__proto__")], {
      '{"a":null,"toString":0,"__proto__":0}': [],
      '{"b":0}': ["required /__proto__", "required /a", "required /toString"],
      "[]": [],
    }],
    ["dependentRequired", [{ keyword: "dependentRequired", trigger: "a", members: ["b", "c"], failure: failure("dependentRequired") }], {
      '{"b":0}': [],
      '{"a":null,"c":0}': ["dependentRequired /b"],
      '"a"': [],
    }],
    ["named ones", [properties({ a: string, "b/~": integer })], {
      '{"a":"","b/~":1,"c":[]}': [],
      '{"a":1,"b/~":""}': ["type /a", "type /b~1~0"],
      '[{"a":1}]': [],
    }],
    ["patterns apply beside the name, and all of them", [patterns], {
      '{"a":"abc","bb":"abc"}': [],
      '{"a":"ab","bb":"ab","cb":1}': ["minLength /a", "minLength /bb", "type /cb"],
      '{"__proto__":1,"c":1,"toString":2}': ["type /__proto__", "additionalProperties /c", "additionalProperties /toString"],
    }],
    ["additional ones", [{ keyword: "properties", named: { a: [] }, additional: string }], { '{"a":1,"b":""}': [], '{"b":1}': ["type /b"] }],
    ["propertyNames", [{ keyword: "propertyNames", schema: least3, failure: failure("propertyNames") }], {
      '{"abc":{"a":1}}': [],
      '{"a":1,"b":1,"abc":1}': ["propertyNames /a", "propertyNames /b"],
      '["a"]': [],
    }],
  ]);

  test("one that is undefined is absent", () => {
    const schema: Schema = [required("a"), properties({ a: never, b: never }), { keyword: "size", of: "object", op: "atLeast", limit: 1, failure: failure("minProperties") }];
    assert.deepEqual(issues(schema, { a: undefined, b: undefined }), ["minProperties ", "required /a"]);
    assert.deepEqual(issues([enumeration({ a: 1 })], { a: 1, b: undefined }), []);
  });
});

describe("items", () => {
  const contains = (least: number, most?: number): Schema => [
    {
      ...{ keyword: "contains", schema: string, least, tooFew: failure(least === 1 ? "contains" : "minContains") },
      ...{ tooMany: failure("maxContains"), ...(most === undefined ? {} : { most }) },
    },
  ];
  run([
    ["prefix and rest", [{ keyword: "items", prefix: [string, integer], rest: integer }], {
      '["",1,1]': [],
      '[1,1,""]': ["type /0", "type /2"],
      "[]": [],
      '{"0":1}': [],
    }],
    ["closed", [{ keyword: "items", prefix: [[]], closed: failure("items") }], { "[0]": [], "[0,0,0]": ["items /1", "items /2"] }],
    ["prefix alone", [{ keyword: "items", prefix: [string] }], { '["",0]': [], "[0]": ["type /0"] }],
    ["contains", contains(1), { '[0,""]': [], "[0]": ["contains "], "[]": ["contains "], "{}": [] }],
    ["minContains", contains(2), { '["",0,""]': [], '[""]': ["minContains "] }],
    ["maxContains", contains(0, 1), { '[""]': [], "[]": [], '["",0,""]': ["maxContains "] }],
    ["none is enough", contains(3, 1), { '["",""]': ["maxContains ", "minContains "], '["","",""]': ["maxContains "] }],
  ]);
});

describe("other schemas of the same value", () => {
  const nullable: Schema = [{ keyword: "orNull", schema: string }];
  const dependent: Schema = [{ keyword: "dependentSchema", trigger: "a", schema: [required("b")] }];
  const condition: Keyword = { keyword: "if", condition: [required("a")], then: [required("b")], else: [required("c")] };
  const message: Schema = [select("t", { eval: [required("code")], ["__proto__"]: [required("x")] })];
  run([
    ["allOf", [allOf([required("a")], [required("b")])], { "{}": ["required /a", "required /b"], '{"a":0,"b":0}': [] }],
    ["nullable", nullable, { null: [], '""': [], "0": ["type "] }],
    ["dependentSchema", dependent, { "{}": [], '{"a":null}': ["required /b"], "[]": [] }],
    ["if", [condition], { '{"a":0}': ["required /b"], "{}": ["required /c"], '"neither is asked of a string"': [] }],
    ["if alone", [{ keyword: "if", condition: never }], { "{}": [] }],
    ["select", message, {
      '{"t":"eval"}': ["required /code"],
      '{"t":"__proto__"}': ["required /x"],
      '{"t":"toString"}': ["discriminator /t"],
      '{"t":1}': ["discriminator /t"],
      "{}": ["required /t"],
      "[]": ["type "],
    }],
    ["select others", [select("t", { a: [required("x")] }, { other: [required("y")], refused: ["no"] })], {
      '{"t":"a"}': ["required /x"],
      '{"t":"toString"}': ["required /y"],
      '{"t":"b","y":1}': [],
      '{"t":"no","y":1}': ["discriminator /t"],
      '{"t":1}': ["discriminator /t"],
      '{"y":1}': ["required /t"],
    }],
    ["anyOf", [anyOf(string, [required("a")])], { '""': [], "{}": ["anyOf "], '{"a":0}': [] }],
    ["oneOf", [{ keyword: "exactlyOne", schemas: [string, least3, least3], failure: failure("oneOf") }], { '""': [], '"abc"': ["oneOf "], "[]": ["oneOf "] }],
    ["not", [{ keyword: "not", schema: string, failure: failure("not") }], { "0": [], '""': ["not "] }],
    ["not not", [{ keyword: "not", schema: [{ keyword: "not", schema: string, failure: failure("not") }], failure: failure("not") }], { "0": ["not "], '""': [] }],
  ]);
});

describe("what hides", () => {
  const both: Schema = [allOf(integer, [enumeration(1)], [{ keyword: "equals", values: [1], failure: failure("const") }]), { keyword: "bound", op: "atMost", limit: 5, failure: failure("maximum") }];
  const tag: Schema = [select("t", { a: [] }), properties({ t: [enumeration("a"), { keyword: "size", of: "string", op: "atLeast", limit: 3, failure: failure("minLength") }] })];
  run([
    ["type, then range, const, enum", both, {
      '"1"': ["type "],
      "1e300": ["integer-range "],
      "9": ["const "],
      "1": [],
    }],
    ["neither type nor range hides the other", [allOf(integer, string)], { "1e300": ["integer-range ", "type "], "1": ["type "] }],
    ["enum hides what is below", [enumeration({}), required("b"), properties({ a: string })], { '{"a":1}': ["enum "] }],
    ["type hides what is below", [allOf(string, [properties({ a: string })])], { '{"a":1}': ["type "] }],
    ["a tag that selects nothing hides the rest of it", tag, { '{"t":"b"}': ["discriminator /t"], '{"t":"a"}': ["minLength /t"] }],
    ["but not its type", [select("t", { a: [] }), properties({ t: string })], { '{"t":1}': ["type /t"] }],
    ["two equal tags", [select("t", { a: [] }), select("t", { b: [] })], { '{"t":"c"}': ["discriminator /t"], '{"t":"a"}': ["discriminator /t"] }],
    ["a select that fails leaves the rest of the value", [select("t", { a: [] }), required("x"), properties({ y: string })], {
      '{"y":1}': ["required /t", "required /x", "type /y"],
      '{"t":"b","y":1}': ["discriminator /t", "required /x", "type /y"],
    }],
    ["the parent's word on a name stands beside its value's", [
      { keyword: "properties", closed: failure("additionalProperties") },
      { keyword: "propertyNames", schema: least3, failure: failure("propertyNames") },
      allOf([properties({ a: string })]),
      closedRest,
    ], { '{"a":1}': ["additionalProperties /a", "propertyNames /a", "type /a"] }],
    ["the parent's word on an item does not", [{ keyword: "items", closed: failure("items") }, allOf([{ keyword: "items", rest: string }])], {
      '[1,""]': ["type /0", "items /1"],
    }],
    ["equal rules are one issue", [allOf([required("a")], [required("a")])], { "{}": ["required /a"] }],
  ]);
});

describe("unevaluated", () => {
  const open = properties({ a: [] });
  const choice = anyOf([properties({ b: [] }), required("b")], [properties({ c: [] }), required("c")]);
  const all = { '{"a":0}': [], '{"a":0,"x":0}': ["unevaluatedProperties /x"] };
  const item: Keyword = { keyword: "items", prefix: [[]] };
  const some: Keyword = { keyword: "contains", schema: string, least: 0, tooFew: failure("contains"), tooMany: failure("maxContains") };
  run([
    ["its own members", [open, closedRest], all],
    ["patterns", [{ keyword: "properties", patterns: [[/^a/u, []]] }, closedRest], all],
    ["additional ones", [{ keyword: "properties", additional: [] }, closedRest], { '{"x":0}': [] }],
    ["closed ones are one issue", [{ keyword: "properties", closed: failure("additionalProperties") }, closedRest], {
      '{"x":0}': ["additionalProperties /x"],
    }],
    ["through allOf and a reference", [allOf([allOf([open])]), closedRest], all],
    ["even where that fails", [allOf([open, required("b")]), closedRest], { '{"a":0,"x":0}': ["required /b", "unevaluatedProperties /x"] }],
    ["through branches that accept", [choice, closedRest], {
      '{"b":0}': [],
      '{"b":0,"c":0}': [],
      '{"b":0,"x":0}': ["unevaluatedProperties /x"],
    }],
    ["not where a choice failed", [choice, closedRest], { '{"x":0}': ["anyOf "] }],
    ["nor where one failed in another schema of the value", [allOf([choice], [closedRest])], { '{"x":0}': ["anyOf "] }],
    ["oneOf", [{ keyword: "exactlyOne", schemas: [[required("a"), open], [required("b"), properties({ b: [] })]], failure: failure("oneOf") }, closedRest], {
      '{"a":0}': [],
      '{"a":0,"b":0}': ["oneOf "],
      '{"b":0,"x":0}': ["unevaluatedProperties /x"],
    }],
    ["if, then, else", [
      { keyword: "if", condition: [required("a"), open], then: [properties({ b: [] })], else: [properties({ c: [] })] },
      closedRest,
    ], {
      '{"a":0,"b":0}': [],
      '{"a":0,"c":0}': ["unevaluatedProperties /c"],
      '{"b":0,"c":0}': ["unevaluatedProperties /b"],
    }],
    ["never through not", [{ keyword: "not", schema: [{ keyword: "not", schema: [open], failure: failure("not") }], failure: failure("not") }, closedRest], {
      '{"a":0}': ["unevaluatedProperties /a"],
    }],
    ["dependentSchema", [{ keyword: "dependentSchema", trigger: "a", schema: [open] }, closedRest], all],
    ["select", [select("t", { a: [open], b: [] }), properties({ t: [] }), closedRest], {
      '{"t":"a","a":0}': [],
      '{"t":"b","a":0}': ["unevaluatedProperties /a"],
    }],
    ["nullable", [{ keyword: "orNull", schema: [open] }, closedRest], { ...all, null: [] }],
    ["another one inside takes everything", [allOf([closedRest]), closedRest], { '{"x":0}': ["unevaluatedProperties /x"] }],
    ["cousins are not seen", [allOf([open], [closedRest])], { '{"a":0}': ["unevaluatedProperties /a"] }],
    ["a schema for the rest", [open, { keyword: "unevaluated", of: "object", schema: string }], { '{"a":0,"x":""}': [], '{"x":0}': ["type /x"] }],
    ["items behind a prefix", [item, closedItems], { "[0]": [], "[0,0]": ["unevaluatedItems /1"], '{"a":0}': [] }],
    ["items that contains accepts", [item, some, closedItems], { '[0,"",0]': ["unevaluatedItems /2"] }],
    ["items of the rest", [{ keyword: "items", rest: [] }, closedItems], { "[0,0]": [] }],
    ["a schema for the items", [item, { keyword: "unevaluated", of: "array", schema: string }], { '[0,""]': [], "[0,0]": ["type /1"] }],
    ["the type of an item hides it", [allOf([{ keyword: "items", rest: string }]), allOf([closedItems])], { "[0]": ["type /0"] }],
  ]);
});

describe("schemas that lead back to themselves", () => {
  const tree: Schema = [required("v"), properties({ left: [] }), { keyword: "properties", named: { left: () => tree, right: () => tree } }];

  test("are followed as deep as the value goes", () => {
    assert.deepEqual(issues(tree, { v: 0, left: { v: 0, right: {} } }), ["required /left/right/v"]);
  });

  test("ask each part once, however many ways lead there", () => {
    let asked = 0;
    const counted: Schema = [{ keyword: "format", test: () => ++asked > 0, failure: failure("format") }];
    const next: Keyword = { keyword: "properties", named: { v: counted, next: () => refusing } };
    const refusing: Schema = [anyOf([next, allOf(never)], [next, allOf(never)], [next, allOf(never)])];
    let value: object = {};
    for (let i = 0; i < 12; i++) value = { v: "", next: value };
    assert.deepEqual(issues(refusing, value), ["anyOf "]);
    assert.ok(asked < 200, `asked ${asked} times`);
  });
});

describe("schemas on many ways to one place", () => {
  const doubled = (end: Keyword, rest: readonly Keyword[]): { schema: Schema; asked: () => number } => {
    let asked = 0;
    let schema: Schema = [{ keyword: "format", test: () => ++asked > 0, failure: failure("format") }, end];
    for (let i = 0; i < 60; i++) {
      const next = schema;
      schema = [anyOf([allOf(() => next)], [allOf(() => next)]), ...rest];
    }
    return { schema, asked: () => asked };
  };

  test("are asked once of a scalar", () => {
    const { schema, asked } = doubled({ keyword: "never", failure: failure("false-schema") }, []);
    assert.deepEqual(issues(schema, "x"), ["anyOf "]);
    assert.ok(asked() < 200, `asked ${asked()} times`);
  });

  test("are asked once for what they evaluate", () => {
    const { schema, asked } = doubled(properties({ b: [] }), [closedRest]);
    assert.deepEqual(issues(schema, { b: "" }), []);
    assert.ok(asked() < 200, `asked ${asked()} times`);
  });
});

describe("multiples are exact", () => {
  const cases: readonly (readonly [number, number, boolean])[] = [
    ...([[2.3, 0.1, true], [0.3, 0.1, true], [0.35, 0.1, false], [4.35, 0.01, true], [19.99, 0.01, true]] as const),
    ...([[0, 7, true], [-9, 3, true], [-9.5, 3, false], [7.5, 2.5, true], [1, 3, false]] as const),
    ...([[1e308, 0.123456789, false], [1e308, 0.5, true], [1e308, 5e-324, true], [5e-324, 5e-324, true]] as const),
    ...([[5e-324, 1e308, false], [1.5e-7, 5e-8, true], [1e21, 1e20, true], [1e22, 7, false], [9007199254740993, 3, false]] as const),
  ];
  for (const [value, limit, expected] of cases) {
    test(`${value} of ${limit}`, () => {
      assert.deepEqual(issues([{ keyword: "multipleOf", divisor: limit, failure: failure("multipleOf") }], value), expected ? [] : ["multipleOf "]);
    });
  }
});

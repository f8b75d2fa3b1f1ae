/** What a user of generated modules does with them. Much of it is tested by compiling: see also ../testdata/refused. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as agh from "../../../gen/ts/agh.js";
import * as helper from "../../../gen/ts/helper.js";

/** Compiles only for two types that accept each other's values. */
function same<A, B extends A>(..._proof: A extends B ? [] : [never]): void {}

/** An interface of the user's that a generated one takes. */
interface Mine {
  code: string;
  message: string;
}

const common = { schema_version: "1.0.0", agent: helper.Agent.claude, ts: "2026-05-01T00:00:00Z" } as const;

const greeting = {
  protocol: "agh-network/v0",
  id: "1",
  kind: "greet",
  channel: "builders",
  from: "a",
  ts: 1776366000,
  expires_at: 253402300799, // the last second of 9999
  body: {},
} as const satisfies agh.Greet;

describe("types", () => {
  test("a tag selects its variant", () => {
    const about = (message: agh.Envelope): string => {
      if (message.kind === "direct") {
        same<typeof message, agh.Direct>();
        same<typeof message.body, agh.DirectBody>();
        return message.interaction_id + (message.body.artifacts ?? []).map((artifact) => artifact.ref).join();
      }
      return message.interaction_id ?? "none";
    };
    assert.equal(about(greeting), "none");
  });

  test("a switch over the tags is exhaustive", () => {
    const describe = (output: helper.Envelope): string => {
      switch (output.status) {
        case "ok":
          same<typeof output.error, null>();
          return "fine";
        case "partial":
          return output.skipped_sources.join();
        case "error":
        case "tool-missing":
          same<typeof output.error, helper.Failure>();
          return output.error.code;
      }
    };
    const output = { schema_version: "1.0.0", agent: helper.Agent.claude, ts: "2026-05-01T00:00:00Z" };
    assert.equal(describe({ ...output, status: "ok", error: null }), "fine");
    assert.equal(describe({ ...output, status: "error", error: { code: "E1", message: "no" } }), "E1");
  });

  test("absent, undefined and null differ where the spec lets them", () => {
    same<agh.Say["to"], string | null | undefined>();
    same<agh.Say["trace_id"], string | undefined>();
    same<agh.Direct["interaction_id"], string>();
    const bare: agh.Say = { ...greeting, kind: "say" };
    const full: agh.Say = { ...bare, to: null, trace_id: undefined };
    assert.equal(agh.Say.encodeUnchecked(bare), agh.Say.encodeUnchecked({ ...bare, to: undefined }));
    assert.match(agh.Say.encodeUnchecked(full), /"to":null/);
    assert.doesNotMatch(agh.Say.encodeUnchecked(full), /trace_id/);
  });

  test("constants are read-only, other members are not", () => {
    const message: agh.Greet = { ...greeting };
    message.channel = "others";
    // @ts-expect-error: the kind is what makes it a Greet
    message.kind = "greet";
    assert.ok(agh.Greet.is(message));
  });

  test("an open record keeps undeclared members, a closed one has none", () => {
    const envelope = JSON.stringify({ ...common, status: "ok", error: null, constructor: 1 });
    const text = '{"code":"E1","message":"no","hint":["try again"],"__proto__":1}';
    const failure = helper.Failure.decode(text);
    same<keyof typeof failure, "code" | "message">();
    const more = helper.extra(helper.typeOfFailure, failure);
    same<typeof more, { readonly [member: string]: unknown }>();
    assert.deepEqual(Object.entries(more), [["hint", ["try again"]], ["__proto__", 1]]);
    assert.deepEqual(helper.extra(helper.typeOfEnvelope, helper.Envelope.decode(envelope)), { constructor: 1 });
    assert.deepEqual(agh.extra(agh.typeOfGreet, greeting), {});
    same<keyof Omit<helper.Failure, "code">, "message">();
    const mine: Mine = { code: "E1", message: "no" };
    assert.equal(helper.Failure.encode(mine), '{"code":"E1","message":"no"}');
    assert.equal(helper.Failure.encode(failure), text);
    // @ts-expect-error: Greet is closed
    const message: agh.Greet = { ...greeting, hint: 1 };
    assert.deepEqual(agh.Greet.check(message).map(({ rule, path }) => [rule, path]), [["additionalProperties", "/hint"]]);
  });

  test("a vocabulary is a type and a table", () => {
    same<helper.Status, "ok" | "partial" | "error" | "tool-missing">();
    const status: helper.Status = helper.Status["tool-missing"];
    assert.deepEqual(Object.values(helper.Status), ["ok", "partial", "error", status]);
    assert.ok(helper.StatusCodec.is("ok"));
    assert.equal(helper.StatusCodec.is("toString"), false);
  });
});

describe("codecs", () => {
  test("is narrows", () => {
    const value: unknown = { ...greeting };
    assert.ok(agh.Envelope.is(value));
    same<typeof value, agh.Envelope>();
    assert.equal(value.kind, "greet");
  });

  test("decode gives a value or issues", () => {
    const result = agh.Envelope.safeDecode(JSON.stringify(greeting));
    assert.ok(result.ok);
    same<typeof result.value, agh.Envelope>();
    const refused = agh.Envelope.safeDecode(JSON.stringify({ ...greeting, ts: 0.5 }));
    same<agh.Result<agh.Envelope>, typeof refused>();
    assert.ok(!refused.ok);
    assert.deepEqual(refused.issues.map(({ rule, path }) => [rule, path]), [["type", "/ts"]]);
  });

  test("parse throws what any protocol's ValidationError is", () => {
    assert.equal(agh.ValidationError, helper.ValidationError);
    assert.throws(() => helper.Envelope.decode("{}"), agh.ValidationError);
  });

  test("encode writes members in the order of the spec, and leaves validity to check", () => {
    const { protocol, ...rest } = greeting;
    const members = '"id":"1","kind":"greet","channel":"builders","from":"a","ts":1776366000,"expires_at":253402300799,"body":{}';
    assert.equal(agh.Envelope.encodeUnchecked({ ...rest, protocol }), `{"protocol":"agh-network/v0",${members}}`);
    assert.match(agh.Envelope.encodeUnchecked(greeting, { indent: 2 }), /^\{\n {2}"protocol": "agh-network\/v0",\n/);
    assert.throws(() => agh.Envelope.encodeUnchecked({ ...greeting, ts: 2 ** 53 }), /integer-range/);
    assert.equal(agh.PeerId.encodeUnchecked("No Peer"), '"No Peer"');
  });

  test("whatever the parameters are, a generic function takes a codec or a type", () => {
    const read = <T>(of: helper.Codec<T>, text: string): T => of.decode(text);
    const readAs = <T>(of: helper.TypeInfo<T>, text: string): T => helper.decode(of, text);
    same<agh.PeerId, string>();
    assert.equal(read<agh.PeerId>(agh.PeerId, '"a"'), readAs<agh.PeerId>(agh.typeOfPeerId, '"a"'));
    same<agh.Envelope, ReturnType<typeof agh.Envelope.parse>>();
    const envelope: agh.Envelope = read(agh.Envelope, JSON.stringify(greeting));
    assert.equal(envelope.kind, "greet");
  });

  test("lookup knows the types", () => {
    const codec: agh.Codec<agh.Envelope, agh.Params> = agh.lookup("Envelope");
    assert.equal(codec, agh.Envelope);
    same<ReturnType<typeof agh.lookup<"PeerId">>, agh.Codec<agh.PeerId, agh.Params>>();
  });

  test("functions do what methods do", () => {
    const text = JSON.stringify(greeting);
    const value: unknown = JSON.parse(text);
    const now = "2026-04-16T19:00:00Z";
    assert.deepEqual(agh.check(agh.typeOfEnvelope, value, { now }), agh.Envelope.check(value, { now }));
    assert.deepEqual(agh.safeDecode(agh.typeOfEnvelope, text, { now }), agh.Envelope.safeDecode(text, { now }));
    assert.deepEqual(agh.safeParse(agh.typeOfEnvelope, 1), agh.Envelope.safeParse(1));
    assert.ok(agh.is(agh.typeOfEnvelope, value, { now }));
    same<typeof value, agh.Envelope>();
    assert.equal(agh.is(agh.typeOfEnvelope, value, { now, strict: true }), false);
    const { value: again } = agh.safeParse(agh.typeOfGreet, value, { now });
    assert.equal(agh.encode(agh.typeOfGreet, agh.parse(agh.typeOfGreet, again, { now }), { now }), agh.Greet.encode(greeting, { now }));
    assert.equal(agh.encodeUnchecked(agh.typeOfGreet, greeting), agh.Greet.encodeUnchecked(greeting));
    assert.throws(() => agh.decode(agh.typeOfEnvelope, "{"), agh.ValidationError);
    const other: unknown = greeting;
    agh.assert(agh.typeOfGreet, other, { now });
    same<typeof other, agh.Greet>();
  });

  test("values are equal if they are the same JSON", () => {
    const { id, ...rest } = greeting;
    assert.ok(agh.equal(greeting, { ...rest, trace_id: undefined, id }));
    assert.ok(agh.equal(greeting, agh.Greet.decode(agh.Greet.encode(greeting, { now: "2026-04-16T19:00:00Z" }))));
    assert.equal(agh.equal(greeting, { ...greeting, to: null }), false);
  });

  test("methods may be detached", () => {
    const { safeDecode } = agh.PeerId;
    same<ThisParameterType<typeof safeDecode>, void>();
    same<ThisParameterType<typeof agh.PeerId.is>, void>();
    assert.deepEqual(["a", "No Peer"].filter(agh.PeerId.is), ["a"]);
    assert.equal(safeDecode('"a"').value, "a");
  });

  test("lookup finds by the spec's names only", () => {
    for (const protocol of [agh, helper]) {
      for (const name of protocol.typeNames) assert.equal(protocol.lookup(name)?.name, name);
      assert.ok(protocol.lookup(protocol.rootName));
      assert.equal(protocol.lookup("constructor"), undefined);
    }
  });

  test("any library that knows Standard Schema takes them", () => {
    type Schema<Output> = {
      readonly "~standard": {
        readonly version: 1;
        readonly vendor: string;
        readonly validate: (value: unknown) => Outcome<Output> | Promise<Outcome<Output>>;
        readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
      };
    };
    type Outcome<Output> =
      | { readonly value: Output; readonly issues?: undefined }
      | { readonly issues: readonly { readonly message: string; readonly path?: readonly PropertyKey[] | undefined }[] };
    const use = <T>(schema: Schema<T>, value: unknown): Outcome<T> | Promise<Outcome<T>> => schema["~standard"].validate(value);
    assert.deepEqual(use<agh.PeerId>(agh.PeerId, "a"), { value: "a" });
    assert.deepEqual(use<agh.Envelope>(agh.Envelope, []), { issues: [{ message: "must be an object", path: [] }] });
  });

  test("a string as long as a text may be has a verdict", () => {
    const version = "1.0.0-" + "a.".repeat(8_380_000);
    assert.deepEqual(helper.SemVer.safeDecode(`"${version}1"`).issues, []);
    assert.deepEqual(helper.SemVer.safeDecode(`"${version}"`).issues.map(({ rule }) => rule), ["pattern"]);
  });

  test("a date-time member reads as a moment", () => {
    assert.equal(helper.toDate("2026-05-01T00:00:00.5+01:00").getTime(), Date.UTC(2026, 3, 30, 23, 0, 0, 500));
    assert.equal(helper.fromDate(new Date(0)), "1970-01-01T00:00:00.000Z");
    assert.equal(helper.parseDateTime("2026-05-01T00:00:00.5+01:00")?.date.toISOString(), "2026-04-30T23:00:00.500Z");
  });
});

/** Shapes that only some protocols have: nested unions, directions, catalogs, open vocabularies, maps and choices. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import * as agh from "../../../gen/ts/agh.js";
import * as delegator from "../../../gen/ts/delegator.js";
import * as foxctl from "../../../gen/ts/foxctl.js";
import * as hotrepl from "../../../gen/ts/hotrepl.js";

/** Compiles only for two types that accept each other's values. */
function same<A, B extends A>(..._proof: A extends B ? [] : [never]): void {}

describe("nested unions", () => {
  const frame = {
    ...({ version: "3.6", request_id: "6b1d2c9e-4f6a-4c0e-9a57-2d8f3b1e7c45", ts: "2025-11-18T10:05:22Z" } as const),
    ...({ tool: "_codex_local_exec", tool_category: "execution_ack", meta: {} } as const),
  };

  test("narrow by the outer tag, then by the inner one", () => {
    const about = (answer: delegator.JsonEnvelope): string => {
      switch (answer.status) {
        case "error":
          same<typeof answer, delegator.ErrorResponse>();
          return answer.error.message;
        case "ok":
          same<typeof answer, delegator.SuccessResponse>();
          if (answer.tool === "_codex_cloud_list_environments") {
            same<typeof answer, delegator.ListEnvironments>();
            return answer.data.environments.map((environment) => environment.id).join();
          }
          return answer.request_id;
      }
    };
    const failed: delegator.ErrorResponse = {
      ...{ ...frame, schema_id: "codex/v3.6/execution_ack/v1", status: "error" },
      error: { code: "TOOL_ERROR", message: "exit code 1", retryable: false },
    };
    assert.deepEqual(delegator.JsonEnvelope.check(failed), []);
    assert.equal(about(failed), "exit code 1");
  });

  test("a member that must not be there has no type but undefined", () => {
    same<delegator.SuccessResponse["error"], undefined>();
    same<delegator.ErrorResponse["data"], undefined>();
  });
});

describe("a union by presence", () => {
  const reply = { ...({ version: 1, status: "ok", command: "fs/ls", error: {} } as const), meta: { ts: "2026-05-12T00:00:00Z" } };

  test("narrows where the member is not undefined, and not by in: a member that is undefined is absent", () => {
    // @ts-expect-error: data may be inline
    const wrong = (data: foxctl.Data): string => ("artifact" in data ? data.summary.kind : "inline");
    assert.throws(() => wrong({ artifact: undefined }), TypeError);
    assert.equal(foxctl.Data.is({ artifact: undefined }), true);
    const kindOf = (data: foxctl.Data): string => (data.artifact !== undefined ? data.summary.kind : "inline");
    assert.equal(kindOf({ summary: {} }), "inline");
  });

  test("takes a member that is undefined for an absent one, in rules as well", () => {
    const data: object = { artifact: undefined, rows: "x".repeat(32 * 1024) };
    assert.deepEqual(
      foxctl.OkEnvelope.check({ ...reply, data }).map((issue) => issue.rule),
      ["inline-threshold", "ok-without-code", "ok-without-message"],
    );
  });
});

describe("directions", () => {
  test("are unions of their own", () => {
    const answerTo = (message: hotrepl.MessageFromClient): hotrepl.MessageFromServer["type"] => {
      return message.type === "reset" ? "reset_result" : "error";
    };
    assert.equal(answerTo({ type: "reset", id: "1" }), "reset_result");
  });

  test("have codecs of their own", () => {
    const reset = '{"type":"reset","id":"1"}';
    const request: hotrepl.MessageFromClient = hotrepl.MessageFromClient.decode(reset);
    assert.equal(request.type, "reset");
    const refused = hotrepl.MessageFromServer.safeDecode(reset);
    assert.deepEqual(refused.ok ? [] : refused.issues.map((i) => [i.rule, i.path]), [["discriminator", "/type"]]);
  });

  test("are known by tag", () => {
    same<typeof hotrepl.MessageSides.eval, "client">();
    const sides: { readonly [tag in hotrepl.Message["type"]]: "client" | "server" } = hotrepl.MessageSides;
    assert.equal(sides.handshake, "server");
    assert.equal(Object.keys(sides).length, 29);
  });
});

describe("catalogs", () => {
  test("every word of a closed one has an entry", () => {
    const code: foxctl.ErrorCode = "ETIMEOUT";
    const entry: foxctl.ErrorCodeEntry = foxctl.errorCodeEntry(code);
    assert.equal(entry.value, code);
    assert.match(entry.meaning, /timed out/);
    assert.equal(foxctl.errorCodeEntry("toString" as string), undefined);
    assert.deepEqual(foxctl.ErrorCodeEntries.map(({ value }) => value), Object.values(foxctl.ErrorCode));
  });

  test("an open one takes other words, and has no entry for them", () => {
    const command: foxctl.Command = "custom/verb";
    assert.ok(foxctl.CommandCodec.is(command));
    assert.equal(foxctl.commandEntry(command), undefined);
    assert.equal(foxctl.commandEntry(foxctl.Command["jobs/tail"])?.value, "jobs/tail");
    same<(typeof foxctl.CommandEntries)[number]["value"], keyof typeof foxctl.Command>();
  });
});

describe("maps and choices", () => {
  test("a map has members of one type", () => {
    same<hotrepl.Artifacts, { [member: string]: hotrepl.ArtifactRef }>();
    assert.deepEqual(hotrepl.Artifacts.check({ log: 1 }).map(({ rule, path }) => [rule, path]), [["type", "/log"]]);
  });

  test("a choice is a union of types", () => {
    same<foxctl.RetryAfter, string | number>();
    assert.ok(foxctl.RetryAfter.is(120) && foxctl.RetryAfter.is("Wed, 21 Oct 2015 07:28:00 GMT"));
    assert.equal(foxctl.RetryAfter.is(true), false);
  });

  test("a choice with an object in it names its members", () => {
    same<foxctl.Preview, string | unknown[] | foxctl.PreviewObject>();
    assert.deepEqual(foxctl.Preview.check({ first_keys: [1] }).map(({ rule, path }) => [rule, path]), [["type", "/first_keys/0"]]);
  });
});

describe("rules", () => {
  const greet = {
    ...({ protocol: "agh-network/v0", id: "1", kind: "greet", channel: "builders", from: "a" } as const),
    ...{ to: null, ts: 1_776_366_000, expires_at: 1_776_366_060, body: {}, proof: null },
  } satisfies agh.Greet;
  const rulesOf = (issues: readonly agh.Issue[]): string[] => issues.map(({ rule }) => rule);

  test("the caller says what time it is", () => {
    assert.deepEqual(agh.Greet.check(greet, { now: "2026-04-16T19:00:59.999Z" }), []);
    assert.deepEqual(rulesOf(agh.Greet.check(greet, { now: new Date("2026-04-16T19:01:00Z") })), ["not-expired"]);
    assert.equal(agh.Greet.is(greet), false);
  });

  test("parameters have types", () => {
    same<agh.Params, { readonly replay_age?: string | undefined }>();
    const { expires_at, ...old } = greet;
    const now = new Date((expires_at + 3600) * 1000);
    assert.deepEqual(rulesOf(agh.Greet.check(old, { now })), ["within-replay-age"]);
    assert.deepEqual(agh.Greet.check(old, { now, params: { replay_age: "2h" } }), []);
    // @ts-expect-error: a duration is a text
    assert.throws(() => agh.Greet.check(old, { params: { replay_age: 300 } }), RangeError);
    // @ts-expect-error: HotRepl has no parameters
    assert.throws(() => hotrepl.Reset.check({ type: "reset", id: "1" }, { params: { size: 1 } }), RangeError);
  });

  test("strict refuses what should not be", () => {
    const { proof: _, ...bare } = greet;
    const text = JSON.stringify(bare);
    const now = "2026-04-16T19:00:00Z";
    const { ok, issues } = agh.Envelope.safeDecode(text, { now });
    assert.deepEqual([ok, rulesOf(issues)], [true, ["explicit-proof"]]);
    assert.equal(agh.Envelope.safeDecode(text, { now, strict: true }).ok, false);
    assert.throws(() => agh.Envelope.decode(text, { now, strict: true }), agh.ValidationError);
  });
});

test("declarations lead to the sources that are packed with them", () => {
  for (const kind of ["js", "d.ts"]) {
    const map = new URL(`../../../gen/ts/envelope/codec.${kind}.map`, import.meta.url);
    const { sources } = JSON.parse(readFileSync(map, "utf8")) as { sources: string[] };
    assert.match(readFileSync(new URL(sources.join(), map), "utf8"), /export interface Codec</);
  }
});

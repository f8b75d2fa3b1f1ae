/** What programs that write messages do with builders, dispatches and failures. Mistakes that do not compile are in ../testdata/refused. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as agh from "../../../gen/ts/agh.js";
import * as delegator from "../../../gen/ts/delegator.js";
import * as foxctl from "../../../gen/ts/foxctl.js";
import * as helper from "../../../gen/ts/helper.js";
import * as hotrepl from "../../../gen/ts/hotrepl.js";

const now = "2026-05-12T08:00:00Z";
const newId = (): string => "123e4567-e89b-12d3-a456-426614174000";

/** Compiles only for two types that accept each other's values. */
function same<A, B extends A>(..._proof: A extends B ? [] : [never]): void {}

describe("builders", () => {
  test("foxctl: a success has time, duration, profile and digest", () => {
    const artifact = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    const summary: foxctl.Summary = { size_bytes: 70000, kind: "text/plain", preview: "first lines" };
    const made = foxctl.buildOk({ command: "fs/ls", data: { artifact, summary } }, { now });
    const plain = foxctl.buildOk<{ data: { rows: number } }>({ command: "fs/ls", data: { rows: 1 } }, { now, started: new Date("2026-05-12T07:59:59Z") });
    same<typeof plain.data.rows, number>();
    assert.deepEqual(plain.meta, { ts: "2026-05-12T08:00:00.000Z", duration_ms: 1000, profiles: ["core/v1"] });
    assert.deepEqual(plain.error, { code: null, message: null });
    assert.equal(made.meta.cas_digest, artifact);
    assert.equal(foxctl.format(plain), foxctl.Envelope.encode(plain) + "\n");
  });

  test("agh: what answers a message goes back to its sender", () => {
    const asked = agh.buildWhois({ channel: "builders", from: "a", interaction_id: "int_1", body: {} }, { now, newId });
    const reply = agh.buildWhoisResponse(asked, { from: "b", body: {} }, { now, newId: () => "2", params: { lifetime: "60s" } });
    assert.deepEqual([reply.to, reply.channel, reply.reply_to, reply.interaction_id, reply.id], ["a", "builders", asked.id, "int_1", "2"]);
    assert.equal(reply.expires_at, reply.ts + 60);
    assert.equal(asked.expires_at, undefined);
    assert.equal(asked.to, null);
  });

  test("delegator: counts are those of the lists, and what the code says is retryable", () => {
    const queue = [{ task_id: "a", position: 1, estimated_start_ms: 1 }];
    const snapshot = delegator.buildStatusSnapshot({ tool: "_codex_local_status", data: { queue, tasks: [] } }, { now, newId });
    assert.deepEqual(snapshot.data, { summary: { running: 0, queued: 1, recently_completed: 0 }, queue });
    assert.equal(snapshot.meta.total, 1);
    queue.push({ task_id: "b", position: 2, estimated_start_ms: 2 });
    assert.equal(snapshot.data.queue?.length, 1);
  });

  test("helper: own members have the types that the caller gives them, and the exit code is the status'", () => {
    const made = helper.buildOk<{ commits: string[] }>({ commits: ["a1"] }, { now, env: { CODEX_PROFILE: "x" } });
    same<typeof made.commits, string[]>();
    assert.deepEqual([made.agent, made.schema_version, made.commits], ["codex", "1.0.0", ["a1"]]);
    const texts: string[] = [];
    assert.equal(helper.emit(made, { write: (text) => texts.push(text) }), 0);
    assert.deepEqual(texts, [JSON.stringify(JSON.parse(helper.Envelope.encode(made)), null, 2) + "\n"]);
    const failed = helper.buildError({ error: { code: "E1", message: "no" } }, { params: { schema_version: "1.2.0" } });
    assert.equal(failed.schema_version, "1.2.0");
    assert.equal(helper.emit(failed, { write: () => {} }), 1);
  });

  test("hotrepl: a reply has the id of its request, and what is wrong gives issues", () => {
    const request = hotrepl.buildEval({ id: "7", code: "1+1" });
    assert.deepEqual(hotrepl.buildEvalResult(request, { hasValue: false, durationMs: 1 }), { type: "eval_result", id: "7", hasValue: false, durationMs: 1 });
    const wrong = hotrepl.safeBuildEvalResult(request, { hasValue: false, durationMs: NaN });
    assert.deepEqual(wrong.issues.map(({ rule, path }) => [rule, path]), [["json", "/durationMs"]]);
    assert.throws(() => hotrepl.buildEvalResult(request, { hasValue: false, durationMs: NaN }), hotrepl.ValidationError);
  });

  test("a call of the wrong side of the spec is laid out by its own type", () => {
    const call = delegator.buildToolCall({ name: "_codex_local_wait" });
    assert.equal(delegator.format(call, { type: delegator.typeOfToolCall }), '{"name":"_codex_local_wait","arguments":{}}');
  });
});

describe("dispatches", () => {
  const handlers: helper.ActionHandlers<string> = {
    consume: (message) => message.status,
    "consume-and-flag": (message) => message.skipped_sources.join(),
    "fall-back": (message, issues) => message?.error.code ?? issues.map(({ rule }) => rule).join(),
    "show-install-hint": (message) => message.error.message,
  };

  test("each message goes to its case", () => {
    assert.equal(helper.dispatchAction(helper.buildOk({}), handlers), "ok");
    assert.equal(helper.dispatchAction(helper.buildPartial({ skipped_sources: ["a", "b"] }), handlers), "a,b");
    assert.equal(helper.dispatchAction(helper.buildError({ error: { code: "E1", message: "no" } }), handlers), "E1");
    assert.equal(helper.dispatchAction(helper.buildToolMissing({ error: { code: "E1", message: "gh" } }), handlers), "gh");
  });

  test("a text that is no valid message has a case, too", () => {
    assert.equal(helper.dispatchActionOf(helper.format(helper.buildOk({})), handlers), "ok");
    assert.equal(helper.dispatchActionOf("{", handlers), "json");
    assert.equal(helper.dispatchActionOf(helper.format(helper.buildOk({})), handlers, { params: { schema_version: "2.0.0" } }), "version");
  });

  test("the word may stand inside, and cases may share a type", () => {
    const status = { ok: () => "data", error: (message: delegator.ErrorResponse) => message.error.code };
    const error = delegator.newJsonError.TIMEOUT({ message: "late" });
    const failed = delegator.buildErrorResponse({ tool: "_codex_local_run", meta: {}, error }, { newId });
    assert.equal(delegator.dispatchStatus(failed, status), "TIMEOUT");
    const codes = { VALIDATION: String, TOOL_ERROR: String, NOT_FOUND: String, UNSUPPORTED: String, INTERNAL: String };
    assert.equal(delegator.dispatchError(failed, { ...codes, TIMEOUT: ({ error }) => error.message }), "late");
  });
});

describe("failures", () => {
  test("are made by code, thrown, sent and found again", () => {
    const thrown = new foxctl.FoxctlError(foxctl.newFailure.ENOTFOUND({ message: "no such file" }));
    assert.ok(thrown instanceof Error);
    assert.deepEqual([thrown.name, thrown.message, thrown.code], ["FoxctlError", "no such file", "ENOTFOUND"]);
    const envelope = foxctl.buildErrorFrom(thrown, { command: "fs/cat", data: {} }, { now });
    assert.deepEqual(foxctl.FoxctlError.of(envelope)?.failure, { code: "ENOTFOUND", message: "no such file" });
    assert.equal(foxctl.FoxctlError.of(foxctl.buildOk({ command: "fs/cat", data: {} })), undefined);
  });

  test("a delegator's is retryable as its code says", () => {
    const draft = { tool: "_codex_local_run", meta: {} } as const;
    const of = (code: keyof typeof delegator.newJsonError): unknown =>
      delegator.buildErrorResponseFrom(new delegator.DelegatorError(delegator.newJsonError[code]({ message: "m" })), draft).error.retryable;
    assert.equal(of("INTERNAL"), true);
    assert.equal(of("VALIDATION"), false);
  });

  test("answers to requests carry them", () => {
    const request = hotrepl.buildEval({ id: "7", code: "1" });
    const thrown = new hotrepl.HotreplError(hotrepl.newErrorEnvelope.busy({ code: "queueFull", message: "full", retryable: true }));
    const reply = hotrepl.buildEvalErrorFrom(thrown, request, {});
    assert.equal(reply.id, "7");
    assert.equal(hotrepl.HotreplError.of(reply)?.code, "busy");
  });

  test("a text that is refused becomes one", () => {
    const refusal = (text: string): foxctl.Failure => foxctl.refusalOf(foxctl.Envelope.safeDecode(text).issues);
    assert.equal(refusal("{").code, "EPARSE");
    assert.deepEqual(refusal("{}"), { code: "EENVELOPE", message: "/status is required" });
    assert.ok(foxctl.Failure.is(refusal("{}")));
    const issue = { rule: "type", path: "", level: "must", message: "must be an object" } as const;
    assert.deepEqual(hotrepl.refusalOf([issue]), { kind: "invalid_request", code: "invalidMessage", message: "must be an object", retryable: false });
  });
});

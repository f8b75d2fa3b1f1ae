import assert from "node:assert/strict";
import { test } from "node:test";
import * as agh from "./protocols/agh.js";
import * as delegator from "./protocols/delegator.js";
import { Peer } from "./peer.js";
import { Queue } from "./queue.js";

const clock = { now: "2026-05-12T08:00:00Z" };

test("peers greet, ask and answer; every message has a time, an id and an end", () => {
  let ids = 0;
  const newId = (): string => `msg_${++ids}`;
  const [a, b] = [new Peer("a", { ...clock, newId }), new Peer("b", { ...clock, newId })];
  const greeting = a.greeting("builders");
  assert.ok(agh.Envelope.with(clock).is(greeting));
  assert.equal(greeting.expires_at, greeting.ts + 60);
  assert.equal(b.answer(greeting), undefined);
  const asked = agh.buildWhois({ channel: "builders", from: "a", body: {} }, { ...clock, newId });
  const reply = b.answer(asked);
  assert.deepEqual([reply?.from, reply?.to, reply?.reply_to, reply?.id], ["b", "a", "msg_2", "msg_3"]);
  assert.equal(a.answer(reply as agh.Envelope), undefined);
});

test("a receipt is for the message that it confirms, in its interaction", () => {
  const direct = agh.buildDirect({ channel: "builders", from: "a", to: "b", interaction_id: "int_1", body: { text: "hi", intent: "ask" } }, clock);
  const receipt = new Peer("b", clock).answer(direct);
  assert.ok(receipt?.kind === "receipt");
  assert.deepEqual([receipt.to, receipt.interaction_id, receipt.body["for_id"]], ["a", "int_1", direct.id]);
  assert.equal(new Peer("c").answer(direct), undefined);
});

test("a queue accepts tasks, counts them, and says what it cannot do", () => {
  const queue = new Queue();
  const call = (name: string): delegator.JsonEnvelope => queue.answer(JSON.stringify({ name, arguments: {} }));
  const [first, second] = [call("_codex_local_run"), call("_codex_local_run")];
  assert.ok(first.status === "ok" && second.status === "ok" && first.request_id !== second.request_id);
  const snapshot = call("_codex_local_status");
  assert.ok(snapshot.status === "ok" && snapshot.tool_category === "status_snapshot");
  assert.deepEqual(snapshot.data.summary, { running: 0, queued: 2, recently_completed: 0 });
  assert.equal(snapshot.meta.total, 2);
  const refused = call("_codex_cloud_submit");
  assert.deepEqual(delegator.DelegatorError.of(refused)?.failure, { code: "UNSUPPORTED", message: "_codex_cloud_submit is not offered here", retryable: false });
});

test("a text that is no call is a failed validation", () => {
  const answer = new Queue().answer("{");
  assert.ok(answer.status === "error");
  assert.equal(answer.error.code, "VALIDATION");
  assert.ok(delegator.JsonEnvelope.is(answer));
});

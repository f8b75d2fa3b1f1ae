import assert from "node:assert/strict";
import { test } from "node:test";
import * as agh from "./protocols/agh.js";
import * as delegator from "./protocols/delegator.js";
import { Peer } from "./peer.js";
import { Queue, toolResult } from "./queue.js";

const clock = { now: "2026-05-12T08:00:00Z" };
const text = (message: agh.Envelope): string => agh.Envelope.encode(message, clock);

test("peers greet, ask and answer; every message has a time, an id and an end", () => {
  let ids = 0;
  const newId = (): string => `msg_${++ids}`;
  const [a, b] = [new Peer("a", { ...clock, newId }), new Peer("b", { ...clock, newId })];
  const greeting = a.greeting("builders");
  assert.ok(agh.Envelope.with(clock).is(greeting));
  assert.equal(greeting.expires_at, greeting.ts + 60);
  assert.equal(b.answer(text(greeting)), undefined);
  const asked = agh.buildWhois({ channel: "builders", from: "a", body: {} }, { ...clock, newId });
  const reply = b.answer(text(asked));
  assert.deepEqual([reply?.from, reply?.to, reply?.reply_to, reply?.id], ["b", "a", "msg_2", "msg_3"]);
  assert.equal(a.answer(text(reply as agh.Envelope)), undefined);
});

test("a receipt is for the message that it confirms, in its interaction", () => {
  const direct = agh.buildDirect({ channel: "builders", from: "a", to: "b", interaction_id: "int_1", body: { text: "hi", intent: "ask" } }, clock);
  const receipt = new Peer("b", clock).answer(text(direct));
  assert.ok(receipt?.kind === "receipt");
  assert.deepEqual([receipt.to, receipt.interaction_id, receipt.body["for_id"]], ["a", "int_1", direct.id]);
  assert.equal(receipt.causation_id, direct.id);
  assert.equal(new Peer("c", clock).answer(text(direct)), undefined);
});

test("a repeat, an answer, a bad text and a foreign message get no answer", () => {
  const peer = new Peer("b", clock);
  const fields = { channel: "builders", from: "a", to: "b", interaction_id: "int_1" };
  const asked = agh.buildWhois({ channel: "builders", from: "a", body: {} }, clock);
  assert.equal(peer.answer(text(asked))?.causation_id, asked.id);
  assert.equal(peer.answer(text(asked)), undefined);
  const direct = agh.buildDirect({ ...fields, reply_to: "m", body: { text: "an answer" } }, clock);
  assert.equal(peer.answer(text(direct)), undefined);
  assert.equal(peer.answer("{"), undefined);
  assert.equal(peer.answer(text(agh.buildWhois({ channel: "builders", from: "a", to: "c", body: {} }, clock))), undefined);
  assert.equal(peer.answer(text(agh.buildDirect({ ...fields, body: { text: "work" } }, clock)))?.kind, "receipt");
});

/** Calls a tool for JSON. The tracker of a caller accepts the response. */
function answered(queue: Queue, name: delegator.Tool): delegator.JsonEnvelope {
  const call: delegator.ToolCall = { name, arguments: { format: "json" } };
  const { content, isError } = toolResult(queue.answer(delegator.ToolCall.encode(call)));
  assert.equal(content[0].type, "text");
  const answer = delegator.JsonEnvelope.decode(content[0].text);
  assert.equal(isError === true, answer.status === "error");
  const conversation = delegator.track(delegator.callConversation);
  assert.deepEqual([...conversation.receive(call), ...conversation.receive(answer)], []);
  return answer;
}

test("a queue accepts tasks, counts them, and says what it cannot do", () => {
  const queue = new Queue();
  const call = (name: delegator.Tool): delegator.JsonEnvelope => answered(queue, name);
  const [first, second] = [call("_codex_local_run"), call("_codex_local_run")];
  assert.ok(first.status === "ok" && second.status === "ok" && first.request_id !== second.request_id);
  const snapshot = call("_codex_local_status");
  assert.ok(snapshot.status === "ok" && snapshot.tool_category === "status_snapshot");
  assert.deepEqual(snapshot.data.summary, { running: 0, queued: 2, recently_completed: 0 });
  assert.equal(snapshot.meta.total, 2);
  assert.deepEqual(snapshot.data.queue?.map(({ position }) => position), [0, 1]);
  const refused = call("_codex_cloud_submit");
  assert.deepEqual(delegator.DelegatorError.of(refused)?.failure, { code: "UNSUPPORTED", message: "_codex_cloud_submit is not offered here", retryable: false });
});

test("a text that is no call is a failed validation", () => {
  const answer = new Queue().answer("{");
  assert.ok(typeof answer !== "string" && answer.status === "error");
  assert.equal(answer.error.code, "VALIDATION");
  assert.ok(delegator.JsonEnvelope.is(answer));
});

test("a call that does not ask for JSON gets none", () => {
  const answer = new Queue().answer(delegator.ToolCall.encode({ name: "_codex_local_status", arguments: {} }));
  const text = "**UNSUPPORTED**: call _codex_local_status with the format json";
  assert.equal(answer, text);
  assert.deepEqual(toolResult(answer), { content: [{ type: "text", text }], isError: true });
});

test("a response to another call becomes a failure of the tool that was called", () => {
  class Confused extends Queue {
    protected override response(): delegator.JsonEnvelope {
      return super.response({ name: "_codex_local_status", arguments: {} });
    }
  }
  const answer = answered(new Confused(), "_codex_local_wait");
  assert.ok(answer.status === "error");
  assert.deepEqual([answer.tool, answer.error.code], ["_codex_local_wait", "INTERNAL"]);
});

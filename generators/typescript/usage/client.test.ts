/** A client of HotRepl without a connection: what it sends is looked at, what it receives is written here. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as hotrepl from "../../../gen/ts/hotrepl.js";

/** Compiles only for two types that accept each other's values. */
function same<A, B extends A>(..._proof: A extends B ? [] : [never]): void {}

const handshake: hotrepl.Handshake = {
  type: "handshake",
  protocolVersion: 2,
  host: { name: "host", version: "1", platform: "none" },
  evaluator: { name: "none", languageVersion: "1", persistentState: true, supportsCompletion: false, cancellation: "unsupported" },
  availableEvaluators: [],
  defaultUsings: [],
  helpers: [],
  control: { supported: true, commandsListChanged: false, schemaValidation: false },
  limits: { maxMessageBytes: 65536, maxQueuedCommands: 9, maxResultLength: 99, maxEnumerableElements: 9, defaultEvalTimeoutMs: 9, maxJobConcurrency: 1 },
  enforces: [],
};
const failure: hotrepl.ErrorEnvelope = { kind: "internal", code: "none", message: "none", retryable: false };
const evicted: hotrepl.SessionEvicted = { type: "session_evicted", reason: "new_connection" };
const ask = (id: string): hotrepl.Eval => ({ type: "eval", id, code: "1" });
const result = (id: string): hotrepl.EvalResult => ({ type: "eval_result", id, hasValue: true, value: 1, durationMs: 0 });
const subscribe = (id: string, limit?: number): hotrepl.Subscribe => ({ type: "subscribe", id, code: "1", limit });
const tick = (id: string, seq: number, final = false): hotrepl.SubscribeResult => ({ type: "subscribe_result", id, seq, hasValue: false, durationMs: 0, final });

type HotRepl = ReturnType<typeof begin>["client"];

function begin(mostWaiting?: number) {
  const sent: hotrepl.Message[] = [];
  const send = (text: string): void => void sent.push(hotrepl.Message.decode(text));
  const client = hotrepl.client(hotrepl.connectionRequests, { side: "client", send, mostWaiting });
  assert.deepEqual(client.receive(handshake), { ok: true, value: handshake, issues: [], answers: false });
  return { client, sent };
}

const rules = ({ issues }: { readonly issues: readonly hotrepl.Issue[] }): readonly string[] => issues.map(({ rule }) => rule);
const breaks = (rule: string) => (error: unknown): boolean => error instanceof hotrepl.ValidationError && error.issues[0]?.rule === rule;

/** An AbortController that tells how many listen to its signal. */
function controller() {
  const { signal, ...rest } = { signal: new AbortController() };
  const listeners = new Set<() => void>();
  const counted = {
    get aborted() {
      return signal.signal.aborted;
    },
    get reason(): unknown {
      return signal.signal.reason;
    },
    addEventListener: (_type: "abort", listener: () => void) => void listeners.add(listener),
    removeEventListener: (_type: "abort", listener: () => void) => void listeners.delete(listener),
  };
  return { ...rest, signal: counted, listeners, abort: (reason: unknown) => (signal.abort(reason), listeners.forEach((listener) => listener())) };
}

describe("requests with one reply", () => {
  test("each gets its own, whatever the order", async () => {
    const { client, sent } = begin();
    const [a, b] = [client.request(ask("a")), client.request({ type: "command_call", id: "b", name: "c", args: {} })];
    same<typeof a, Promise<hotrepl.EvalReply>>();
    same<typeof b, Promise<hotrepl.CommandCallReply>>();
    assert.deepEqual(sent.map(({ type }) => type), ["eval", "command_call"]);
    const accepted: hotrepl.JobAccepted = { type: "job_accepted", id: "b", jobId: "j", state: "running" };
    assert.equal(client.receive(JSON.stringify(accepted)).answers, true);
    assert.equal(client.receive(new TextEncoder().encode(JSON.stringify(result("a")))).answers, true);
    assert.deepEqual(await Promise.all([a, b]), [result("a"), accepted]);
    assert.equal(client.pending, 0);
  });

  test("a failure that the conversation allows is a reply", async () => {
    const { client } = begin();
    const reply = client.request(ask("a"));
    const error: hotrepl.EvalError = { type: "eval_error", id: "a", error: failure };
    client.receive(error);
    assert.deepEqual(await reply, error);
  });

  test("what ends the exchange from outside is the error of the request", async () => {
    const { client } = begin();
    const reply = client.request(ask("a"));
    const error: hotrepl.ProtocolError = { type: "error", id: "a", error: failure };
    assert.equal(client.receive(error).answers, true);
    await assert.rejects(reply, (e) => e instanceof hotrepl.ExchangeError && e.by === error);
    assert.equal(client.receive({ type: "error", error: failure }).answers, false);
  });

  test("an eviction ends all", async () => {
    const { client } = begin();
    const ended = [client.request(ask("a")), client.request(ask("b")), client.replies(subscribe("c")).next()];
    client.receive(evicted);
    for (const reply of ended) await assert.rejects(reply, (e) => e instanceof hotrepl.ExchangeError && e.by === evicted);
    assert.equal(client.pending, 0);
    await assert.rejects(client.request(ask("d")), breaks("after-end"));
  });

  test("what may not be sent is refused before it is", async () => {
    const { client, sent } = begin();
    await assert.rejects(client.request({ type: "eval", id: "a", code: "\ud800" }), breaks("json"));
    // @ts-expect-error: code is a string
    await assert.rejects(client.request({ type: "eval", id: "a", code: 1 }), breaks("type"));
    await assert.rejects(client.request({ type: "complete", id: "a", code: "1" }), breaks("completion-supported"));
    const first = client.request(ask("a"));
    await assert.rejects(client.request(ask("a")), breaks("unexpected-message"));
    assert.throws(() => client.send(handshake), breaks("wrong-direction"));
    assert.throws(() => client.send(result("a")), breaks("wrong-direction"));
    assert.equal(sent.length, 1);
    assert.equal(client.pending, 1);
    client.receive(result("a"));
    assert.deepEqual(await first, result("a"));
    assert.deepEqual(client.close(), []);
  });

  test("only what is a request, of one reply or of many, is taken for one", async () => {
    const { client, sent } = begin();
    // @ts-expect-error: many messages answer it
    await assert.rejects(client.request(subscribe("a")), TypeError);
    // @ts-expect-error: nothing answers it
    await assert.rejects(client.request({ type: "cancel", id: "a", targetId: "b" }), TypeError);
    // @ts-expect-error: one message answers it
    assert.throws(() => client.replies(ask("a")), TypeError);
    // @ts-expect-error: the server has no requests
    hotrepl.client(hotrepl.connectionRequests, { side: "server", send: () => {} });
    assert.deepEqual(sent, []);
    assert.equal(client.tracker.open, 0);
  });

  test("what is out of order, or wrong, ends the request whose id it has, and no other", async () => {
    const { client } = begin();
    const [reply, wrong, other] = [client.request(ask("a")), client.request(ask("c")), client.request(ask("d"))];
    assert.deepEqual(rules(client.receive(result("b"))), ["unexpected-message"]);
    assert.deepEqual(rules(client.receive("{")), ["json"]);
    assert.deepEqual(rules(client.receive('{"type":"eval_result","id":"c"}')), ["required", "required"]);
    await assert.rejects(wrong, breaks("required"));
    assert.deepEqual(rules(client.receive({ type: "reset_result", id: "d", success: true })), ["unexpected-message"]);
    await assert.rejects(other, breaks("unexpected-message"));
    assert.deepEqual(rules(client.receive(handshake)), ["unexpected-message"]);
    assert.equal(client.pending, 1);
    client.receive(result("a"));
    assert.deepEqual(await reply, result("a"));
  });

  test("a reply that breaks a check fails its request, so that nothing hangs", async () => {
    const { client } = begin();
    const reply = client.request({ type: "command_describe", id: "a", name: "one" });
    const descriptor = { name: "two", majorVersion: 1, kind: "sync", mutatesState: false, inputSchema: {}, outputSchema: {}, artifactsSchema: {} } as const;
    const { ok, answers } = client.receive({ type: "command_describe_result", id: "a", descriptor });
    assert.deepEqual([ok, answers], [false, false]);
    await assert.rejects(reply, breaks("described-as-asked"));
    assert.equal(client.pending, 0);
  });

  test("the end of the connection is the end of all", async () => {
    const { client } = begin();
    const broken = new Error("broken");
    const ended = [client.request(ask("a")), client.replies(subscribe("b")).next()];
    assert.deepEqual(rules({ issues: client.close(broken) }), ["incomplete"]);
    for (const reply of ended) await assert.rejects(reply, broken);
    await assert.rejects(client.request(ask("c")), breaks("after-end"));
    const other = begin().client;
    const reply = other.request(ask("a"));
    other.close();
    await assert.rejects(reply, hotrepl.ExchangeError);
  });

  test("one that cannot be sent fails, and waits for nothing", async () => {
    const broken = new Error("broken");
    const client = hotrepl.client(hotrepl.connectionRequests, { side: "client", send: () => assert.fail(broken) });
    client.receive(handshake);
    await assert.rejects(client.request(ask("a")), broken);
    assert.throws(() => client.replies(subscribe("b")), broken);
    assert.equal(client.pending, 0);
  });

  test("an abandoned one leaves nothing behind but its exchange", async () => {
    const { client, sent } = begin();
    const { signal, listeners, abort } = controller();
    const replies = [client.request(ask("a"), { signal }), client.request(ask("b"), { signal })];
    assert.equal(listeners.size, 2);
    client.receive(result("b"));
    assert.equal(listeners.size, 1);
    abort("enough");
    await assert.rejects(replies[0] as Promise<unknown>, (reason) => reason === "enough");
    assert.deepEqual(await replies[1], result("b"));
    assert.deepEqual([listeners.size, client.pending, client.tracker.open], [0, 0, 1]);
    assert.deepEqual(client.receive(result("a")), { ok: true, value: result("a"), issues: [], answers: false });
    assert.equal(client.tracker.open, 0);
    await assert.rejects(client.request(ask("c"), { signal }), (reason) => reason === "enough");
    assert.equal(sent.length, 2);
    const real = new AbortController();
    const reply = client.request(ask("d"), { signal: real.signal });
    real.abort();
    await assert.rejects(reply, { name: "AbortError" });
  });

  test("the program may change its message later on", async () => {
    const { client } = begin();
    const query: hotrepl.JournalQuery = { type: "journal_query", id: "a", limit: 0 };
    const reply = client.request(query);
    query.limit = 9;
    const entry = { id: "e", kind: "eval", success: true, durationMs: 1, timestamp: "2026-01-01T00:00:00Z" } as const;
    assert.deepEqual(rules(client.receive({ type: "journal_query_result", id: "a", entries: [entry] })), ["journal-within-limit"]);
    await assert.rejects(reply, hotrepl.ValidationError);
  });
});

describe("requests with many replies", () => {
  async function read(client: HotRepl, last: () => void): Promise<number[]> {
    const seen: number[] = [];
    const ticks = client.replies(subscribe("s"));
    same<typeof ticks, AsyncIterableIterator<hotrepl.SubscribeReply>>();
    client.receive(tick("s", 0));
    client.receive(tick("s", 1));
    last();
    for await (const { seq } of ticks) seen.push(seq);
    return seen;
  }

  test("end with their exchange", async () => {
    const { client, sent } = begin();
    assert.deepEqual(await read(client, () => client.receive(tick("s", 2, true))), [0, 1, 2]);
    assert.deepEqual(sent, [{ type: "subscribe", id: "s", code: "1" }]);
    assert.equal(client.pending, 0);
  });

  test("end where this side lets them", async () => {
    const { client } = begin();
    assert.deepEqual(await read(client, () => client.send({ type: "cancel", id: "c", targetId: "s" })), [0, 1]);
    assert.equal(client.pending, 0);
    assert.equal(client.receive(tick("s", 2)).answers, false);
  });

  test("end with an error where the exchange or the connection does", async () => {
    for (const last of [(client: HotRepl) => client.receive(evicted), (client: HotRepl) => client.close(new hotrepl.ExchangeError("broken"))]) {
      const { client } = begin();
      await assert.rejects(read(client, () => last(client)), hotrepl.ExchangeError);
    }
  });

  test("go on behind one that breaks a check, and fail with one that is the last", async () => {
    const { client } = begin();
    const ticks = client.replies(subscribe("s", 4));
    assert.deepEqual(rules(client.receive(tick("s", 1))), ["ticks-from-zero"]);
    client.receive(tick("s", 2));
    assert.deepEqual(await ticks.next(), { done: false, value: tick("s", 2) });
    assert.deepEqual(rules(client.receive(tick("s", 4, true))), ["ticks-in-steps", "ticks-within-limit"]);
    await assert.rejects(ticks.next(), hotrepl.ValidationError);
    assert.deepEqual(await ticks.next(), { done: true, value: undefined });
  });

  test("are read before they come, one reader each", async () => {
    const { client } = begin();
    const ticks = client.replies(subscribe("s"));
    const read = [ticks.next(), ticks.next(), ticks.next()];
    client.receive(tick("s", 0));
    client.receive(tick("s", 1, true));
    assert.deepEqual(await Promise.all(read), [
      { done: false, value: tick("s", 0) },
      { done: false, value: tick("s", 1, true) },
      { done: true, value: undefined },
    ]);
  });

  test("are abandoned by who leaves the loop, and by a signal", async () => {
    const { client } = begin();
    const { signal, listeners, abort } = controller();
    const ticks = client.replies(subscribe("s"), { signal });
    client.receive(tick("s", 0));
    for await (const { seq } of ticks) {
      assert.equal(seq, 0);
      break;
    }
    assert.deepEqual([client.pending, listeners.size], [0, 0]);
    assert.equal(client.receive(tick("s", 1)).answers, false);
    const others = client.replies(subscribe("t"), { signal });
    abort("enough");
    await assert.rejects(others.next(), (reason) => reason === "enough");
    assert.deepEqual([client.pending, listeners.size], [0, 0]);
  });

  test("fail where more wait than may", async () => {
    const { client } = begin(2);
    const ticks = client.replies(subscribe("s"));
    for (const seq of [0, 1, 2]) client.receive(tick("s", seq));
    assert.equal(client.pending, 0);
    assert.equal(client.receive(tick("s", 3)).answers, false);
    await assert.rejects(async () => {
      for await (const _ of ticks);
    }, hotrepl.ExchangeError);
  });
});

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Asked, Requests } from "../envelope/requests.js";
import { ExchangeError } from "../envelope/client.js";
import type { HandlerContext, PeerOptionsOf } from "../envelope/handlers.js";
import { ValidationError } from "../envelope/issue.js";
import { CancelledError, peer, type PeerOf } from "../envelope/peer.js";
import { lineTexts } from "../envelope/serve.js";

interface M {
  readonly kind: "ask" | "watch" | "cancel" | "kill" | "tick" | "last" | "note";
  readonly id?: string;
  readonly to?: string | undefined;
  readonly bad?: boolean;
}
type Ask = M & { readonly kind: "ask"; readonly id: string };
type Watch = M & { readonly kind: "watch"; readonly id: string };
type Reply = M & { readonly kind: "tick" | "last"; readonly id: string };

const kinds = ["ask", "watch", "cancel", "kill", "tick", "last", "note"];
const record = ({ kind }: M): number => kinds.indexOf(kind);

/** `ask cancel* last | watch tick* (last | cancel (tick | last)?)`, in which kill ends an exchange. */
const requests: Requests<M, never, Asked<"client", Ask, Reply, false, "ask"> | Asked<"client", Watch, Reply, true, "watch">> = {
  conversation: {
    name: "work",
    sides: ["client", "server"],
    of: { name: "M", check: (value, place, run) => void (record(value as M) < 0 && run.must("own", place, "must be a message")) },
    tag: "/kind",
    record,
    from: ["client", "client", "client", "client", "server", "server", "client"],
    whole: { letters: [0, 0, 0, 0, 0, 0, 0], names: ["any"], states: [{ next: { 0: 0 }, expected: "must be any" }] },
    exchanges: [
      {
        name: "asks",
        ways: [
          { at: ["id"], keys: Array(7).fill(({ id }: M) => id), letters: [0, 1, undefined, 3, 4, 5, undefined], inUse: "is in use" },
          { at: ["to"], keys: Array(7).fill(({ to }: M) => to), letters: [undefined, undefined, 2, undefined, undefined, undefined, undefined], inUse: "is in use" },
        ],
        one: [3],
        names: kinds,
        states: [
          { next: { 0: 1, 1: 2 }, expected: "must be a request", cut: "must not end" },
          { next: { 2: 1, 5: 4 }, expected: "must be the answer", cut: "must not end" },
          { next: { 2: 3, 4: 2, 5: 4 }, expected: "must be an answer", cut: "must not end" },
          { next: { 4: 4, 5: 4 }, expected: "must be an answer" },
          {},
        ],
        checks: [{ letters: [0, 5], kind: "each", rule: "bad", message: "must be good", cases: [{ holds: ({ bad }: M) => bad !== true }] }],
      },
    ],
  },
  exchanges: [[{ of: 0, replies: [5], name: "ask" }, { of: 1, replies: [4, 5], many: true, name: "watch" }]],
};
type Options = Partial<PeerOptionsOf<typeof requests, "server">>;

const echo = async ({ id }: Ask): Promise<Reply> => ({ kind: "last", id });
async function* none(): AsyncGenerator<Reply> {}
const failed = (request: Ask | Watch, error: unknown): Reply => ({ kind: "last", id: request.id, to: String(error) });
const handlers = { ask: echo, watch: none };

function begin(options: Options): { sent: M[]; server: PeerOf<typeof requests, "server">; hear: (m: M) => Promise<unknown> } {
  const sent: M[] = [];
  const send = (text: string): void => void sent.push(JSON.parse(text) as M);
  const server = peer(requests, { side: "server", send, handlers, ...options } as never) as PeerOf<typeof requests, "server">;
  return { sent, server, hear: async (m) => (await server.receive(m)).answers };
}

const aborted = (context: HandlerContext): Promise<unknown> => {
  const { signal } = context as unknown as { signal: AbortSignal };
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
};
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("handlers of both kinds answer", async () => {
  async function* watch({ id }: Watch): AsyncGenerator<Reply> {
    yield { kind: "tick", id };
    yield { kind: "last", id };
    assert.fail("the exchange has ended");
  }
  const { sent, server, hear } = begin({ handlers: { ask: echo, watch } });
  assert.equal(await hear({ kind: "ask", id: "a" }), true);
  assert.equal(await hear({ kind: "watch", id: "w" }), true);
  assert.equal(await hear({ kind: "note" }), false);
  assert.equal(await hear({ kind: "ask" }), false); // without a key it is no request
  assert.deepEqual(await server.drain(), []);
  await server.wait();
  assert.deepEqual(sent.map(({ kind, id }) => `${kind} ${id}`).sort(), ["last a", "last w", "tick w"]);
  assert.equal((await server.receive({ kind: "ask", id: "b" })).issues[0]?.rule, "after-end");
});

test("a key may begin anew before the handler of the request before has returned", async () => {
  const [asks] = requests.conversation.exchanges ?? [];
  const states = [...(asks?.states ?? []).slice(0, 4), { next: { 1: 2 }, expected: "must be a request", quiet: true }];
  const again = { ...requests, conversation: { ...requests.conversation, exchanges: [{ ...asks, states }] } } as unknown as typeof requests;
  async function* watch({ id }: Watch): AsyncGenerator<Reply> {
    yield { kind: "last", id };
    await new Promise(() => {});
  }
  const sent: string[] = [];
  const server = peer(again, { side: "server", send: (text: string) => void sent.push(text), handlers: { ask: echo, watch } } as never);
  for (const count of [1, 2]) {
    assert.equal((await server.receive({ kind: "watch", id: "a" })).answers, true);
    await turn();
    assert.equal(sent.length, count);
  }
});

test("a failure becomes the reply of fail, or the reason of the end", async () => {
  const cases: Record<string, [request: Ask, ask: (request: Ask) => unknown, want: RegExp]> = {
    "its error": [{ kind: "ask", id: "a" }, () => Promise.reject(new Error("own")), /own/],
    "thrown at once": [{ kind: "ask", id: "a" }, () => { throw new Error("own"); }, /own/],
    "no reply": [{ kind: "ask", id: "a" }, () => undefined, /no reply/],
    "another key": [{ kind: "ask", id: "a" }, () => ({ kind: "last", id: "other" }), /must be that of the request/],
    "the wrong place": [{ kind: "ask", id: "a" }, ({ id }) => ({ kind: "tick", id }), /must be the answer/],
    "not valid": [{ kind: "ask", id: "a" }, ({ id }) => ({ kind: "no", id }), /request|message/],
    "against a check": [{ kind: "ask", id: "a", bad: true }, echo, /must be good/],
  };
  for (const [name, [request, ask, want]] of Object.entries(cases)) {
    const errors: unknown[] = [];
    const answered = begin({ handlers: { ask: ask as typeof echo, watch: none }, fail: failed, onError: (_, error) => void errors.push(error) });
    answered.server.tracker.receive({ kind: "watch", id: "other" });
    assert.equal(await answered.hear(request), true, name);
    await turn();
    assert.match(answered.sent[0]?.to ?? "", want, name);
    assert.equal(errors.length, 1, name);
    const closed = begin({ handlers: { ask: ask as typeof echo, watch: none } });
    assert.equal(await closed.hear(request), request.bad !== true, name);
    if (request.bad !== true) await assert.rejects(closed.server.wait(), want, name);
  }
});

test("a reply that cannot be written closes the peer", async () => {
  const torn = new Error("torn");
  for (const send of [() => { throw torn; }, () => Promise.reject(torn)]) {
    const { server, hear } = begin({ send, fail: failed });
    await hear({ kind: "ask", id: "a" });
    await assert.rejects(server.wait(), torn);
  }
});

test("handlers are cancelled by a message, by the end of the exchange, and by the end of the peer", async () => {
  const reasons: unknown[] = [];
  const wait = (context: HandlerContext): Promise<never> => aborted(context).catch((reason) => { reasons.push(reason); throw reason; }) as Promise<never>;
  async function* watch(_: Watch, context: HandlerContext): AsyncGenerator<Reply> {
    await wait(context);
  }
  const { sent, server, hear } = begin({ handlers: { ask: (_, context) => wait(context), watch }, fail: failed });
  await hear({ kind: "ask", id: "a" });
  assert.equal(await hear({ kind: "cancel", to: "a" }), true);
  await turn();
  assert.ok(reasons[0] instanceof CancelledError && (reasons[0].by as M).kind === "cancel");
  assert.match(sent[0]?.to ?? "", /CancelledError/); // the grammar still needs a reply
  await hear({ kind: "watch", id: "w" });
  await hear({ kind: "cancel", to: "w" });
  await turn();
  assert.equal(sent.length, 1); // the exchange may end
  await hear({ kind: "ask", id: "k" });
  assert.equal(await hear({ kind: "kill", id: "k" }), true);
  await turn();
  assert.ok(reasons[2] instanceof ExchangeError && !(reasons[2] instanceof CancelledError));
  await hear({ kind: "ask", id: "k" }); // the key is free
  const torn = new Error("torn");
  assert.equal(server.close(torn)[0]?.rule, "incomplete");
  await assert.rejects(server.wait(), torn);
  assert.equal(reasons[3], torn);
  assert.equal(sent.length, 1);
});

test("a late reply is not that of a new request with the same key", async () => {
  const releases: (() => void)[] = [];
  const ask = async ({ id, to }: Ask): Promise<Reply> => {
    await new Promise<void>((resolve) => releases.push(resolve));
    return { kind: "last", id, to };
  };
  const { sent, hear } = begin({ handlers: { ask, watch: none } });
  await hear({ kind: "ask", id: "a", to: "first" });
  await hear({ kind: "kill", id: "a" });
  await hear({ kind: "ask", id: "a", to: "second" });
  for (const release of releases) release();
  await turn();
  assert.deepEqual(sent.map(({ to }) => to), ["second"]);
});

test("handlers are bounded, and receive waits beyond", async () => {
  let working = 0;
  let greatest = 0;
  const releases: (() => void)[] = [];
  const ask = async (request: Ask): Promise<Reply> => {
    greatest = Math.max(greatest, ++working);
    await new Promise<void>((resolve) => releases.push(resolve));
    working--;
    return echo(request);
  };
  const { sent, server, hear } = begin({ handlers: { ask, watch: none }, mostHandlers: 3, mostQueued: 2 });
  let received = 0;
  const all = (async () => {
    for (; received < 20; received++) await hear({ kind: "ask", id: String(received) });
  })();
  await turn();
  assert.equal(received, 5);
  while (sent.length < 20) {
    releases.shift()?.();
    await turn();
  }
  await all;
  assert.deepEqual([greatest, await server.drain()], [3, []]);
});

test("more calls than may wait close the peer", async () => {
  const { server, hear } = begin({ handlers: { ask: (_, context) => aborted(context) as Promise<never>, watch: none }, mostHandlers: 1, mostQueued: 1 });
  const all = Array.from({ length: 10 }, (_, i) => hear({ kind: "ask", id: String(i) }));
  await assert.rejects(server.wait(), /too many messages/);
  assert.deepEqual((await Promise.all(all)).slice(0, 3), [true, true, false]);
});

test("texts that nobody writes close the peer", async () => {
  async function* watch({ id }: Watch): AsyncGenerator<Reply> {
    for (;;) yield { kind: "tick", id };
  }
  const slow = begin({ handlers: { ask: echo, watch }, send: () => new Promise(() => {}), mostUnsent: 3 });
  for (const id of ["1", "2", "3"]) await slow.hear({ kind: "watch", id });
  await turn();
  assert.equal(slow.server.closed, false); // each handler waits for its first tick
  await slow.hear({ kind: "watch", id: "4" });
  await assert.rejects(slow.server.wait(), /too many texts/);
});

test("missing answers requests without a handler", async () => {
  const { sent, hear } = begin({ handlers: {}, missing: (request: Ask | Watch) => ({ kind: "last", id: request.id, to: "missing" }) });
  await hear({ kind: "ask", id: "a" });
  await hear({ kind: "watch", id: "w" });
  await turn();
  assert.deepEqual(sent.map(({ id, to }) => `${id} ${to}`), ["a missing", "w missing"]);
});

test("draining ends after the handlers, or cancels them", async () => {
  const releases: (() => void)[] = [];
  const ask = async (request: Ask, context: HandlerContext): Promise<Reply> => {
    await Promise.race([new Promise<void>((resolve) => releases.push(resolve)), aborted(context)]);
    return echo(request);
  };
  const late = begin({ handlers: { ask, watch: none }, fail: failed });
  await late.hear({ kind: "ask", id: "a" });
  const drained = late.server.drain();
  await late.hear({ kind: "ask", id: "b" });
  await turn();
  assert.match(late.sent[0]?.to ?? "", /closing/);
  releases[0]?.();
  assert.deepEqual(await drained, []);
  await late.server.wait();
  const over = begin({ handlers: { ask, watch: none } });
  await over.hear({ kind: "ask", id: "a" });
  assert.equal((await over.server.drain(1))[0]?.rule, "incomplete");
  await assert.rejects(over.server.wait(), /grace/);
});

test("serve reads lines to their end, and its reason says why it ended before", async () => {
  const rules: (string | undefined)[] = [];
  const others: string[] = [];
  const hooks = { onMessage: ({ kind }: M) => void others.push(kind), onRefused: ([issue]: readonly { rule: string }[]) => void rules.push(issue?.rule) };
  const lines = ['{"kind":"ask","id":"a"}\n', "\n", '{"kind":"note"}\n{"kind":"last","id":"b"}\n', " ".repeat(101) + "\n", '{"kind":'];
  const whole = begin({ ...hooks });
  await whole.server.serve(lineTexts(lines, { maxBytes: 100 }));
  assert.deepEqual([rules, others, whole.sent.length], [["blank-line", "wrong-direction", "long-line", "cut-line"], ["note"], 1]);
  await assert.rejects(begin({}).server.serve(lineTexts(['{"kind":"last","id":"b"}\n'])), ValidationError);
  await assert.rejects(begin({ onMessage: () => { throw new Error("own"); } }).server.serve(lineTexts(['{"kind":"note"}\n'])), /own/);
  const never = { ask: (_: Ask, context: HandlerContext) => aborted(context) as Promise<never>, watch: none };
  await assert.rejects(begin({ handlers: never, grace: 1 }).server.serve(lineTexts(['{"kind":"ask","id":"a"}\n'])), /grace/);
  async function* torn(): AsyncGenerator<string> {
    yield '{"kind":"ask","id":"a"}\n';
    throw new Error("torn");
  }
  await assert.rejects(begin({ handlers: never }).server.serve(lineTexts(torn())), /torn/);
  const open = begin({ handlers: never });
  const served = open.server.serve(lineTexts((async function* (): AsyncGenerator<string> { await new Promise(() => {}); })()));
  open.server.close(new Error("closed"));
  await assert.rejects(served, /closed/);
});

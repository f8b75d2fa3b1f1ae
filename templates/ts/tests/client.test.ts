import assert from "node:assert/strict";
import { test } from "node:test";
import { client, ExchangeError, TimeoutError } from "../envelope/client.js";
import { ValidationError } from "../envelope/issue.js";
import type { Asked, Requests } from "../envelope/requests.js";

interface Ask {
  readonly kind: "ask" | "leave";
  readonly id: string;
}
interface Answer {
  readonly kind: "answer";
  readonly id: string;
  readonly n: number;
}
type M = Ask | Answer;

const record = ({ kind }: M): number => ["ask", "leave", "answer"].indexOf(kind);

/** `ask leave? answer*`, where answers are even and as many exchanges as two are open. */
const requests: Requests<M, never, Asked<"here", Ask, Answer, false>> = {
  conversation: {
    name: "talk",
    sides: ["here", "there"],
    of: {
      name: "M",
      check: (value, place, run) => {
        const { kind, n } = value as Answer;
        if (record(value as M) < 0 || (kind === "answer" && typeof n !== "number")) run.must("own", place, "must be a message");
      },
    },
    tag: "/kind",
    record,
    from: ["here", "here", "there"],
    whole: { letters: [0, 0, 0], names: ["any"], states: [{ next: { 0: 0 }, expected: "must be any" }] },
    exchanges: [
      {
        name: "asks",
        ways: [{ at: ["id"], keys: Array(3).fill(({ id }: M) => id), letters: [0, 1, 2], inUse: "must be of another /id: this one is in use" }],
        names: ["ask", "note", "answer"],
        most: 2,
        states: [
          { next: { 0: 1 }, expected: 'must be "ask"' },
          { next: { 1: 2, 2: 2 }, expected: "must be an answer", cut: "must not end" },
          { next: { 2: 2 }, expected: "must be an answer" },
        ],
        checks: [{ letters: [2], kind: "each", rule: "even", at: "/n", message: "must be even", cases: [{ of: [[2]], holds: ({ n }: Answer) => n % 2 === 0 }] }],
      },
    ],
  },
  exchanges: [[{ of: 0, replies: [2], name: "ask" }]],
};

function begin() {
  const talk = client(requests, { side: "here", send: () => {} });
  return { talk, ask: (id: string) => talk.request({ kind: "ask", id }), answer: (id: string, n: number) => talk.receive({ kind: "answer", id, n }) };
}

test("the first reply is the request's, later ones the program's", async () => {
  const { talk, ask, answer } = begin();
  const reply = ask("a");
  assert.deepEqual([answer("a", 2).answers, answer("a", 4).answers], [true, false]);
  assert.equal((await reply).n, 2);
  assert.deepEqual([talk.pending, talk.tracker.open], [0, 1]);
});

test("a first reply that breaks a check fails the request, though its exchange goes on", async () => {
  const { talk, ask, answer } = begin();
  const reply = ask("a");
  answer("a", 1);
  await assert.rejects(reply, ValidationError);
  assert.deepEqual([talk.pending, answer("a", 2).answers], [0, false]);
});

test("a message with the key of no exchange has an issue about its key", () => {
  const { talk } = begin();
  const { issues } = talk.receive({ kind: "answer", id: "b", n: 2 });
  assert.equal(issues[0]?.message, "must have the /id of an open exchange: none has this one");
});

test("a request whose exchange may end because of this side has no reply", async () => {
  const { talk, ask } = begin();
  const reply = ask("a");
  talk.send({ kind: "leave", id: "a" });
  await assert.rejects(reply, (error) => error instanceof ExchangeError && error.by === undefined);
});

test("a request without a key is not sent, because no reply could be found for it", async () => {
  const { talk } = begin();
  const ask = { kind: "ask", id: undefined } as unknown as Ask;
  await assert.rejects(talk.request(ask), (error) => error instanceof ValidationError && error.issues[0]?.path === "/id");
  assert.deepEqual([talk.pending, talk.tracker.open], [0, 0]);
});

test("a reply may come before what sends the request returns", async () => {
  const talk = client(requests, { side: "here", send: (text) => void talk.receive(text.replace('"ask"', '"answer"').replace("}", ',"n":0}')) });
  assert.equal((await talk.request({ kind: "ask", id: "a" })).n, 0);
  assert.equal(talk.pending, 0);
});

test("a key that is used again belongs to the later request", async () => {
  const { talk, ask, answer } = begin();
  for (const id of ["a", "b", "c", "a"]) {
    const reply = ask(id);
    answer(id, 2);
    assert.equal((await reply).id, id);
  }
  assert.equal(talk.tracker.open, 2);
});

test("a request fails with a message that has its key and is not ok, and its exchange is abandoned", async () => {
  for (const [wrong, rule] of [
    ['{"kind":"answer","id":"a","n":[]}', "own"],
    [new TextEncoder().encode('{"kind":"none","id":"a"}'), "own"],
    ['{"kind":"leave","id":"a"}', "wrong-direction"],
    [{ kind: "ask", id: "a" }, "wrong-direction"],
  ] as const) {
    const { talk, ask, answer } = begin();
    const [reply, other] = [ask("a"), ask("b")];
    for (const none of ["{", '{"id":"a","id":"a"}', '{"id":["a"]}', '{"id":"c"}', "[]"]) talk.receive(none);
    assert.equal(talk.pending, 2);
    assert.equal(talk.receive(wrong as string).ok, false);
    await assert.rejects(reply, (error) => error instanceof ValidationError && error.issues[0]?.rule === rule);
    answer("b", 2);
    assert.equal((await other).id, "b");
    assert.deepEqual([talk.pending, answer("a", 2).ok], [0, true]);
  }
});

test("requests that are given up never keep others from being sent, and the oldest is forgotten first", async () => {
  const { talk, ask, answer } = begin();
  const live = ask("live");
  for (let i = 0; i < 70_000; i++) {
    const signal = new AbortController();
    const reply = talk.request({ kind: "ask", id: String(i) }, { signal: signal.signal });
    signal.abort("enough");
    await assert.rejects(reply, (reason) => reason === "enough");
  }
  assert.deepEqual([talk.pending, talk.tracker.open], [1, 2]);
  assert.equal(answer("69998", 2).ok, false);
  assert.equal(answer("69999", 2).ok, true);
  answer("live", 2);
  assert.equal((await live).id, "live");
});

test("an abandoned exchange stays abandoned where it moves", async () => {
  const { talk, ask, answer } = begin();
  await answered(ask("a"), () => answer("a", 2)); // may end, but nobody waits for it
  const waits = ask("b");
  answer("a", 4);
  await answered(ask("c"), () => answer("c", 2)); // makes room by "a", which was moved last
  assert.equal(answer("a", 2).ok, false);
  await answered(waits, () => answer("b", 2));
  assert.equal(talk.pending, 0);
});

test("many replies end with the last one, although this side may send more in the exchange", async () => {
  const [asks] = requests.conversation.exchanges ?? [];
  const states = [{ next: { 0: 1 } }, { next: { 2: 2 }, cut: "must not end" }, { next: { 1: 3 }, quiet: true }, {}];
  const quiet = { ...requests, conversation: { ...requests.conversation, exchanges: [{ ...asks, states }] }, exchanges: [[{ of: 0, replies: [2], many: true }]] };
  const talk = client(quiet as unknown as Requests<M, never, Asked<"here", Ask, Answer, true>>, { side: "here", send: () => {} });
  const replies = talk.replies({ kind: "ask", id: "a" });
  talk.receive({ kind: "answer", id: "a", n: 2 });
  const got: number[] = [];
  for await (const { n } of replies) got.push(n);
  assert.deepEqual([got, talk.pending, talk.tracker.open], [[2], 0, 1]);
  talk.send({ kind: "leave", id: "a" });
  assert.equal(talk.tracker.open, 0);
});

test("unread replies have a bound", async () => {
  const many = { ...requests, exchanges: [[{ of: 0, replies: [2], many: true }]] } as unknown as Requests<M, never, Asked<"here", Ask, Answer, true>>;
  const readLate = async (count: number, mostWaiting?: number): Promise<void> => {
    const talk = client(many, { side: "here", send: () => {}, mostWaiting });
    const replies = talk.replies({ kind: "ask", id: "a" });
    for (let n = 2; n <= 2 * count; n += 2) talk.receive({ kind: "answer", id: "a", n });
    talk.close(new Error("closed"));
    for await (const { id } of replies) assert.equal(id, "a");
  };
  await assert.rejects(readLate(3, 3), /^Error: closed$/);
  await assert.rejects(readLate(4, 3), /more than 3 replies wait to be read/);
  await assert.rejects(readLate(1024), /^Error: closed$/);
  await assert.rejects(readLate(1025), /more than 1024 replies wait to be read/);
});

test("requests of a connection that has ended do not wait any more", async () => {
  const { talk, ask } = begin();
  const waiting = [ask("a"), ask("b")];
  const gone = new Error("gone");
  assert.deepEqual(talk.close(gone).map(({ rule }) => rule), ["incomplete"]);
  assert.equal(talk.pending, 0);
  for (const reply of waiting) await assert.rejects(reply, gone);
});

async function answered(reply: Promise<Answer>, come: () => void): Promise<void> {
  come();
  await reply;
}

test("a request that was not sent may be sent again", async () => {
  let fails = true;
  const broken = new Error("broken");
  const talk = client(requests, { side: "here", send: () => fails && assert.fail(broken) });
  for (let i = 0; i < 3; i++) await assert.rejects(talk.request({ kind: "ask", id: "a" }), broken);
  assert.deepEqual([talk.tracker.open, talk.pending], [0, 0]);
  fails = false;
  const reply = talk.request({ kind: "ask", id: "a" });
  fails = true;
  assert.throws(() => talk.send({ kind: "leave", id: "a" }), broken); // ends nothing
  assert.equal(talk.pending, 1);
  talk.receive({ kind: "answer", id: "a", n: 2 });
  assert.equal((await reply).n, 2);
});

test("what has come while a request was not sent stays, and so does its exchange, for nobody", async () => {
  const broken = new Error("broken");
  const talk = client(requests, {
    side: "here",
    send: (text) => {
      if (!text.includes('"b"')) return;
      talk.receive({ kind: "answer", id: "a", n: 2 });
      throw broken;
    },
  });
  const reply = talk.request({ kind: "ask", id: "a" });
  await assert.rejects(talk.request({ kind: "ask", id: "b" }), broken);
  assert.equal((await reply).id, "a");
  assert.deepEqual([talk.pending, talk.tracker.open], [0, 2]);
});

test("a request with the key of an open exchange is told so", async () => {
  const { ask } = begin();
  void ask("a");
  await assert.rejects(ask("a"), (error) => error instanceof ValidationError && error.issues[0]?.path === "/id" && error.issues.length === 1);
});

test("a request without a number gets one", async () => {
  type Counted = Asked<"here", Ask, Answer, false, "ask", Answer, Answer, "id">;
  const counted = { ...requests, exchanges: [[{ of: 0, replies: [2], name: "ask", counter: "id" }]] } as unknown as Requests<M, never, Counted>;
  const sent: unknown[] = [];
  const talk = client(counted, { side: "here", send: (text) => void sent.push((JSON.parse(text) as Ask).id) });
  const replies = [talk.request({ kind: "ask" }), talk.request({ kind: "ask", id: "own" })];
  assert.deepEqual(sent, [1, "own"]);
  for (const id of [1, "own"]) talk.receive({ kind: "answer", id, n: 2 } as Answer);
  assert.deepEqual((await Promise.all(replies)).map(({ id }) => id), [1, "own"]);
  for (const none of [null, undefined]) await assert.rejects(talk.request(none as unknown as Ask), ValidationError);
});

test("a request ends in time", async () => {
  const talk = client(requests, { side: "here", send: () => {}, timeout: 1 });
  await assert.rejects(talk.request({ kind: "ask", id: "a" }), (error) => error instanceof TimeoutError && error instanceof ExchangeError);
  await assert.rejects(begin().talk.request({ kind: "ask", id: "a" }, { timeout: 1 }), TimeoutError);
  const reply = talk.request({ kind: "ask", id: "b" }, { timeout: 2 ** 40 });
  talk.receive({ kind: "answer", id: "b", n: 0 });
  assert.equal((await reply).n, 0);
  assert.throws(() => client(requests, { side: "here", send: () => {}, timeout: 0 }), RangeError);
  await assert.rejects(talk.request({ kind: "ask", id: "c" }, { timeout: NaN }), RangeError);
});

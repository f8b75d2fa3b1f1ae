import assert from "node:assert/strict";
import { test } from "node:test";
import { type Asked, client, ExchangeError, type Requests } from "../envelope/client.js";
import { ValidationError } from "../envelope/issue.js";

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
    of: { name: "M", check: () => {} },
    tag: "/kind",
    record,
    from: ["here", "here", "there"],
    whole: { letters: [[0], [0], [0]], states: [{ next: { 0: 0 }, accepts: true, expected: "must be any" }] },
    exchanges: [
      {
        keys: Array(3).fill(({ id }: M) => id),
        inUse: "must be of another /id: this one is in use",
        letters: [[0], [1], [2]],
        most: 2,
        states: [
          { next: { 0: 1 }, accepts: true, expected: 'must be "ask"' },
          { next: { 1: 2, 2: 2 }, expected: "must be an answer", cut: "must not end" },
          { next: { 2: 2 }, accepts: true, expected: "must be an answer" },
        ],
        checks: [{ letters: [2], kind: "each", rule: "even", level: "must", at: "/n", message: "must be even", cases: [{ of: [[2]], holds: ({ n }: Answer) => n % 2 === 0 }] }],
      },
    ],
  },
  exchanges: [[{ of: 0, replies: [2] }]],
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

test("a request whose exchange may end because of this side has no reply", async () => {
  const { talk, ask } = begin();
  const reply = ask("a");
  talk.send({ kind: "leave", id: "a" });
  await assert.rejects(reply, (error) => error instanceof ExchangeError && error.by === undefined);
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

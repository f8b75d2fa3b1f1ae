import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Conversation } from "../envelope/conversation.js";
import { track } from "../envelope/tracker.js";

interface M {
  kind: "ask" | "step" | "reply";
  id: string;
  of: { n: number; list?: unknown };
}

const KINDS = ["ask", "step", "reply"] as const;

/** For each id `ask step* reply?`, where each number is that of the `ask`; with `cut` the reply must come. */
function bounded(cut?: string, keeps: readonly (readonly string[])[] = [["of", "n"]]): Conversation<M> {
  return {
    name: "talk",
    sides: [],
    of: { name: "M", check: () => {} },
    tag: "/kind",
    record: ({ kind }) => KINDS.indexOf(kind),
    whole: { letters: [0, 0, 0], names: ["any"], states: [{ next: { 0: 0 }, expected: "x" }] },
    exchanges: [
      {
        name: "asks",
        names: KINDS,
        ways: [{ at: ["id"], keys: KINDS.map(() => ({ id }: M) => id), letters: [0, 1, 2], inUse: "must be of another /id: this one is in use" }],
        states: [
          { next: { 0: 1 }, expected: "must be ask" },
          { next: { 1: 1, 2: 2 }, expected: "must be step or reply", ...(cut !== undefined && { cut }) },
          {},
        ],
        bound: [{ letters: [0], keeps: [keeps] }],
        checks: [
          {
            letters: [1],
            kind: "each",
            uses: [{ number: 0 }],
            rule: "same",
            at: "/of/n",
            message: "must be the same",
            cases: [{ of: [[1], [0]], holds: (self: M, bound: M) => self.of.n === bound.of.n && JSON.stringify(self.of.list) === JSON.stringify(bound.of.list) }],
          },
        ],
      },
    ],
  };
}

const said = (kind: M["kind"], id: string, n = 1): M => ({ kind, id, of: { n } });

const rules = (issues: readonly { readonly rule: string }[]): string[] => issues.map(({ rule }) => rule);

describe("what is remembered", () => {
  test("is the tracker's own: a message may be changed", () => {
    const tracker = track(bounded());
    const message = said("ask", "a", 7);
    tracker.receive(message);
    message.of.n = 8;
    assert.deepEqual(rules(tracker.receive(said("step", "a", 8))), ["same"]);
    assert.deepEqual(tracker.receive(said("step", "a", 7)), []);
  });

  test("is the tracker's own: a message may be used again", () => {
    const tracker = track(bounded());
    const message = said("ask", "");
    for (const [n, id] of ["a", "b", "c"].entries()) {
      message.id = id;
      message.of.n = n;
      assert.deepEqual(tracker.receive(message), []);
    }
    for (const [n, id] of ["a", "b", "c"].entries()) assert.deepEqual(tracker.receive(said("step", id, n)), []);
  });

  test("shares nothing with lists and objects", () => {
    for (const keeps of [[["of"]], [[]]]) {
      const tracker = track(bounded(undefined, keeps));
      const list = [1, { a: [2] }] as const;
      const message: M = { kind: "ask", id: "a", of: { n: 1, list: JSON.parse(JSON.stringify(list)) } };
      tracker.receive(message);
      ((message.of.list as { a: number[] }[])[1] as { a: number[] }).a.push(3);
      assert.deepEqual(tracker.receive({ kind: "step", id: "a", of: { n: 1, list } }), []);
    }
  });

  test("has a bound in bytes", () => {
    const tracker = track(bounded("must not end"), { maxRemembered: 9 });
    assert.deepEqual(tracker.receive(said("ask", "ab")), []); // 4 and 1 bytes
    assert.deepEqual(
      tracker.receive(said("ask", "cd")).map(({ path, message }) => [path, message]),
      [["/kind", "must wait until the conversation remembers less: at most 9 bytes"]],
    );
    assert.deepEqual(tracker.receive(said("ask", "c")), []);
    assert.deepEqual(tracker.receive(said("reply", "ab")), []);
    assert.deepEqual(tracker.receive(said("ask", "cd")), []);
    assert.equal(tracker.open, 2);
    assert.throws(() => track(bounded(), { maxRemembered: 0 }).receive(said("ask", "a")), RangeError);
  });

  test("is forgotten where it may end, the one that has rested longest first, and not for nothing", () => {
    const tracker = track(bounded(), { maxRemembered: 9 });
    for (const id of ["a", "b"]) assert.deepEqual(tracker.receive(said("ask", id)), []);
    assert.deepEqual(tracker.receive(said("step", "a")), []);
    assert.deepEqual(tracker.receive(said("ask", "c")), []);
    assert.deepEqual(tracker.exchanges.map(({ key }) => key), ["a", "c"]);
    assert.deepEqual(rules(tracker.receive(said("ask", "too-long"))), ["unexpected-message"]);
    assert.deepEqual(tracker.exchanges.map(({ key }) => key), ["a", "c"]);
  });

  test("tells who begins an exchange that is open about the key", () => {
    const tracker = track(bounded());
    tracker.receive(said("ask", "a"));
    assert.deepEqual(tracker.receive(said("ask", "a")).map(({ message }) => message), ["must be of another /id: this one is in use"]);
  });
});

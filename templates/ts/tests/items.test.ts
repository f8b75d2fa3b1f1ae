import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Collector } from "../envelope/collect.js";
import type { Conversation } from "../envelope/conversation.js";
import { track, type Tracker } from "../envelope/tracker.js";

interface M {
  readonly kind: "open" | "rest" | "close" | "cut";
  readonly ids: readonly string[];
  readonly text?: string;
}

const KINDS = ["open", "rest", "close", "cut"] as const;

/** Messages with several keys: open, then rest any number of times, then close. An exchange rests after rest. */
function parts(most?: number, onOpen: () => void = () => {}): Conversation<M> {
  const check = { letters: [0], kind: "each", rule: "x", message: "x", cases: [{ holds: () => (onOpen(), true) }] } as const;
  return {
    name: "parts",
    sides: [],
    of: { name: "M", check: () => {} },
    tag: "/kind",
    record: ({ kind }) => KINDS.indexOf(kind),
    whole: { names: ["any"], letters: [0, 0, 0, 0], states: [{ next: { 0: 0 }, expected: "x" }] },
    exchanges: [
      {
        name: "parts",
        names: KINDS,
        ways: [{ at: ["ids", "*"], items: KINDS.map(() => ({ ids }: M) => ids), letters: [0, 1, 2, 3], inUse: "in use" }],
        ...(most === undefined ? {} : { most }),
        one: [3],
        states: [
          { next: { 0: 1 }, expected: "no", cut: "x" },
          { next: { 1: 2, 2: 3 }, expected: "no", cut: "x" },
          { next: { 0: 1, 1: 2, 2: 3 }, expected: "no" },
          {},
        ],
        checks: [check],
        bound: [{ letters: [0], keeps: KINDS.map(() => [["text"]]) }],
      },
    ],
  };
}

function said(event: string): M {
  const [kind, keys = ""] = event.split(" ");
  return { kind: kind as M["kind"], ids: keys === "" ? [] : keys.split(",") };
}

function keysOf({ exchanges }: Tracker<M>): string {
  return exchanges.map(({ key }) => String(key)).sort().join(" ");
}

describe("messages with several keys", () => {
  for (const [name, events, issue, open] of [
    ["equal keys are one", ["open a,b,a"], "", "a b"],
    ["no key", ["open a", "close "], "", "a"],
    ["some of them end", ["open a,b", "open c", "close b,c"], "", "a"],
    ["one is in use", ["open a", "open b,a"], "in use", "a"],
    ["one is not open", ["open a", "close a,b"], "must have the /ids/* of an open exchange: none has this one", "a"],
    ["cut off", ["open a,b,c", "cut c,x,a"], "", "b"],
    ["too many", ["open a,b,c,d"], "must wait until one of 3 open exchanges has ended", ""],
    ["too many beside others", ["open a,b", "rest a", "open c,d,e"], "must wait until one of 3 open exchanges has ended", "a b"],
    ["as many as may be", ["open a,b,c"], "", "a b c"],
    ["one makes room", ["open a,b,c", "rest b", "rest a", "open d"], "", "a c d"],
    ["two make room", ["open a,b,c", "rest b,c", "rest a", "open d,e"], "", "a d e"],
    ["that of the message makes none", ["open a,b,c", "rest a", "rest b", "open a,d"], "", "a c d"],
    ["those of the message make none", ["open a,b,c", "rest a,b", "open d,a,b"], "must wait until one of 3 open exchanges has ended", "a b c"],
    ["there is room for one more", ["open a,b", "rest a,b", "open c,a"], "", "a b c"],
  ] as const) {
    test(name, () => {
      const tracker = track(parts(3));
      const found = events.map((event) => tracker.receive(said(event)));
      assert.deepEqual(found.slice(0, -1).flat(), []);
      assert.equal((found.at(-1) ?? []).map(({ message }) => message).join(), issue);
      assert.equal(keysOf(tracker), open);
    });
  }

  test("checks run once for each different key", () => {
    let checks = 0;
    const tracker = track(parts(undefined, () => checks++));
    tracker.receive(said("open a,b,a,a"));
    assert.equal(checks, 2);
  });

  test("a message that is taken back leaves nothing", () => {
    const tracker = track(parts(3));
    for (const event of ["open a,b,c", "rest c", "rest a"]) tracker.receive(said(event));
    for (const event of ["open d,a", "open e,d", "close a,b", "cut c,a"]) {
      tracker.take(said(event), true, new Collector(9), () => false);
      assert.notEqual(keysOf(tracker), "a b c", event);
      assert.ok(tracker.takeBack());
      assert.equal(keysOf(tracker), "a b c", event);
    }
    assert.deepEqual(tracker.receive(said("open d")), []);
    assert.equal(keysOf(tracker), "a b d");
  });

  test("very many keys, which would take minutes to compare with each other", () => {
    const ids = (first: number, last: number): string[] => Array.from({ length: last - first }, (_, n) => String(first + n));
    const count = 20000;
    const begun = Date.now();
    for (const maxRemembered of [1 << 30, 20 * count]) {
      const tracker = track(parts(2 * count), { maxRemembered });
      for (const message of [
        { kind: "open", ids: ids(0, 2 * count), text: "" },
        { kind: "rest", ids: ids(0, 2 * count) },
        { kind: "open", ids: [...ids(2 * count, 3 * count), ...ids(0, count)], text: "" }, // the others make room
        { kind: "close", ids: ids(2 * count, 3 * count) },
      ] as const) {
        assert.deepEqual(tracker.receive(message), []);
      }
      assert.equal(tracker.open, count);
    }
    assert.ok(Date.now() - begun < 30000);
  });

  test("one copy is made of a message that many exchanges remember", () => {
    let read = 0;
    const message = {
      kind: "open",
      ids: ["a", "b", "c", "d"],
      get text() {
        read++;
        return "x";
      },
    } as const;
    const tracker = track(parts());
    assert.deepEqual(tracker.receive(message), []);
    const once = read;
    assert.deepEqual(tracker.receive({ kind: "close", ids: ["a", "b", "c", "d"] }), []);
    read = 0;
    const alone = track(parts());
    Object.defineProperty(message, "ids", { value: ["a"] });
    alone.receive(message);
    assert.equal(once, read);
  });
});

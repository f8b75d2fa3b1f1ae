import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Collector } from "../envelope/collect.js";
import type { Conversation } from "../envelope/conversation.js";
import { receiveText, sendText } from "../envelope/tracked.js";
import { track, type Tracker } from "../envelope/tracker.js";
import { remembering } from "../envelope/unique.js";

interface M {
  readonly kind: "open" | "rest" | "close" | "stop" | "all";
  readonly id?: string;
  readonly other?: string;
  readonly n?: number;
}

const KINDS = ["open", "rest", "close", "stop", "all"] as const;

const ALL = [0, 1, 2, 3, 4];

/** Exchanges by two members: `open rest* close`, with at most three open ones and an `n` that never decreases; closed ones are remembered. */
const conversation: Conversation<M> = {
  name: "talk",
  sides: ["here", "there"],
  of: {
    name: "M",
    check: (value, place, run) => {
      if ((value as M).n === -1) for (const name of ["9", "10", "a"]) run.should("own", `${place}/${name}`, "should be said first");
      if ((value as M).n === -2) run.must("own", `${place}/n`, "must be more");
    },
  },
  tag: "/kind",
  record: ({ kind }) => KINDS.indexOf(kind),
  from: { 3: "there" },
  whole: {
    names: ["any"],
    letters: [0, 0, 0, 0, 0],
    states: [{ next: { 0: 0 }, expected: "must be one of all" }],
  },
  exchanges: [
    {
      name: "file",
      names: KINDS,
      ways: [
        { at: ["id"], keys: KINDS.map(() => ({ id }: M) => id), letters: [0, 1, 2, 3, 4], inUse: "must be of another /id: this one is in use" },
        { at: ["other"], keys: KINDS.map(() => ({ other }: M) => other), letters: { 1: 1, 2: 2, 4: 1 }, inUse: "must be of another /other: this one is in use" },
      ],
      most: 3,
      one: [3],
      all: [4],
      states: [
        { next: { 0: 1 }, expected: 'must be "open"' },
        { next: { 1: 2, 2: 3 }, expected: 'must be "rest" or "close"', cut: 'must not end before "close"' },
        { next: { 1: 2, 2: 3 }, expected: 'must be "rest" or "close"' },
        {},
      ],
      lines: [{ letters: [0, 1, 2], keeps: Array(KINDS.length).fill([["n"]]) }],
      bound: [{ letters: [0], keeps: Array(KINDS.length).fill([["n"]]) }],
      checks: [
        {
          letters: [0],
          kind: "each",
          counts: true,
          rule: "third",
          at: "",
          message: "must be the third",
          cases: [{ of: [ALL], holds: ({ n }: M, open: number) => n !== 3 || open === 3 }],
        },
        {
          letters: [0, 1, 2],
          kind: "next",
          line: 0,
          rule: "rises",
          at: "/10",
          message: "must not fall",
          cases: [{ of: [ALL, ALL], holds: (self: M, prev: M) => (self.n ?? 0) >= (prev.n ?? 0) }],
        },
        {
          letters: [0, 1, 2],
          kind: "each",
          uses: [{ number: 0 }],
          counts: true,
          rule: "few",
          at: "/id",
          message: "must be few",
          cases: [{ of: [ALL, [0]], holds: (_self: M, bound: M, open: number) => open < 3 || (bound.n ?? 0) > 1 }],
        },
      ],
    },
  ],
  unique: [
    {
      letters: [0],
      at: "/id",
      most: 4,
      message: "must not be opened twice",
      full: "must wait",
      parts: [({ id }: M) => [id]],
      until: [({ n }: M) => (n ?? 0) * 1e6],
    },
  ],
  memory: remembering,
};

/** Random numbers below a bound, the same in every run. */
function dice(seed: number): (bound: number) => number {
  return (bound) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * bound);
  };
}

function randomMessage(next: (bound: number) => number): M {
  const id = next(6) > 0 ? { id: "abcde"[next(5)] as string } : {};
  const other = next(3) > 1 ? { other: "abcde"[next(5)] as string } : {};
  const kind = next(6) > 0 ? (["open", "open", "rest", "close", "stop"] as const)[next(5)] : "all";
  return { kind: kind ?? "all", ...id, ...other, n: next(4) };
}

const rules = (issues: readonly { readonly rule: string }[]): readonly string[] => issues.map(({ rule }) => rule);

/** Opens exchanges; returns the rules that each open breaks. */
function open(tracker: Tracker<M>, ids: string, now: string): readonly string[] {
  return [...ids].flatMap((id) => rules(tracker.receive({ kind: "open", id, n: 2 }, { now })));
}

describe("exchanges", () => {
  test("beyond the most, the one that has rested longest is forgotten", () => {
    const tracker = track(conversation);
    const now = "1970-01-01T00:00:00Z";
    assert.deepEqual(open(tracker, "abc", now), []);
    assert.deepEqual(rules(tracker.receive({ kind: "open", id: "d", n: 2 }, { now })), ["unexpected-message"]);
    for (const id of "bac") assert.deepEqual(rules(tracker.receive({ kind: "rest", id, n: 2 }, { now })), []);
    assert.deepEqual(rules(tracker.receive({ kind: "rest", id: "b", n: 2 }, { now })), []);
    assert.deepEqual(open(tracker, "d", now), []);
    assert.equal(tracker.open, 3);
    assert.deepEqual(rules(tracker.receive({ kind: "rest", id: "a", n: 2 }, { now })), ["unexpected-message"]);
    assert.deepEqual(rules(tracker.receive({ kind: "rest", id: "c", n: 2 }, { now })), []);
  });

  test("open ones, and what may come next, can be seen", () => {
    const tracker = track(conversation);
    assert.deepEqual([tracker.expected, tracker.exchanges], [["any"], []]);
    open(tracker, "ab", "1970-01-01T00:00:00Z");
    tracker.receive({ kind: "rest", id: "b", n: 2 });
    assert.deepEqual(tracker.exchanges, ["a", "b"].map((key) => ({ name: "file", key, expected: ["rest", "close"] })));
    tracker.receive({ kind: "all" });
    assert.deepEqual([tracker.expected, tracker.exchanges], [["any"], []]);
    tracker.close();
    assert.deepEqual(tracker.expected, []);
  });

  test("nothing but the open ones is held", () => {
    const tracker = track({ ...conversation, unique: [] });
    for (let i = 0; i < 10_000; i++) {
      for (const kind of ["open", "rest", "close"] as const) assert.deepEqual(tracker.receive({ kind, id: `${i}`, n: 2 }), []);
    }
    assert.equal(tracker.open, 0);
  });

  test("a message belongs to those of all its keys, and checks see how many are open", () => {
    const tracker = track(conversation);
    const take = (message: M): readonly string[] => rules(tracker.receive(message, { now: "1970-01-01T00:00:00Z" }));
    assert.deepEqual(["a", "b"].flatMap((id) => take({ kind: "open", id })), []);
    assert.deepEqual(take({ kind: "rest", id: "a", other: "b" }), []);
    assert.deepEqual(take({ kind: "open", id: "c", n: 3 }), []);
    assert.deepEqual(take({ kind: "close", id: "a", other: "b" }), ["few"]);
    assert.equal(tracker.open, 1);
    assert.deepEqual(take({ kind: "open", id: "d", n: 3 }), ["third"]);
  });

  test("what a check refuses tentatively leaves no trace", () => {
    for (let seed = 0; seed < 100; seed++) {
      const next = dice(seed);
      const talk = seed % 2 > 0 ? conversation : { ...conversation, unique: [] };
      const told: (readonly [M, number])[] = []; // what is not refused
      const at = (second: number): Collector => Object.assign(new Collector(100), { now: second * 1e6 });
      const tried = track(talk);
      for (let i = 0; i < 60; i++) {
        const [message, second] = [randomMessage(next), Math.floor(i / 15)];
        const [run, plain] = [at(second), at(second)];
        const steps = tried.take(message, true, run, ({ invalid }) => invalid);
        const other = track(talk);
        for (const [earlier, then] of told) other.take(earlier, true, at(then));
        const want = other.take(message, true, plain);
        assert.deepEqual(run.issues(), plain.issues());
        assert.deepEqual(steps, run.invalid ? undefined : want);
        if (!run.invalid) told.push([message, second]);
      }
      assert.ok(told.length > 0 && told.length < 60);
    }
  });

  test("nor does the end of all of them", () => {
    const tracker = track(conversation);
    const now = "1970-01-01T00:00:00Z";
    assert.deepEqual(open(tracker, "abc", now), []);
    assert.deepEqual(tracker.receive({ kind: "rest", id: "a", n: 2 }, { now }), []);
    assert.equal(tracker.take({ kind: "all", other: "b", n: 0 }, true, new Collector(1), ({ invalid }) => invalid), undefined);
    assert.equal(tracker.open, 3);
    assert.deepEqual(open(tracker, "d", now), []); // a is forgotten
  });
});

describe("unique", () => {
  const at = (second: number): { readonly now: string } => ({ now: `1970-01-01T00:00:0${second}Z` });
  const of = { ...conversation.of, book: () => ({ settings: () => undefined, now: (now?: Date | string) => Date.parse(String(now)) * 1000 }) };

  test("remembers up to a time, that time included", () => {
    const tracker = track({ ...conversation, of, exchanges: [] });
    assert.deepEqual(tracker.receive({ kind: "open", id: "a", n: 3 }, at(1)), []);
    assert.deepEqual(tracker.receive({ kind: "open", id: "a", n: 9 }, at(3)), [
      { rule: "unique", path: "/id", level: "must", message: "must not be opened twice" },
    ]);
    assert.deepEqual(tracker.receive({ kind: "open", id: "a", n: 9 }, at(4)), []);
  });

  test("as many as it may, and no more", () => {
    const tracker = track({ ...conversation, of, exchanges: [] });
    for (const [i, id] of [..."abcd"].entries()) assert.deepEqual(tracker.receive({ kind: "open", id, n: 8 - i }, at(1)), []);
    assert.deepEqual(tracker.receive({ kind: "open", id: "e", n: 9 }, at(5)), [{ rule: "unique", path: "/id", level: "must", message: "must wait" }]);
    assert.deepEqual(tracker.receive({ kind: "open", id: "e", n: 9 }, at(6)), []);
    assert.deepEqual(rules(tracker.receive({ kind: "open", id: "d", n: 9 }, at(6))), ["unique"]);
  });

  test("as a list would that is searched each time", () => {
    const next = dice(7);
    for (let round = 0; round < 50; round++) {
      const most = 1 + next(40);
      const memory = remembering(most);
      let list: { readonly key: string; readonly until: number }[] = [];
      for (let i = 0; i < 400; i++) {
        const run = new Collector(1);
        const now = i * 3 - next(20);
        run.now = now;
        const key = `${next(60)}`;
        list = list.filter(({ until }) => until >= now);
        const want = list.some((other) => other.key === key) ? "repeated" : list.length >= most ? "full" : undefined;
        assert.equal(memory.refuses(key, run), want);
        if (want !== undefined) continue;
        const until = now - 5 + next(150);
        memory.remember(key, until, 1);
        assert.equal(memory.bytes, list.length + 1);
        list.push({ key, until });
      }
    }
  });
});

describe("texts", () => {
  const opened = (): Tracker<M> => {
    const tracker = track(conversation, { side: "here" });
    tracker.receive({ kind: "open", id: "a", n: 2 });
    return tracker;
  };
  const text = '{"kind":"rest","id":"a","n":-1}';

  test("own issues and those of the place are one list, in the order of names", () => {
    const { ok, value, issues } = receiveText(opened(), text);
    assert.equal(ok, false);
    assert.deepEqual(value, JSON.parse(text));
    assert.deepEqual(issues.map(({ path, rule }) => [path, rule]), [
      ["/10", "own"],
      ["/10", "rises"],
      ["/9", "own"],
      ["/a", "own"],
    ]);
  });

  test("of more than a caller wants, what must hold comes before what should", () => {
    const { issues } = receiveText(opened(), text, { maxIssues: 2 });
    assert.deepEqual(issues.map(({ path, rule }) => [path, rule]), [
      ["/10", "own"],
      ["/10", "rises"],
    ]);
    assert.deepEqual(rules(receiveText(opened(), text, { maxIssues: 1 }).issues), ["rises"]);
  });

  test("what is not valid by itself is not looked at", () => {
    const tracker = opened();
    for (const bad of ["{", '{"kind":"rest","id":"a","n":-2}']) assert.equal(receiveText(tracker, bad).value, undefined);
    assert.equal(receiveText(tracker, '{"kind":"close","id":"a","n":2}').ok, true);
  });

  test("are of the side that sends them", () => {
    const stop = '{"kind":"stop","id":"a"}';
    assert.deepEqual(rules(sendText(opened(), stop).issues), ["wrong-direction"]);
    assert.deepEqual(receiveText(opened(), stop), { ok: true, value: JSON.parse(stop), issues: [] });
  });

  test("are not ok with any issue, where the caller is strict", () => {
    const should = '{"kind":"open","id":"b","n":-1}';
    assert.equal(receiveText(track(conversation), should).ok, true);
    assert.equal(receiveText(track(conversation, { strict: true }), should).ok, false);
    assert.equal(receiveText(track(conversation), should, { strict: true }).ok, false);
  });
});

test("a tracker of a protocol with parameters is a tracker of its messages", () => {
  interface Params {
    readonly most?: number;
  }
  const tracker = (given: Tracker<{ readonly kind: string }, Params>): Tracker<{ readonly kind: string }> => given;
  const own = track<{ readonly kind: string }, Params>({ name: "x", sides: [], of: { name: "M", check: () => {} }, tag: "/kind", record: () => 0, whole: { letters: [0], names: [], states: [{}] } }, {});
  assert.equal(tracker(own), own);
});

describe("the inputs of a step", () => {
  const times: unknown[] = [];
  const timed = {
    ...conversation,
    record: (message: M): number => conversation.record(message),
    whole: { letters: [[[0, (_: M, run: Collector) => times.push(run.now) > 0]]], names: ["any"], states: [{ next: { 0: 0 }, expected: "x" }] },
    exchanges: [],
  } as unknown as Conversation<M>;
  const follow = (of: Conversation<M>["of"], ...options: readonly ({ readonly now: string } | undefined)[]): readonly unknown[] => {
    times.length = 0;
    const tracker = track({ ...timed, of }, undefined);
    for (const each of options) tracker.receive({ kind: "open", id: "a", n: 1 }, each);
    return [...times];
  };

  test("a time is that of its step", () => {
    let count = 0;
    const book = () => ({ settings: () => undefined, now: (now?: Date | string) => (now === undefined ? ++count : Date.parse(String(now))) });
    assert.deepEqual(follow({ ...conversation.of, book }, undefined, undefined, { now: "1970-01-01T00:00:09Z" }, undefined), [1, 2, 9000, 3]);
  });

  test("options of a step are not those of the next one", () => {
    const seen: unknown[] = [];
    const whole = { ...timed.whole, letters: [[[0, (_: M, run: Collector) => seen.push(run.given) > 0]]] } as unknown as Conversation<M>["whole"];
    const tracker = track({ ...timed, whole }, undefined);
    const options = { maxIssues: 1 };
    for (const each of [undefined, options, undefined]) tracker.receive({ kind: "open", id: "a", n: 1 }, each);
    assert.deepEqual(seen, [undefined, options, undefined]);
  });
});

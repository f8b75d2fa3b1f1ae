import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Codec, codec } from "../envelope/codec.js";
import type { Conversation } from "../envelope/conversation.js";
import { ValidationError } from "../envelope/issue.js";
import { type Observation, observeCodec, observeTracker, type ObservedNames } from "../envelope/observe.js";
import { track } from "../envelope/tracker.js";
import type { TypeInfo } from "../envelope/type.js";
import { atMember } from "../envelope/pointer.js";
import { isObject } from "../envelope/value.js";

// An open object with the member "a/b", an object of things. A member "wrong" breaks a must at any depth, "odd" a should.
const thing: TypeInfo<object> = {
  name: "Thing",
  check: function check(value, at, collector): void {
    if (!isObject(value)) return collector.must("type", at, "must be an object");
    for (const name of Object.keys(value)) {
      if (name === "wrong") collector.must("wrong", at + atMember(name), "must not be wrong");
      if (name === "odd") collector.should("odd", at + atMember(name), "should not be odd");
      if (isObject(value[name])) check(value[name], at + atMember(name), collector);
    }
  },
};
const Thing: Codec<object> = codec(thing);
const names = (): ObservedNames => ({ protocol: "things", text: '[{"Thing":[0]},{"talk":["Thing","First","Last"]},[[{"a/b":[1],"odd":[]},[]],[{},[0]]]]' });

/** The observations of some calls, without their times. */
function seen(run: (observed: Codec<object>) => void, of: Codec<object> = Thing): readonly Omit<Observation, "duration">[] {
  const events: Omit<Observation, "duration">[] = [];
  let time = 0;
  const hook = ({ duration, ...event }: Observation): void => {
    assert.equal(duration, 0.002);
    events.push(event);
  };
  run(observeCodec(names(), of, hook, () => (time += 2)));
  return events;
}

const about = { protocol: "things", type: "Thing", conversation: undefined };
const wrong = { rule: "wrong", path: "/*", level: "must" } as const;
const odd = { rule: "odd", path: "/odd", level: "should" } as const;

describe("codecs", () => {
  test("report each call once", () => {
    const events = seen((observed) => {
      assert.deepEqual(observed.decode('{"é":1}'), { é: 1 });
      assert.throws(() => observed.decode(new TextEncoder().encode('{"wrong":"é"}')), ValidationError);
      assert.equal(observed.safeDecode("{").ok, false);
      assert.deepEqual(observed.parse({ odd: 1 }), { odd: 1 });
      assert.equal(observed.safeParse({ wrong: 1 }).ok, false);
      assert.equal(observed.is({ odd: 1 }), true);
      assert.throws(() => observed.assert({ wrong: 1 }), ValidationError);
      assert.equal(observed.check({ wrong: 1, odd: 2 }).length, 2);
      assert.equal(observed.encode({ odd: "é" }), '{"odd":"é"}');
      assert.throws(() => observed.encode({ wrong: 1 }), ValidationError);
      assert.equal(observed.encodeUnchecked({ wrong: 1 }), '{"wrong":1}');
      assert.equal(observed["~standard"].validate({ wrong: 1 }).issues?.length, 1);
    });
    const rest = (operation: string, outcome: string, bytes: number | undefined, ...issues: object[]): object => ({ ...about, operation, outcome, issues, bytes });
    assert.deepEqual(events, [
      rest("decode", "valid", 8),
      rest("decode", "invalid", 14, wrong),
      rest("decode", "invalid", 1, { rule: "json", path: "", level: "must" }),
      rest("parse", "advised", undefined, odd),
      rest("parse", "invalid", undefined, wrong),
      rest("check", "advised", undefined, odd),
      rest("check", "invalid", undefined, wrong),
      rest("check", "invalid", undefined, odd, wrong),
      rest("encode", "advised", 12, odd),
      rest("encode", "invalid", undefined, wrong),
      rest("encode", "valid", 11),
      rest("parse", "invalid", undefined, wrong),
    ]);
  });

  test("keep bound options, and report wrong ones", () => {
    const events = seen((observed) => {
      const strict = observed.with({ strict: true });
      assert.equal(strict.is({ odd: 1 }), false);
      assert.equal(strict.safeDecode('{"odd":1}', { strict: false }).ok, true);
      assert.throws(() => strict.decode("{}", { maxDepth: 0 }), RangeError);
      assert.throws(() => strict.decode(5 as never), TypeError);
    });
    assert.deepEqual(events.map(({ operation, outcome, bytes, issues }) => [operation, outcome, bytes, issues]), [
      ["check", "invalid", undefined, [odd]],
      ["decode", "advised", 9, [odd]],
      ["decode", "error", 2, []],
      ["decode", "error", undefined, []],
    ]);
  });

  test("contain declared names only", () => {
    const events = seen((observed) => observed.check({ "a/b": { secret: { wrong: 1, "a/b": { __proto__x: { odd: 1 } } } }, constructor: { wrong: 1 } }));
    assert.deepEqual(events[0]?.issues.map(({ path }) => path), ["/a~1b/*/a~1b/*/odd", "/a~1b/*/*", "/*/*"]);
    const own = seen((observed) => observed.check(JSON.parse('{"__proto__":{"wrong":1}}')));
    assert.deepEqual(own[0]?.issues.map(({ path }) => path), ["/*/*"]);
  });

  test("drop the errors of a hook", () => {
    const observed = observeCodec(names(), Thing, () => {
      throw new Error("broken");
    });
    assert.deepEqual(observed.decode("{}"), {});
    assert.throws(() => observed.decode("{"), ValidationError);
    assert.deepEqual(observed.check({ odd: 1 }), Thing.check({ odd: 1 }));
  });
});

describe("trackers", () => {
  interface Message {
    readonly last?: boolean;
    readonly odd?: number;
  }
  const talk: Conversation<Message> = {
    name: "talk",
    sides: ["here", "there"],
    of: thing as TypeInfo<Message>,
    tag: "/last",
    record: ({ last }) => (last === true ? 1 : 0),
    whole: { names: ["first", "last"], letters: [0, 1], states: [{ next: { 0: 1 }, expected: "must be first", cut: "is cut" }, { next: { 1: 2 }, expected: "must be last", cut: "is cut" }, {}] },
  };

  test("report the type, the side and the state before each message", () => {
    const events: Observation[] = [];
    const tracker = observeTracker(names(), track(talk, { side: "here" }), (event) => void events.push(event));
    assert.equal(tracker.send({ last: true }).length, 1);
    assert.deepEqual(tracker.receive({}), []);
    assert.equal(tracker.receiveText('{"wrong":1}').ok, false);
    assert.equal(tracker.sendText('{"last":true,"odd":1}').ok, true);
    assert.deepEqual(tracker.close(), []);
    assert.throws(() => tracker.receive({}, { maxDepth: 0 }), RangeError);
    assert.deepEqual(
      events.map(({ type, operation, outcome, issues, bytes, conversation }) => [type, operation, outcome, issues.map(({ rule, path }) => rule + path), bytes, conversation]),
      [
        ["Last", "send", "invalid", ["unexpected-message/*"], undefined, { name: "talk", side: "here", expected: ["first"] }],
        ["First", "receive", "valid", [], undefined, { name: "talk", side: "here", expected: ["first"] }],
        ["Thing", "receive", "invalid", ["wrong/*"], 11, { name: "talk", side: "here", expected: ["last"] }],
        ["Last", "send", "advised", ["odd/odd"], 21, { name: "talk", side: "here", expected: ["last"] }],
        ["Thing", "close", "valid", [], undefined, { name: "talk", side: "here", expected: [] }],
        ["First", "receive", "error", [], undefined, { name: "talk", side: "here", expected: [] }],
      ],
    );
  });
});

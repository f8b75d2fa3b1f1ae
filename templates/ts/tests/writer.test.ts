import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Conversation, Order } from "../envelope/conversation.js";
import { ValidationError } from "../envelope/issue.js";
import { readLinesSync } from "../envelope/lines.js";
import { isJson, isOpen, isRecord } from "../envelope/proof.js";
import { allBytes, TornError } from "../envelope/sink.js";
import { writer } from "../envelope/writer.js";

interface M {
  kind: "part" | "end";
  id?: string;
  meta?: { seq?: number; text?: string };
  of?: number;
}

const record = ({ kind }: M): number => ["part", "end"].indexOf(kind);
const rises = { letters: [0], kind: "next", line: 0, rule: "rises", at: "/meta/seq", message: "must rise" } as const;

/** `part* end`, where seq rises; by id, `part part? end?`, where `of` counts. */
const conversation: Conversation<M> = {
  name: "run",
  sides: [],
  lines: true,
  of: {
    name: "M",
    check: (value, place, run) => {
      const { meta } = value as M;
      if (meta !== undefined && typeof meta.seq !== "number") run.must("required", `${place}/meta/seq`, "is required");
      if (meta?.text === "?") run.should("own", `${place}/meta/text`, "should say something");
    },
  },
  tag: "/kind",
  record,
  whole: {
    letters: [0, 1],
    names: ["part", "end"],
    states: [{ next: { 0: 0, 1: 1 }, expected: 'must be "part" or "end"', cut: 'must not end before "end"' }, {}],
    checks: [
      { letters: [1], kind: "each", rule: "plain", level: "should", at: "/of", message: "should be plain", cases: [{ of: [[1]], holds: (self: M) => self.of === undefined }] },
      { ...rises, cases: [{ of: [[0], [0]], holds: (self: M, prev: M) => (self.meta?.seq ?? 99) > (prev.meta?.seq ?? -1) }] },
    ],
    lines: [{ letters: [0], keeps: [[["meta"]], []] }],
    numbers: [{ letters: [0], at: ["meta", "seq"] }],
  },
  exchanges: [
    {
      name: "files",
      names: ["part", "end"],
      ways: [
        {
          at: ["id"],
          keys: [({ id }: M) => id, ({ id }: M) => id],
          inUse: "must be of another /id: this one is in use",
          letters: [[[0, ({ meta }: M) => (meta as { text?: string } | undefined)?.text !== "none"]], 1],
        },
      ],
      states: [
        { next: { 0: 1 }, expected: 'must be "part"' },
        { next: { 0: 2, 1: 3 }, expected: 'must be "part" or "end"' },
        { next: { 1: 3 }, expected: 'must be "end"' },
        {},
      ],
      numbers: [{ letters: [0], at: ["of"] }],
    },
  ],
};

function begin(options: { readonly numbered?: boolean; readonly strict?: boolean } = {}) {
  const lines: string[] = [];
  const out = writer(conversation, (line) => lines.push(line), options);
  return { out, lines };
}

const part = (seq: number, more?: Partial<M>): M => ({ kind: "part", meta: { seq }, ...more });
const breaks = (rule: string) => (error: unknown): boolean => error instanceof ValidationError && error.issues.some((issue) => issue.rule === rule);

describe("lines that are written", () => {
  test("are what a reader takes", () => {
    const { out, lines } = begin();
    for (const message of [part(3), part(4, { id: "a" }), { kind: "end" }] as const) out.write(message);
    assert.deepEqual(out.close(), []);
    assert.equal(lines.join(""), '{"kind":"part","meta":{"seq":3}}\n{"kind":"part","meta":{"seq":4},"id":"a"}\n{"kind":"end"}\n');
    for (const { ok, issues } of readLinesSync(conversation, lines)) assert.deepEqual([ok, issues], [true, []]);
  });

  test("what may not come is not, and leaves no trace", () => {
    const { out, lines } = begin();
    out.write(part(5));
    assert.throws(() => out.write(part(5)), breaks("rises"));
    assert.throws(() => out.write({ kind: "part", meta: {} }), breaks("required"));
    assert.throws(() => out.write({ kind: "end", id: "a" }), breaks("unexpected-message"));
    out.write(part(6));
    assert.throws(() => out.write(part(6)), breaks("rises"));
    assert.deepEqual(out.close().map(({ rule }) => rule), ["incomplete"]);
    assert.throws(() => out.write({ kind: "end" }), breaks("after-end"));
    assert.equal(lines.length, 2);
  });

  test("what should be otherwise is, unless the caller is strict", () => {
    const doubtful: M = part(0, { meta: { seq: 0, text: "?" } });
    begin().out.write(doubtful);
    const { out, lines } = begin({ strict: true });
    assert.throws(() => out.write(doubtful), breaks("own"));
    out.write(part(0));
    assert.throws(() => out.write({ kind: "end", of: 1 }), breaks("plain"));
    out.write({ kind: "end" });
    assert.equal(lines.length, 2);
  });

  test("the program may change its message and write it again", () => {
    const { out, lines } = begin();
    const message = { kind: "part", meta: { seq: 0 } } as const satisfies M;
    for (const seq of [0, 1, 2]) out.write(Object.assign(message, { meta: { seq } }));
    const { meta } = message as M;
    (meta as { seq: number }).seq = 2;
    assert.throws(() => out.write(message), breaks("rises"));
    assert.equal(lines.length, 3);
  });

  test("each call returns what the program's function does", async () => {
    const out = writer(conversation, (line) => Promise.resolve(line.length));
    assert.equal(await out.write(part(0)), 33);
  });
});

describe("numbers", () => {
  const numbersOf = (lines: readonly string[]): unknown[] => lines.map((line) => JSON.parse(line) as M).map(({ meta, of }) => [meta?.seq, of]);

  test("count the messages of an order, each course by itself", () => {
    const { out, lines } = begin({ numbered: true });
    for (const id of ["a", "b", "a", undefined]) out.write({ kind: "part", meta: {}, ...(id === undefined ? {} : { id }) });
    out.write({ kind: "end", id: "a" });
    assert.deepEqual(numbersOf(lines), [[0, 0], [1, 0], [2, 1], [3, 0], [undefined, undefined]].map(([seq, of], i) => [seq, i === 3 ? undefined : of]));
  });

  test("are set on a copy, in place of what the program says, and not where nothing has the member", () => {
    const { out, lines } = begin({ numbered: true });
    const message = Object.freeze(part(9, { id: "a", meta: Object.freeze({ text: "x", seq: 9 }) }));
    out.write(message);
    assert.deepEqual(message.meta, { text: "x", seq: 9 });
    out.write({ kind: "part" });
    assert.equal(lines.join(""), '{"kind":"part","meta":{"text":"x","seq":0},"id":"a","of":0}\n{"kind":"part"}\n');
  });

  test("of what is refused are given again", () => {
    const { out, lines } = begin({ numbered: true });
    const write = (): void => out.write({ kind: "part", id: "a", meta: {} }) as unknown as void;
    write();
    write();
    assert.throws(write, breaks("unexpected-message"));
    out.write({ kind: "part", meta: { text: "none" }, id: "a" });
    out.write({ kind: "part", meta: {} });
    assert.deepEqual(numbersOf(lines), [[0, 0], [1, 1], [2, undefined], [3, undefined]]);
    for (const wrong of [null, 1, {}, { kind: "none" }]) assert.throws(() => out.write(wrong as never));
  });
});

test("an order without numbers has none", () => {
  const { numbers: _, ...whole } = conversation.whole satisfies Order;
  const lines: string[] = [];
  writer({ ...conversation, whole, exchanges: [] }, (line) => lines.push(line), { numbered: true }).write(part(7));
  assert.deepEqual(lines, ['{"kind":"part","meta":{"seq":7}}\n']);
});

describe("sinks that fail", () => {
  const broken = new Error("disk full");
  const messages: readonly M[] = [{ kind: "part", meta: {}, id: "a" }, { kind: "part", meta: {}, id: "€" }, { kind: "part", meta: {}, id: "a" }, { kind: "end" }];
  const wanted = '{"kind":"part","meta":{"seq":0},"id":"a","of":0}\n{"kind":"part","meta":{"seq":1},"id":"€","of":0}\n{"kind":"part","meta":{"seq":2},"id":"a","of":1}\n{"kind":"end"}\n';

  /** Takes a few bytes a call. One call fails, behind some bytes or none. */
  function failing(fails: number, tears: number) {
    const bytes: number[] = [];
    const sink = {
      calls: 0,
      text: () => new TextDecoder().decode(Uint8Array.from(bytes)),
      write(rest: Uint8Array): number {
        sink.calls++;
        if (sink.calls === fails + 1 && tears > 0) throw broken; // as a disk does that is full
        const part = rest.subarray(0, sink.calls === fails ? tears : 20);
        if (part.length === 0) throw broken;
        bytes.push(...part);
        return part.length;
      },
    };
    return sink;
  }

  test("each call fails in turn, until a run passes: what was not written may be written again, and nothing stands behind a part", () => {
    for (const tears of [0, 3]) {
      let passed = 0;
      for (let fails = 1; ; fails++) {
        const sink = failing(fails, tears);
        const out = writer(conversation, allBytes((rest) => sink.write(rest)), { numbered: true });
        let torn = false;
        for (const message of messages) {
          try {
            out.write(message);
          } catch (error) {
            const before = sink.text();
            const isTorn = !(before === "" || before.endsWith("\n"));
            assert.equal(torn || error instanceof TornError, isTorn);
            torn = isTorn;
            if (torn) assert.throws(() => out.write(message), (again) => again instanceof TornError && again.error === broken);
            else out.write(message);
            if (torn) assert.equal(sink.text(), before);
          }
        }
        assert.equal(sink.text() === wanted, !torn);
        assert.ok(wanted.startsWith(sink.text()) || torn);
        if (!torn) passed++;
        if (sink.calls < fails) break;
      }
      assert.equal(passed, tears === 0 ? messages.length + 1 : 1);
    }
  });

  test("what takes nothing, or more than there is, is no sink", () => {
    for (const count of [0, -1, 1e6, NaN, 0.5, undefined]) assert.throws(() => allBytes(() => count as number)("abc"), RangeError);
  });

  test("a promise that is rejected counts as a function that throws", async () => {
    let fails = true;
    const lines: string[] = [];
    const out = writer(conversation, async (line) => (fails ? assert.fail(broken) : lines.push(line)), { numbered: true });
    for (let i = 0; i < 2; i++) await assert.rejects(out.write({ kind: "part", meta: {} }), broken);
    fails = false;
    await out.write({ kind: "part", meta: {} });
    await out.write({ kind: "end" });
    assert.deepEqual(lines, ['{"kind":"part","meta":{"seq":0}}\n', '{"kind":"end"}\n']);
  });

  test("behind a promise that is rejected, other lines end the stream", async () => {
    const out = writer(conversation, (line) => (line.includes("0") ? Promise.reject(broken) : Promise.resolve(line)));
    const [first, second] = [out.write(part(0)), out.write(part(1))];
    await assert.rejects(first, broken);
    await second;
    assert.throws(() => out.write(part(2)), (error) => error instanceof TornError && error.error === broken);
  });
});

describe("the order of members", () => {
  const layout = () => ({ members: [["kind"], ["id"]] as const });

  for (const [how, proves] of [["a proof finds another order", (value: unknown) => isRecord(value, 0) && isOpen(value, layout())], ["no proof succeeds", () => false], ["there is no proof", undefined]] as const) {
    test(`is that of the spec where ${how}`, () => {
      const lines: string[] = [];
      const of = { ...conversation.of, layout, ...(proves && { proves }) };
      writer({ ...conversation, of }, (line) => lines.push(line)).write({ id: "a", kind: "part" });
      assert.deepEqual(lines, ['{"kind":"part","id":"a"}\n']);
    });
  }
});

test("a message to send has the limits of the tracker", () => {
  const of = { ...conversation.of, proves: isJson };
  const out = writer({ ...conversation, of }, () => {}, { maxBytes: 30 });
  out.write({ kind: "part", id: "a" });
  assert.throws(() => out.write({ kind: "part", id: "a".repeat(30) }), { name: "ValidationError" });
});

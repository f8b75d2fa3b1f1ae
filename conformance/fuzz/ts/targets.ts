/**
 * The targets of a coverage-guided fuzzer. Each target turns the fuzzer's bytes into calls of the generated bindings and throws if the bindings
 * do: they must answer every input. It also throws if two ways to the same answer differ.
 */

import * as agh from "../../../gen/ts/agh.js";
import * as delegator from "../../../gen/ts/delegator.js";
import type { Codec, Issue, Options } from "../../../gen/ts/envelope.js";
import * as foxctl from "../../../gen/ts/foxctl.js";
import * as helper from "../../../gen/ts/helper.js";
import * as hotrepl from "../../../gen/ts/hotrepl.js";

const NOW = "2026-04-16T12:00:00Z";
const OPTIONS: Options<never> = { now: NOW };

const CODECS: readonly Codec<unknown, never>[] = [agh, delegator, foxctl, helper, hotrepl].map((protocol) => {
  const codec = protocol.lookup(protocol.rootName);
  if (codec === undefined) throw new Error(`${protocol.rootName} has no codec`);
  return codec as unknown as Codec<unknown, never>;
});

const same = (a: unknown, b: unknown, what: string): void => {
  const [x, y] = [JSON.stringify(a), JSON.stringify(b)];
  if (x !== y) throw new Error(`${what}: ${x} and ${y}`);
};

/** The first byte chooses a protocol; the rest is a text. */
export function readers(data: Uint8Array): void {
  const codec = CODECS[(data[0] ?? 0) % CODECS.length];
  if (codec === undefined) return;
  const text = data.subarray(1);
  const read = codec.safeDecode(text, OPTIONS);
  if (!read.ok) return;
  const written = codec.encodeUnchecked(read.value, { maxBytes: 2 ** 31 - 1 });
  const again = codec.safeDecode(written, { ...OPTIONS, maxBytes: 2 ** 31 - 1 });
  if (!again.ok) throw new Error(`the output of ${codec.name} is refused: ${JSON.stringify(again.issues)}`);
  same(codec.encodeUnchecked(again.value, { maxBytes: 2 ** 31 - 1 }), written, "two outputs");
  same(codec.check(read.value, OPTIONS), read.issues, "the issues of a value and of its text");
}

/** Each line is an event of a HotRepl connection, by its first byte sent, received or the end. */
export function trackers(data: Uint8Array): void {
  const lines = Buffer.from(data).toString("utf8").split("\n").slice(0, 64);
  const run = (): (readonly Issue[])[] => {
    const tracker = hotrepl.track(hotrepl.connectionConversation, { side: "client" });
    return lines.map((line) => {
      const text = line.slice(1);
      if (line.startsWith("!")) return tracker.close();
      return (line.startsWith(">") ? hotrepl.sendText(tracker, text) : hotrepl.receiveText(tracker, text)).issues;
    });
  };
  same(run(), run(), "two runs of one conversation");
}

/** The first two bytes define where a stream is split; whole or in pieces, its lines have the same issues. */
export function lines(data: Uint8Array): void {
  const [step = 1, most = 64] = data;
  const stream = data.subarray(2);
  const run = (size: number): (readonly Issue[])[] => {
    const tracker = new foxctl.LineTracker(foxctl.runConversation, { now: NOW, maxBytes: most + 1 });
    const found = [];
    for (let at = 0; at < stream.length; at += size) found.push(...tracker.push(stream.slice(at, at + size)));
    return [...found, ...tracker.finish()].map(({ issues }) => issues);
  };
  same(run(step % 7 + 1), run(stream.length + 1), "a stream in pieces and whole");
}

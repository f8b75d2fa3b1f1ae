// Conversations: a tracker's step and a stream of lines, each beside the work that it adds to; and the memory after a million exchanges.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { measure } from "./measure.mjs";
import { textsOf } from "./messages.mjs";
import { roundTrips } from "./servers.mjs";

const CHUNK = 65536;
const MANY = 1_000_000;

/** Prints the rows of the conversations of the modules in a folder. */
export async function printConversations(outdir, version, { messages, rounds, time, only }) {
  const [hotrepl, foxctl] = await Promise.all(["hotrepl", "foxctl"].map((name) => import(pathToFileURL(join(outdir, `${name}.mjs`)))));
  const greeting = JSON.parse(textsOf(messages, "hotrepl.ndjson").find((text) => text.includes('"handshake"')));
  const begin = () => {
    const tracker = hotrepl.track(hotrepl.connectionConversation, { side: "client" });
    expectNone(tracker.receive(greeting));
    return tracker;
  };
  const envgen = { library: "envgen", version };
  const print = (message, work, contestants, inputs) => {
    const wanted = contestants.filter(({ library }) => only.test(`${message} ${work} ${library}`));
    const figures = measure(wanted, inputs, rounds, time);
    wanted.forEach(({ library, version, remark }, i) => console.log(JSON.stringify({ message, work, library, version, remark, ns: figures[i] })));
  };
  const texts = exchange("1").map((message) => JSON.stringify(message));
  print("hotrepl-exchange", "track", [{ ...envgen, ...tracking(begin()) }, { ...envgen, ...reading(hotrepl.Message, texts) }], [exchange("1")]);
  const lines = textsOf(messages, "foxctl-stream.ndjson");
  const steps = { remark: "a step for each of the parsed messages", work: following(foxctl) };
  print("foxctl-stream", "track", [{ ...envgen, ...steps }, { ...envgen, ...reading(foxctl.Envelope, lines) }], [lines.map((line) => JSON.parse(line))]);
  print("foxctl-stream", "lines", [{ ...envgen, ...streaming(foxctl) }, { ...envgen, ...reading(foxctl.Envelope, lines.map((line) => Buffer.from(line))) }, parsing(lines)], [chunksOf(lines)]);
  if (only.test("hotrepl-exchange request envgen")) console.log(JSON.stringify({ message: "hotrepl-exchange", work: "request", ...envgen, ...(await roundTrips(hotrepl, greeting, rounds)) }));
  if (only.test("hotrepl-exchange million envgen")) console.log(JSON.stringify({ message: "hotrepl-exchange", work: "million", ...envgen, ...manyExchanges(begin()) }));
}

const exchange = (id) => [
  { type: "eval", id, code: "1 + 1", timeoutMs: 10000 },
  { type: "eval_result", id, hasValue: true, value: "2", valueType: "System.Int32", durationMs: 3 },
];

function expectNone(issues) {
  if (issues.length > 0) throw new Error(`a conversation that is in order has the issue ${JSON.stringify(issues[0])}`);
}

function tracking(tracker) {
  const work = ([asked, answer]) => {
    expectNone(tracker.send(asked));
    expectNone(tracker.receive(answer));
  };
  return { remark: "two steps on parsed messages", work };
}

function following({ track, runConversation }) {
  return (messages) => {
    const tracker = track(runConversation);
    for (const message of messages) expectNone(tracker.receive(message));
  };
}

/** Reads texts without a conversation. */
function reading(codec, texts) {
  return { library: "envgen, no conversation", remark: "reads the same messages", work: () => texts.map((text) => codec.safeDecode(text)) };
}

function parsing(texts) {
  return { library: "JSON.parse", version: process.version, remark: "checks nothing", work: () => texts.map((text) => JSON.parse(text)) };
}

function streaming({ readLinesSync, runConversation }) {
  const work = (chunks) => {
    for (const { ok, issues } of readLinesSync(runConversation, chunks)) if (!ok) expectNone(issues);
  };
  return { remark: "bytes in chunks of 64 KiB", work };
}

function chunksOf(lines) {
  const bytes = Buffer.from(`${lines.join("\n")}\n`);
  return Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, i) => bytes.subarray(i * CHUNK, (i + 1) * CHUNK));
}

/** Opens and closes exchanges of different ids, 1,000 at a time. */
function manyExchanges(tracker) {
  const before = heap();
  const start = process.hrtime.bigint();
  for (let i = 0; i < MANY; i += 1000) {
    const open = Array.from({ length: 1000 }, (_, n) => exchange(`${i + n}`));
    for (const [asked] of open) expectNone(tracker.send(asked));
    for (const [, answer] of open) expectNone(tracker.receive(answer));
  }
  const ns = Number(process.hrtime.bigint() - start);
  const remark = `${MANY} exchanges, 1,000 open at a time; heap of ${before} MB before and ${heap()} MB after, ${tracker.open} open`;
  return { remark, ns: [ns] };
}

/** Megabytes that are in use. */
function heap() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return (process.memoryUsage().heapUsed / 1e6).toFixed(1);
}

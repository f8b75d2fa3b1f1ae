// Measures the generated TypeScript beside other libraries; prints a line of JSON a message, work and library.
//
//   npm ci --prefix bench/ts
//   node bench/ts/bench.mjs --messages DIR --variant DIR --public DIR --rpc DIR --rounds N --time MS [--only REGEX]
//
// --variant is a folder of TypeScript generated from the same specs without their rules, --public one generated from the specs
// in public/, --rpc one generated from examples/mcp. --only selects rows that match "message work library".
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { printBuilders } from "./builders.mjs";
import { printConversations } from "./conversations.mjs";
import { codecsOf, PROTOCOLS, refuses, versionOf } from "./envgen.mjs";
import { measure } from "./measure.mjs";
import { MESSAGES, textsOf } from "./messages.mjs";
import { bundleOf, peersOf } from "./peers.mjs";
import { printPublic } from "./public.mjs";
import { printRpc } from "./rpc.mjs";
import { printStores } from "./stores.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const OUT = join(ROOT, "build/bench/ts");

const LESS = {
  structure: "",
  check: "no rules, no proof that the value is JSON",
  "check, trusted": "no rules",
  read: "JSON.parse first, which lets duplicate members pass; no rules",
};

const remarks = (...parts) => parts.filter((part) => part !== "").join("; ");

/** Everything that can be measured on a protocol's messages: for each kind of work, the contestants and the input. */
function worksOf(codec, structural, version, peers) {
  const envgen = { library: "envgen", version };
  const json = { version: process.version, remark: "checks nothing" };
  const peersWith = (work, workOf) =>
    peers.map(({ library, version, remark, judge }) => ({
      library,
      version,
      remark: remarks(remark, LESS[work]),
      judge,
      work: workOf(judge),
    }));
  const [shapes, trusting] = [structural, codec].map((one) => one.with({ trusted: true }));
  const shape = (value) => shapes.check(value);
  const check = (value) => codec.check(value);
  const trust = (value) => trusting.check(value);
  return {
    structure: [
      { ...envgen, remark: "spec without rules, trusted", judge: shape, work: shape },
      ...peersWith("structure", (judge) => judge),
    ],
    check: [{ ...envgen, remark: "", judge: check, work: check }, ...peersWith("check", (judge) => judge)],
    "check, trusted": [
      { ...envgen, remark: "takes the value for one of JSON.parse", judge: trust, work: trust },
      ...peersWith("check, trusted", (judge) => judge),
    ],
    read: [
      { ...envgen, remark: "", judge: check, work: (text) => codec.safeDecode(text) },
      ...peersWith("read", (judge) => (text) => {
        const value = JSON.parse(text);
        return { value, issues: judge(value) };
      }),
      { ...json, library: "JSON.parse", work: (text) => JSON.parse(text) },
    ],
    write: [
      { ...envgen, remark: "", judge: check, work: (value) => codec.encodeUnchecked(value) },
      { ...json, library: "JSON.stringify", work: (value) => JSON.stringify(value) },
    ],
  };
}

/** Returns the fault of a contestant's verdict on the values, if any. */
function misjudged({ library, judge }, values, invalid) {
  if (judge === undefined) return undefined; // it judges nothing
  const refused = (issues) => (library === "envgen" ? refuses(issues) : issues.length > 0);
  const at = values.findIndex((value) => refused(judge(value)) !== invalid);
  if (at < 0) return undefined;
  return invalid ? "it takes the invalid message for valid" : `it refuses message ${at + 1}: ${JSON.stringify(judge(values[at])[0])}`;
}

function printMessage({ message, protocol, file, invalid = false }, works, { messages, rounds, time, only }) {
  const texts = textsOf(messages, file);
  const values = texts.map((text) => JSON.parse(text));
  for (const [work, all] of Object.entries(works[protocol])) {
    if (invalid && (work === "read" || work === "write")) continue;
    const contestants = all.filter((contestant) => {
      if (!only.test(`${message} ${work} ${contestant.library}`)) return false;
      const fault = misjudged(contestant, values, invalid);
      if (fault !== undefined) console.error(`${message}: ${work} without ${contestant.library}: ${fault}`);
      return fault === undefined;
    });
    const figures = measure(contestants, work === "read" ? texts : values, rounds, time);
    contestants.forEach(({ library, version, remark, judge }, i) => {
      const count = invalid ? `${judge(values[0]).length} issues` : "";
      console.log(JSON.stringify({ message, work, library, version, remark: remarks(count, remark), ns: figures[i] }));
    });
  }
}

function settings() {
  const text = { type: "string" };
  const { values } = parseArgs({ options: { messages: text, variant: text, public: text, rpc: text, rounds: text, time: text, only: text } });
  const { messages, variant, public: published, rpc, rounds, time, only = "" } = values;
  if (messages === undefined || variant === undefined || published === undefined || rpc === undefined) throw new Error("--messages, --variant, --public and --rpc are needed");
  const positive = (name, value) => {
    if (!(Number(value) >= 1)) throw new Error(`--${name} must be a number of at least 1`);
    return Math.round(Number(value));
  };
  return { messages, variant, published, rpc, rounds: positive("rounds", rounds), time: positive("time", time), only: new RegExp(only) };
}

async function main() {
  const options = settings();
  const generated = join(ROOT, "gen/ts");
  const codecs = await codecsOf(generated, join(OUT, "gen"));
  const structural = await codecsOf(options.variant, join(OUT, "variant"));
  const works = {};
  for (const protocol of PROTOCOLS) {
    const leaveOut = (library, reason) => console.error(`${protocol}: without ${library}: ${reason}`);
    const peers = peersOf(protocol, bundleOf(ROOT, protocol), leaveOut);
    works[protocol] = worksOf(codecs[protocol], structural[protocol], versionOf(generated), peers);
  }
  for (const message of MESSAGES) printMessage(message, works, options);
  await printPublic(options.published, join(OUT, "public"), versionOf(generated), options);
  await printBuilders(join(OUT, "gen"), versionOf(generated), options);
  if (options.only.test("foxctl-large store")) await printStores(generated, OUT, versionOf(generated), options);
  await printConversations(join(OUT, "gen"), versionOf(generated), options);
  await printRpc(options.rpc, OUT, versionOf(generated), options);
}

main().catch((error) => {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
});

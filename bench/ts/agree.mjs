// Checks whether the peers accept the same messages as the generated code: the messages, and copies of them with one
// member damaged. Nothing is measured. Run it after a change of a schema here.
//
//   node bench/ts/agree.mjs --messages DIR --variant DIR
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { codecsOf, refuses } from "./envgen.mjs";
import { MESSAGES, textsOf } from "./messages.mjs";
import { bundleOf, peersOf } from "./peers.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const ABSENT = Symbol("absent");
const VALUES = [ABSENT, null, true, -1, 0, 1.5, 2 ** 53, "", "?", "2026-02-30T00:00:00Z", "2026-05-12T08:41:07+01:00", [], [0], {}];
const ITEMS = 2; // of an array, as the others are alike
const LINES = 40; // of a stream, for the same reason

/** Calls `ask` with a description for each damage to the value, which is whole again afterwards. */
function damage(whole, ask) {
  const visit = (parent, place) => {
    const keys = Array.isArray(parent) ? [...parent.keys()].slice(0, ITEMS) : Object.keys(parent);
    for (const key of keys) {
      const kept = parent[key];
      for (const value of VALUES) {
        if (value === ABSENT && Array.isArray(parent)) continue;
        if (value === ABSENT) delete parent[key];
        else parent[key] = value;
        ask(`${place}/${key} = ${value === ABSENT ? "nothing" : JSON.stringify(value)}`);
      }
      parent[key] = kept;
      if (typeof kept === "object" && kept !== null) visit(kept, `${place}/${key}`);
    }
    if (Array.isArray(parent)) return;
    parent["x-more"] = 1;
    ask(`${place}/x-more = 1`);
    delete parent["x-more"];
  };
  visit(whole, "");
}

const { values: options } = parseArgs({ options: { messages: { type: "string" }, variant: { type: "string" } } });
const codecs = await codecsOf(options.variant, join(ROOT, "build/bench/ts/variant"));
for (const { message, protocol, file } of MESSAGES) {
  const peers = peersOf(protocol, bundleOf(ROOT, protocol), () => {});
  const differences = peers.map(() => []);
  let asked = 0;
  for (const text of textsOf(options.messages, file).slice(-LINES)) {
    const value = JSON.parse(text);
    const ask = (what) => {
      asked++;
      const refused = refuses(codecs[protocol].check(value, { trusted: true }));
      peers.forEach(({ judge }, i) => {
        if (judge(value).length > 0 !== refused) differences[i].push(`${refused ? "takes" : "refuses"} ${what}`);
      });
    };
    ask("it as it is");
    damage(value, ask);
  }
  peers.forEach(({ library }, i) => {
    const some = [...new Set(differences[i])].slice(0, 8).join("; ");
    console.log(`${message}: ${library} differs in ${differences[i].length} of ${asked}${some === "" ? "" : `: ${some}`}`);
  });
}

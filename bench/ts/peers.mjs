// All peers behind one shape: a judge takes a parsed value and returns its issues, none if it is valid.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ajv } from "./ajv.mjs";
import { typebox } from "./typebox.mjs";
import { valibot } from "./valibot.mjs";
import { zod } from "./zod.mjs";

const MAKERS = [
  ["Ajv", "ajv", ajv],
  ["TypeBox", "typebox", typebox],
  ["Zod", "zod", zod],
  ["Valibot", "valibot", valibot],
];

/** The JSON Schema bundle of a protocol, from a checkout. */
export const bundleOf = (root, protocol) => JSON.parse(readFileSync(join(root, `gen/schema/${protocol}.schema.json`), "utf8"));

/** The peers that support a protocol's messages. `leaveOut` gets the others. */
export function peersOf(protocol, bundle, leaveOut) {
  const peers = [];
  for (const [library, name, make] of MAKERS) {
    try {
      peers.push({ library, version: installed(name), ...make(bundle, protocol) });
    } catch (error) {
      leaveOut(library, error.message);
    }
  }
  return peers;
}

/** The version of an installed package. */
export function installed(name) {
  return JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url), "utf8")).version;
}

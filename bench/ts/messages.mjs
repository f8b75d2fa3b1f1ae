// The files of messages, and whose they are.
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const MESSAGES = [
  { message: "foxctl-full", protocol: "foxctl", file: "foxctl-full.json" },
  { message: "foxctl-artifact", protocol: "foxctl", file: "foxctl-artifact.json" },
  { message: "foxctl-large", protocol: "foxctl", file: "foxctl-large.json" },
  { message: "foxctl-faults", protocol: "foxctl", file: "foxctl-faults.json", invalid: true },
  { message: "hotrepl", protocol: "hotrepl", file: "hotrepl.ndjson" },
  { message: "agh-direct", protocol: "agh", file: "agh-direct.json" },
  { message: "delegator-results", protocol: "delegator", file: "delegator-results.json" },
  { message: "foxctl-stream", protocol: "foxctl", file: "foxctl-stream.ndjson" },
];

/** The texts of a file: one, or one a line. */
export function textsOf(folder, file) {
  return readFileSync(join(folder, file), "utf8").split("\n").filter((line) => line !== "");
}

/** Runs a foxctl skill as a child process and follows its envelopes: `node run.js COMMAND ARGUMENT...`. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type ErrorEnvelope, type Issue, type OkEnvelope, type ProgressEnvelope, readLines, runConversation } from "./protocols/foxctl.js";

/** A line with issues, or the end of a stream that lacks its terminal envelope. */
export interface Fault {
  readonly line: number;
  readonly issues: readonly Issue[];
}

export interface Outcome {
  /** The terminal envelope: the first one, if the child has written more. */
  readonly verdict: OkEnvelope | ErrorEnvelope | undefined;
  /** Invalid lines, and lines that violate the order of the stream. An issue of level `should` is not a fault. */
  readonly faults: readonly Fault[];
}

/** Runs a command until it ends. The lines after a fault are read. */
export async function run(command: string, args: readonly string[], onProgress: (envelope: ProgressEnvelope) => void): Promise<Outcome> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [outcome] = await Promise.all([read(child.stdout, onProgress), once(child, "close")]);
  return outcome;
}

async function read(output: AsyncIterable<Uint8Array>, onProgress: (envelope: ProgressEnvelope) => void): Promise<Outcome> {
  const faults: Fault[] = [];
  let verdict: OkEnvelope | ErrorEnvelope | undefined;
  let line = 0;
  for await (const { ok, value, issues } of readLines(runConversation, output)) {
    line++;
    if (!ok) {
      faults.push({ line, issues });
      continue;
    }
    switch (value.status) {
      case "progress":
        onProgress(value);
        break;
      case "ok":
      case "error":
        verdict = value;
        break;
      default:
        unreachable(value);
    }
  }
  return { verdict, faults };
}

/** Compiles only where a switch has a case for every variant. */
function unreachable(envelope: never): never {
  throw new TypeError(`no case for ${JSON.stringify(envelope)}`);
}

/** Prints the progress and reports the faults. Returns 0 only for a stream without faults that ends with `ok`. */
async function main([command = "", ...args]: readonly string[]): Promise<number> {
  const { verdict, faults } = await run(command, args, ({ meta }) => console.log(meta.seq));
  for (const { line, issues } of faults) {
    for (const { rule, path, message } of issues) console.error(`line ${line}: ${rule} ${path}: ${message}`);
  }
  if (verdict?.status === "error") console.error(`${verdict.error.code}: ${verdict.error.message}`);
  return faults.length === 0 && verdict?.status === "ok" ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));

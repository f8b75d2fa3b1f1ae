/** Runs a foxctl skill as a child process and reads the envelopes that it writes. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { Envelope, type ErrorEnvelope, type Issue, type OkEnvelope, type ProgressEnvelope } from "./protocols/foxctl.js";

/** A line that is no valid envelope. */
export interface Fault {
  readonly line: number;
  readonly issues: readonly Issue[];
}

export interface Outcome {
  /** The last envelope, unless the child ended without one. */
  readonly verdict: OkEnvelope | ErrorEnvelope | undefined;
  readonly faults: readonly Fault[];
}

/** Runs a command until it ends. Progress is passed on as it comes; what is no envelope is reported and does not end the run. */
export async function run(command: string, args: readonly string[], onProgress: (envelope: ProgressEnvelope) => void): Promise<Outcome> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [outcome] = await Promise.all([read(createInterface(child.stdout), onProgress), once(child, "close")]);
  return outcome;
}

async function read(lines: AsyncIterable<string>, onProgress: (envelope: ProgressEnvelope) => void): Promise<Outcome> {
  const faults: Fault[] = [];
  let verdict: OkEnvelope | ErrorEnvelope | undefined;
  let line = 0;
  for await (const text of lines) {
    line++;
    const result = Envelope.safeDecode(text);
    if (!result.ok) {
      faults.push({ line, issues: result.issues });
      continue;
    }
    const envelope = result.value;
    switch (envelope.status) {
      case "progress":
        onProgress(envelope);
        break;
      case "ok":
      case "error":
        verdict = envelope;
        break;
      default:
        unreachable(envelope);
    }
  }
  return { verdict, faults };
}

/** Compiles only where a switch has a case for every variant. */
function unreachable(envelope: never): never {
  throw new TypeError(`no case for ${JSON.stringify(envelope)}`);
}

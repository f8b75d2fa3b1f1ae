/**
 * A foxctl skill that counts the lines of files. Each line of its standard output is an envelope. A list that is too long goes to a
 * folder. Every run ends with one terminal envelope: an unforeseen error becomes ERUNTIME, and an interrupt ECANCELED.
 */

import { writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { DirectoryStore } from "./protocols/envelope/store.js";
import {
  allBytes,
  buildErrorFrom,
  buildOk,
  buildProgress,
  type ErrorEnvelope,
  FoxctlError,
  newFailure,
  type OkEnvelope,
  runConversation,
  show,
  writer,
} from "./protocols/foxctl.js";

const command = "text/count-lines";
const token = process.env["FOXCTL_TOKEN"];
const options = {
  started: new Date(),
  store: new DirectoryStore(process.env["ARTIFACTS"] ?? "artifacts"),
  secrets: { names: ["token", "password"], values: token === undefined || token === "" ? [] : [token] },
};
const out = writer(runConversation, allBytes((bytes) => writeSync(1, bytes)), { numbered: true });

/** Rejects when the user interrupts the program. A second interrupt has no effect, so that the terminal envelope is complete. */
const interrupted = new Promise<never>((_, reject) => {
  process.on("SIGINT", () => reject(new FoxctlError(newFailure.ECANCELED({ message: "an interrupt stopped the run" }))));
});
interrupted.catch(() => {}); // after the end of a run, nothing waits for it

async function count(names: readonly string[]): Promise<OkEnvelope> {
  if (names.length === 0) throw new FoxctlError(newFailure.EARG({ message: "no file is named" }));
  const files: { file: string; lines: number }[] = [];
  for (const file of names) {
    files.push({ file, lines: await Promise.race([linesOf(file), interrupted]) });
    out.write(buildProgress<{ data: { file: string } }>({ command, data: { file }, meta: { seq: 0 } }, options)); // The writer numbers it.
  }
  return buildOk<{ data: { files: typeof files } }>({ command, data: { files } }, options);
}

async function linesOf(file: string): Promise<number> {
  try {
    return (await readFile(file, "utf8")).split("\n").length - 1;
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    const isMissing = "code" in error && error.code === "ENOENT";
    throw new FoxctlError(isMissing ? newFailure.ENOTFOUND({ message: `${file} is not there` }) : newFailure.EIO({ message: error.message }));
  }
}

/** Counts the lines, and returns the terminal envelope in any case. */
async function outcome(names: readonly string[]): Promise<OkEnvelope | ErrorEnvelope> {
  try {
    return await count(names);
  } catch (error) {
    const failed = error instanceof FoxctlError ? error : new FoxctlError(newFailure.ERUNTIME({ message: String(error) }));
    return buildErrorFrom(failed, { command, data: {} }, options);
  }
}

const last = await outcome(process.argv.slice(2));
out.write(last);
console.error(show(last)); // A log shows redacted text only.
process.exit(last.status === "ok" ? 0 : 1); // Drops a read that an interrupt has left pending.

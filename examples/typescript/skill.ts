/** A foxctl skill: a program that counts the lines of files and writes one envelope a line to its standard output. */

import { readFile } from "node:fs/promises";
import { Envelope, ErrorCode, fromDate, type InlineData } from "./protocols/foxctl.js";

const COMMAND = "text/count-lines";

/** The payload of this skill; `InlineData` is open, so members of its own may stand beside the declared ones. */
interface Counts extends InlineData {
  lines: number;
}

function write(envelope: Envelope): void {
  process.stdout.write(Envelope.encode(envelope) + "\n"); // throws for an envelope that is not valid
}

const now = (): string => fromDate(new Date());

async function count(files: readonly string[]): Promise<void> {
  const data: Counts = { lines: 0 };
  for (const [seq, file] of files.entries()) {
    data.lines += (await readFile(file, "utf8")).split("\n").length - 1;
    write({ version: 1, status: "progress", command: COMMAND, data, meta: { ts: now(), seq }, error: {} });
  }
  write({ version: 1, status: "ok", command: COMMAND, data, meta: { ts: now() }, error: {} });
}

try {
  await count(process.argv.slice(2));
} catch (error) {
  const failure = { code: ErrorCode.ENOTFOUND, message: String(error) };
  write({ version: 1, status: "error", command: COMMAND, data: { hint: "name files that exist" }, meta: { ts: now() }, error: failure });
}

/** A foxctl skill: a program that counts the lines of files and writes one envelope a line to its standard output. */

import { readFile } from "node:fs/promises";
import { buildError, buildOk, buildProgress, emit, newFailure } from "./protocols/foxctl.js";

const command = "text/count-lines";
const started = new Date();

async function count(files: readonly string[]): Promise<void> {
  const data = { lines: 0 };
  for (const [seq, file] of files.entries()) {
    data.lines += (await readFile(file, "utf8")).split("\n").length - 1;
    emit(buildProgress<{ data: typeof data }>({ command, data, meta: { seq } }, { started }));
  }
  emit(buildOk<{ data: typeof data }>({ command, data }, { started }));
}

try {
  await count(process.argv.slice(2));
} catch (error) {
  const failure = newFailure.ENOTFOUND({ message: String(error) });
  emit(buildError<{ data: { hint: string } }>({ command, data: { hint: "name files that exist" }, error: failure }, { started }));
}

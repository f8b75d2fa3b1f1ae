/** A foxctl skill: a program that counts the lines of files and writes one envelope a line to its standard output. A list that is too long goes to a folder. */

import { readFile } from "node:fs/promises";
import { DirectoryStore } from "./protocols/envelope/store.js";
import { buildError, buildOk, buildProgress, emit, newFailure } from "./protocols/foxctl.js";

const command = "text/count-lines";
const started = new Date();
const store = new DirectoryStore(process.env["ARTIFACTS"] ?? "artifacts");

async function count(names: readonly string[]): Promise<void> {
  const files: { file: string; lines: number }[] = [];
  for (const [seq, file] of names.entries()) {
    files.push({ file, lines: (await readFile(file, "utf8")).split("\n").length - 1 });
    emit(buildProgress<{ data: { file: string } }>({ command, data: { file }, meta: { seq } }, { started }));
  }
  emit(buildOk<{ data: { files: typeof files } }>({ command, data: { files } }, { started, store }));
}

try {
  await count(process.argv.slice(2));
} catch (error) {
  const failure = newFailure.ENOTFOUND({ message: String(error) });
  emit(buildError<{ data: { hint: string } }>({ command, data: { hint: "name files that exist" }, error: failure }, { started }));
}

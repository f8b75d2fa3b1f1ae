/**
 * A helper script of a skill: it gathers the first lines of the files that it is given, as far as it can read them. Every run ends in one
 * output: an unforeseen error and an interrupt become an output of the status `error`.
 */

import { readFile } from "node:fs/promises";
import { buildError, buildErrorFrom, buildOk, buildPartial, buildToolMissing, emit, type Envelope, HelperError } from "./protocols/helper.js";

/** What this helper has beside the five fixed members. */
export interface Gathered {
  titles: string[];
}

/** Rejects when the user interrupts the program. A second interrupt changes nothing, so that the output is whole. */
const interrupted = new Promise<never>((_, reject) => {
  process.on("SIGINT", () => reject(new HelperError({ code: "canceled", message: "an interrupt stopped the run" })));
});
interrupted.catch(() => {}); // A run that has ended waits no longer.

async function gather(files: readonly string[]): Promise<Envelope> {
  if (files.length === 0) return buildError({ error: { code: "no-files", message: "name the files to gather" } });
  if (files[0] === "--pdf") return buildToolMissing({ error: { code: "pdftotext", message: "install poppler-utils to read PDF files" } });
  const titles: string[] = [];
  const skipped_sources: string[] = [];
  for (const file of files) {
    try {
      titles.push((await Promise.race([readFile(file, "utf8"), interrupted])).split("\n", 1)[0] ?? "");
    } catch (error) {
      if (!(error instanceof Error && "syscall" in error)) throw error;
      skipped_sources.push(file);
    }
  }
  if (skipped_sources.length === 0) return buildOk<Gathered>({ titles });
  const error = { code: "unreadable", message: `${skipped_sources.length} of ${files.length} files cannot be read` };
  return buildPartial<Gathered>({ titles, skipped_sources, error });
}

async function output(files: readonly string[]): Promise<Envelope> {
  try {
    return await gather(files);
  } catch (error) {
    return buildErrorFrom(error instanceof HelperError ? error : new HelperError({ code: "internal", message: String(error) }), {});
  }
}

// The program ends when the output is written, and drops the rest of a read that an interrupt left behind.
process.exitCode = emit(await output(process.argv.slice(2)), { write: (text) => process.stdout.write(text, () => process.exit()) });

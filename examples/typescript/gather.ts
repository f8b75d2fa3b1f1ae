/**
 * A helper script of a skill: it gathers the first lines of the files in its arguments that it can read. Every run ends with one output:
 * an unforeseen error and an interrupt become an output of the status `error`.
 */

import { readFile } from "node:fs/promises";
import { buildError, buildErrorFrom, buildOk, buildPartial, buildToolMissing, emit, type Envelope, HelperError } from "./protocols/helper.js";

/** The members of this helper's output beside the five fixed ones. */
export interface Gathered {
  titles: string[];
}

/** Rejects when the user interrupts the program. A second interrupt has no effect, so that the output is complete. */
const interrupted = new Promise<never>((_, reject) => {
  process.on("SIGINT", () => reject(new HelperError({ code: "canceled", message: "an interrupt stopped the run" })));
});
interrupted.catch(() => {}); // after the end of a run, nothing waits for it

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

// The program ends after writing the output. It drops a read that an interrupt has left pending.
process.exitCode = emit(await output(process.argv.slice(2)), { write: (text) => process.stdout.write(text, () => process.exit()) });

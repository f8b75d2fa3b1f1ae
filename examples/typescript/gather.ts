/** A helper script of a skill: it gathers the first lines of the files that it is given, as far as it can read them. */

import { readFileSync } from "node:fs";
import { buildError, buildOk, buildPartial, buildToolMissing, emit, type Envelope } from "./protocols/helper.js";

/** What this helper has beside the five fixed members. */
export interface Gathered {
  titles: string[];
}

export function gather(files: readonly string[]): Envelope {
  if (files.length === 0) return buildError({ error: { code: "no-files", message: "name the files to gather" } });
  if (files[0] === "--pdf") return buildToolMissing({ error: { code: "pdftotext", message: "install poppler-utils to read PDF files" } });
  const titles: string[] = [];
  const skipped_sources: string[] = [];
  for (const file of files) {
    try {
      titles.push(readFileSync(file, "utf8").split("\n", 1)[0] ?? "");
    } catch {
      skipped_sources.push(file);
    }
  }
  if (skipped_sources.length === 0) return buildOk<Gathered>({ titles });
  const error = { code: "unreadable", message: `${skipped_sources.length} of ${files.length} files cannot be read` };
  return buildPartial<Gathered>({ titles, skipped_sources, error });
}

process.exitCode = emit(gather(process.argv.slice(2)));

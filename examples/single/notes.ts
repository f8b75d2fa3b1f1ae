// Lists notes in the envelope of the helper protocol. It needs helper.ts beside it, and nothing else.
import { readdirSync } from "node:fs";

import { buildError, buildOk, emit } from "./helper.js";

interface Notes {
  notes: string[];
}

function main(folder: string | undefined): number {
  if (folder === undefined) return emit(buildError({ error: { code: "usage", message: "name a folder of notes" } }));
  const notes = readdirSync(folder).filter((name) => name.endsWith(".md")).sort();
  return emit(buildOk<Notes>({ notes }));
}

process.exitCode = main(process.argv[2]);

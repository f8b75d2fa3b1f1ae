import { readFileSync } from "node:fs";
import { Answer } from "./bindings/ts/fsls.js";
import type { Meta } from "FOXCTL";

function stamp(meta: Meta): string {
  return meta.ts;
}

for (const name of process.argv.slice(2)) {
  const result = Answer.safeDecode(readFileSync(name));
  if (!result.ok) {
    for (const issue of result.issues) console.log(issue.path, issue.rule);
  } else if (result.value.status === "ok") {
    const answer = result.value;
    if (answer.data.artifact !== undefined) {
      const { kind, record_count, preview } = answer.data.summary;
      const keys = typeof preview === "object" && !Array.isArray(preview) ? preview.first_keys : [];
      console.log(kind, record_count, keys?.[0]);
    } else {
      console.log(stamp(answer.meta), answer.data.entries[0]?.name, answer.data.entries.length);
    }
    console.log(Answer.encode(answer));
  } else {
    console.log("failed");
  }
}

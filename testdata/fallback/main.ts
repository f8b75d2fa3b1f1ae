import { readFileSync } from "node:fs";
import { Batch, type Notice, type Issue, type OtherTag, type UnknownNotice, ValidationError } from "./bindings/ts/ours.js";

function report(issues: readonly Issue[]): void {
  for (const issue of issues) console.log(issue.path, issue.rule);
}

function print(event: Notice): void {
  switch (event.kind) {
    case "started":
      console.log(event.kind, event.at);
      break;
    case "stopped":
    case "failed":
      console.log(event.kind, event.reason ?? "none");
      break;
    default: {
      const rest: UnknownNotice = event; // does not compile if a case is missing
      console.log("other", rest.kind, rest.at ?? "none");
    }
  }
}

function write(...events: Notice[]): void {
  try {
    console.log(Batch.encode({ events }));
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    report(error.issues);
  }
}

for (const line of readFileSync("batches.ndjson", "utf8").trimEnd().split("\n")) {
  const result = Batch.safeDecode(line);
  if (!result.ok) {
    report(result.issues);
    continue;
  }
  result.value.events.forEach(print);
  write(...result.value.events);
}

// @ts-expect-error: the type of a fallback has no literal as its tag
const literal: Notice = { kind: "resumed", at: 3 };
const resumed: Notice = { kind: "resumed" as OtherTag, at: 3 };
const unknown: UnknownNotice = { kind: "resumed", at: 3 };
if (literal.kind !== resumed.kind || unknown.at !== resumed.at) throw new Error("not the same");
write(resumed);
write({ kind: "started" as OtherTag });
write({ kind: "started" as OtherTag, at: 4 });

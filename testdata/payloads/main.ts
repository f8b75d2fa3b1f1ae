import { readFileSync } from "node:fs";
import type { Issue } from "envgen-protocols/envelope";
import { PeerMessage, RowsResult, ToolMessage } from "./bindings/ts/ours.js";

function lines(file: string): string[] {
  return readFileSync(file, "utf8").trimEnd().split("\n");
}

function print(issues: readonly Issue[]): void {
  for (const issue of issues) console.log(issue.path, issue.rule);
}

for (const line of lines("rows.ndjson")) {
  const result = RowsResult.safeDecode(line);
  if (result.ok) console.log(result.value.output?.rows.length, "rows");
  else print(result.issues);
}

const peers = PeerMessage.with({ now: new Date(1776366001000) });
for (const line of lines("peer.ndjson")) {
  const result = peers.safeDecode(line);
  if (!result.ok) {
    print(result.issues);
    continue;
  }
  const message = result.value;
  switch (message.kind) {
    case "direct":
      console.log(message.body.task, message.body.priority, message.body.text);
      break;
    case "trace":
      console.log(message.body.task, message.body.ok);
      break;
    default:
      console.log(message.kind);
  }
}

for (const line of lines("tool.ndjson")) {
  const result = ToolMessage.safeDecode(line);
  if (!result.ok) print(result.issues);
  else if (result.value.tool === "_codex_local_cancel") console.log(result.value.data.task_id, result.value.data.was_running);
}

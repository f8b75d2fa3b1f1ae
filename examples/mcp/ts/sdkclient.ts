/** Calls the tools of an MCP server with the official SDK, as client.ts does: node sdkclient.js COMMAND... */

import { argv } from "node:process";
import { setTimeout } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { RequestOptions } from "@modelcontextprotocol/sdk/shared/protocol.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type CallToolResult, CreateMessageRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [command = "", ...args] = argv.slice(2);
const overHTTP = command.startsWith("http:") ? new StreamableHTTPClientTransport(new URL(command)) : undefined;
const client = new Client({ name: "caller", version: "1.0.0" }, { capabilities: { sampling: {} } });
client.setRequestHandler(CreateMessageRequestSchema, () => ({
  role: "assistant",
  model: "parrot",
  content: { type: "text", text: "Hello from a model" },
}));

async function call(name: string, input: Record<string, unknown>, options?: RequestOptions): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: input }, undefined, options)) as CallToolResult;
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
}

async function cancel(): Promise<string> {
  const controller = new AbortController();
  const counted = call("count", { to: 1_000_000 }, { signal: controller.signal, onprogress: () => controller.abort() });
  await counted.then(
    () => { throw new Error("the count has ended"); },
    (error: unknown) => { if (!controller.signal.aborted) throw error; },
  );
  for (;;) {
    const count = textOf(await call("cancellations", {}));
    if (count !== "0") return count;
    await setTimeout(10);
  }
}

await client.connect((overHTTP ?? new StdioClientTransport({ command, args })) as Transport);
const server = client.getServerVersion();
const version = overHTTP?.protocolVersion ?? "2025-06-18";
console.log(server?.name, server?.version, "speaks", version);
const { tools } = await client.listTools();
console.log("tools:", tools.map(({ name }) => name).sort().join(", "));
console.log("sum:", (await call("sum", { terms: [1, 2, 3] })).structuredContent?.["sum"]);
const nothing = await call("sum", { terms: [] });
console.log("sum of nothing is an error:", nothing.isError ?? false);
const onprogress: RequestOptions["onprogress"] = ({ progress, total }) => console.log("progress:", progress, "of", total);
console.log("count:", textOf(await call("count", { to: 3 }, { onprogress })));
console.log("greet:", textOf(await call("greet", {})));
console.log("cancelled:", await cancel());
await client.ping();
console.log("ping: pong");
await overHTTP?.terminateSession();
await client.close();

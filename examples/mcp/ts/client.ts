/** Calls the tools of an MCP server: node client.js COMMAND... */

import { spawn } from "node:child_process";
import { argv } from "node:process";
import { setTimeout } from "node:timers/promises";
import { type CallToolResult, type JsonObject, lineTexts, type ProgressNotificationParams, sessionClient } from "./bindings/mcp.js";

const [command = "", ...args] = argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
let last = 0;
let progress = (_: ProgressNotificationParams): void => {};

const client = sessionClient({
  send: (text) => new Promise((resolve) => child.stdin.write(text + "\n", resolve)),
  timeout: 10_000,
  handlers: {
    createMessageRequest: () => ({ role: "assistant", model: "parrot", content: { type: "text", text: "Hello from a model" } }),
    pingRequest: () => ({}),
  },
  missing: ({ method }) => {
    throw new Error(`there is no method ${method}`);
  },
  fail: ({ id }, error) => {
    return id === undefined ? undefined : { jsonrpc: "2.0", id, error: { code: -32601, message: String((error as Error).message) } };
  },
  onMessage: (message) => {
    if (message.method === "notifications/progress") progress(message.params);
  },
});

/** Calls a tool. An aborted signal cancels the call on the server, too. */
async function call(name: string, input: JsonObject, onProgress?: typeof progress, signal?: AbortSignal): Promise<CallToolResult> {
  const id = ++last;
  if (onProgress !== undefined) progress = onProgress;
  const params = { name, arguments: input, ...(onProgress && { _meta: { progressToken: id } }) };
  try {
    return await client.request({ jsonrpc: "2.0", id, method: "tools/call", params }, { signal });
  } catch (error) {
    if (signal?.aborted) client.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    throw error;
  }
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
}

/** Cancels a count after its first progress, and waits until the server has noticed that. */
async function cancel(): Promise<string> {
  const controller = new AbortController();
  const counted = call("count", { to: 1_000_000 }, () => controller.abort(), controller.signal);
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

async function play(): Promise<void> {
  const { serverInfo, protocolVersion } = await client.request({
    jsonrpc: "2.0",
    id: ++last,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: { sampling: {} }, clientInfo: { name: "caller", version: "1.0.0" } },
  });
  if (protocolVersion !== "2025-06-18") throw new Error(`the server speaks ${protocolVersion}`);
  client.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  console.log(serverInfo.name, serverInfo.version, "speaks", protocolVersion);

  const { tools } = await client.request({ jsonrpc: "2.0", id: ++last, method: "tools/list" });
  console.log("tools:", tools.map(({ name }) => name).sort().join(", "));
  console.log("sum:", (await call("sum", { terms: [1, 2, 3] })).structuredContent?.["sum"]);
  const nothing = await call("sum", { terms: [] });
  console.log("sum of nothing is an error:", nothing.isError ?? false);
  const show = (news: ProgressNotificationParams): void => console.log("progress:", news.progress, "of", news.total);
  console.log("count:", textOf(await call("count", { to: 3 }, show)));
  console.log("greet:", textOf(await call("greet", {})));
  console.log("cancelled:", await cancel());
  await client.request({ jsonrpc: "2.0", id: ++last, method: "ping" });
  console.log("ping: pong");
}

const served = client.serve(lineTexts(child.stdout));
served.catch(() => {});
await play();
child.stdin.end(); // the server ends
await served;

/** A client of MCP that calls some tools. It does no input or output but its report. */

import { setTimeout } from "node:timers/promises";
import { type CallToolResult, type JsonObject, type ProgressNotificationParams, sessionClient } from "./bindings/mcp.js";

export const version = "2025-06-18";

type Progress = (news: ProgressNotificationParams) => void;

/** A session that sends texts through a function. */
export class Caller {
  readonly peer;
  private last = 0;
  private progress: Progress | undefined;

  constructor(send: (text: string) => PromiseLike<unknown>) {
    this.peer = sessionClient({
      send,
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
        if (message.method === "notifications/progress") this.progress?.(message.params);
      },
    });
  }

  /** Agrees on the version, calls all tools, and prints their results. */
  async play(): Promise<void> {
    const { serverInfo, protocolVersion } = await this.peer.request({
      jsonrpc: "2.0",
      id: ++this.last,
      method: "initialize",
      params: { protocolVersion: version, capabilities: { sampling: {} }, clientInfo: { name: "caller", version: "1.0.0" } },
    });
    if (protocolVersion !== version) throw new Error(`the server speaks ${protocolVersion}`);
    this.peer.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    console.log(serverInfo.name, serverInfo.version, "speaks", protocolVersion);

    const { tools } = await this.peer.request({ jsonrpc: "2.0", id: ++this.last, method: "tools/list" });
    console.log("tools:", tools.map(({ name }) => name).sort().join(", "));
    console.log("sum:", (await this.call("sum", { terms: [1, 2, 3] })).structuredContent?.["sum"]);
    const nothing = await this.call("sum", { terms: [] });
    console.log("sum of nothing is an error:", nothing.isError ?? false);
    const show: Progress = ({ progress, total }) => console.log("progress:", progress, "of", total);
    console.log("count:", textOf(await this.call("count", { to: 3 }, show)));
    console.log("greet:", textOf(await this.call("greet", {})));
    console.log("cancelled:", await this.cancel());
    await this.peer.request({ jsonrpc: "2.0", id: ++this.last, method: "ping" });
    console.log("ping: pong");
  }

  /** Calls a tool. An aborted signal cancels the call on the server, too. */
  private async call(name: string, input: JsonObject, progress?: Progress, signal?: AbortSignal): Promise<CallToolResult> {
    const id = ++this.last;
    this.progress = progress ?? this.progress;
    const params = { name, arguments: input, ...(progress && { _meta: { progressToken: id } }) };
    try {
      return await this.peer.request({ jsonrpc: "2.0", id, method: "tools/call", params }, { signal });
    } catch (error) {
      if (signal?.aborted) this.peer.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
      throw error;
    }
  }

  /** Cancels a count after its first progress, and waits until the server has noticed that. */
  private async cancel(): Promise<string> {
    const controller = new AbortController();
    const counted = this.call("count", { to: 1_000_000 }, () => controller.abort(), controller.signal);
    await counted.then(
      () => { throw new Error("the count has ended"); },
      (error: unknown) => { if (!controller.signal.aborted) throw error; },
    );
    for (;;) {
      const count = textOf(await this.call("cancellations", {}));
      if (count !== "0") return count;
      await setTimeout(10);
    }
  }
}

function textOf({ content }: CallToolResult): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join(" ");
}

/** The tools of tools.ts with the official SDK. */

import { setTimeout } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import * as z from "zod";

let cancelled = 0;

function text(words: string): CallToolResult {
  return { content: [{ type: "text", text: words }] };
}

export function sdkServer(): McpServer {
  const server = new McpServer({ name: "tools", version: "1.0.0" });
  const terms = z.array(z.number());
  server.registerTool("sum", { inputSchema: { terms }, outputSchema: { sum: z.number() } }, ({ terms }) => {
    if (terms.length === 0) throw new Error("there are no terms");
    const sum = terms.reduce((all, term) => all + term);
    return { ...text(String(sum)), structuredContent: { sum } };
  });
  server.registerTool("count", { inputSchema: { to: z.number().int() } }, async ({ to }, { signal, sendNotification, _meta }) => {
    const progressToken = _meta?.progressToken;
    for (let n = 1; n <= to; n++) {
      if (progressToken !== undefined) {
        await sendNotification({ method: "notifications/progress", params: { progressToken, progress: n, total: to } });
      }
      await setTimeout(50, undefined, { signal }).catch((error: unknown) => {
        cancelled++;
        throw error;
      });
    }
    return text(`counted to ${to}`);
  });
  server.registerTool("greet", {}, async () => {
    const prompt = { role: "user" as const, content: { type: "text" as const, text: "Greet me." } };
    const { content } = await server.server.createMessage({ messages: [prompt], maxTokens: 100 });
    return text(content.type === "text" ? content.text : "");
  });
  server.registerTool("cancellations", {}, () => text(String(cancelled)));
  return server;
}

/** A server of MCP with some tools. It does no input or output. */

import { setTimeout } from "node:timers/promises";
import {
  type CallToolResult,
  type Issue,
  type JsonObject,
  type JSONRPCError,
  Message,
  type RequestHeadParamsMeta,
  sessionServer,
  type Tool,
} from "./bindings/mcp.js";

const tools: Tool[] = [
  {
    name: "sum",
    description: "Adds numbers.",
    inputSchema: { type: "object", properties: { terms: { type: "array", items: { type: "number" } } }, required: ["terms"] },
    outputSchema: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
  },
  {
    name: "count",
    description: "Counts, and reports its progress.",
    inputSchema: { type: "object", properties: { to: { type: "integer" } }, required: ["to"] },
  },
  { name: "greet", description: "Has the client's model greet.", inputSchema: { type: "object" } },
  { name: "cancellations", description: "Returns how many counts were cancelled.", inputSchema: { type: "object" } },
];

/** An error of JSON-RPC. */
class Failure extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type ToolServer = ReturnType<typeof toolServer>;

/** Begins a session that sends texts through a function. */
export function toolServer(send: (text: string) => void | PromiseLike<unknown>) {
  let cancelled = 0;
  let asked = 0;

  /** Reports its progress if the request has a token for that. */
  async function count(meta: RequestHeadParamsMeta | undefined, to: number, signal: AbortSignal): Promise<CallToolResult> {
    const progressToken = meta?.progressToken;
    for (let n = 1; n <= to; n++) {
      if (progressToken !== undefined) {
        server.send({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress: n, total: to } });
      }
      await setTimeout(50, undefined, { signal }).catch((error: unknown) => {
        cancelled++;
        throw error;
      });
    }
    return text(`counted to ${to}`);
  }

  /** Sends a request to the client, and returns the words of its model. */
  async function greet(): Promise<CallToolResult> {
    const { content } = await server.request({
      jsonrpc: "2.0",
      id: ++asked,
      method: "sampling/createMessage",
      params: { messages: [{ role: "user", content: { type: "text", text: "Greet me." } }], maxTokens: 100 },
    });
    if (content.type !== "text") throw new Error("the model has sent no text");
    return text(content.text);
  }

  const server = sessionServer({
    send,
    handlers: {
      initializeRequest: () => ({
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "tools", version: "1.0.0" },
      }),
      pingRequest: () => ({}),
      listToolsRequest: () => ({ tools }),
      callToolRequest: ({ params: { name, arguments: input = {}, _meta } }, { signal }) => {
        if (name === "sum") return sum(input);
        if (name === "count") return count(_meta, integer(input["to"]), signal);
        if (name === "greet") return greet();
        if (name === "cancellations") return text(String(cancelled));
        throw new Failure(-32602, `there is no tool ${name}`);
      },
    },
    missing: ({ method }) => {
      throw new Failure(-32601, `there is no method ${method}`);
    },
    fail: ({ id }, error) => {
      const code = error instanceof Failure ? error.code : -32603;
      return id === undefined ? undefined : { jsonrpc: "2.0", id, error: { code, message: String((error as Error).message) } };
    },
    onRefused: (issues, refused) => {
      const answer = refusal(issues, String(refused));
      if (answer !== undefined) void send(JSON.stringify(answer));
    },
  });
  return server;
}

/** The answer to a request that is not valid, by itself or in its place. The answer is no part of the conversation. */
export function refusal(issues: readonly Issue[], refused: string): JSONRPCError | undefined {
  console.error("refused:", issues);
  try {
    const { id, method } = JSON.parse(refused) as Partial<JSONRPCError & { method: string }>;
    if (id === undefined || method === undefined) return undefined;
    const decoded = Message.safeDecode(refused);
    const isKnown = decoded.ok && "method" in decoded.value && decoded.value.method !== undefined;
    const code = !decoded.ok ? -32602 : isKnown ? -32600 : -32601;
    return { jsonrpc: "2.0", id, error: { code, message: issues[0]?.message ?? "" } };
  } catch {
    return undefined;
  }
}

function sum({ terms }: JsonObject): CallToolResult {
  if (!Array.isArray(terms) || !terms.every((term) => typeof term === "number")) throw new Failure(-32602, "terms must be numbers");
  if (terms.length === 0) return { ...text("there are no terms"), isError: true };
  const total = terms.reduce((all, term) => all + term);
  return { ...text(String(total)), structuredContent: { sum: total } };
}

function integer(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Failure(-32602, "to must be an integer");
  return value as number;
}

function text(words: string): CallToolResult {
  return { content: [{ type: "text", text: words }] };
}

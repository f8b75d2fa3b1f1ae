/** A small HotRepl host: it adds integers in place of evaluating C#. */

import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { type ErrorEnvelope, type Eval, type Handshake, MessageFromClient, MessageFromServer } from "./protocols/hotrepl.js";

const handshake: Handshake = {
  type: "handshake",
  protocolVersion: 2,
  host: { name: "example", version: "1.0.0", platform: "Node" },
  evaluator: { name: "sums", languageVersion: "1", persistentState: false, supportsCompletion: false, cancellation: "unsupported" },
  availableEvaluators: ["sums"],
  defaultUsings: [],
  helpers: [],
  control: { supported: false, commandsListChanged: false, schemaValidation: false },
  limits: {
    maxMessageBytes: 65536,
    maxQueuedCommands: 0,
    maxResultLength: 1000,
    maxEnumerableElements: 1,
    defaultEvalTimeoutMs: 1000,
    maxJobConcurrency: 1,
  },
  enforces: ["maxMessageBytes"],
};

const received = MessageFromClient.with({ maxBytes: handshake.limits.maxMessageBytes });

export interface Host {
  readonly url: string;
  close(): void;
}

/** Starts a host on a free port of the loopback interface. */
export async function listen(): Promise<Host> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", serve);
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    close: () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

function serve(socket: WebSocket): void {
  const send = (message: MessageFromServer): void => socket.send(MessageFromServer.encode(message));
  send(handshake);
  socket.addEventListener("message", ({ data }) => {
    const result = received.safeDecode(String(data));
    if (!result.ok) send({ type: "error", error: failure("invalid_request", "invalidMessage", result.issues) });
    else if (result.value.type === "eval") send(evaluate(result.value));
    else send({ type: "error", id: result.value.id, error: failure("unsupported_operation", result.value.type) });
  });
}

function evaluate({ id, code }: Eval): MessageFromServer {
  const terms = code.split("+").map(Number);
  if (!terms.every(Number.isSafeInteger)) return { type: "eval_error", id, error: failure("validation_failed", "noSum") };
  const value = terms.reduce((sum, term) => sum + term, 0);
  return { type: "eval_result", id, hasValue: true, value, valueType: "System.Int64", durationMs: 0 };
}

function failure(kind: ErrorEnvelope["kind"], code: string, details?: unknown): ErrorEnvelope {
  return { kind, code, message: "the request cannot be carried out", retryable: false, details };
}

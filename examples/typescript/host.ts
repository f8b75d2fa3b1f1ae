/** A small HotRepl host: it adds integers instead of evaluating C#. An unsupported request gets the error `unsupported_operation`. */

import { on } from "node:events";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { type WebSocket, WebSocketServer } from "ws";
import {
  buildCompleteResult,
  buildEvalError,
  buildEvalResult,
  buildJobAccepted,
  buildJobResult,
  buildProtocolError,
  connectionServer,
  type ErrorEnvelope,
  type Eval,
  type EvalReply,
  type Handshake,
  type HandlerContext,
  refusalOf,
  type Subscribe,
  type SubscribeReply,
} from "./protocols/hotrepl.js";

const handshake: Handshake = {
  type: "handshake",
  protocolVersion: 2,
  host: { name: "example", version: "1.0.0", platform: "Node" },
  evaluator: { name: "sums", languageVersion: "1", persistentState: false, supportsCompletion: true, cancellation: "cooperative" },
  availableEvaluators: ["sums"],
  defaultUsings: [],
  helpers: [],
  control: { supported: true, commandsListChanged: false, schemaValidation: false },
  limits: {
    maxMessageBytes: 65536,
    maxQueuedCommands: 8,
    maxResultLength: 1000,
    maxEnumerableElements: 1,
    defaultEvalTimeoutMs: 1000,
    maxJobConcurrency: 1,
  },
  enforces: ["maxMessageBytes", "maxQueuedCommands", "maxJobConcurrency"],
};

export interface Host {
  readonly url: string;
  /** The open connections. */
  readonly sockets: ReadonlySet<WebSocket>;
  close(): void;
}

/** Starts a host on a free port of the loopback interface. */
export async function listen(): Promise<Host> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, maxPayload: handshake.limits.maxMessageBytes });
  server.on("connection", (socket) => void play(socket));
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    sockets: server.clients,
    close: () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
    },
  };
}

/** Greets a client, and answers it until it disconnects. */
async function play(socket: WebSocket): Promise<void> {
  let jobs = 0;
  const server = connectionServer({
    send: (text) => socket.send(text),
    handlers: {
      eval: evaluate,
      complete: (request) => buildCompleteResult(request, { completions: [`${request.code} + 1`], durationMs: 0 }),
      subscribe,
      commandCall: (request) => buildJobAccepted(request, { jobId: `job ${++jobs}` }),
      jobStatus: (request) => buildJobResult(request, { jobId: request.jobId, state: "done", status: "ok", artifacts: {}, durationMs: 0 }),
    },
    missing: ({ id, type }) => buildProtocolError({ id, error: failure("unsupported_operation", type) }),
    onRefused: (issues, text) => {
      // An error with the id of an open request would end that.
      const id = idOf(text);
      const isOpen = server.tracker.exchanges.some(({ name, key }) => name === "requests" && key === id);
      server.send(buildProtocolError({ id: isOpen ? undefined : id, error: { ...refusalOf(issues), details: issues } }));
    },
  });
  server.send(handshake);
  await server.serve(textsOf(socket)).catch(() => socket.terminate());
}

/** The texts of a socket, which pauses while they are not read. */
async function* textsOf(socket: WebSocket): AsyncGenerator<string> {
  for await (const [data] of on(socket, "message", { close: ["close"], highWaterMark: 64 })) yield String(data);
}

/** The id in a refused text. */
function idOf(text: string | Uint8Array | undefined): string | undefined {
  try {
    const { id } = JSON.parse(String(text)) as { id?: unknown };
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Repeats the code until its limit, or until it is cancelled. */
async function* subscribe({ id, code, limit }: Subscribe, { signal }: HandlerContext): AsyncGenerator<SubscribeReply> {
  for (let seq = 0, final = false; !final && !signal.aborted; seq++) {
    final = seq + 1 >= (limit ?? Infinity);
    yield { type: "subscribe_result", id, seq, hasValue: true, value: code, durationMs: 0, final };
    await setImmediate();
  }
}

function evaluate(request: Eval): EvalReply {
  const terms = request.code.split("+").map(Number);
  if (!terms.every(Number.isSafeInteger)) return buildEvalError(request, { error: failure("validation_failed", "noSum") });
  const value = terms.reduce((sum, term) => sum + term, 0);
  return buildEvalResult(request, { hasValue: true, value, valueType: "System.Int64", durationMs: 0 });
}

function failure(kind: ErrorEnvelope["kind"], code: string): ErrorEnvelope {
  return { kind, code, message: "the request cannot be carried out", retryable: false };
}

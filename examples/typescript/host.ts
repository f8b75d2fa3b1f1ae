/** A small HotRepl host: it adds integers instead of evaluating C#. An unsupported request gets the error `unsupported_operation`. */

import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import {
  buildCompleteResult,
  buildEvalError,
  buildEvalResult,
  buildJobAccepted,
  buildJobResult,
  buildProtocolError,
  connectionConversation,
  type ErrorEnvelope,
  type Eval,
  type Handshake,
  type Issue,
  type Message,
  MessageFromServer,
  receiveText,
  refusalOf,
  track,
  type Tracker,
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
  server.on("connection", (socket) => void new Connection(socket));
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

const isBroken = (issues: readonly Issue[]): boolean => issues.some(({ level }) => level === "must");

class Connection {
  private readonly socket: WebSocket;
  private readonly tracker: Tracker<Message> = track(connectionConversation, { side: "server" });
  private readonly ticking = new Map<string, NodeJS.Immediate>();
  private jobs = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.send(handshake);
    socket.addEventListener("message", ({ data }) => this.read(String(data)));
    socket.addEventListener("error", () => {}); // "close" follows
    socket.addEventListener("close", () => this.ticking.forEach((next) => clearImmediate(next)));
  }

  private send(message: MessageFromServer): void {
    if (!isBroken(this.tracker.send(message))) this.socket.send(MessageFromServer.encode(message));
  }

  private read(text: string): void {
    const { ok, value, issues } = receiveText(this.tracker, text);
    if (ok) this.answer(value);
    else this.send(buildProtocolError({ id: this.idle(value), error: { ...refusalOf(issues), details: issues } }));
  }

  /** The id of a refused request, unless a subscription has it: an error ends the exchange with its id. */
  private idle(message: Message | undefined): string | undefined {
    return message !== undefined && "id" in message && message.id !== undefined && !this.ticking.has(message.id) ? message.id : undefined;
  }

  private answer(message: Message): void {
    switch (message.type) {
      case "eval":
        return this.send(evaluate(message));
      case "complete":
        return this.send(buildCompleteResult(message, { completions: [`${message.code} + 1`], durationMs: 0 }));
      case "subscribe":
        return this.tick(message.id, message.code, message.limit ?? Infinity, 0);
      case "cancel":
        clearImmediate(this.ticking.get(message.targetId));
        return void this.ticking.delete(message.targetId);
      case "command_call":
        return this.send(buildJobAccepted(message, { jobId: `job ${++this.jobs}` }));
      case "job_status":
        return this.send(buildJobResult(message, { jobId: message.jobId, state: "done", status: "ok", artifacts: {}, durationMs: 0 }));
      default:
        return this.send(buildProtocolError({ id: "id" in message ? message.id : undefined, error: failure("unsupported_operation", message.type) }));
    }
  }

  private tick(id: string, code: string, limit: number, seq: number): void {
    const final = seq + 1 >= limit;
    this.send({ type: "subscribe_result", id, seq, hasValue: true, value: code, durationMs: 0, final });
    if (final) this.ticking.delete(id);
    else this.ticking.set(id, setImmediate(() => this.tick(id, code, limit, seq + 1)));
  }
}

function evaluate(request: Eval): MessageFromServer {
  const terms = request.code.split("+").map(Number);
  if (!terms.every(Number.isSafeInteger)) return buildEvalError(request, { error: failure("validation_failed", "noSum") });
  const value = terms.reduce((sum, term) => sum + term, 0);
  return buildEvalResult(request, { hasValue: true, value, valueType: "System.Int64", durationMs: 0 });
}

function failure(kind: ErrorEnvelope["kind"], code: string): ErrorEnvelope {
  return { kind, code, message: "the request cannot be carried out", retryable: false };
}

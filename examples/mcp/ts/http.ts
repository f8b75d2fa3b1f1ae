/** Offers tools over MCP's Streamable HTTP on the loopback interface: node http.js PORT */

import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { argv } from "node:process";
import { refusal, toolServer } from "./tools.js";

const mostSessions = 100;
const mostBytes = 4 << 20;
const versions = ["2025-06-18", undefined];

/** An HTTP error. */
class HTTPError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A response: JSON if its first text is the last one, and otherwise a stream of events. */
class Reply {
  private readonly response: ServerResponse;
  private readonly headers: Record<string, string>;

  constructor(response: ServerResponse, session: string) {
    this.response = response;
    this.headers = { "mcp-session-id": session };
  }

  open(): void {
    if (this.response.headersSent) return;
    this.response.writeHead(200, { ...this.headers, "content-type": "text/event-stream", "cache-control": "no-store" });
    this.response.flushHeaders();
  }

  write(text: string): void {
    this.open();
    this.response.write(`event: message\ndata: ${text}\n\n`);
  }

  end(text?: string): void {
    if (text !== undefined && !this.response.headersSent) {
      this.response.writeHead(200, { ...this.headers, "content-type": "application/json" }).end(text);
      return;
    }
    if (text === undefined) this.open();
    else this.write(text);
    this.response.end();
  }
}

/** The message that a text contains, as far as its way depends on it. */
interface Head {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly requestId?: string | number };
}

class Session {
  readonly id = randomUUID();
  /** By request. */
  private readonly replies = new Map<string | number, Reply>();
  private listener: Reply | undefined;
  /** The reply to the request whose handler is at work. */
  private readonly current = new AsyncLocalStorage<Reply>();
  private readonly server = toolServer((text) => this.send(text));

  /** A response goes to its request, and any other message to the request whose handler sends it. */
  private send(text: string): void {
    const { id, method } = JSON.parse(text) as Head;
    if (method !== undefined) (this.current.getStore() ?? this.listener)?.write(text);
    else if (id !== undefined) this.end(id, text);
  }

  private end(id: string | number, text?: string): void {
    this.replies.get(id)?.end(text);
    this.replies.delete(id);
  }

  /** Receives a text, and answers it. */
  async post(text: string, response: ServerResponse): Promise<void> {
    const { id, method, params } = headOf(text);
    const asks = id !== undefined && method !== undefined;
    if (asks && this.replies.has(id)) throw new HTTPError(400, "the id is in use");
    const reply = new Reply(response, this.id);
    if (asks) this.replies.set(id, reply);
    const { ok, answers, issues } = await this.current.run(reply, () => this.server.receive(text));
    const refused = ok || answers ? undefined : (refusal(issues, text) ?? "refused");
    if (refused === "refused") throw new HTTPError(400, issues[0]?.message ?? "");
    if (asks && refused !== undefined) this.end(id, JSON.stringify(refused));
    if (!asks) response.writeHead(202).end();
    if (method === "notifications/cancelled" && params?.requestId !== undefined) this.end(params.requestId);
  }

  /** Opens the stream of messages that belong to no request. */
  listen(response: ServerResponse): void {
    if (this.listener !== undefined) throw new HTTPError(409, "the stream is open");
    this.listener = new Reply(response, this.id);
    this.listener.open();
    response.on("close", () => (this.listener = undefined));
  }

  close(): void {
    this.server.close();
    this.listener?.end();
    for (const id of [...this.replies.keys()]) this.end(id);
  }
}

const sessions = new Map<string, Session>();

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { origin, accept = "", "mcp-session-id": id, "mcp-protocol-version": version } = request.headers;
  const isForeign = origin !== undefined && !(URL.canParse(origin) && new URL(origin).hostname === "127.0.0.1");
  if (isForeign) throw new HTTPError(403, "the origin is foreign"); // a page may not use this server
  if (request.url !== "/mcp") throw new HTTPError(404, "there is only /mcp");
  if (!versions.includes(version as string | undefined)) throw new HTTPError(400, `the version must be ${versions[0]}`);
  const needed = request.method === "POST" ? ["application/json", "text/event-stream"] : request.method === "GET" ? ["text/event-stream"] : [];
  if (!needed.every((type) => accept.includes(type))) throw new HTTPError(406, `Accept must contain ${needed.join(" and ")}`);
  if (request.method === "POST") return post(await body(request), response, id);
  const session = sessionOf(id);
  if (request.method === "GET") return session.listen(response);
  if (request.method !== "DELETE") throw new HTTPError(405, "the method must be POST, GET or DELETE");
  sessions.delete(session.id);
  session.close();
  response.writeHead(204).end();
}

async function post(text: string, response: ServerResponse, id: unknown): Promise<void> {
  if (id !== undefined || headOf(text).method !== "initialize") return sessionOf(id).post(text, response);
  if (sessions.size >= mostSessions) throw new HTTPError(503, "there are too many sessions");
  const session = new Session();
  sessions.set(session.id, session);
  return session.post(text, response);
}

function sessionOf(id: unknown): Session {
  if (id === undefined) throw new HTTPError(400, "Mcp-Session-Id is missing");
  const session = sessions.get(String(id));
  if (session === undefined) throw new HTTPError(404, "the session has ended");
  return session;
}

function headOf(text: string): Head {
  try {
    const value = JSON.parse(text) as Head | null;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // as below
  }
  throw new HTTPError(400, "the body must be one message");
}

async function body(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new HTTPError(413, "the body is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    const status = error instanceof HTTPError ? error.status : 500;
    if (!response.headersSent) response.writeHead(status, { "content-type": "text/plain" });
    response.end(String((error as Error).message));
  });
}).listen(Number(argv[2] ?? 8080), "127.0.0.1");

/** A HotRepl client on a WebSocket: requests with their replies, and unsolicited messages. */

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { WebSocket } from "ws";
import { verifyDigest } from "./protocols/envelope.js";
import {
  type ArtifactRef,
  client,
  type ClientOf,
  connectionRequests,
  type ErrorEnvelope,
  type EvalResult,
  type Handshake,
  type Issue,
  type Message,
  type SubscribeResult,
} from "./protocols/hotrepl.js";

/** The host has refused a request. */
export class Refused extends Error {
  readonly reason: ErrorEnvelope;

  constructor(reason: ErrorEnvelope) {
    super(reason.message);
    this.reason = reason;
  }
}

/** The maximum size of a frame in bytes. */
const MOST_BYTES = 1 << 20;

export class Client {
  /** The first message of the host. */
  readonly handshake: Promise<Handshake>;
  /** Messages that are not replies. */
  readonly unasked: Message[] = [];
  /** The issues of invalid and misplaced frames. */
  readonly faults: (readonly Issue[])[] = [];
  /** Requests that have no method here. */
  readonly requests: ClientOf<typeof connectionRequests, "client">;
  private readonly socket: WebSocket;

  constructor(url: string) {
    const socket = new WebSocket(url, { maxPayload: MOST_BYTES });
    this.socket = socket;
    this.requests = client(connectionRequests, { side: "client", send: (text) => socket.send(text), maxBytes: MOST_BYTES });
    this.handshake = new Promise((resolve, reject) => {
      socket.addEventListener("message", ({ data }) => {
        const message = this.read(String(data));
        if (message?.type === "handshake") resolve(message);
      });
      const end = (error: Error): void => {
        reject(error);
        this.requests.close(error);
      };
      socket.addEventListener("error", ({ message }) => end(new Error(message)));
      socket.addEventListener("close", ({ code }) => end(new Error(`the connection is closed: ${code}`)));
    });
    this.handshake.catch(() => {}); // a caller may ignore the handshake, and then its failure too
  }

  async evaluate(code: string, signal?: AbortSignal): Promise<EvalResult> {
    const reply = await this.requests.request({ type: "eval", id: randomUUID(), code }, { signal });
    if (reply.type === "eval_error") throw new Refused(reply.error);
    return reply;
  }

  /** The results of code that the host evaluates repeatedly. Leaving the loop cancels the subscription. */
  async *subscribe(code: string, limit?: number): AsyncGenerator<SubscribeResult, void, undefined> {
    const id = randomUUID();
    let runs = true;
    try {
      for await (const reply of this.requests.replies({ type: "subscribe", id, code, limit })) {
        runs = !reply.final;
        if (reply.type === "subscribe_error") throw new Refused(reply.error);
        yield reply;
      }
      runs = false;
    } finally {
      if (runs && !this.requests.tracker.ended) this.requests.send({ type: "cancel", id: randomUUID(), targetId: id });
    }
  }

  close(): void {
    this.socket.close();
  }

  private read(text: string): Message | undefined {
    const received = this.requests.receive(text);
    if (!received.ok) this.faults.push(received.issues);
    else if (!received.answers) this.unasked.push(received.value);
    return received.ok ? received.value : undefined;
  }
}

/** Reads the file of a command's artifact. Rejects if its content is not the announced one. */
export async function contentOf({ finalized, path, sha256, uri }: ArtifactRef): Promise<Uint8Array> {
  if (!finalized || path === undefined) throw new Error(`${uri} is no finished file`);
  const content = await readFile(path);
  await verifyDigest(sha256, content);
  return content;
}

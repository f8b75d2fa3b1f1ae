/** A HotRepl client: it matches what the host answers with what was asked. */

import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { type ErrorEnvelope, type EvalResult, type Handshake, MessageFromClient, MessageFromServer, ValidationError } from "./protocols/hotrepl.js";

/** The host has refused a request. */
export class Refused extends Error {
  readonly reason: ErrorEnvelope;

  constructor(reason: ErrorEnvelope) {
    super(reason.message);
    this.reason = reason;
  }
}

interface Pending<T> {
  resolve(value: T): void;
  reject(error: Error): void;
}

export class Client {
  /** The first message of the host. */
  readonly handshake: Promise<Handshake>;
  /** Messages that answer no request. */
  readonly unasked: MessageFromServer[] = [];
  private readonly socket: WebSocket;
  private readonly evals = new Map<string, Pending<EvalResult>>();
  private greeting: Pending<Handshake> | undefined;

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.handshake = new Promise((resolve, reject) => (this.greeting = { resolve, reject }));
    this.socket.addEventListener("message", ({ data }) => this.read(String(data)));
    this.socket.addEventListener("error", ({ message }) => this.end(new Error(message)));
    this.socket.addEventListener("close", () => this.end(new Error("the connection is closed")));
  }

  evaluate(code: string): Promise<EvalResult> {
    const id = randomUUID();
    this.send({ type: "eval", id, code });
    return new Promise((resolve, reject) => this.evals.set(id, { resolve, reject }));
  }

  send(message: MessageFromClient): void {
    this.socket.send(MessageFromClient.encode(message));
  }

  close(): void {
    this.socket.close();
  }

  private read(text: string): void {
    const result = MessageFromServer.safeDecode(text);
    if (result.ok) return this.receive(result.value);
    this.end(new ValidationError(result.issues));
    this.socket.close(1002);
  }

  private receive(message: MessageFromServer): void {
    switch (message.type) {
      case "handshake":
        return this.greeting?.resolve(message);
      case "eval_result":
        return this.take(message.id)?.resolve(message);
      case "eval_error":
        return this.take(message.id)?.reject(new Refused(message.error));
      default:
        this.unasked.push(message);
    }
  }

  private take(id: string): Pending<EvalResult> | undefined {
    const pending = this.evals.get(id);
    this.evals.delete(id);
    return pending;
  }

  /** Fails everything that waits for the host. */
  private end(error: Error): void {
    this.greeting?.reject(error);
    for (const { reject } of this.evals.values()) reject(error);
    this.evals.clear();
  }
}

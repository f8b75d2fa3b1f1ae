import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { on, once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { WebSocket, WebSocketServer } from "ws";
import { Client, contentOf, Refused } from "./client.js";
import { type Host, listen } from "./host.js";
import { ExchangeError, MessageFromServer, ValidationError } from "./protocols/hotrepl.js";

/** Starts a host that passes each connection to a function, and returns its address. */
async function listening(serve: (socket: WebSocket) => void): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", serve);
  await once(server, "listening");
  const close = (): void => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  };
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

describe("a HotRepl client and a host on one WebSocket", () => {
  let host: Host;
  let client: Client;
  before(async () => {
    host = await listen();
    client = new Client(host.url);
  });
  after(() => {
    client.close();
    host.close();
  });

  test("the host greets", async () => {
    const { protocolVersion, limits } = await client.handshake;
    assert.equal(protocolVersion, 2);
    assert.equal(limits.maxMessageBytes, 65536);
  });

  test("results go to who has asked for them", async () => {
    const results = await Promise.all(["1+2", "20 + 22"].map((code) => client.evaluate(code)));
    assert.deepEqual(results.map(({ value }) => value), [3, 42]);
  });

  test("an expression that fails rejects", async () => {
    await assert.rejects(client.evaluate("what?"), (error) => error instanceof Refused && error.reason.code === "noSum");
  });

  test("other requests have replies of their own types", async () => {
    const { completions } = await client.requests.request({ type: "complete", id: "c", code: "1" });
    assert.deepEqual(completions, ["1 + 1"]);
    await assert.rejects(client.requests.request({ type: "reset", id: "r" }), (error) => {
      return error instanceof ExchangeError && (error.by as { error: { kind: string } }).error.kind === "unsupported_operation";
    });
  });

  const job = "nothing has begun this job";
  for (const [request, reply] of [
    [{ type: "eval", id: "1", code: "1" }, "eval_result"],
    [{ type: "complete", id: "1", code: "1" }, "complete_result"],
    [{ type: "reset", id: "1" }, "unsupported_operation"],
    [{ type: "subscribe", id: "1", code: "1", limit: 1 }, "subscribe_result"],
    [{ type: "commands_list", id: "1" }, "unsupported_operation"],
    [{ type: "command_describe", id: "1", name: "c" }, "unsupported_operation"],
    [{ type: "command_call", id: "1", name: "c", args: {} }, "job_accepted"],
    [{ type: "job_status", id: "1", jobId: job }, "invalid_request"],
    [{ type: "job_cancel", id: "1", jobId: job }, "invalid_request"],
    [{ type: "journal_query", id: "1" }, "unsupported_operation"],
  ] as const) {
    test(`${request.type} is answered, whatever the host can do`, async () => {
      const socket = new WebSocket(host.url);
      const reading = on(socket, "message", { signal: AbortSignal.timeout(600_000) });
      await once(socket, "open");
      socket.send(JSON.stringify(request));
      await reading.next(); // the handshake
      const answer = MessageFromServer.decode(String((await reading.next()).value[0]));
      socket.close();
      assert.equal("id" in answer ? answer.id : undefined, "1");
      assert.equal(answer.type === "error" ? answer.error.kind : answer.type, reply);
    });
  }

  test("neither side sends what the other one says", () => {
    assert.throws(() => client.requests.send({ type: "eval_result", id: "1", hasValue: false, durationMs: 0 }), ValidationError);
  });

  test("what the handshake limits is refused before it is sent", async () => {
    await assert.rejects(client.evaluate("1".repeat(65536)), (error) => error instanceof ValidationError && error.issues[0]?.rule === "message-within-limit");
  });

  test("a subscription is a loop that ends with it, or cancels it", async () => {
    const all: number[] = [];
    for await (const { seq } of client.subscribe("1", 4)) all.push(seq);
    assert.deepEqual(all, [0, 1, 2, 3]);
    for await (const { seq } of client.subscribe("2")) if (seq === 2) break;
    await client.evaluate("0");
    assert.equal(client.requests.pending, 0);
  });

  test("a command becomes a job, whose end is the answer of who asks for it", async () => {
    const accepted = await client.requests.request({ type: "command_call", id: "call", name: "export", args: {} });
    assert.ok(accepted.type === "job_accepted");
    const ended = await client.requests.request({ type: "job_status", id: "status", jobId: accepted.jobId });
    assert.equal(ended.type, "job_result");
  });

  test("a request that is abandoned is over", async () => {
    const controller = new AbortController();
    const reply = client.evaluate("1", controller.signal);
    controller.abort();
    await assert.rejects(reply, { name: "AbortError" });
    await client.evaluate("2"); // the answer comes after it
    assert.equal(client.unasked.at(-1)?.type, "eval_result");
  });

  test("frames that are no messages stop none of the others", async () => {
    const [socket] = host.sockets;
    const [first, , last] = [client.evaluate("1"), socket?.send("{"), client.evaluate("2")];
    assert.deepEqual([(await first).value, (await last).value], [1, 2]);
    assert.deepEqual(client.faults.map(([issue]) => issue?.rule), ["json"]);
  });

  test("an eviction ends all requests with its message", async () => {
    const ended = [client.evaluate("1"), client.subscribe("1").next(), client.subscribe("2").next()];
    const [socket] = host.sockets;
    socket?.send('{"type":"session_evicted","reason":"new_connection"}');
    const results = await Promise.allSettled(ended);
    assert.ok(results.every((result) => result.status === "rejected" && result.reason instanceof ExchangeError));
    await assert.rejects(client.evaluate("1"), (error) => error instanceof ValidationError && error.issues[0]?.rule === "after-end");
  });
});

describe("a connection that breaks", () => {
  test("in the middle of exchanges fails all of them", async () => {
    const host = await listening((socket) => {
      socket.send(GREETING);
      socket.on("message", (data) => {
        const { id, type } = JSON.parse(String(data)) as { id: string; type: string };
        if (type === "subscribe") socket.send(JSON.stringify({ type: "subscribe_result", id, seq: 0, hasValue: false, durationMs: 0, final: false }));
        else socket.terminate();
      });
    });
    const client = new Client(host.url);
    await client.handshake;
    const ticks = client.subscribe("1");
    assert.equal((await ticks.next()).value?.seq, 0);
    const ended = await Promise.allSettled([ticks.next(), client.evaluate("1"), client.requests.request({ type: "complete", id: "c", code: "1" })]);
    assert.deepEqual(ended.map((result) => result.status === "rejected" && String(result.reason)), Array(3).fill("Error: the connection is closed: 1006"));
    assert.equal(client.requests.pending, 0);
    host.close();
  });

  test("before the handshake rejects it", async () => {
    const host = await listening((socket) => socket.terminate());
    await assert.rejects(new Client(host.url).handshake);
    host.close();
  });
});

describe("a host that floods", () => {
  test("with a frame that is too long loses the connection", async () => {
    const host = await listening((socket) => {
      socket.send(GREETING);
      socket.on("message", () => socket.send(`"${"x".repeat(2 << 20)}"`));
    });
    const client = new Client(host.url);
    await client.handshake;
    await assert.rejects(client.evaluate("1"), /Max payload size exceeded/);
    assert.deepEqual(client.faults, []);
    host.close();
  });

  test("with results that nobody reads ends the subscription alone", async () => {
    const host = await listening((socket) => {
      socket.send(GREETING);
      socket.on("message", (data) => {
        const { id, type } = JSON.parse(String(data)) as { id: string; type: string };
        const tick = (seq: number): string => JSON.stringify({ type: "subscribe_result", id, seq, hasValue: false, durationMs: 0, final: false });
        if (type === "subscribe") for (let seq = 0; seq < 5000; seq++) socket.send(tick(seq));
        else if (type === "eval") socket.send(JSON.stringify({ type: "eval_result", id, hasValue: false, durationMs: 0 }));
      });
    });
    const client = new Client(host.url);
    await client.handshake;
    const ticks = client.requests.replies({ type: "subscribe", id: "s", code: "1" });
    await client.evaluate("1"); // the answer comes after them
    let read = 0;
    await assert.rejects(async () => {
      for await (const _ of ticks) read++;
    }, ExchangeError);
    assert.ok(read <= 1025);
    assert.equal(client.requests.pending, 0);
    host.close();
  });

  test("with exchanges of its own opens none", async () => {
    const host = await listening((socket) => {
      socket.send(GREETING);
      for (let i = 0; i < 1000; i++) socket.send(JSON.stringify({ type: "eval_result", id: `${i}`, hasValue: false, durationMs: 0 }));
      socket.on("message", (data) => socket.send(String(data).replace(/"type":"eval","id":("[^"]*").*/, '"type":"eval_result","id":$1,"hasValue":false,"durationMs":0}')));
    });
    const client = new Client(host.url);
    await client.handshake;
    await client.evaluate("1");
    assert.equal(client.faults.length, 1000);
    assert.equal(client.requests.tracker.open, 0);
    host.close();
  });
});

test("a client that opens more exchanges than the host takes is refused", async () => {
  const host = await listening((socket) => socket.send(GREETING));
  const client = new Client(host.url);
  await client.handshake;
  const calls = Array.from({ length: 10 }, (_, i) => client.requests.request({ type: "command_call", id: `${i}`, name: "c", args: {} }));
  const last = calls.pop();
  await assert.rejects(last as Promise<unknown>, (error) => error instanceof ValidationError && error.issues[0]?.rule === "commands-within-queue");
  assert.equal(client.requests.pending, 9);
  client.close();
  for (const call of calls) await assert.rejects(call);
  host.close();
});

test("the content of an artifact has its digest", async () => {
  const path = join(tmpdir(), `envgen-artifact-${process.pid}`);
  const sha256 = createHash("sha256").update("baked").digest("hex");
  const artifact = { uri: "file", path, sha256, byteSize: 5, contentType: "text/plain", finalized: true };
  await writeFile(path, "baked");
  assert.equal(String(await contentOf(artifact)), "baked");
  await writeFile(path, "burnt");
  await assert.rejects(contentOf(artifact), /digest/);
  await rm(path);
});

const GREETING = JSON.stringify({
  type: "handshake",
  protocolVersion: 2,
  host: { name: "test", version: "1", platform: "Node" },
  evaluator: { name: "none", languageVersion: "1", persistentState: false, supportsCompletion: true, cancellation: "unsupported" },
  availableEvaluators: [],
  defaultUsings: [],
  helpers: [],
  control: { supported: true, commandsListChanged: false, schemaValidation: false },
  limits: { maxMessageBytes: 65536, maxQueuedCommands: 8, maxResultLength: 1, maxEnumerableElements: 1, defaultEvalTimeoutMs: 1, maxJobConcurrency: 1 },
  enforces: ["maxQueuedCommands"],
});

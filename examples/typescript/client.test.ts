import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { WebSocketServer } from "ws";
import { Client, Refused } from "./client.js";
import { type Host, listen } from "./host.js";
import { ValidationError } from "./protocols/hotrepl.js";

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

  test("neither side sends what the other one says", async () => {
    // @ts-expect-error: only the host sends results
    assert.throws(() => client.send({ type: "eval_result", id: "1", hasValue: false, durationMs: 0 }), ValidationError);
  });

  test("other requests are answered with an error that names them", async () => {
    client.send({ type: "reset", id: "r1" });
    await client.evaluate("0"); // answered behind it
    assert.deepEqual(client.unasked.map((message) => message.type === "error" && [message.id, message.error.kind]), [["r1", "unsupported_operation"]]);
  });
});

test("a host that sends something else ends the connection", async () => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
  server.on("connection", (socket) => socket.send('{"type":"handshake"}'));
  await once(server, "listening");
  const client = new Client(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await assert.rejects(client.handshake, (error) => error instanceof ValidationError && error.issues[0]?.rule === "required");
  server.close();
});

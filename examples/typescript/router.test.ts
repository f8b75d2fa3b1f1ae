import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { createHTTPServer } from "@trpc/server/adapters/standalone";
import type { Envelope, OkEnvelope } from "./protocols/foxctl.js";
import { type Router, router } from "./router.js";

const envelope: OkEnvelope = { version: 1, status: "ok", command: "fs/ls", data: {}, meta: { ts: "2026-05-01T00:00:00Z" }, error: {} };

describe("a tRPC client and a router of codecs", () => {
  const server = createHTTPServer({ router });
  let client: ReturnType<typeof createTRPCClient<Router>>;
  before(async () => {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    client = createTRPCClient<Router>({ links: [httpLink({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })] });
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  test("input and output are typed and checked", async () => {
    const count: number = await client.record.mutate(envelope);
    assert.equal(count, 1);
    const answer = await client.repeat.query("fs/ls");
    const status: "ok" = answer.status;
    assert.equal(status, "ok");
    assert.deepEqual(answer.data, { times: 1 });
  });

  test("an invalid input is a bad request with its issues", async () => {
    const wrong = { ...envelope, meta: {} } as Envelope;
    await assert.rejects(client.record.mutate(wrong), (error) => {
      assert.ok(error instanceof TRPCClientError);
      const { code, issues } = (error as TRPCClientError<Router>).data ?? {};
      assert.equal(code, "BAD_REQUEST");
      assert.deepEqual(issues?.map(({ rule, path }) => rule + path), ["required/meta/ts"]);
      return true;
    });
  });

  test("what the compiler refuses", () => {
    // @ts-expect-error: ok does not have this member
    const misspelt = (): Promise<unknown> => client.record.mutate({ ...envelope, comand: "fs/ls" });
    // @ts-expect-error: an envelope has a status
    const partial = (): Promise<unknown> => client.record.mutate({ version: 1 });
    assert.ok([misspelt, partial]);
  });
});

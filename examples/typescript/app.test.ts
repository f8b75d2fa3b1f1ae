import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { app } from "./app.js";

const valid = '{"version":1,"status":"ok","command":"fs/ls","data":{},"meta":{"ts":"2026-05-01T00:00:00Z","duration_ms":1},"error":{"code":null,"message":null}}';

async function post(path: string, body: string): Promise<[number, unknown]> {
  const response = await app.request(path, { method: "POST", body, headers: { "content-type": "application/json" } });
  return [response.status, await response.json()];
}

for (const path of ["/envelopes", "/texts"]) {
  describe(`${path} of a Hono application`, () => {
    test("a valid body is typed", async () => {
      assert.deepEqual(await post(path, valid), [200, { command: "fs/ls", status: "ok" }]);
    });

    test("an invalid body is 422 with its issues", async () => {
      const [status, body] = await post(path, valid.replace("fs/ls", "ls").replace('"ok"', '"error"'));
      assert.equal(status, 422);
      const { issues } = body as { issues: { message: string; path: unknown }[] };
      assert.deepEqual(
        issues.map(({ message }) => message),
        ["must match ^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*$", "must be a string", "must be a string"],
      );
      assert.deepEqual(issues[0]?.path, path === "/envelopes" ? ["command"] : "/command");
    });

    test("the options that are bound to the codec hold", async () => {
      const [status] = await post(path, valid.replace('"data":{}', `"data":{"text":"${"x".repeat(1000)}"}`));
      assert.equal(status, 422);
    });
  });
}

test("the codec sees a member that is there twice", async () => {
  const twice = valid.replace("{", '{"status":"error",');
  assert.equal((await post("/envelopes", twice))[0], 200);
  assert.equal((await post("/texts", twice))[0], 422);
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { launch } from "./browser.js";
import { EvalResult } from "./protocols/hotrepl.js";

const html = '<!doctype html><title>HotRepl</title><ul id="messages"></ul><script type="module" src="/page.js"></script>';

const messages = [
  EvalResult.encode({ type: "eval_result", id: "e1", hasValue: true, value: "größer 𝟙", durationMs: 1.5 }),
  '{"type":"eval_error","id":"e2","error":{"kind":"timeout","code":"evalTimeout","message":"too slow","retryable":true}}',
  '{"type":"eval_result","id":3,"hasValue":true,"durationMs":0}',
  '{"type":"reset_result","id":"e4","success":"yes"}',
  '{"type":"assembly_reload","message":"a.dll","message":"b.dll"}',
];

/** Bundles the page as a user would. */
function bundle(): Uint8Array {
  const entry = fileURLToPath(new URL("page.js", import.meta.url));
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, minify: true, format: "esm", target: "es2022", write: false });
  return outputFiles[0]?.contents ?? assert.fail("esbuild wrote nothing");
}

test("a browser decodes messages", async () => {
  const content: Record<string, [type: string, body: string | Uint8Array]> = {
    "/": ["text/html", html],
    "/page.js": ["text/javascript", bundle()],
    "/messages": ["application/x-ndjson", messages.join("\n") + "\n"],
  };
  const server = createServer(({ url = "" }, response) => {
    const [type, body] = content[url] ?? ["text/plain", ""];
    const policy = "default-src 'self'; require-trusted-types-for 'script'";
    response.writeHead(url in content ? 200 : 404, { "content-type": type + ";charset=utf-8", "content-security-policy": policy }).end(body);
  });
  const browser = await launch();
  try {
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForSelector("body.done");
    assert.deepEqual(await page.locator("#messages li").allTextContents(), [
      "e1: größer 𝟙",
      "e2: too slow",
      "/id must be a string",
      "/success must be true or false",
      ` a second member "message" at line 1, column 45 (byte 44)`,
    ]);
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
});

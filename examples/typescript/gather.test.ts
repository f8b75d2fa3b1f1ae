import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { consume } from "./consume.js";
import { Envelope } from "./protocols/helper.js";

const script = fileURLToPath(new URL("gather.js", import.meta.url));
const gather = (...args: string[]): ReturnType<typeof consume> => consume(process.execPath, [script, ...args]);

test("each status of a helper has its action and its exit code", () => {
  const file = join(tmpdir(), `envgen-gather-${process.pid}.md`);
  writeFileSync(file, "# Title\ntext\n");
  assert.deepEqual(gather(file), { text: "gathered", exit: 0 });
  assert.deepEqual(gather(file, "no such file"), { text: "gathered, without no such file", exit: 0 });
  assert.deepEqual(gather(), { text: "by hand: name the files to gather", exit: 1 });
  assert.deepEqual(gather("--pdf"), { text: "install poppler-utils to read PDF files", exit: 0 });
});

test("what is no output of a helper is treated as an error", () => {
  const print = (text: string): string => consume(process.execPath, ["-e", `process.stdout.write(${JSON.stringify(text)})`]).text;
  assert.match(print("Segmentation fault"), /^by hand: no output: /);
  assert.equal(print('{"schema_version":"2.0.0","status":"ok"}'), "by hand: no output: must be a version of the major that is accepted");
});

test("an unforeseen error is an output", () => {
  // Node's loader reads modules with the same function, but without an encoding.
  const broken = `data:text/javascript,import fs from "node:fs/promises"; import { syncBuiltinESMExports } from "node:module";
    const read = fs.readFile;
    fs.readFile = (file, encoding) => { if (encoding === "utf8") throw new TypeError("broken"); return read(file, encoding); };
    syncBuiltinESMExports();`;
  const { status, stdout } = spawnSync(process.execPath, ["--import", broken, script, script]);
  assert.deepEqual([status, Envelope.decode(stdout).error], [1, { code: "internal", message: "TypeError: broken" }]);
});

test("an interrupt is an output", async () => {
  const folder = mkdtempSync(join(tmpdir(), "envgen-gather-"));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const child = spawn(process.execPath, [script, pipe], { stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  const writing = openSync(pipe, "w"); // Waits until the helper reads. Then it has a handler for the signal.
  child.stdout.once("data", () => closeSync(writing)); // Node ends only after the pending read.
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.kill("SIGINT");
  const [status] = await once(child, "close");
  rmSync(folder, { recursive: true });
  assert.deepEqual([status, Envelope.decode(Buffer.concat(chunks)).error?.code], [1, "canceled"]);
});

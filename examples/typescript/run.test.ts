import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { DirectoryStore } from "./protocols/envelope/store.js";
import { ArtifactData, errorCodeEntry, extra, readLines, readLinesSync, runConversation, typeOfEnvelope } from "./protocols/foxctl.js";
import { run } from "./run.js";

const skill = fileURLToPath(new URL("skill.js", import.meta.url));

test("a skill reports progress and ends with its result", async () => {
  const file = join(tmpdir(), `envgen-example-${process.pid}.txt`);
  await writeFile(file, "one\ntwo\n");
  const seen: number[] = [];
  const { verdict, faults } = await run(process.execPath, [skill, file, file], ({ meta }) => seen.push(meta.seq));
  assert.deepEqual(seen, [0, 1]);
  assert.deepEqual(faults, []);
  assert.ok(verdict?.status === "ok");
  assert.deepEqual(verdict.data, { files: [{ file, lines: 2 }, { file, lines: 2 }] });
  assert.deepEqual(extra(typeOfEnvelope, verdict), {});
});

test("a list that is too long is found by its digest", async () => {
  const folder = await mkdtemp(join(tmpdir(), "envgen-example-"));
  process.env["ARTIFACTS"] = folder;
  const { verdict } = await run(process.execPath, [skill, ...Array<string>(600).fill(skill)], () => {});
  assert.ok(verdict?.status === "ok" && ArtifactData.is(verdict.data));
  assert.equal(verdict.data.summary.record_count, 600);
  const content = new DirectoryStore(folder).get(verdict.data.artifact);
  assert.equal(content.length, verdict.data.summary.size_bytes);
  await rm(folder, { recursive: true });
});

test("a skill that fails says why", async () => {
  const { verdict } = await run(process.execPath, [skill, "no such file"], () => {});
  assert.ok(verdict?.status === "error");
  assert.equal(verdict.error.code, "ENOTFOUND");
  assert.equal(verdict.data.hint, errorCodeEntry("ENOTFOUND").remediation);
});

test("lines that are no envelopes are reported with all of their issues", async () => {
  const lines = ["oops", '{"version":1,"status":"done"}', '{"version":2,"status":"ok","command":"a/b","data":{},"meta":{},"error":{}}'];
  const { verdict, faults } = await run(process.execPath, ["-p", JSON.stringify(lines.join("\n"))], () => {});
  assert.equal(verdict, undefined);
  assert.deepEqual(
    faults.map(({ line, issues }) => [line, ...issues.map(({ rule, path }) => rule + " " + path)]),
    [
      [1, "json "],
      [2, "discriminator /status"],
      [3, "required /meta/ts", "const /version"],
      [4, "incomplete "],
    ],
  );
});

test("a command that does not exist rejects", async () => {
  await assert.rejects(run("no-such-command-of-envgen", [], () => {}), { code: "ENOENT" });
});

const program = fileURLToPath(new URL("run.js", import.meta.url));
const end = '{"version":1,"status":"ok","command":"a/b","data":{},"meta":{"ts":"2026-05-01T12:00:01Z"},"error":{"code":null,"message":null}}';
const step = '{"version":1,"status":"progress","command":"a/b","data":{},"meta":{"ts":"2026-05-01T12:00:00Z","seq":0},"error":{}}';

for (const [name, lines, rules] of [
  ["without a terminal envelope", [], ["incomplete"]],
  ["that ends in progress", [step], ["incomplete"]],
  ["with two terminal envelopes", [end, end], ["after-end"]],
  ["that goes on behind its end", [end, step], ["after-end"]],
  ["of one progress and one result", [step, end], []],
] as const) {
  test(`a stream ${name}`, () => {
    const script = `process.stdout.write(${JSON.stringify(lines.map((line) => line + "\n").join(""))})`;
    const { status, stderr } = spawnSync(process.execPath, [program, process.execPath, "-e", script], { encoding: "utf8" });
    assert.deepEqual(stderr.match(/(?<=line \d+: )[a-z-]+/g) ?? [], rules);
    assert.equal(status, rules.length === 0 ? 0 : 1);
  });
}

test("an unforeseen error of a skill is ERUNTIME", () => {
  // Node's loader reads modules with the same function, but without an encoding.
  const broken = `data:text/javascript,import fs from "node:fs/promises"; import { syncBuiltinESMExports } from "node:module";
    const read = fs.readFile;
    fs.readFile = (file, encoding) => { if (encoding === "utf8") throw new TypeError("broken"); return read(file, encoding); };
    syncBuiltinESMExports();`;
  const { status, stdout } = spawnSync(process.execPath, ["--import", broken, skill, skill]);
  const [last, ...more] = [...readLinesSync(runConversation, [stdout])];
  assert.deepEqual([status, more, last?.issues], [1, [], []]);
  assert.deepEqual(last?.value?.error, { code: "ERUNTIME", message: "TypeError: broken" });
});

test("an interrupt of a skill is ECANCELED", async () => {
  const folder = await mkdtemp(join(tmpdir(), "envgen-example-"));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const child = spawn(process.execPath, [skill, skill, pipe], { stdio: ["ignore", "pipe", "ignore"] });
  const closed = once(child, "close");
  const statuses: string[] = [];
  let writing: number | undefined;
  for await (const { value, issues } of readLines(runConversation, child.stdout)) {
    assert.deepEqual(issues, []);
    statuses.push(value?.status === "error" ? value.error.code : String(value?.status));
    if (value?.status === "progress") {
      writing = openSync(pipe, "w"); // Waits until the skill reads.
      child.kill("SIGINT");
    } else if (writing !== undefined) {
      closeSync(writing); // Node ends only after the pending read.
    }
  }
  assert.deepEqual(statuses, ["progress", "ECANCELED"]);
  assert.equal((await closed)[0], 1);
  await rm(folder, { recursive: true });
});

test("a token is in no output and no log of a skill", () => {
  const { stdout, stderr } = spawnSync(process.execPath, [skill, "hunter2.txt"], { encoding: "utf8", env: { ...process.env, FOXCTL_TOKEN: "hunter2" } });
  for (const text of [stdout, stderr]) {
    assert.match(text, /\*\*\*\.txt is not there/);
    assert.doesNotMatch(text, /hunter2/);
  }
});

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { DirectoryStore } from "./protocols/envelope/store.js";
import { ArtifactData, extra, typeOfEnvelope } from "./protocols/foxctl.js";
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
  assert.equal(verdict.data.hint, "name files that exist");
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
    ],
  );
});

test("a command that does not exist rejects", async () => {
  await assert.rejects(run("no-such-command-of-envgen", [], () => {}), { code: "ENOENT" });
});

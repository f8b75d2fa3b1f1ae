/** What programs do with builders that have secrets and a store, and with texts that are too long. */

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import * as envelope from "../../../gen/ts/envelope.js";
import type { ArtifactStore } from "../../../gen/ts/envelope/artifacts.js";
import { DirectoryStore } from "../../../gen/ts/envelope/store.js";
import { StoreError } from "../../../gen/ts/envelope/stored.js";
import * as agh from "../../../gen/ts/agh.js";
import * as delegator from "../../../gen/ts/delegator.js";
import * as foxctl from "../../../gen/ts/foxctl.js";
import * as helper from "../../../gen/ts/helper.js";
import * as hotrepl from "../../../gen/ts/hotrepl.js";

const now = "2026-05-12T08:00:00Z";
const rows = Array.from({ length: 2000 }, (_, n) => ({ n, text: "a row with some text", password: "hunter2" }));
const data = { rows };

interface Rows {
  data: typeof data;
}

/** What stands for something stored. */
function artifactOf(message: foxctl.OkEnvelope): foxctl.ArtifactData {
  if (!foxctl.ArtifactData.is(message.data)) throw new Error("nothing is stored");
  return message.data;
}

describe("a payload that is too large", () => {
  test("goes to a folder, without its secrets, and is read from there", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "artifacts-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const store = new DirectoryStore(folder);
    const message = foxctl.buildOk<Rows>({ command: "fs/ls", data }, { now, store, secrets: { names: ["password"] } });
    const { artifact, summary } = artifactOf(message);
    assert.equal(message.meta.cas_digest, artifact);
    assert.equal(summary.record_count, 2000);
    assert.deepEqual(summary.preview, { first_keys: ["n", "text", "password"], sample_record: { n: 0, text: "a row with some text", password: "***" } });
    const content = store.get(artifact);
    assert.equal(content.length, summary.size_bytes);
    await foxctl.verifyDigest(artifact, content);
    await envelope.verifyDigest(artifact.slice("sha256:".length), content);
    const { rows: kept } = JSON.parse(new TextDecoder().decode(content)) as { rows: typeof rows };
    assert.deepEqual(kept.map(({ password }) => password), rows.map(() => "***"));
    assert.equal(rows[0]?.password, "hunter2");
  });

  test("without a store it is no valid message", () => {
    const { ok, issues } = foxctl.safeBuildOk<Rows>({ command: "fs/ls", data }, { now });
    assert.deepEqual([ok, issues.map(({ rule }) => rule)], [false, ["inline-threshold"]]);
  });

  test("a store that fails ends the build", () => {
    const full: ArtifactStore = {
      put: () => {
        throw new Error("no space left");
      },
    };
    const failed = (error: unknown): boolean => error instanceof StoreError && error.path === "/data" && error.message === "/data cannot be stored: no space left";
    assert.throws(() => foxctl.safeBuildOk<Rows>({ command: "fs/ls", data }, { now, store: full }), failed);
    assert.throws(() => foxctl.buildError<Rows>({ command: "fs/ls", data, error: { code: "EIO", message: "no" } }, { now, store: full }), failed);
    assert.doesNotThrow(() => foxctl.buildOk({ command: "fs/ls", data: {} }, { now, store: full }));
  });

  test("messages that are there already are redacted as well", () => {
    const message = foxctl.buildOk<{ data: { token: string } }>({ command: "fs/ls", data: { token: "t-1" } }, { now });
    const shown = foxctl.redacted(foxctl.OkEnvelope, message, { names: ["TOKEN"], values: ["ls"] });
    assert.deepEqual([shown.command, shown.data], ["fs/***", { token: "***" }]);
    assert.equal(message.data.token, "t-1");
  });
});

test("a protocol without a store verifies the files of others", async () => {
  const sha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const file: hotrepl.ArtifactRef = { uri: "u", sha256, byteSize: 0, contentType: "text/plain", finalized: true };
  await hotrepl.verifyDigest(file.sha256, new Uint8Array());
  await assert.rejects(hotrepl.verifyDigest(file.sha256, new Uint8Array(1)), Error);
  for (const protocol of [agh, delegator, foxctl, helper]) assert.equal(protocol.verifyDigest, hotrepl.verifyDigest);
});

test("a text that is too long becomes a failure before anybody reads it", () => {
  assert.equal(foxctl.refusalOfSize(1024 * 1024), undefined);
  assert.deepEqual(foxctl.refusalOfSize(1024 * 1024 + 1), { code: "EOUTPUT_TOO_LARGE", message: "must be at most 1048576 bytes" });
  assert.deepEqual(foxctl.refusalOfSize(11, { params: { capture_max: 10 } }), { code: "EOUTPUT_TOO_LARGE", message: "must be at most 10 bytes" });
  assert.throws(() => foxctl.refusalOfSize(1, { params: { capture_max: -1 } }), RangeError);
});

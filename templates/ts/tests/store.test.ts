import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { verifyDigest } from "../envelope/digest.js";
import { DirectoryStore } from "../envelope/store.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sum = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
const ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The files below a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

describe("a store in a folder", () => {
  test("keeps bytes by their digest", (t) => {
    const folder = join(folderOf(t), "not", "there yet");
    const store = new DirectoryStore(folder);
    const digest = store.put(bytes("abc"));
    assert.equal(digest, "sha256:" + ABC);
    assert.deepEqual(filesIn(folder), [join(folder, "sha256", ABC.slice(0, 2), ABC.slice(2))]);
    if (process.platform !== "win32") assert.equal(statSync(filesIn(folder)[0] ?? "").mode & 0o077, 0); // for its owner alone
    assert.deepEqual(new Uint8Array(store.get(digest)), bytes("abc"));
    assert.equal(store.put(new Uint8Array()), "sha256:" + EMPTY);
    assert.equal(store.get("sha256:" + EMPTY).length, 0);
  });

  test("writes what is there already no second time", (t) => {
    const store = new DirectoryStore(folderOf(t));
    const path = join(store.folder, "sha256", ABC.slice(0, 2), ABC.slice(2));
    store.put(bytes("abc"));
    const before = statSync(path);
    store.put(bytes("abc"));
    const after = statSync(path);
    assert.deepEqual([after.ino, after.mtimeMs], [before.ino, before.mtimeMs]);
    assert.equal(filesIn(store.folder).length, 1);
  });

  test("takes nothing for a digest that is none", (t) => {
    const store = new DirectoryStore(folderOf(t));
    const wrong = ["", "abc", ABC, "sha256:", "sha256:" + ABC.toUpperCase(), `sha256:${ABC}\n`, `sha256:${ABC}0`, "sha256:../../etc/passwd", `sha256:../${ABC.slice(3)}`, `sha256:.tmp-${ABC.slice(5)}`];
    for (const digest of wrong) assert.throws(() => store.get(digest), /this is no digest of a store/);
  });

  test("says what is missing, and what is not what it was", (t) => {
    const store = new DirectoryStore(folderOf(t));
    assert.throws(() => store.get("sha256:" + EMPTY), new RegExp(`^Error: there is no sha256:${EMPTY} in `));
    const digest = store.put(bytes("abc"));
    writeFileSync(join(store.folder, "sha256", ABC.slice(0, 2), ABC.slice(2)), "abd");
    assert.throws(() => store.get(digest), /holds something else/);
  });

  test("a failure leaves no file", (t) => {
    const folder = folderOf(t);
    const place = join(folder, "a file");
    writeFileSync(place, "x");
    assert.throws(() => new DirectoryStore(place).put(bytes("abc")), new RegExp(`^Error: sha256:${ABC} cannot be kept in .*a file: `));
    assert.throws(() => new DirectoryStore(place).get("sha256:" + ABC), /cannot be read/);
    assert.deepEqual(filesIn(folder), [place]);
    assert.equal(readFileSync(place, "utf8"), "x");
  });

  test("what cannot be renamed is removed", (t) => {
    const folder = folderOf(t);
    const other = join(folder, "sha256", ABC.slice(0, 2), ABC.slice(2));
    const store = new DirectoryStore(folder);
    // The name is that of a folder with something in it, and does not look taken at first.
    mkdirSync(join(other, "x"), { recursive: true });
    assert.throws(() => store.get("sha256:" + ABC), /cannot be read/);
    assert.throws(() => store.put(bytes("abc")), /cannot be kept/);
    assert.deepEqual(filesIn(folder), []);
  });
});

describe("a store that something has been done to", () => {
  const place = (folder: string): string => join(folder, "sha256", ABC.slice(0, 2), ABC.slice(2));

  test("replaces damaged files", (t) => {
    const store = new DirectoryStore(folderOf(t));
    for (const damaged of ["", "ab", "abd", "abcd"]) {
      store.put(bytes("abc"));
      writeFileSync(place(store.folder), damaged);
      assert.equal(new TextDecoder().decode(store.get(store.put(bytes("abc")))), "abc");
    }
    assert.equal(filesIn(store.folder).length, 1);
  });

  test("refuses links in it, whatever they lead to, but may be one", (t) => {
    const [folder, outside] = [folderOf(t), folderOf(t)];
    writeFileSync(join(outside, "file"), "abc");
    for (const [i, at] of ["sha256", join("sha256", ABC.slice(0, 2)), place("")].entries()) {
      const store = new DirectoryStore(join(folder, String(i)));
      const link = join(store.folder, at);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(i === 2 ? join(outside, "file") : outside, link);
      assert.throws(() => store.put(bytes("abc")), /is a symbolic link/);
      assert.throws(() => store.get("sha256:" + ABC), /is a symbolic link/);
    }
    assert.equal(filesIn(outside).length, 1);
    symlinkSync(outside, join(folder, "link"));
    assert.equal(new DirectoryStore(join(folder, "link")).put(bytes("abc")), "sha256:" + ABC);
  });

  test("has the modes that it is given", (t) => {
    const store = new DirectoryStore(join(folderOf(t), "own"), { fileMode: 0o664, folderMode: 0o775 });
    store.put(bytes("abc"));
    const path = place(store.folder);
    assert.deepEqual([path, dirname(path), store.folder].map((each) => statSync(each).mode & 0o777), [0o664, 0o775, 0o775]);
    assert.throws(() => new DirectoryStore(""), RangeError);
  });
});

describe("a system of which each call fails in turn", () => {
  const names = ["mkdirSync", "chmodSync", "statSync", "lstatSync", "openSync", "writeFileSync", "fsyncSync", "closeSync", "renameSync", "rmSync", "readFileSync"] as const;
  const system = fs as unknown as Record<string, (...given: readonly unknown[]) => unknown>;

  /** Has one call fail; the one that writes, after a part. Returns the name of the call that failed, if one did. */
  function failing(fails: number, work: () => void): string | undefined {
    const real = new Map(names.map((name) => [name, system[name]]));
    let left = fails;
    let failed: string | undefined;
    for (const name of names) {
      system[name] = (...given) => {
        const call = real.get(name) as (...given: readonly unknown[]) => unknown;
        if (--left !== 0) return call(...given);
        failed = name;
        if (name === "writeFileSync") call(given[0], (given[1] as Uint8Array).subarray(0, 2));
        if (name === "closeSync") call(...given);
        throw Object.assign(new Error("ENOSPC: the disk is full"), { code: "ENOSPC" });
      };
    }
    syncBuiltinESMExports();
    try {
      work();
    } finally {
      for (const [name, call] of real) system[name] = call as (typeof system)[string];
      syncBuiltinESMExports();
    }
    return failed;
  }

  test("what has the name of some bytes is these, nothing else is left, and to put them again succeeds", (t) => {
    for (const before of [undefined, "damaged", "abd", "abc"]) {
      const calls: string[] = [];
      for (let fails = 1; ; fails++) {
        const folder = folderOf(t);
        const store = new DirectoryStore(join(folder, "a", "b"), { fileMode: 0o640, folderMode: 0o750 });
        const path = join(store.folder, "sha256", ABC.slice(0, 2), ABC.slice(2));
        if (before !== undefined) {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, before);
        }
        let error: unknown;
        const failed = failing(fails, () => {
          try {
            store.put(bytes("abc"));
          } catch (caught) {
            error = caught;
          }
        });
        if (error !== undefined) assert.match(String(error), /cannot be kept in .*disk is full/);
        const there = filesIn(folder).map((file) => [file.slice(-62) === path.slice(-62), readFileSync(file, "utf8")]);
        if (failed !== "rmSync") assert.ok(there.every(([named, text]) => named === true && (text === "abc" || (error !== undefined && text === before))), `${failed} ${String(there)}`);
        assert.equal(new TextDecoder().decode(store.get(store.put(bytes("abc")))), "abc");
        if (failed === undefined) break;
        calls.push(failed);
      }
      const renamed = calls.indexOf("renameSync");
      if (before !== "abc") assert.ok(calls.slice(0, renamed).lastIndexOf("fsyncSync") > calls.indexOf("writeFileSync"), `renamed before it is on the disk: ${calls.join()}`);
    }
  });
});

describe("a process that is killed while it stores", () => {
  const program = fileURLToPath(new URL("./storing.js", import.meta.url));

  /** Starts the process and kills it some milliseconds after it has begun to store. */
  const killed = (folder: string, after: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [program, folder], { stdio: ["ignore", "pipe", "inherit"] });
      child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), after));
      child.once("error", reject);
      child.once("exit", (code, signal) => (signal === "SIGKILL" ? resolve() : reject(new Error(`it ended with ${code}`))));
    });

  test("leaves only whole files under their names", async (t) => {
    const folder = folderOf(t);
    const lane = async (): Promise<void> => {
      for (let i = 0; i < 10; i++) await killed(folder, Math.random() * 20);
    };
    await Promise.all([lane(), lane(), lane(), lane(), lane()]);
    const store = new DirectoryStore(folder);
    const stored = (): string[] => filesIn(folder).filter((path) => !basename(path).startsWith(".tmp-"));
    for (let i = 0; i < 2000 && stored().length === 0; i++) await killed(folder, i); // a busy machine needs longer runs to store something
    const files = filesIn(folder);
    const whole = stored();
    assert.ok(whole.length > 0, `${whole.length} files`);
    for (const path of whole) {
      const digest = "sha256:" + path.slice(-65).replace("/", "").replace("\\", "");
      assert.equal("sha256:" + sum(store.get(digest)), digest);
    }
    t.diagnostic(`${whole.length} whole, ${files.length - whole.length} unfinished`);
  });
});

describe("verifyDigest", () => {
  test("takes the digest of the bytes, with and without its prefix", async () => {
    await verifyDigest("sha256:" + ABC, bytes("abc"));
    await verifyDigest(ABC, bytes("abc"));
    await verifyDigest(ABC.toUpperCase(), bytes("abc"));
    await verifyDigest(EMPTY, new Uint8Array());
  });

  test("refuses others, and what is no digest", async () => {
    await assert.rejects(verifyDigest(ABC, bytes("abd")), new RegExp(`and not ${ABC}$`));
    for (const digest of ["", "sha256:", ABC.slice(1), "sha1:" + ABC, ABC + "\n"]) await assert.rejects(verifyDigest(digest, bytes("abc")), /no SHA-256 digest/);
  });

  test("is the same for all sizes of bytes", async () => {
    for (const length of [1, 55, 56, 64, 1000]) {
      const content = new Uint8Array(length).fill(length);
      await verifyDigest(sum(content), content);
    }
  });
});

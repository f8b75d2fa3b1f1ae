// The cost of storing new artifacts, beside a program that writes whole files that survive a crash.
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { measure } from "./measure.mjs";
import { textsOf } from "./messages.mjs";

const SIZES = { "64 KiB": 2 ** 16, "16 MiB": 2 ** 24 };
const REMARK = "writes a file, syncs it and its folder, and gives it its name";

/** Prints the rows of the store of a folder of generated TypeScript. It keeps its files on the disk that `outdir` is on. */
export async function printStores(generated, outdir, version, { messages, rounds, time, only }) {
  const outfile = join(outdir, "store.mjs");
  await build({ entryPoints: [join(resolve(generated), "envelope/store.ts")], outfile, bundle: true, format: "esm", platform: "node", target: "node20", logLevel: "error" });
  const { DirectoryStore } = await import(pathToFileURL(outfile));
  const folder = mkdtempSync(join(outdir, "store-"));
  try {
    const store = new DirectoryStore(join(folder, "store"));
    const placeOf = (digest) => join(store.folder, "sha256", digest.slice(7, 9), digest.slice(9));
    const [text] = textsOf(messages, "foxctl-large.json");
    for (const [name, size] of Object.entries(SIZES)) {
      const content = Buffer.alloc(size, text);
      let number = 0;
      const keeping = (keep) => () => {
        content.writeUInt32LE(number++);
        rmSync(keep(content));
      };
      const contestants = [
        { library: "envgen", version, work: keeping((content) => placeOf(store.put(content))) },
        { library: "node:fs and sha256", remark: REMARK, work: keeping((content) => written(folder, createHash("sha256").update(content).digest("hex"), content)) },
        { library: "node:fs", remark: `${REMARK}; no digest`, work: keeping((content) => written(folder, "plain", content)) },
      ].filter(({ library }) => only.test(`foxctl-large store ${library}`));
      const figures = measure(contestants, [content], rounds, time);
      contestants.forEach(({ library, version: own = process.version, remark }, i) => {
        console.log(JSON.stringify({ message: "foxctl-large", work: `store ${name}`, library, version: own, remark, ns: figures[i] }));
      });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function written(folder, name, content) {
  const path = join(folder, name);
  const file = openSync(`${path}.new`, "w");
  writeFileSync(file, content);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
  const around = openSync(folder, "r");
  fsyncSync(around);
  closeSync(around);
  return path;
}

/** Starts headless Chromium for the test of the page. */

import { execFileSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync, createBrotliDecompress } from "node:zlib";
import { type Browser, chromium } from "playwright-core";

const modules = fileURLToPath(new URL("../node_modules/", import.meta.url));
const packed = join(modules, "@sparticuz/chromium/bin");
const unpacked = join(modules, ".cache/chromium");

// No test may use the network.
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Starts the browser in the variable CHROME, or else the one that npm has installed. The latter runs on Linux on x64. */
export async function launch(): Promise<Browser> {
  const own = process.env["CHROME"];
  if (own !== undefined) return chromium.launch({ executablePath: own, args });
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error("CHROME must name a Chromium: the one of npm is for Linux on x64");
  if (!existsSync(unpacked)) await unpack();
  return chromium.launch({ executablePath: join(unpacked, "chromium"), args, env: { ...process.env, LD_LIBRARY_PATH: join(unpacked, "lib") } });
}

/** Decompresses the browser and the libraries that a small system lacks. The rename comes last, so that the folder is complete. */
async function unpack(): Promise<void> {
  mkdirSync(join(unpacked, ".."), { recursive: true });
  const folder = mkdtempSync(unpacked);
  try {
    execFileSync("tar", ["-x", "-C", folder], { input: brotliDecompressSync(readFileSync(join(packed, "al2023.tar.br"))) });
    await pipeline(createReadStream(join(packed, "chromium.br")), createBrotliDecompress(), createWriteStream(join(folder, "chromium"), { mode: 0o755 }));
    renameSync(folder, unpacked);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

/** Keeps artifacts in a folder. For Node and what is like it: nothing else imports this module. */

// There is a line before each import because it needs no @types/node: what is used is declared below.
// @ts-ignore
import * as nodeCrypto from "node:crypto";
// @ts-ignore
import * as nodeFs from "node:fs";
// @ts-ignore
import * as nodePath from "node:path";

interface Files {
  mkdirSync(path: string, options: { readonly recursive: true }): unknown;
  lstatSync(path: string, options: { readonly throwIfNoEntry: false }): { isFile(): boolean } | undefined;
  openSync(path: string, flags: string, mode?: number): number;
  writeFileSync(file: number, content: Uint8Array): void;
  fsyncSync(file: number): void;
  closeSync(file: number): void;
  renameSync(from: string, to: string): void;
  rmSync(path: string, options: { readonly force: true }): void;
  readFileSync(path: string): Uint8Array;
}

interface Hashes {
  createHash(algorithm: "sha256"): { update(content: Uint8Array): { digest(encoding: "hex"): string } };
  randomBytes(size: number): { toString(encoding: "hex"): string };
}

interface Paths {
  join(...parts: readonly string[]): string;
  dirname(path: string): string;
}

const files: Files = nodeFs as unknown as Files;
const hashes: Hashes = nodeCrypto as unknown as Hashes;
const paths: Paths = nodePath as unknown as Paths;

/**
 * Keeps artifacts in a folder by their digests, as `sha256/<two digits>/<62 digits>`. A file that has its name is whole,
 * also where a process or the machine has stopped meanwhile; names that begin with `.tmp-` are those of unfinished ones.
 */
export class DirectoryStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Keeps bytes and returns their digest. Bytes that are there already are not written again. */
  put(content: Uint8Array): string {
    const digest = "sha256:" + sumOf(content);
    const path = this.pathOf(digest);
    try {
      if (files.lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) keep(content, path);
    } catch (error) {
      throw failure(`${digest} cannot be kept in ${this.folder}`, error);
    }
    return digest;
  }

  /** Returns the bytes of a digest; throws an Error if they are not there, or are others. */
  get(digest: string): Uint8Array {
    const path = this.pathOf(digest);
    let content: Uint8Array;
    try {
      content = files.readFileSync(path);
    } catch (error) {
      const { code } = error as { readonly code?: unknown };
      throw failure(code === "ENOENT" ? `there is no ${digest} in ${this.folder}` : `${digest} cannot be read`, error);
    }
    if ("sha256:" + sumOf(content) !== digest) throw new Error(`the file of ${digest} in ${this.folder} holds something else`);
    return content;
  }

  private pathOf(digest: string): string {
    const sum = /^sha256:([0-9a-f]{64})$/.exec(digest)?.[1];
    if (sum === undefined) throw new Error("this is no digest of a store: " + JSON.stringify(digest));
    return paths.join(this.folder, "sha256", sum.slice(0, 2), sum.slice(2));
  }
}

function sumOf(content: Uint8Array): string {
  return hashes.createHash("sha256").update(content).digest("hex");
}

function failure(what: string, cause: unknown): Error {
  const error = new Error(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`);
  return Object.defineProperty(error, "cause", { value: cause, writable: true, configurable: true });
}

/** Writes a file that is there as a whole or not at all. */
function keep(content: Uint8Array, path: string): void {
  const folder = paths.dirname(path);
  const made = files.mkdirSync(folder, { recursive: true }) !== undefined;
  const unfinished = paths.join(folder, ".tmp-" + hashes.randomBytes(12).toString("hex"));
  try {
    const file = files.openSync(unfinished, "wx", 0o600);
    try {
      files.writeFileSync(file, content);
      files.fsyncSync(file);
    } finally {
      files.closeSync(file);
    }
    files.renameSync(unfinished, path);
  } catch (error) {
    files.rmSync(unfinished, { force: true });
    throw error;
  }
  flush(folder);
  if (made) for (const around of [paths.dirname(folder), paths.dirname(paths.dirname(folder))]) flush(around);
}

/** Has the names in a folder written, where a system can do that. */
function flush(folder: string): void {
  try {
    const file = files.openSync(folder, "r");
    try {
      files.fsyncSync(file);
    } finally {
      files.closeSync(file);
    }
  } catch {
    // Windows opens no folders.
  }
}

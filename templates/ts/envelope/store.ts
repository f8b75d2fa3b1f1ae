/** Stores artifacts in a folder. For Node and compatible runtimes: no other module imports this one. */

// Each import is preceded by a line that makes @types/node unnecessary: the used functions are declared below.
// @ts-ignore
import * as nodeCrypto from "node:crypto";
// @ts-ignore
import * as nodeFs from "node:fs";
// @ts-ignore
import * as nodePath from "node:path";

interface Files {
  mkdirSync(path: string): void;
  chmodSync(path: string, mode: number): void;
  statSync(path: string, options: { readonly throwIfNoEntry: false }): Stats | undefined;
  lstatSync(path: string, options: { readonly throwIfNoEntry: false }): Stats | undefined;
  openSync(path: string, flags: string, mode?: number): number;
  writeFileSync(file: number, content: Uint8Array): void;
  fsyncSync(file: number): void;
  closeSync(file: number): void;
  renameSync(from: string, to: string): void;
  rmSync(path: string, options: { readonly force: true }): void;
  readFileSync(path: string): Uint8Array;
}

interface Stats {
  readonly size: number;
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
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

/** The modes of the store's files and folders, for every umask. */
export interface StoreModes {
  /** Of files. Default: 0o600, so that only the user who stores an artifact may read it. */
  readonly fileMode?: number | undefined;
  /** Of folders. Default: 0o777 less the umask. */
  readonly folderMode?: number | undefined;
}

/**
 * Keeps artifacts in a folder by their digests, as `sha256/<two digits>/<62 digits>`. A file that has its name is whole,
 * also where a process or the machine has stopped meanwhile; names that begin with `.tmp-` are those of unfinished ones.
 * Symbolic links in the folder are refused: they could lead out of it.
 */
export class DirectoryStore {
  readonly folder: string;
  private readonly modes: StoreModes;

  /** Throws a RangeError without the path of a folder. The folder is made by the first `put`. */
  constructor(folder: string, modes: StoreModes = {}) {
    if (folder === "") throw new RangeError("a store needs the path of a folder");
    this.folder = folder;
    this.modes = modes;
  }

  /** Stores bytes and returns their digest. Bytes that are present already are not written again, unless their file is damaged. */
  put(content: Uint8Array): string {
    const digest = "sha256:" + sumOf(content);
    const path = this.pathOf(digest);
    try {
      refuseLinks(path);
      if (!isStored(path, content, digest)) keepFile(content, path, this.modes);
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
      refuseLinks(path);
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

/** Throws an Error for a link in place of a file of the store, or of one of the two folders around it. */
function refuseLinks(path: string): void {
  const folder = paths.dirname(path);
  for (const place of [paths.dirname(folder), folder, path]) {
    if (files.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true) throw new Error(`${place} is a symbolic link`);
  }
}

/** Whether a file has some bytes. One that cannot be read is damaged. */
function isStored(path: string, content: Uint8Array, digest: string): boolean {
  try {
    const stats = files.lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size === content.length && "sha256:" + sumOf(files.readFileSync(path)) === digest;
  } catch {
    return false;
  }
}

/** Makes a folder and those above that are missing, and returns the folders whose content changes. */
function make(folder: string, mode: number | undefined): readonly string[] {
  if (files.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return [folder];
  const above = paths.dirname(folder);
  const changed = above === folder ? [] : make(above, mode);
  try {
    files.mkdirSync(folder);
    if (mode !== undefined) files.chmodSync(folder, mode);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code !== "EEXIST" || files.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error; // else another process has made it
  }
  return [...changed, folder];
}

/** Writes a file completely or not at all. */
function keepFile(content: Uint8Array, path: string, { fileMode, folderMode }: StoreModes): void {
  const folder = paths.dirname(path);
  const changed = make(folder, folderMode);
  const unfinished = paths.join(folder, ".tmp-" + hashes.randomBytes(12).toString("hex"));
  try {
    const file = files.openSync(unfinished, "wx", 0o600);
    try {
      files.writeFileSync(file, content);
      if (fileMode !== undefined) files.chmodSync(unfinished, fileMode);
      files.fsyncSync(file);
    } finally {
      files.closeSync(file);
    }
    files.renameSync(unfinished, path);
  } catch (error) {
    files.rmSync(unfinished, { force: true });
    throw error;
  }
  for (const each of changed) flush(each);
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

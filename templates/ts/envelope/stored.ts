/** Gives large objects of a message that is built to a store. */

import type { ArtifactStore, Members, Storing } from "./artifacts.js";
import { check } from "./check.js";
import type { Options } from "./options.js";
import { atMember } from "./pointer.js";
import { amountOf, type Ask } from "./shorten.js";
import { fits } from "./size.js";
import { duplicate, isObject, type JsonObject, own, setMember } from "./value.js";
import { type Layout, layoutOfMembers, write } from "./write.js";

// Declares only the part that is used, so that neither the DOM library nor @types/node is needed.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

/** Thrown by builders if the store fails; `cause` is the exception of the store. */
export class StoreError extends Error {
  override readonly name: string = "StoreError";
  /** The JSON Pointer of the value to store. */
  readonly path: string;

  constructor(path: string, reason: string, cause?: unknown) {
    super(`${path} cannot be stored: ${reason}`);
    this.path = path;
    if (cause !== undefined) Object.defineProperty(this, "cause", { value: cause, writable: true, configurable: true });
  }
}

/** Stores an object and returns its replacement, or undefined if the object stays in the message. */
export function storeLarge(value: unknown, self: Storing, to: ArtifactStore, ask: Ask, options: Options<never>): JsonObject | undefined {
  const [mark = ""] = self.digest;
  if (!isObject(value) || own(value, mark) !== undefined) return undefined;
  const most = amountOf(self.over, ask);
  if (fits(value, most)) return undefined;
  const layout = self.of.layout?.();
  const content = new TextEncoder().encode(write(value, layout));
  const members = arranged(value, layout);
  const records = members.find(({ value: list }) => Array.isArray(list) && list.length > 0);
  const summary: JsonObject = {};
  for (const [at, constant] of self.values ?? []) setAt(summary, at, constant);
  setAt(summary, self.digest, digestOf(content, self.at, to));
  setAt(summary, self.size, content.length);
  setAt(summary, self.count, (records?.value as readonly unknown[] | undefined)?.length);
  const { preview } = self;
  if (preview !== undefined) setAt(summary, preview.at, preview.by(preview, members, records ?? { value, layout }));
  const taken = (self.takes ?? []).filter((at) => isValidAt(at, own(value, at[at.length - 1] ?? ""), summary, self, options));
  for (const at of taken) setAt(summary, at, duplicate(own(value, at[at.length - 1] ?? "")));
  return summary;
}

function digestOf(content: Uint8Array, at: readonly string[], to: ArtifactStore): string {
  const path = at.map(atMember).join("");
  let digest: unknown;
  try {
    digest = to.put(content);
  } catch (error) {
    throw new StoreError(path, error instanceof Error ? error.message : String(error), error);
  }
  if (typeof digest !== "string") throw new StoreError(path, "the store has returned no digest");
  return digest;
}

/** Whether a member is present and valid in a summary, even if other members of the summary are not. */
function isValidAt(at: readonly string[], value: unknown, summary: JsonObject, { makes }: Storing, options: Options<never>): boolean {
  if (value === undefined) return false;
  const candidate = duplicate(summary) as JsonObject;
  setAt(candidate, at, value);
  const path = at.map(atMember).join("");
  const issues = check(makes, candidate, { ...options, maxIssues: 2 ** 31 - 1 });
  return !issues.some((issue) => issue.level === "must" && (issue.path === path || issue.path.startsWith(path + "/")));
}

/** Gives a member its value, and begins the objects around it. */
function setAt(members: JsonObject, at: readonly string[] | undefined, value: unknown): void {
  if (at === undefined || value === undefined) return;
  const [name = "", ...rest] = at;
  if (rest.length === 0) {
    setMember(members, name, value);
    return;
  }
  const there = own(members, name);
  const inner: JsonObject = isObject(there) ? there : {};
  setMember(members, name, inner);
  setAt(inner, rest, value);
}

/** Returns the members of an object in the order in which they are written. */
export function arranged(object: JsonObject, layout: Layout | undefined): Members {
  const { members = [], values } = layoutOfMembers(object, layout);
  const declared = members.map(([name, below]) => ({ name, value: own(object, name), layout: below?.() }));
  const known = new Set(declared.map(({ name }) => name));
  const others = Object.keys(object).filter((name) => !known.has(name));
  const undeclared = others.map((name) => ({ name, value: own(object, name), layout: values?.() }));
  return [...declared, ...undeclared].filter(({ value }) => value !== undefined);
}

/** The operation `build`, with the functions that a program calls if it receives the name of a builder. */

import { createHash } from "node:crypto";
import type { Issue, Result, TypeInfo } from "../../../gen/ts/envelope.js";
import type { ArtifactStore } from "../../../gen/ts/envelope/artifacts.js";
import type { Builders, Protocol, SafeBuild } from "./module.js";

type Request = { readonly [member: string]: unknown };

/** The answer to a request. */
export interface Built {
  readonly issues: readonly Issue[];
  readonly output?: string | undefined;
  readonly exit?: unknown;
}

/** Runs the builder of a request, and writes the message if it is valid. */
export function build(protocol: Protocol, request: Request, options: object): Built {
  const builder = builderOf(protocol, String(request["builder"]));
  const { args, answers } = request;
  const result = call(builder.safeBuild, placed(builder, args), answers, { ...options, ...sourcesOf(request) });
  if (!result.ok) return { issues: result.issues };
  const output = protocol.format?.(result.value as never, { type: builder.of, built: true } as never);
  return { issues: result.issues, output, ...exitOf(protocol, result.value) };
}

function builderOf({ builders }: Protocol, name: string): Builders[string] {
  const builder = Object.entries(builders ?? {}).find(([known]) => known === name)?.[1];
  if (builder === undefined) throw new Error(`there is no builder ${name}`);
  return builder;
}

/** Gives the members of a message bigints where they are integers of 64 bits. */
function placed({ of }: Builders[string], args: unknown): unknown {
  const { wide } = of as TypeInfo<unknown>;
  return wide === undefined ? args : wide.place(args);
}

/** A builder that answers takes the message that is answered first. All of them end in options, which may be left out. */
function call(safeBuild: SafeBuild, args: unknown, answers: unknown, options: object): Result<unknown> {
  if (typeof args !== "object" || args === null || Array.isArray(args)) throw new Error("args is an object");
  const given = answers === undefined ? [args] : [answers, args];
  if (safeBuild.length !== given.length + 1) throw new Error("a builder that answers takes the message that is answered, and no other one does");
  return safeBuild(...([...given, options] as never[]));
}

/** The values of a request that replace those of the system. */
function sourcesOf({ started, ids = [], env = {}, secrets, store = false }: Request): object {
  if (typeof store !== "boolean") throw new Error("store is true or false");
  if (!Array.isArray(ids)) throw new Error("ids is a list");
  const left = [...(ids as unknown[])];
  const newId = (): unknown => {
    if (left.length === 0) throw new Error("ids: there are too few");
    return left.shift();
  };
  const given = { ...(started === undefined ? {} : { started }), ...(secrets === undefined ? {} : { secrets }) };
  return { newId, env, ...given, ...(store ? { store: memory() } : {}) };
}

/** A store that nobody reads. */
function memory(): ArtifactStore {
  const kept = new Map<string, Uint8Array>();
  return {
    put: (content) => {
      const digest = "sha256:" + createHash("sha256").update(content).digest("hex");
      kept.set(digest, content);
      return digest;
    },
  };
}

/** The code of the process that writes the message, if the protocol gives it one. */
function exitOf({ exitCode, emit }: Protocol, message: unknown): { readonly exit?: unknown } {
  if (exitCode === undefined || emit === undefined) return {};
  const exit = emit(message as never, { built: true, write: () => {} } as never);
  return exit === undefined ? {} : { exit };
}

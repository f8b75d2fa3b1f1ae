/** The operations `dispatch`, `refuse` and `digest`, with the functions that consumers call. */

import type { Codec, Issue, Options } from "../../../gen/ts/envelope.js";
import type { Protocol } from "./module.js";

type Request = { readonly [member: string]: unknown };
type Handle = (...args: readonly unknown[]) => unknown;

/** The action of a consumer on a text. */
export interface Done {
  readonly issues: readonly Issue[];
  readonly case?: unknown;
  readonly output?: string;
}

/** Returns the function of a module by its name. Type checkers cannot infer its type. */
function functionOf(protocol: Protocol, name: string): Handle | undefined {
  const found = Object.entries(protocol).find(([known]) => known === name)?.[1] as unknown;
  return typeof found === "function" ? (found as Handle) : undefined;
}

/** A handler for every case, which returns the name of the case. */
const NAMES = new Proxy({}, { get: (_, name) => () => name });

export function dispatch(protocol: Protocol, codec: Codec<unknown, unknown>, request: Request, text: string | Uint8Array, options: Options<unknown>): Done {
  const name = "dispatch" + String(request["dispatch"]).replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const decide = functionOf(protocol, name);
  if (decide === undefined) throw new Error(`there is no ${name}`);
  const result = codec.safeDecode(text, options);
  if (result.ok) return { issues: result.issues, case: decide(result.value, NAMES) };
  const decideText = functionOf(protocol, name + "Of");
  return { issues: result.issues, ...(decideText === undefined ? {} : { case: decideText(text, NAMES, options) }) };
}

export function refuse(protocol: Protocol, codec: Codec<unknown, unknown>, text: string | Uint8Array, options: Options<unknown>): Done {
  const refusalOf = functionOf(protocol, "refusalOf");
  if (refusalOf === undefined) throw new Error("there is no refusal");
  const { ok, issues } = codec.safeDecode(text, options);
  if (ok) return { issues };
  const made = refusalOf(issues) as object;
  return { issues, output: JSON.stringify(issues[0]?.rule === "json" ? { ...made, message: "" } : made) };
}

export function refuseSize(protocol: Protocol, size: unknown, options: Options<unknown>): Done {
  const made = functionOf(protocol, "refusalOfSize")?.(size, options);
  return { issues: [], ...(made === undefined ? {} : { output: JSON.stringify(made) }) };
}

/** The support code that not every folder of bindings has, so that nothing but its path is known here. */
const DIGEST: string = "../../../gen/ts/envelope/digest.js";

/** Whether a digest is that of a content. */
export async function verify(digest: unknown, content: string | Uint8Array): Promise<boolean> {
  const { verifyDigest } = (await import(DIGEST)) as { readonly verifyDigest: Handle };
  try {
    await verifyDigest(digest, typeof content === "string" ? new TextEncoder().encode(content) : content);
    return true;
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return false;
  }
}

// Judges the texts on standard input, one request a line, with generated modules. The test writes protocols.ts.
import { createInterface } from "node:readline";

import { PROTOCOLS } from "./protocols.js";

interface Request {
  readonly protocol: string;
  readonly type?: string;
  readonly text?: string;
  readonly base64?: string;
  readonly now?: string;
  readonly params?: { readonly [name: string]: unknown };
}

function judge({ protocol: name, type, text, base64, now = "2000-01-01T00:00:00Z", params = {} }: Request): object {
  const protocol = PROTOCOLS[name];
  const codec = protocol?.lookup(type ?? protocol.rootName);
  if (codec === undefined) throw new Error(`there is no type ${type} of ${name}`);
  const { max_depth: maxDepth, max_bytes: maxBytes, max_issues: maxIssues, max_remembered: maxRemembered, ...own } = params;
  const options = { maxDepth, maxBytes, maxIssues, maxRemembered, now, params: own };
  const result = codec.safeDecode(base64 === undefined ? (text ?? "") : Buffer.from(base64, "base64"), options as never);
  if (!result.ok) return { issues: result.issues };
  const output = codec.encodeUnchecked(result.value as never, { maxDepth, maxBytes: 2 ** 31 - 1 } as never);
  return { issues: result.issues, output };
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer: object;
  try {
    answer = judge(JSON.parse(line) as Request);
  } catch (error) {
    answer = { error: String(error) };
  }
  console.log(JSON.stringify(answer));
}

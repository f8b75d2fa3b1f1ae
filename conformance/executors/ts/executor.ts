/**
 * Drives the generated TypeScript for the conformance suite: one JSON object a line on standard input, one answer a
 * line on standard output, until `stop` or the end of input.
 */

import { answer } from "./answer.js";

const LF = 0x0a;

/** Splits input into lines at LF only: a request may contain U+2028, at which node:readline would split, too. */
async function* lines(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString("utf8");
      rest = [];
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
  }
  const last = Buffer.concat(rest).toString("utf8");
  if (last !== "") yield last;
}

/** Answers a line; returns whether another one may come. */
async function serve(line: string): Promise<boolean> {
  let request: { readonly [member: string]: unknown };
  try {
    request = Object(JSON.parse(line)) as typeof request;
  } catch {
    reply({ seq: null, error: "the request is not JSON" });
    return true;
  }
  reply({ seq: request["seq"] ?? null, ...(await answer(request)) });
  return request["op"] !== "stop";
}

function reply(message: object): void {
  process.stdout.write(JSON.stringify(message) + "\n");
}

for await (const line of lines(process.stdin)) if (!(await serve(line))) break;

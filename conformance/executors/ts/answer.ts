/** Answers single requests. Reading and writing lines is the work of executor.ts. */

import type { Codec, Issue, Options } from "../../../gen/ts/envelope.js";
import { type Done, dispatch, refuse, refuseSize, verify } from "./actions.js";
import { type Built, build } from "./build.js";
import type { Conversation, Protocol, StreamTracker, Verdict } from "./module.js";
import { PROTOCOLS } from "./protocols.js";

const CONTRACT = 1;

/** An answer but for its seq. */
export type Answer =
  | Record<string, never>
  | { readonly executor: string; readonly language: string; readonly contract: number; readonly protocols: string[] }
  | { readonly issues: readonly Issue[]; readonly output?: string }
  | Built
  | Done
  | { readonly verified: boolean }
  | { readonly verdicts: readonly (readonly Issue[])[] }
  | { readonly skipped: string }
  | { readonly error: string };

type Request = { readonly [member: string]: unknown };

/** Answers a request; an error is an answer, too. */
export async function answer(request: Request): Promise<Answer> {
  try {
    switch (request["op"]) {
      case "start":
        return start(request);
      case "check":
        return check(request);
      case "build":
        return build(protocolOf(request), request, optionsOf(request));
      case "stream":
        return stream(request);
      case "converse":
        return converse(request);
      case "dispatch":
        return dispatch(protocolOf(request), codecOf(request), request, textOf(request), optionsOf(request));
      case "refuse":
        if (request["size"] !== undefined) return refuseSize(protocolOf(request), request["size"], optionsOf(request));
        return refuse(protocolOf(request), codecOf(request), textOf(request), optionsOf(request));
      case "digest":
        return { verified: await verify(request["digest"], textOf(request)) };
      case "stop":
        return {};
      default:
        if (typeof request["op"] !== "string") throw new Error("op is required, as a string");
        return { skipped: `the operation ${request["op"]} is not supported` };
    }
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

function start(request: Request): Answer {
  if (request["contract"] !== CONTRACT) throw new Error(`contract ${String(request["contract"])} is not spoken here`);
  return { executor: "envgen-ts", language: "typescript", contract: CONTRACT, protocols: [...PROTOCOLS.keys()] };
}

function check(request: Request): Answer {
  const codec = codecOf(request);
  const options = optionsOf(request);
  const text = textOf(request);
  const result = codec.safeDecode(text, options);
  if (codec.type.wide === undefined) compare(codec, text, options, result.issues);
  else if (result.ok) compareValue(codec, result.value, options, result.issues); // JSON.parse makes no bigints
  if (!result.ok) return { issues: result.issues };
  // The canonical text may be longer than the one that was read.
  const output = codec.encodeUnchecked(result.value, { maxDepth: options.maxDepth, maxBytes: 2 ** 31 - 1 });
  return { issues: result.issues, output };
}

/** Checks the value of a text as well, with options bound: a value has the issues of its text. */
function compare(codec: Codec<unknown, unknown>, text: string | Uint8Array, options: Options<unknown>, issues: readonly Issue[]): void {
  if (typeof text !== "string" || issues[0]?.rule === "json") return;
  // JSON.parse keeps the sign of -0, by which a rule could divide. The value of the text is 0.
  compareValue(codec, JSON.parse(text, (_, part: unknown) => (part === 0 ? 0 : part)), options, issues);
}

function compareValue(codec: Codec<unknown, unknown>, value: unknown, options: Options<unknown>, issues: readonly Issue[]): void {
  for (const trusted of [false, true]) {
    const found = codec.with({ ...options, trusted }).check(value);
    // The canonical text may be longer than the one that was read.
    if (found[0]?.rule !== "json" && JSON.stringify(found) !== JSON.stringify(issues)) throw new Error(`the value has other issues (trusted: ${trusted}): ${JSON.stringify(found)}`);
  }
}

function stream(request: Request): Answer {
  const [protocol, conversation] = conversationOf(request);
  const lines = protocol.EnvgenLineTracker ?? protocol.LineTracker;
  const frames = protocol.EnvgenFrameTracker ?? protocol.FrameTracker;
  const Reader = (conversation.lines === true ? lines : conversation.headers === true ? frames : undefined) as StreamTracker | undefined;
  if (Reader === undefined) throw new Error(`${conversation.name} is no stream of lines`);
  const reader = new Reader(conversation as never, optionsOf(request) as Options<never>);
  const text = textOf(request);
  // Headers count bytes, so that frames are no text.
  const whole = conversation.headers === true && typeof text === "string" ? new TextEncoder().encode(text) : text;
  const size = typeof request["pieces"] === "number" ? request["pieces"] : Math.max(whole.length, 1);
  const items: Verdict[] = [];
  for (let at = 0; at < whole.length; at += size) items.push(...reader.push(whole.slice(at, at + size)));
  items.push(...reader.finish());
  return { verdicts: items.map(({ issues }) => issues) };
}

function converse(request: Request): Answer {
  const [protocol, conversation] = conversationOf(request);
  const { as, events } = request;
  if (as !== undefined && typeof as !== "string") throw new Error("as is a string");
  const tracker = protocol.track?.(conversation as never, { side: as });
  const { receiveText, sendText } = protocol;
  if (tracker === undefined || receiveText === undefined || sendText === undefined || !Array.isArray(events)) throw new Error("events is a list");
  const verdicts = (events as Request[]).map((event) => {
    const options = optionsOf({ ...request, ...(event["now"] === undefined ? {} : { now: event["now"] }) }) as Options<never>;
    if (event["close"] === true) return tracker.close(options);
    const text = event["send"] ?? event["receive"];
    if (typeof text !== "string") throw new Error("an event sends or receives a string, or closes");
    const isSent = event["send"] !== undefined;
    const frame = conversation.batch === undefined ? undefined : isSent ? protocol.sendFrame : protocol.receiveFrame;
    if (frame !== undefined) return frame(tracker as never, text, options).flatMap(({ issues }) => issues);
    const take = isSent ? sendText : receiveText;
    return take(tracker as never, text, options).issues;
  });
  return { verdicts };
}

function protocolOf(request: Request): Protocol {
  const protocol = PROTOCOLS.get(String(request["protocol"]));
  if (protocol === undefined) throw new Error(`there is no protocol ${String(request["protocol"])}`);
  return protocol;
}

function conversationOf(request: Request): readonly [Protocol, Conversation] {
  const protocol = PROTOCOLS.get(String(request["protocol"]));
  const conversation = protocol?.conversations?.find(({ name }) => name === request["conversation"]);
  if (protocol === undefined || conversation === undefined) {
    throw new Error(`${String(request["protocol"])} has no conversation ${String(request["conversation"])}`);
  }
  return [protocol, conversation];
}

function codecOf(request: Request): Codec<unknown, unknown> {
  const protocol = protocolOf(request);
  const name = request["type"] ?? protocol.rootName;
  const codec = protocol.lookup(String(name));
  if (codec === undefined) throw new Error(`${String(request["protocol"])} has no type ${String(name)}`);
  return codec;
}

function textOf(request: Request): string | Uint8Array {
  const { text, base64 } = request;
  if (typeof text === "string" && base64 === undefined) return text;
  if (typeof base64 === "string" && text === undefined) return Buffer.from(base64, "base64");
  throw new Error("exactly one of text and base64 is required, as a string");
}

/** The time of requests without `now`. */
const NOW = "2000-01-01T00:00:00Z";

function optionsOf(request: Request): Options<unknown> {
  const { now = NOW, params = {} } = request;
  if (typeof now !== "string") throw new Error("now is a string");
  if (typeof params !== "object" || params === null || Array.isArray(params)) throw new Error("params is an object");
  const { max_depth, max_bytes, max_issues, max_remembered, ...own } = params as Request;
  const limits = { maxDepth: limit("max_depth", max_depth), maxBytes: limit("max_bytes", max_bytes), maxIssues: limit("max_issues", max_issues), maxRemembered: limit("max_remembered", max_remembered) };
  return { ...limits, now, params: own };
}

/** A limit as the binding takes it; it judges numbers itself. */
function limit(name: string, param: unknown): number | undefined {
  if (param === undefined || typeof param === "number") return param;
  throw new Error(`${name} is a number`);
}

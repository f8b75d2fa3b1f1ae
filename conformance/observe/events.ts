/** Runs requests through observed codecs and trackers. Each line of input is a request, and each line of output the events and the issues. */

import { createInterface } from "node:readline";
import * as agh from "../../gen/ts/agh.js";
import { observed as aghCodec, observedTracker as aghTracker } from "../../gen/ts/agh.observe.js";
import * as delegator from "../../gen/ts/delegator.js";
import { observed as delegatorCodec, observedTracker as delegatorTracker } from "../../gen/ts/delegator.observe.js";
import type { Codec, Issue, Options } from "../../gen/ts/envelope.js";
import type { Observation, ObservedTracker } from "../../gen/ts/envelope/observe.js";
import * as foxctl from "../../gen/ts/foxctl.js";
import { observed as foxctlCodec, observedTracker as foxctlTracker } from "../../gen/ts/foxctl.observe.js";
import * as helper from "../../gen/ts/helper.js";
import { observed as helperCodec, observedTracker as helperTracker } from "../../gen/ts/helper.observe.js";
import * as hotrepl from "../../gen/ts/hotrepl.js";
import { observed as hotreplCodec, observedTracker as hotreplTracker } from "../../gen/ts/hotrepl.observe.js";

type Json = { readonly [member: string]: unknown };
type AnyCodec = Codec<unknown, unknown>;
type Hook = (event: Observation) => void;

interface Protocol {
  readonly module: {
    readonly rootName: string;
    readonly lookup: (name: string) => AnyCodec | undefined;
    readonly conversations: readonly { readonly name: string }[];
    readonly track: (conversation: never, options: never) => unknown;
  };
  readonly codec: (codec: AnyCodec, hook: Hook, clock?: () => number) => AnyCodec;
  readonly tracker: (tracker: never, hook: Hook, clock?: () => number) => unknown;
}

const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map<string, Protocol>([
  ["agh", { module: agh, codec: aghCodec, tracker: aghTracker }],
  ["delegator", { module: delegator, codec: delegatorCodec, tracker: delegatorTracker }],
  ["foxctl", { module: foxctl, codec: foxctlCodec, tracker: foxctlTracker }],
  ["helper", { module: helper, codec: helperCodec, tracker: helperTracker }],
  ["hotrepl", { module: hotrepl, codec: hotreplCodec, tracker: hotreplTracker }],
]);

function optionsOf(request: Json, now: unknown): Options<never> {
  const { max_depth, max_bytes, max_issues, max_remembered, ...params } = (request["params"] ?? {}) as Json;
  return { maxDepth: max_depth, maxBytes: max_bytes, maxIssues: max_issues, maxRemembered: max_remembered, now, params } as unknown as Options<never>;
}

/** A clock of 250 ms a step. */
let time = 0;
const clock = (): number => (time += 250);

function event({ bytes, conversation, ...rest }: Observation): Json {
  if (rest.duration !== 0.25) throw new Error(`a call of one step has taken ${rest.duration} s`);
  return { ...rest, bytes: bytes ?? 0, conversation: conversation && { ...conversation, side: conversation.side ?? "" } };
}

function run(request: Json): Json {
  const protocol = PROTOCOLS.get(request["protocol"] as string) as Protocol;
  const events: Json[] = [];
  const issues: (readonly Issue[])[] = [];
  const hook = (one: Observation): void => void events.push(event(one));
  const now = request["now"];
  try {
    if (request["conversation"] !== undefined) {
      const conversation = protocol.module.conversations.find(({ name }) => name === request["conversation"]);
      const tracker = protocol.tracker(protocol.module.track(conversation as never, { side: request["as"] } as never) as never, hook, clock) as ObservedTracker<unknown>;
      for (const one of request["events"] as Json[]) {
        const options = optionsOf(request, one["now"] ?? now);
        if (one["close"] === true) issues.push(tracker.close(options));
        else if (one["send"] !== undefined) issues.push(tracker.sendText(one["send"] as string, options).issues);
        else issues.push(tracker.receiveText(one["receive"] as string, options).issues);
      }
    } else {
      const codec = protocol.codec(protocol.module.lookup(request["type"] as string) as AnyCodec, hook, clock);
      const options = optionsOf(request, now) as Options<unknown>;
      const text = request["base64"] === undefined ? (request["text"] as string) : Buffer.from(request["base64"] as string, "base64");
      const result = codec.safeDecode(text, options);
      issues.push(result.issues);
      if (result.ok && request["params"] === undefined) {
        codec.encode(result.value, options);
        issues.push(codec.check(result.value, options));
      }
    }
  } catch (error) {
    return { events, issues, error: String(error) };
  }
  return { events, issues };
}

for await (const line of createInterface({ input: process.stdin })) process.stdout.write(JSON.stringify(run(JSON.parse(line) as Json)) + "\n");

/** The parts of a generated module that an executor needs. */

import type { Codec, Issue, Options, Result } from "../../../gen/ts/envelope.js";

export interface Protocol {
  readonly rootName: string;
  readonly lookup: (name: string) => Codec<unknown, unknown> | undefined;
  // A module without conversations has none of these, and one without streams of lines has no LineTracker or FrameTracker.
  readonly conversations?: readonly Conversation[];
  readonly track?: (conversation: never, options: TrackOptions) => Tracker;
  readonly receiveText?: TakeText;
  readonly sendText?: TakeText;
  readonly receiveFrame?: TakeFrame;
  readonly sendFrame?: TakeFrame;
  // A module of a protocol without messages has none of these, and one without exit codes no exitCode.
  readonly builders?: Builders;
  readonly format?: (message: never, options: never) => string;
  readonly emit?: (message: never, options: never) => unknown;
  readonly exitCode?: (message: never) => number;
  readonly LineTracker?: unknown; // a StreamTracker, or the codec of a type with this name
  readonly FrameTracker?: unknown;
  readonly EnvgenLineTracker?: unknown; // the StreamTracker beside such a codec
  readonly EnvgenFrameTracker?: unknown;
}

export interface Builders {
  readonly [name: string]: { readonly of: unknown; readonly safeBuild: SafeBuild };
}

export type SafeBuild = (...args: never[]) => Result<unknown>;

export interface Conversation {
  readonly name: string;
  readonly sides: readonly string[];
  readonly of: { readonly name: string };
  readonly lines?: true;
  readonly headers?: true;
  readonly batch?: unknown;
}

export interface TrackOptions extends Options<never> {
  readonly side?: string | undefined;
}

export interface Tracker {
  close(options: Options<never>): readonly Issue[];
}

export type TakeText = (tracker: never, text: string, options: Options<never>) => { readonly issues: readonly Issue[] };

export type TakeFrame = (tracker: never, text: string, options: Options<never>) => readonly Verdict[];

export type StreamTracker = new (conversation: never, options: Options<never>) => {
  push(chunk: Uint8Array | string): readonly Verdict[];
  finish(): readonly Verdict[];
};

export interface Verdict {
  readonly issues: readonly Issue[];
}

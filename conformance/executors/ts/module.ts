/** What an executor needs of a generated module. */

import type { Codec, Issue, Options } from "../../../gen/ts/envelope.js";

export interface Protocol {
  readonly rootName: string;
  readonly lookup: (name: string) => Codec<unknown, unknown> | undefined;
  // A module without conversations has none of these, and one without streams of lines has no LineTracker.
  readonly conversations?: readonly Conversation[];
  readonly track?: (conversation: never, options: TrackOptions) => Tracker;
  readonly receiveText?: TakeText;
  readonly sendText?: TakeText;
  readonly LineTracker?: new (conversation: never, options: Options<never>) => LineTracker;
}

export interface Conversation {
  readonly name: string;
  readonly sides: readonly string[];
  readonly of: { readonly name: string };
  readonly lines?: true;
}

export interface TrackOptions extends Options<never> {
  readonly side?: string | undefined;
}

export interface Tracker {
  close(options: Options<never>): readonly Issue[];
}

export type TakeText = (tracker: never, text: string, options: Options<never>) => { readonly issues: readonly Issue[] };

export interface LineTracker {
  push(chunk: Uint8Array | string): readonly { readonly issues: readonly Issue[] }[];
  finish(): readonly { readonly issues: readonly Issue[] }[];
}

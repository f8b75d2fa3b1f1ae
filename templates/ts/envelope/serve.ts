/** Runs a peer over the texts of a connection. */

import type { Received } from "./client.js";
import { CUT_LINE, LineCutter } from "./cutter.js";
import { FrameCutter } from "./frames.js";
import { type Issue, ValidationError } from "./issue.js";
import { limitsOf, type Options } from "./options.js";
import { read } from "./text.js";
import { broken } from "./tracked.js";

/** A text of a connection, or the issues of a part that is none. */
export type ServedText = string | Uint8Array | { readonly issues: readonly Issue[] };

/** Cuts a stream of bytes or text into lines, each the text of one message. No line longer than `maxBytes` is kept in memory. */
export async function* lineTexts<Params>(
  input: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  options?: Options<Params>,
): AsyncGenerator<ServedText, void, undefined> {
  const limits = limitsOf(options);
  const judge = (text: string | Uint8Array, ended: boolean, lines: ServedText[]): void => {
    lines.push(ended || read(text, limits).message === undefined ? text : broken(...CUT_LINE));
  };
  const lines = new LineCutter<ServedText>(limits.maxBytes, judge, broken);
  for await (const chunk of input) yield* lines.push(chunk);
  yield* lines.finish();
}

/** Cuts a stream of bytes into the texts behind its headers. No text longer than `maxBytes` is kept in memory. */
export async function* frameTexts<Params>(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options?: Options<Params>,
): AsyncGenerator<ServedText, void, undefined> {
  const frames = new FrameCutter(options);
  for await (const chunk of input) {
    for (const cut of frames.push(chunk)) yield cut.ok ? cut.value : cut;
    if (frames.ended) break;
  }
  const issues = frames.finish();
  if (issues.length > 0) yield { issues };
}

/** The part of a peer that `serveTexts` uses. */
interface Served<M> {
  readonly closed: boolean;
  receive(text: string | Uint8Array): Promise<Received<M>>;
  drain(): Promise<readonly Issue[]>;
  close(reason: unknown): readonly Issue[];
  wait(): Promise<void>;
}

interface Hooks<M> {
  readonly onMessage?: ((message: M) => void | PromiseLike<void>) | undefined;
  readonly onRefused?: ((issues: readonly Issue[], text: string | Uint8Array | undefined) => void | PromiseLike<void>) | undefined;
}

/** Passes texts to a peer. `watch` calls a function once when the peer changes, and returns a function that undoes that. */
export async function serveTexts<M>(
  peer: Served<M>,
  texts: AsyncIterable<ServedText>,
  hooks: Hooks<M>,
  watch: (wake: () => void) => () => void,
): Promise<void> {
  const iterator = texts[Symbol.asyncIterator]();
  let issues: readonly Issue[] = [];
  try {
    for (;;) {
      const next = await nextText(peer, iterator, watch);
      if (next === undefined) break;
      if (next.done === true) {
        issues = await peer.drain();
        break;
      }
      await arrive(peer, next.value, hooks);
    }
  } catch (error) {
    peer.close(error);
  }
  iterator.return?.()?.then(undefined, () => {}); // the reason of the end is another one
  await peer.wait();
  if (issues.length > 0) throw new ValidationError(issues);
}

/** The next text, or undefined once the peer is closed. */
function nextText<M>(peer: Served<M>, iterator: AsyncIterator<ServedText>, watch: (wake: () => void) => () => void): Promise<IteratorResult<ServedText> | undefined> {
  return new Promise((resolve, reject) => {
    let stop = (): void => {};
    const look = (): void => {
      if (peer.closed) resolve(undefined);
      else stop = watch(look);
    };
    look();
    iterator.next().then(
      (next) => {
        stop();
        resolve(next);
      },
      (error: unknown) => {
        stop();
        reject(error);
      },
    );
  });
}

async function arrive<M>(peer: Served<M>, text: ServedText, { onMessage, onRefused }: Hooks<M>): Promise<void> {
  const isText = typeof text === "string" || !("issues" in text);
  const received = isText ? await peer.receive(text) : { ok: false as const, answers: false, issues: text.issues };
  if (received.answers || peer.closed) return;
  if (received.ok) await onMessage?.(received.value);
  else if (onRefused === undefined) throw new ValidationError(received.issues);
  else await onRefused(received.issues, isText ? text : undefined);
}

/**
 * A peer of an AGH network: it greets its channel, answers questions for its name, and confirms direct messages. Its inbox skips repeats,
 * messages for others and invalid texts.
 */

import {
  buildGreet,
  buildReceipt,
  buildWhoisResponse,
  type BuildOptions,
  type Direct,
  dispatchKind,
  type Envelope,
  inboxConversation,
  type KindHandlers,
  type Params,
  receiveText,
  track,
  type Tracker,
} from "./protocols/agh.js";

export class Peer {
  private readonly name: string;
  private readonly options: BuildOptions<Params>;
  private readonly handlers: KindHandlers<Envelope | undefined>;
  private readonly inbox: Tracker<Envelope, Params>;

  /** Messages of the peer expire after 1 min. The options apply to each message: a test sets its clock and ids in them. */
  constructor(name: string, options: BuildOptions<Params> = {}) {
    this.name = name;
    this.options = { params: { lifetime: "60s" }, ...options };
    this.inbox = track(inboxConversation, { params: { local_peers: name } });
    const ignore = (): undefined => undefined;
    this.handlers = {
      greet: ignore,
      // Answers have no answer: two peers would answer each other endlessly.
      whois: (message) => (message.reply_to === undefined ? buildWhoisResponse(message, { from: name, body: {} }, this.options) : undefined),
      say: ignore,
      direct: (message) => (message.reply_to === undefined ? this.confirm(message) : undefined),
      capability: ignore,
      receipt: ignore,
      trace: ignore,
    };
  }

  greeting(channel: string): Envelope {
    return buildGreet({ channel, from: this.name, body: {} }, this.options);
  }

  /** Returns the answer to the text of a message, if it has one. */
  answer(text: string): Envelope | undefined {
    const { now } = this.options;
    const { ok, value } = receiveText(this.inbox, text, { now: typeof now === "function" ? now() : now });
    return ok && value.from !== this.name ? dispatchKind(value, this.handlers) : undefined;
  }

  private confirm(message: Direct): Envelope {
    return buildReceipt(message, { from: this.name, body: { for_id: message.id, status: "accepted" } }, this.options);
  }
}

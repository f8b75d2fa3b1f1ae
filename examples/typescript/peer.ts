/** A peer of an AGH network: it greets its channel, says who it is where it is asked, and confirms what is meant for it. */

import {
  buildGreet,
  buildReceipt,
  buildWhoisResponse,
  type BuildOptions,
  type Direct,
  dispatchKind,
  type Envelope,
  type KindHandlers,
  type Params,
} from "./protocols/agh.js";

export class Peer {
  private readonly name: string;
  private readonly options: BuildOptions<Params>;
  private readonly handlers: KindHandlers<Envelope | undefined>;

  /** What the peer sends expires after a minute. The options are those of each message: a test gives its clock and ids there. */
  constructor(name: string, options: BuildOptions<Params> = {}) {
    this.name = name;
    this.options = { params: { lifetime: "60s" }, ...options };
    const ignore = (): undefined => undefined;
    this.handlers = {
      greet: ignore,
      whois: (message) => (message.reply_to === undefined ? buildWhoisResponse(message, { from: name, body: {} }, this.options) : undefined),
      say: ignore,
      direct: (message) => this.confirm(message),
      capability: ignore,
      receipt: ignore,
      trace: ignore,
    };
  }

  greeting(channel: string): Envelope {
    return buildGreet({ channel, from: this.name, body: {} }, this.options);
  }

  /** What answers a message, if it is for this peer. */
  answer(message: Envelope): Envelope | undefined {
    const isMine = message.to === undefined || message.to === null || message.to === this.name;
    return isMine && message.from !== this.name ? dispatchKind(message, this.handlers) : undefined;
  }

  private confirm(message: Direct): Envelope {
    return buildReceipt(message, { from: this.name, body: { for_id: message.id, status: "accepted" } }, this.options);
  }
}

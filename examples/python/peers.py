"""Two peers of an AGH network greet each other and exchange work over a pair of sockets: ``python peers.py``."""

from __future__ import annotations

import asyncio
import socket
import sys

from envgen_protocols import agh
from envgen_protocols.agh import builders


class Peer:
    """One side. Its inbox refuses repeats, and skips messages for others. ``log`` lists the messages."""

    def __init__(self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.name, self.log, self.done = name, list[str](), asyncio.Event()
        self._reader, self.writer = reader, writer
        self._inbox = agh.INBOX.track(options=agh.Options(params={"local_peers": name}))
        self._sources = builders.Sources(options=agh.Options(params={"lifetime": "60s"}))

    async def run(self) -> None:
        """Greet the channel, and answer until the other side disconnects."""
        self.send(builders.greet(channel="team", from_=self.name, body={}, sources=self._sources))
        while line := await self.read():
            received = self._inbox.receive_text(line)
            if isinstance(received, agh.Invalid):
                self.log.append(f"refused: {received.issues[0]}")
            elif received.value.from_ != self.name:
                self.hear(received.value)

    async def read(self) -> bytes:
        """Return the next line, or nothing at the end. A line that is too long is refused like an invalid line."""
        try:
            return await self._reader.readline()
        except ValueError:
            return b"too long"

    def send(self, message: agh.Envelope) -> None:
        """Write a line."""
        self.writer.write(builders.lay_out(message) + b"\n")

    def hear(self, message: agh.Envelope) -> None:
        """Handle a message by its kind."""
        self.log.append(f"{message.kind} of {message.from_}")
        match message:
            case agh.Greet():
                self.send(builders.whois_after(message, from_=self.name, body={}, sources=self._sources))
            case agh.Whois(reply_to=None):
                self.send(builders.whois_response(message, from_=self.name, body={}, sources=self._sources))
            case agh.Whois():
                self.hand_over(message)
            case agh.Direct(reply_to=None):
                body: dict[str, agh.JsonValue] = {"for_id": message.id, "status": "accepted"}
                self.send(builders.receipt(message, from_=self.name, body=body, sources=self._sources))
            case agh.Receipt():
                self.done.set()
            case agh.Direct() | agh.Say() | agh.Capability() | agh.Trace():
                pass  # Answers have no answer: two peers would answer each other endlessly.

    def hand_over(self, message: agh.Whois) -> None:
        """Give work to a peer after its introduction. The builder records the message as the cause."""
        body: builders.DirectBodyDraft = {"text": f"Hello {message.from_}."}
        unit = f"work-{message.id}"
        self.send(
            builders.direct_after(message, from_=self.name, interaction_id=unit, body=body, sources=self._sources)
        )


async def main() -> list[list[str]]:
    """Let two peers work until both have their receipts."""
    ann, ben = socket.socketpair()
    peers = [Peer(name, *await asyncio.open_connection(sock=end)) for name, end in (("ann", ann), ("ben", ben))]
    running = asyncio.gather(*(peer.run() for peer in peers))
    await asyncio.gather(*(peer.done.wait() for peer in peers))
    for peer in peers:
        peer.writer.close()
    await running
    return [peer.log for peer in peers]


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for log in asyncio.run(main()) for line in log)

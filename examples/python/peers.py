"""Two peers of an AGH network greet over a pair of sockets and hand work over: ``python peers.py``."""

from __future__ import annotations

import asyncio
import socket
import sys

from envgen_protocols import agh
from envgen_protocols.agh import builders


class Peer:
    """One side. ``log`` has what it hears."""

    def __init__(self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.name, self.log, self.done = name, list[str](), asyncio.Event()
        self._reader, self.writer = reader, writer
        self._inbox = agh.INBOX.track(options=agh.Options(params={"local_peers": name}))
        self._sources = builders.Sources(options=agh.Options(params={"lifetime": "60s"}))

    async def run(self) -> None:
        """Greet, and answer until the other side is gone."""
        self.send(builders.greet(channel="team", from_=self.name, body={}, sources=self._sources))
        while line := await self._reader.readline():
            received = self._inbox.receive_text(line)
            if isinstance(received, agh.Invalid):
                self.log.append(f"refused: {received.issues[0]}")
            else:
                self.hear(received.value)

    def send(self, message: agh.Envelope) -> None:
        """Write a line."""
        self.writer.write(builders.lay_out(message) + b"\n")

    def hear(self, message: agh.Envelope) -> None:
        """Do what the kind of a message demands."""
        self.log.append(f"{message.kind} of {message.from_}")
        match message:
            case agh.Greet():
                self.send(builders.whois(channel="team", from_=self.name, body={}, sources=self._sources))
            case agh.Whois():
                self.answer(message)
            case agh.Direct():
                body: dict[str, agh.JsonValue] = {"for_id": message.id, "status": "accepted"}
                self.send(builders.receipt(message, from_=self.name, body=body, sources=self._sources))
            case agh.Receipt():
                self.done.set()
            case agh.Say() | agh.Capability() | agh.Trace():
                pass

    def answer(self, message: agh.Whois) -> None:
        """Say who this is, or hand work over to who has said it."""
        if message.reply_to is None:
            self.send(builders.whois_response(message, from_=self.name, body={}, sources=self._sources))
            return
        body: builders.DirectBodyDraft = {"text": f"Hello {message.from_}."}
        to, unit = message.from_, f"work-{message.id}"
        self.send(
            builders.direct(
                channel="team", from_=self.name, to=to, interaction_id=unit, body=body, sources=self._sources
            )
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

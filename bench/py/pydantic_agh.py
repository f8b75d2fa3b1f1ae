# ruff: noqa: INP001  # lies beside a program
"""Models of AGH for pydantic."""

from __future__ import annotations

import time
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import Field, TypeAdapter, model_validator
from pydantic_bases import Absent, Closed, Count, NonEmpty, Object, Open

REPLAY_AGE: Final = 300

PeerId: TypeAlias = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9._-]{0,127}$")]


class AghFrame(Closed):
    protocol: Literal["agh-network/v0"]
    id: NonEmpty
    channel: Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_-]{0,63}$")]
    from_: Annotated[PeerId, Field(alias="from")]
    to: PeerId | None = None
    interaction_id: NonEmpty = Absent
    reply_to: NonEmpty = Absent
    trace_id: NonEmpty = Absent
    causation_id: NonEmpty = Absent
    ts: Count
    expires_at: Count = Absent
    body: Object
    proof: Object | None = None
    ext: Object = Absent

    @model_validator(mode="after")
    def _rules(self) -> Self:
        now = time.time()
        if self.expires_at is not None:
            if self.expires_at <= int(now):
                raise ValueError("expires_at must be after the receiver's time")
        elif self.ts <= int(now) and now - self.ts > REPLAY_AGE:
            raise ValueError("a message without expires_at must not be older than the replay age")
        return self


class ArtifactRef(Open):
    type: str = Absent
    repo: str = Absent
    ref: str = Absent


class DirectBody(Open):
    text: str = Absent
    intent: str = Absent
    artifacts: list[ArtifactRef] = Absent


class Greet(AghFrame):
    kind: Literal["greet"]


class Whois(AghFrame):
    kind: Literal["whois"]


class Say(AghFrame):
    kind: Literal["say"]


class Direct(AghFrame):
    kind: Literal["direct"]
    interaction_id: NonEmpty
    body: DirectBody  # type: ignore[assignment]  # an object with members that are known


class Capability(AghFrame):
    kind: Literal["capability"]


class Receipt(AghFrame):
    kind: Literal["receipt"]
    interaction_id: NonEmpty


class Trace(AghFrame):
    kind: Literal["trace"]
    interaction_id: NonEmpty


ADAPTER: Final[TypeAdapter[Any]] = TypeAdapter(
    Annotated[Greet | Whois | Say | Direct | Capability | Receipt | Trace, Field(discriminator="kind")],
)
"""The root type."""

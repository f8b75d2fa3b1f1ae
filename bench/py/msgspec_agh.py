# ruff: noqa: INP001  # lies beside a program
"""Models of AGH for msgspec."""

from __future__ import annotations

import time
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType, convert, field
from msgspec_bases import Closed, Count, NonEmpty, Object, Open

REPLAY_AGE: Final = 300

PeerId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]{0,127}\Z")]


class AghFrame(Closed, tag_field="kind", kw_only=True):
    protocol: Literal["agh-network/v0"]
    id: NonEmpty
    channel: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}\Z")]
    from_: PeerId = field(name="from")
    to: PeerId | UnsetType | None = UNSET
    interaction_id: NonEmpty | UnsetType = UNSET
    reply_to: NonEmpty | UnsetType = UNSET
    trace_id: NonEmpty | UnsetType = UNSET
    causation_id: NonEmpty | UnsetType = UNSET
    ts: Count
    expires_at: Count | UnsetType = UNSET
    body: Object
    proof: Object | UnsetType | None = UNSET
    ext: Object | UnsetType = UNSET

    def __post_init__(self) -> None:
        now = time.time()
        if self.expires_at is not UNSET:
            if self.expires_at <= int(now):
                raise ValueError("expires_at must be after the receiver's time")
        elif self.ts <= int(now) and now - self.ts > REPLAY_AGE:
            raise ValueError("a message without expires_at must not be older than the replay age")


class ArtifactRef(Open, kw_only=True):
    type: str | UnsetType = UNSET
    repo: str | UnsetType = UNSET
    ref: str | UnsetType = UNSET


class DirectBody(Open, kw_only=True):
    text: str | UnsetType = UNSET
    intent: str | UnsetType = UNSET
    artifacts: list[ArtifactRef] | UnsetType = UNSET


class Greet(AghFrame, tag="greet"):
    pass


class Whois(AghFrame, tag="whois"):
    pass


class Say(AghFrame, tag="say"):
    pass


class Direct(AghFrame, tag="direct", kw_only=True):
    interaction_id: NonEmpty

    def __post_init__(self) -> None:
        super().__post_init__()
        convert(self.body, DirectBody)


class Capability(AghFrame, tag="capability"):
    pass


class Receipt(AghFrame, tag="receipt", kw_only=True):
    interaction_id: NonEmpty


class Trace(AghFrame, tag="trace", kw_only=True):
    interaction_id: NonEmpty


ROOT: Final[Any] = Greet | Whois | Say | Direct | Capability | Receipt | Trace
"""The root type."""

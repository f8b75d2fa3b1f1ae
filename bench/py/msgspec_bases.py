# ruff: noqa: INP001  # lies beside a program
"""The common part of the models for msgspec."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct

SAFE: Final = 2**53 - 1  # beyond it, integers are not the same in all languages

Count: TypeAlias = Annotated[int, Meta(ge=0, le=SAFE)]
Integer: TypeAlias = Annotated[int, Meta(ge=-SAFE, le=SAFE)]
Positive: TypeAlias = Annotated[int, Meta(ge=1, le=SAFE)]
NonEmpty: TypeAlias = Annotated[str, Meta(min_length=1)]
Object: TypeAlias = dict[str, Any]


class Open(Struct):
    """An object that ignores undeclared members."""


class Closed(Struct, forbid_unknown_fields=True):
    """An object that takes no other members."""

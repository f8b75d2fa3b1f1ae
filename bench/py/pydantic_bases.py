# ruff: noqa: INP001  # lies beside a program
"""The common part of the models for pydantic."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

SAFE: Final = 2**53 - 1  # beyond it, integers are not the same in all languages


class Open(BaseModel):
    """An object that keeps undeclared members."""

    model_config = ConfigDict(strict=True, extra="allow")


class Closed(BaseModel):
    """An object that takes no other members."""

    model_config = ConfigDict(strict=True, extra="forbid")


class UtcText:
    """A text that ends in Z and is a date-time; both steps run inside of pydantic's core."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$"
        return core_schema.chain_schema(
            [core_schema.str_schema(pattern=pattern, strict=True), core_schema.datetime_schema(strict=False)]
        )


Absent: Final[Any] = None
Count: TypeAlias = Annotated[int, Field(ge=0, le=SAFE)]
Integer: TypeAlias = Annotated[int, Field(ge=-SAFE, le=SAFE)]
Positive: TypeAlias = Annotated[int, Field(ge=1, le=SAFE)]
NonEmpty: TypeAlias = Annotated[str, Field(min_length=1)]
Object: TypeAlias = dict[str, Any]

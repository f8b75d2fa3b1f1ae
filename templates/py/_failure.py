"""The base of the exceptions that carry a failure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Generic, TypeVar, cast

F = TypeVar("F")
C = TypeVar("C")


class FailureError(Exception, Generic[F, C]):
    """A failure as an exception. The failure is a record, or a mapping that a builder completes."""

    CODE: ClassVar[str]
    """The attribute of the code, behind those around it, or "" if failures have none in common."""
    MESSAGE: ClassVar[str]
    """The attribute of the message, behind those around it, or "" if failures have none in common."""

    def __init__(self, failure: F) -> None:
        super().__init__(failure)
        self.failure: Final = failure
        """The failure."""

    @property
    def code(self) -> C:
        """The code of the failure, or None if failures have none in common."""
        return cast("C", self._member(self.CODE))

    def __str__(self) -> str:
        if not self.CODE:
            return type(self.failure).__name__
        return f"{self.code}: {self._member(self.MESSAGE)}" if self.MESSAGE else f"{self.code}"

    def _member(self, way: str) -> object:
        part: object = self.failure
        for name in way.split("."):
            part = (
                cast("Mapping[str, object]", part).get(name) if isinstance(part, Mapping) else getattr(part, name, None)
            )
        return part

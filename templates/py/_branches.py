"""Unions without a discriminator whose branches decide validity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, TypeVar

from ._kinds import Kind, Member, Reader, Variants

if TYPE_CHECKING:
    from ._envelope import Issues
    from ._values import Path

T = TypeVar("T")


class Branch(Variants[T]):
    """A union whose branches give the member ``tag`` words of their own. An invalid value has one failure."""

    __slots__ = ("_none", "_typed")

    def __init__(
        self, tag: str, branches: Mapping[str | int, Reader[T]], rule: str, message: str, mismatch: str | None = None
    ) -> None:
        super().__init__(tag, branches, message, mismatch or message, rule="type" if mismatch else rule)
        self._none: Final = rule, message

    def read(self, value: Member, path: Path, out: Issues) -> T:
        if type(value) is not dict:
            return super(Variants, self).refuse(value, path, out)
        tag = value.get(self.tag)
        read = self.get(tag) if type(tag) is str else None
        if read is not None:
            trial = out.trial()
            made = read(value, path, trial)
            if out.keeps(trial):
                return made
        out.add(path, *self._none)
        return self._nothing


class FirstBranch(Kind[T]):
    """A union whose branches have no tag: the first branch that accepts a value reads it."""

    __slots__ = ("_branches", "_none", "_only")

    def __init__(
        self, *branches: Reader[T], rule: str, message: str, mismatch: str | None = None, only: bool = False
    ) -> None:
        super().__init__(mismatch or message, rule="type" if mismatch else rule)
        self._branches: Final = branches
        self._none: Final = rule, message
        self._only: Final = only
        """Whether a second branch may not accept the value."""

    def read(self, value: Member, path: Path, out: Issues) -> T:
        if type(value) is not dict:
            return self.refuse(value, path, out)
        for i, read in enumerate(self._branches):
            trial = out.trial()
            made = read(value, path, trial)
            if trial.invalid:
                continue
            if self._only and any(self._accepts(other, value, path, out) for other in self._branches[i + 1 :]):
                break
            if out.keeps(trial):
                return made
        out.add(path, *self._none)
        return self._nothing

    @staticmethod
    def _accepts(read: Reader[T], value: Member, path: Path, out: Issues) -> bool:
        trial = out.trial()
        read(value, path, trial)
        return not trial.invalid

"""The accelerator, the package ``envgen-accel``, if it is installed. ``ENVGEN_ACCEL=off`` turns it off."""

from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Final, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._envelope import Options

_ABI: Final = 1
"""The number of the functions and plans that the accelerator and these bindings share."""


class ReadPlan(Protocol):
    """Reads the values of one type. Returns NotImplemented for all that are not plainly valid."""

    def decode(self, data: object, options: Options, /) -> object: ...
    def convert(self, value: object, options: Options, /) -> object: ...


class Accelerator(Protocol):
    """The functions of the accelerator. Those that return an object return NotImplemented in doubt."""

    ABI: int
    Advised: type
    """A valid value, and pairs of a broken rule of level ``should`` and the path of its value."""

    def Plan(self, make: Callable[[], object], prepare: Callable[[Options], object], /) -> ReadPlan: ...
    def read(self, data: object, max_bytes: int, max_depth: int, /) -> object: ...
    def is_plain(self, value: object, max_depth: int, /) -> bool: ...
    def write(self, value: object, max_depth: int, record: type, /) -> object: ...
    def size(self, value: object, max_depth: int, record: type, /) -> object: ...


def _load() -> Accelerator | None:
    if os.environ.get("ENVGEN_ACCEL") == "off":
        return None
    try:
        found = cast("Accelerator", importlib.import_module("envgen_accel"))
    except ImportError:
        return None
    return found if found.ABI == _ABI else None


accel: Final = _load()
"""The accelerator, or None."""

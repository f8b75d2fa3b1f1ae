# ruff: noqa: INP001  # lies beside a program
"""Models of foxctl, HotRepl and AGH for msgspec, as its documentation advises.

Tagged unions of Structs. A member that may be absent but not null has the default UNSET, which is not written. Structs
drop undeclared members, so payloads, which belong to the program, are dicts here, and `__post_init__` converts them
into a Struct once more, to check the declared members. Rules of level "should" are left out: msgspec has no warnings.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec_agh
import msgspec_foxctl
import msgspec_hotrepl

ROOTS: Final[dict[str, Any]] = {
    "foxctl": msgspec_foxctl.ROOT,
    "hotrepl": msgspec_hotrepl.ROOT,
    "agh": msgspec_agh.ROOT,
}
"""The root type of each protocol."""

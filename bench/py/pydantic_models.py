# ruff: noqa: INP001  # lies beside a program
"""Models of foxctl, HotRepl and AGH for pydantic, as its documentation advises.

Strict, so that a text is no number; one TypeAdapter a protocol; unions by tag. A member that may be absent but not null
has the default None, which pydantic does not check, and `exclude_unset` keeps it out of the output. Rules of level
"should" are left out: pydantic has no warnings.
"""

from __future__ import annotations

from typing import Any, Final

import pydantic_agh
import pydantic_foxctl
import pydantic_hotrepl
from pydantic import TypeAdapter

ADAPTERS: Final[dict[str, TypeAdapter[Any]]] = {
    "foxctl": pydantic_foxctl.ADAPTER,
    "hotrepl": pydantic_hotrepl.ADAPTER,
    "agh": pydantic_agh.ADAPTER,
}
"""The root type of each protocol."""

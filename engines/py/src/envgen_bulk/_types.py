"""The columns of results."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

ISSUES: Final = pa.list_(
    pa.struct([("rule", pa.string()), ("path", pa.string()), ("level", pa.string()), ("message", pa.string())])
)
"""The type of the column ``issues``."""


def checked_schema(schema: pa.Schema) -> pa.Schema:
    """Return a schema with the two columns. It raises ValueError if a column has one of their names."""
    for name in ("valid", "issues"):
        if name in schema.names:
            raise ValueError(f"the table has a column {name!r} already: rename it before the check")
    return schema.append(pa.field("valid", pa.bool_())).append(pa.field("issues", ISSUES))

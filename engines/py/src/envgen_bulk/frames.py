"""DataFrames of Polars, and of pandas with Arrow types."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from . import _judge
from ._types import checked_schema

if TYPE_CHECKING:
    import polars as pl


def check(frame: pl.DataFrame, codec: _judge.Checker, column: str) -> pl.DataFrame:
    """Return a DataFrame of Polars with the columns ``valid`` and ``issues`` for the messages of a column."""
    import polars as pl

    table = check_table(frame.to_arrow(), codec, column)
    checked = pl.from_arrow(table)
    assert isinstance(checked, pl.DataFrame)
    return checked


def check_table(table: pa.Table, codec: _judge.Checker, column: str) -> pa.Table:
    """Return the same for an Arrow table: ``pa.Table.from_pandas(frame)`` makes one of a DataFrame of pandas."""
    checked_schema(table.schema)
    valid, issues = _judge.check_table(table, codec, column)
    return table.append_column("valid", valid).append_column("issues", issues)

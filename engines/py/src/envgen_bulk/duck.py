"""A function for the SQL of DuckDB."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa
from duckdb.func import PythonUDFType  # pyright: ignore[reportMissingModuleSource]

from ._child import ArrowChecker, ArrowChild
from ._judge import Checker, check_column
from ._types import ISSUES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def register(connection: DuckDBPyConnection, name: str, codec: Checker) -> None:
    """Make a function of SQL: ``SELECT name(message).valid, name(message).issues FROM ...``.

    The program of an `ArrowChecker` runs until the connection ends.
    """
    if isinstance(codec, ArrowChecker):
        if codec.now_column is not None:
            raise ValueError("a function of DuckDB has no column of times: use now")
        codec = codec.start()
    running = codec

    def checked(texts: pa.ChunkedArray) -> pa.StructArray:
        if isinstance(running, ArrowChild):
            valid, issues = running.check_column(texts)
        else:
            valid, issues = check_column(texts, running)
        return pa.StructArray.from_arrays(
            [valid, issues], fields=[pa.field("valid", pa.bool_()), pa.field("issues", ISSUES)]
        )

    issue = duckdb.struct_type({"rule": "VARCHAR", "path": "VARCHAR", "level": "VARCHAR", "message": "VARCHAR"})
    result = duckdb.struct_type({"valid": "BOOLEAN", "issues": duckdb.list_type(issue)})
    connection.create_function(name, checked, ["VARCHAR"], result, type=PythonUDFType.ARROW)

"""A function for the SQL of DuckDB."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa
from duckdb.func import PythonUDFType  # pyright: ignore[reportMissingModuleSource]

from ._judge import ISSUES, Checks, check_column

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def register(connection: DuckDBPyConnection, name: str, codec: Checks) -> None:
    """Make a function of SQL: ``SELECT name(message).valid, name(message).issues FROM ...``."""

    def checked(texts: pa.ChunkedArray) -> pa.StructArray:
        valid, issues = check_column(texts, codec)
        return pa.StructArray.from_arrays(
            [valid, issues], fields=[pa.field("valid", pa.bool_()), pa.field("issues", ISSUES)]
        )

    issue = duckdb.struct_type({"rule": "VARCHAR", "path": "VARCHAR", "level": "VARCHAR", "message": "VARCHAR"})
    result = duckdb.struct_type({"valid": "BOOLEAN", "issues": duckdb.list_type(issue)})
    connection.create_function(name, checked, ["VARCHAR"], result, type=PythonUDFType.ARROW)

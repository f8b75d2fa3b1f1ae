"""Checks columns of JSON messages with generated bindings, in engines that process Arrow batches.

The functions add two columns to a table: ``valid``, a boolean, and ``issues``, a list of structs of ``rule``, ``path``, ``level`` and ``message``. A message
that is null has neither. An issue of level ``should`` leaves a message valid.

* `check_batch` and `check_batches`: Arrow record batches
* ``envgen_bulk.spark``: DataFrames of Spark, messages and conversations
* ``envgen_bulk.duck``: a function for the SQL of DuckDB
* ``envgen_bulk.frames``: DataFrames of Polars and pandas

An `ArrowChecker` in the place of a codec checks messages in the program ``envgen-arrow``, without bindings.
"""

from ._child import ArrowChecker, ArrowChild, CheckerError
from ._judge import Checker, Checks, Conversing, check_batch, check_batches, check_column, check_table, follow
from ._types import ISSUES, checked_schema

__all__ = [
    "ISSUES",
    "ArrowChecker",
    "ArrowChild",
    "Checker",
    "CheckerError",
    "Checks",
    "Conversing",
    "check_batch",
    "check_batches",
    "check_column",
    "check_table",
    "checked_schema",
    "follow",
]

"""Checks columns of JSON messages with generated bindings, in engines that process Arrow batches.

The functions add two columns to a table: ``valid``, a boolean, and ``issues``, a list of structs of ``rule``, ``path``, ``level`` and ``message``. A message
that is null has neither. An issue of level ``should`` leaves a message valid.

* `check_batch`: one Arrow record batch
* ``envgen_bulk.spark``: DataFrames of Spark, messages and conversations
* ``envgen_bulk.duck``: a function for the SQL of DuckDB
* ``envgen_bulk.frames``: DataFrames of Polars and pandas
"""

from ._judge import ISSUES, Checks, Conversing, check_batch, check_column, checked_schema, follow

__all__ = ["ISSUES", "Checks", "Conversing", "check_batch", "check_column", "checked_schema", "follow"]

"""DataFrames of Spark 4.

The functions are lazy, as all transformations of Spark are. They have no side effects, so retries, speculative execution and lost executors change no result.
Generated packages must be importable on the executors: install them there, or pass them with ``--py-files``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

from ._judge import Checker, Conversing, check_batches, follow
from ._types import checked_schema

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType


def _schema(frame: DataFrame) -> StructType:
    return from_arrow_schema(checked_schema(to_arrow_schema(frame.schema)))


def check(frame: DataFrame, codec: Checker, column: str) -> DataFrame:
    """Return a DataFrame with the columns ``valid`` and ``issues`` for the messages of a column of strings or binaries.

    Each batch has at most ``spark.sql.execution.arrow.maxRecordsPerBatch`` rows, which bounds the memory. Each task has one program of an `ArrowChecker`.
    """

    def batches(part: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from check_batches(part, codec, column)

    return frame.mapInArrow(batches, _schema(frame))


def check_streams(
    frame: DataFrame,
    conversation: Conversing,
    column: str,
    key: str,
    order: str,
    *,
    at: Callable[[Any], Any] | None = None,
    time: str | None = None,
) -> DataFrame:
    """Return the same for conversations: ``key`` names the conversation of each message, and ``order`` its place there.

    The messages of a key move to one partition, where they are sorted: a shuffle of the whole table. One tracker is open in each task. ``at`` makes options
    of the value in the column ``time``, for rules that compare with the current time.
    """
    sorted_frame = frame.repartition(key).sortWithinPartitions(key, order)

    def batches(part: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from follow(part, conversation, column, key, at=at, time=time)

    return sorted_frame.mapInArrow(batches, _schema(frame))

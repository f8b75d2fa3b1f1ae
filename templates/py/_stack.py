"""Room on the stack, whoever calls."""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread
from collections.abc import Callable
from typing import TypeVar

from ._values import JsonError

T = TypeVar("T")


def with_room(attempt: Callable[[], T]) -> T:
    """Make an attempt, and make it again on a stack of its own where the caller has left too little of this one.

    A thread begins with all frames that the interpreter allows, so that no verdict depends on who asks.
    """
    try:
        return attempt()
    except RecursionError:
        results: list[T] = []
        failures: list[Exception] = []
        done = allocate_lock()

    def again() -> None:
        try:
            results.append(attempt())
        except Exception as failure:
            failures.append(failure)
        done.release()

    try:
        done.acquire()
        start_new_thread(again, ())
        done.acquire()
    except RuntimeError as failure:  # there are no threads here
        failures.append(failure)
    for each in failures:
        if isinstance(each, RuntimeError):  # such as RecursionError
            raise JsonError("a value is nested more deeply than this interpreter can follow") from None
        raise each
    return results[0]

"""Sufficient stack for any caller."""

from __future__ import annotations

from _thread import allocate_lock, start_new_thread
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from ._values import JsonError

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


def with_room(attempt: Callable[[*Ts], T], *given: *Ts) -> T:
    """Call a function, and again in a new thread if the caller's stack is too deep.

    A thread starts with the full recursion limit, so that results do not depend on the depth of the caller.
    """
    try:
        return attempt(*given)
    except RecursionError:
        results: list[T] = []
        failures: list[Exception] = []
        done = allocate_lock()

    def again() -> None:
        try:
            results.append(attempt(*given))
        except Exception as failure:  # noqa: BLE001 - the caller raises it
            failures.append(failure)
        done.release()

    try:
        done.acquire()
        start_new_thread(again, ())
        done.acquire()
    except RuntimeError as failure:  # threads are not available
        failures.append(failure)
    for each in failures:
        if isinstance(each, RuntimeError):  # includes RecursionError
            raise JsonError("a value is nested more deeply than this interpreter can follow") from None
        raise each
    return results[0]

"""Exceptions that carry a failure."""

from __future__ import annotations

import unittest

from .._failure import FailureError
from .._record import Record


class Failure(Record):
    code: str
    message: str


class Coded(FailureError["Failure | dict[str, str]", str]):
    CODE = "code"
    MESSAGE = "message"


class Terse(FailureError[Failure, str]):
    CODE = "code"
    MESSAGE = ""


class Various(FailureError["Failure | dict[str, str]", None]):
    CODE = ""
    MESSAGE = ""


class TestFailure(unittest.TestCase):
    def test_record(self) -> None:
        error = Coded(Failure(code="E1", message="broken"))
        self.assertEqual((error.code, str(error)), ("E1", "E1: broken"))
        self.assertEqual(str(Terse(Failure(code="E1", message="broken"))), "E1")

    def test_mapping(self) -> None:
        error = Coded({"code": "E1", "message": "broken"})
        self.assertEqual((error.code, str(error)), ("E1", "E1: broken"))
        self.assertIs(error.failure, error.args[0])

    def test_nothing_in_common(self) -> None:
        self.assertEqual(str(Various(Failure(code="E1", message=""))), "Failure")
        self.assertIsNone(Various({"code": "E1"}).code)

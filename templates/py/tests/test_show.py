"""The printed text of values: never a secret, wherever it is."""

from __future__ import annotations

import copy
import json
import logging
import pprint
import reprlib
import traceback
import unittest
from collections import ChainMap, UserDict, deque
from collections.abc import Callable
from types import SimpleNamespace

from .._envelope import Invalid, Issue, Valid
from .._fills import Secrets
from .._interop import located, secret_names, shown_input
from .._members import UnsetType
from .._record import OpenRecord, Record
from .._show import pytest_assertrepr_compare, show
from .._tracker import Refused

SECRET = "geheim"


class Login(OpenRecord, secrets=("token", "pin"), shows=("id",)):
    id: str
    token: str
    pin: str | UnsetType | None = None
    user: str | None = None


class Talk(Record, secrets=("key",)):
    login: Login
    many: list[Login]
    by_name: dict[str, Login]
    key: str | None = None


class Own(Login):
    """A user's."""


def login() -> Login:
    return Login(id="a", token=SECRET, pin=SECRET, user="ann")


def talk() -> Talk:
    return Talk(login=login(), many=[login()], by_name={"x": login()}, key=SECRET)


def containers() -> list[object]:
    own = Own(id="b", token=SECRET, pin=SECRET)
    issue = Issue("x", "/token", "must", "must be x")
    values: list[object] = [login(), talk(), own, copy.deepcopy(talk()), Secrets(values=[SECRET], names=[SECRET])]
    made: list[object] = list(values)
    for value in values:
        made += [
            [value],
            (value,),
            {"a": value},
            {1: [value]},
            deque([value]),
            SimpleNamespace(a=value),
            UserDict(a=value),
        ]
        made += [
            ChainMap({"a": value}),
            Valid(value, [issue]),
            Refused([issue], value),
            ValueError(value),
            {"a": [(value,)]},
        ]
    return [*made, Invalid([issue])]


FORMATTERS: list[Callable[[object], str]] = [
    repr,
    str,
    format,
    ascii,
    pprint.pformat,
    reprlib.repr,
    "{!r:>200}".format,
    lambda value: "%s %r" % (value, value),  # noqa: UP031
    lambda value: logging.makeLogRecord({"msg": "%s", "args": (value,)}).getMessage(),
    lambda value: "".join(traceback.format_exception(RuntimeError(value))),
    show,
]


class Secrecy(unittest.TestCase):
    def test_every_container_in_every_formatter(self) -> None:
        for value in containers():
            for formatter in FORMATTERS:
                self.assertNotIn(SECRET, formatter(value), (type(value), formatter))

    def test_assertions_of_pytest(self) -> None:
        other = talk()
        other.login.user = "bob"
        other.login.extra["more"] = 1
        lines = pytest_assertrepr_compare("==", talk(), other)
        assert lines is not None
        self.assertEqual(lines[3:], ['at /login/user: "ann" != "bob"', "at /login/more: only on the right"])
        self.assertNotIn(SECRET, "\n".join(lines))
        self.assertEqual(pytest_assertrepr_compare("==", [login()], [login()]), [*lines[:0], *_same()])
        self.assertIsNone(pytest_assertrepr_compare("==", 1, login()))
        self.assertIsNone(pytest_assertrepr_compare("!=", login(), login()))

    def test_fields_of_pydantic(self) -> None:
        """An error has the value that it is about, and no other."""
        cases: list[tuple[dict[str, object], str, object]] = [
            ({"id": 1, "token": SECRET}, "/id", 1),
            ({"id": 1, "token": SECRET}, "/token", None),
            ({"token": {"deep": [SECRET]}}, "/token/deep/0", None),
            ({"a": [{"token": SECRET, "x": 1}]}, "/a/0", {"token": "***", "x": 1}),
            ({"token": SECRET, "x": 1}, "", {"token": "***", "x": 1}),
            ({"x": "y" * 3000}, "", None),
            ({}, "/gone", None),
            ({"a": login()}, "", {"a": "…"}),
        ]
        for value, path, shown in cases:
            steps, found = located(path, value)
            self.assertEqual(shown_input(steps, found, secret_names()), shown)


class Shown(unittest.TestCase):
    def test_identity(self) -> None:
        self.assertEqual(repr(login()), "<Login id='a' token=*** pin=***>")
        self.assertEqual(repr(Login(id="x" * 100, token="", pin=None)), f"<Login id={'x' * 64 + '…'!r} token=***>")

    def test_json(self) -> None:
        self.assertEqual(json.loads(show(talk()))["login"], {"id": "a", "token": "***", "pin": "***", "user": "ann"})
        self.assertEqual(show([1, {"a": None}]), '[1,{"a":null}]')
        long = show(Login(id="€" * 5000, token=SECRET))
        self.assertTrue(len(long.encode()) <= 2048 + 3 and long.endswith("€…"))
        self.assertRegex(show(float("nan")), "<float: .*finite")
        self.assertRegex(show(object()), "<object: ")


def _same() -> list[str]:
    text = f"left:  {show([login()])}"
    return [f"{[login()]!r} == {[login()]!r}", text, text.replace("left: ", "right:")]


if __name__ == "__main__":
    unittest.main()

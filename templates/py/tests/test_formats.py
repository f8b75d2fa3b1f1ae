"""Formats: edge cases, long strings, and the JSON Schema test suite."""

from __future__ import annotations

import json
import unittest
from collections.abc import Callable
from typing import Any, Final

from .. import _formats, _time
from .suites import CHECKOUT, suites

FORMATS: Final[dict[str, Callable[[str], bool]]] = {
    "date-time": _time.is_date_time,
    "date": _time.is_date,
    "time": _time.is_time,
    "duration": _formats.is_duration,
    "uuid": _formats.is_uuid,
    "uri": _formats.is_uri,
    "uri-reference": _formats.is_uri_reference,
    "email": _formats.is_email,
    "hostname": _formats.is_hostname,
    "ipv4": _formats.is_ipv4,
    "ipv6": _formats.is_ipv6,
    "json-pointer": _formats.is_json_pointer,
    "relative-json-pointer": _formats.is_relative_json_pointer,
    "uri-template": _formats.is_uri_template,
}


def lines(name: str) -> list[dict[str, Any]]:
    text = CHECKOUT.joinpath("conformance", "formats", name).read_text()
    return [json.loads(line) for line in text.splitlines()]


class Formats(unittest.TestCase):
    def test_edges(self) -> None:
        edges = lines("edges.ndjson")
        for edge in edges:
            with self.subTest(edge["why"], format=edge["format"], value=edge["value"]):
                self.assertEqual(FORMATS[edge["format"]](edge["value"]), edge["valid"])
        self.assertEqual({edge["format"] for edge in edges}, set(FORMATS))

    def test_long_strings(self) -> None:
        # These would time out with a check that is not linear.
        for case in lines("long.ndjson"):
            text = case["start"] + case["unit"] * case["times"] + case["end"]
            with self.subTest(case["why"], format=case["format"], unit=case["unit"]):
                self.assertEqual(FORMATS[case["format"]](text), case["valid"])

    def test_json_schema_test_suite(self) -> None:
        for state, folder in suites("JSON-Schema-Test-Suite", "tests", "draft2020-12", "optional", "format").items():
            exceptions = {
                (line["format"], line["value"])
                for line in lines("exceptions.ndjson")
                if line.get("only", state) == state
            }
            met: set[tuple[str, str]] = set()
            for name, accepts in FORMATS.items():
                cases = [case for group in json.loads((folder / f"{name}.json").read_text()) for case in group["tests"]]
                strings = [case for case in cases if isinstance(case["data"], str)]
                self.assertGreater(len(strings), 3)
                for case in strings:
                    with self.subTest(case["description"], format=name, state=state):
                        exception = (name, case["data"]) in exceptions
                        if exception:
                            met.add((name, case["data"]))
                        self.assertEqual(accepts(case["data"]), case["valid"] != exception)
            self.assertEqual(met, exceptions)


if __name__ == "__main__":
    unittest.main()

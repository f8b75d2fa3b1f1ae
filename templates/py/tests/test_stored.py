"""Previews of stored objects. The use of a store by builders is tested beside the generator."""

from __future__ import annotations

import unittest

from .._json import write_text
from .._stored import Preview
from .._values import JsonValue


def preview(payload: dict[str, JsonValue], sample: JsonValue = None, most: int = 1000) -> dict[str, JsonValue]:
    return Preview(at=("at",), names="n", record="r", most=most).of(payload, payload if sample is None else sample)


class Previews(unittest.TestCase):
    def test_every_size(self) -> None:
        payload: dict[str, JsonValue] = {"a": "é" * 10, "b": [1, {"c": 2}], "d": None, "e": 0.5}
        whole = len(write_text(preview(payload)).encode())
        for most in range(20, whole):
            made = preview(payload, most=most)
            self.assertLessEqual(len(write_text(made).encode()), most)
            self.assertNotEqual(made, preview(payload))
        self.assertEqual(preview(payload, most=whole), {"n": ["a", "b", "d", "e"], "r": payload})

    def test_names_that_do_not_fit(self) -> None:
        name = "é" * 50
        self.assertEqual(preview({name: 1, "b": 2}), {"n": [name, "b"], "r": {name: 1, "b": 2}})
        self.assertEqual(preview({name + "a": 1, "b": 2}), {"n": [], "r": {name + "a": 1, "b": 2}})

    def test_depth_and_numbers_of_parts(self) -> None:
        deep: JsonValue = [[[[1]], 2, 3, 4]]
        self.assertEqual(preview({"a": deep})["r"], {"a": [[[], 2, 3]]})
        self.assertEqual(preview({"a": deep}, deep), {"n": ["a"], "r": [[[[]], 2, 3]]})
        many: dict[str, JsonValue] = {f"m{number}": {f"k{inner}": 0 for inner in range(12)} for number in range(12)}
        made = preview(many, most=9999)
        self.assertEqual(made["n"], [f"m{number}" for number in range(10)])
        self.assertEqual(made["r"], {f"m{number}": {f"k{inner}": 0 for inner in range(10)} for number in range(10)})

    def test_texts(self) -> None:
        for text, shown in ("é" * 50, "é" * 50), ("a" + "é" * 50, "a" + "é" * 49 + "…"), ("🦊" * 26, "🦊" * 25 + "…"):
            self.assertEqual(preview({"a": text})["r"], {"a": shown})

    def test_sample_that_does_not_fit(self) -> None:
        self.assertEqual(preview({"a": ["x" * 80]}, "x" * 80, 64), {"n": ["a"]})


if __name__ == "__main__":
    unittest.main()

"""The bindings answer alike with the accelerator and without."""

from __future__ import annotations

import json
import os
import random
import sys
import unittest
from collections import Counter
from types import ModuleType
from typing import Any

from pairs import DEFAULTS, PURE, QUICK, codecs, outcome, shaken, spoiled, texts

ROUNDS = int(os.environ.get("ENVGEN_ROUNDS", "4"))
"""How many spoiled texts and shaken values are made of each fixture."""


class Alike(unittest.TestCase):
    """Compares results and issues of every method."""

    def setUp(self) -> None:
        self.known = {
            name: (codecs(QUICK, name), codecs(PURE, name))
            for name in ("agh", "delegator", "foxctl", "helper", "hotrepl")
        }
        self.count = Counter[str]()

    def compare(self, protocol: str, name: str, method: str, given: object) -> object:
        """Compare one method for one text or value, and return the result."""
        results = []
        for module, known in zip((QUICK, PURE), self.known[protocol], strict=True):
            codec = known[name]
            del module
            results.append(outcome(lambda codec=codec: getattr(codec, method)(given)))
        self.assertEqual(results[0], results[1], f"{protocol} {name} {method} {given!r}")
        self.count[method] += 1
        return results[0]

    def of_text(self, protocol: str, name: str, text: str | bytes) -> None:
        """Compare the results for a text."""
        made = self.compare(protocol, name, "try_decode", text)
        self.compare(protocol, name, "decode", text)
        if isinstance(made, tuple) and made[0] == "Valid":
            self.count["valid texts"] += 1
            quick, pure = (known[name] for known in self.known[protocol])
            self.count["taken texts"] += quick._plan.decode(text, DEFAULTS) is not NotImplemented
            for method in ("encode", "encode_unchecked", "check"):
                results = [outcome(lambda c=c, m=method: getattr(c, m)(c.decode(text))) for c in (quick, pure)]
                self.assertEqual(results[0], results[1], f"{protocol} {name} {method} {text!r}")

    def of_value(self, protocol: str, name: str, value: object) -> None:
        """Compare the results for a value."""
        made = self.compare(protocol, name, "try_convert", value)
        if isinstance(made, tuple) and made[0] == "Valid":
            self.count["valid values"] += 1
        for method in ("convert", "check", "encode", "encode_unchecked"):
            self.compare(protocol, name, method, value)

    def test_fixtures(self) -> None:
        for protocol, name, text in texts():
            self.of_text(protocol, name, text)
            self.of_text(protocol, name, text.encode("utf-8", "surrogatepass"))
            try:
                value = json.loads(text)
            except (ValueError, RecursionError):
                continue
            self.of_value(protocol, name, value)
        self.assertGreater(self.count["valid texts"], 1500)
        self.assertGreater(self.count["valid values"], 700)
        # Integers written with fractions, the last days of months and the like are left to Python.
        self.assertGreater(self.count["taken texts"], 0.95 * self.count["valid texts"])

    def test_spoiled_texts(self) -> None:
        luck = random.Random(1)
        for protocol, name, text in texts():
            for _ in range(ROUNDS):
                self.of_text(protocol, name, spoiled(text, luck))
        self.assertGreater(self.count["try_decode"], 2000 * ROUNDS)

    def test_shaken_values(self) -> None:
        luck = random.Random(2)
        for protocol, name, text in texts():
            try:
                value: Any = json.loads(text)
            except (ValueError, RecursionError):
                continue
            for _ in range(ROUNDS):
                self.of_value(protocol, name, shaken(value, luck))
        self.assertGreater(self.count["valid values"], 200 * ROUNDS)


CHOICES: tuple[dict[str, Any], ...] = (
    {"strict": True}, {"max_bytes": 100}, {"max_bytes": 400}, {"max_depth": 2}, {"max_depth": 4}, {"max_issues": 1}, {"now": "2026-05-12T08:41:07Z"},
    {"now": "no time"}, {"params": {"no": 1}}, {"params": {"inline_max": "1KiB"}}, {"params": {"inline_max": 5}}, {"params": {"inline_max": "x"}},
)  # fmt: skip


def under(module: ModuleType, protocol: str, name: str, text: str, given: dict[str, Any]) -> list[object]:
    """Return the results of methods under options."""
    codec = codecs(module, protocol)[name]

    def options() -> Any:
        return sys.modules[module.__name__ + "._envelope"].Options(**given)

    return [
        outcome(lambda: codec.try_decode(text, options=options())),
        outcome(lambda: codec.bind(options()).try_decode(text)),
        outcome(lambda: codec.check(json.loads(text), options=options())),
        outcome(lambda: codec.encode(codec.decode(text), options=options())),
    ]


class Options(unittest.TestCase):
    """Options reach the accelerator as they reach Python."""

    def alike(self, *args: Any) -> None:
        """Compare the two bindings."""
        self.assertEqual(under(QUICK, *args), under(PURE, *args), args)

    def test_options(self) -> None:
        luck = random.Random(3)
        chosen = [each for each in texts() if len(each[2]) < 2000]
        for protocol, name, text in luck.sample(chosen, 400):
            self.alike(protocol, name, text, luck.choice(CHOICES))

    def test_limits_at_their_edge(self) -> None:
        head = '{"protocol":"agh-network/v0","id":"m","kind":"say","channel":"c","from":"a","ts":1,"body":{"text":"é"},"ext":{"x.y":'
        text = head + "[" * 20 + "]" * 20 + "}}"
        size = len(text.encode())
        for limit in (
            {"max_depth": 21},
            {"max_depth": 22},
            {"max_depth": 23},
            {"max_bytes": size - 1},
            {"max_bytes": size},
        ):
            self.alike("agh", "Envelope", text, limit)

    def test_options_that_change(self) -> None:
        # An Options may be changed between calls, and so may its parameters.
        text = next(
            text for protocol, name, text in texts() if (protocol, name) == ("foxctl", "Envelope") and '"ok"' in text
        )
        results: list[list[object]] = []
        for module in (QUICK, PURE):
            codec = codecs(module, "foxctl")["Envelope"]
            params: dict[str, Any] = {}
            options = sys.modules[module.__name__ + "._envelope"].Options(params=params)
            made = [outcome(lambda c=codec, o=options: c.try_decode(text, options=o))]
            options.params = {"inline_max": 1}
            made.append(outcome(lambda c=codec, o=options: c.try_decode(text, options=o)))
            options.max_bytes = 10
            made.append(outcome(lambda c=codec, o=options: c.try_decode(text, options=o)))
            results.append(made)
        self.assertEqual(results[0], results[1])
        self.assertEqual(len({repr(each) for each in results[0]}), 3)


if __name__ == "__main__":
    unittest.main()

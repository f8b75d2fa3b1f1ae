"""The accelerator survives when memory runs out at any place."""

from __future__ import annotations

import importlib
import json
import sys
import unittest
from typing import Any

from pairs import DEFAULTS, QUICK, codecs, texts


def hooks() -> Any:
    """Return CPython's module for tests, which has the hooks of its allocators."""
    return importlib.import_module("_testcapi")


class Memory(unittest.TestCase):
    """Lets each allocation fail once."""

    def test_plans(self) -> None:
        testing = hooks()
        accel = sys.modules["quick._accel"].accel
        describe = importlib.import_module("quick._plans").describe
        for protocol in ("foxctl", "delegator"):
            root = codecs(QUICK, protocol)["Envelope" if protocol == "foxctl" else "JsonEnvelope"]
            inputs: list[Any] = []
            description = describe(root._read, root._accepts, inputs)
            templates = tuple(kind(DEFAULTS) for kind in inputs)
            made = 0
            for start in range(1, 5000):
                plan = accel.Plan(lambda d=description: d, lambda _, t=templates: t)
                testing.set_nomemory(start, start + 1)
                try:
                    plan.decode("null", DEFAULTS)
                except MemoryError:
                    continue
                finally:
                    testing.remove_mem_hooks()
                del plan
                made += 1
            self.assertGreater(made, 100)

    def test_calls(self) -> None:
        testing = hooks()
        chosen: dict[str, tuple[Any, str]] = {}
        for protocol, name, text in texts():
            if len(text) < 3000 and codecs(QUICK, protocol)[name]._plan.decode(text, DEFAULTS) is not NotImplemented:
                chosen[protocol] = codecs(QUICK, protocol)[name], text
        self.assertEqual(len(chosen), 5)
        for codec, text in chosen.values():
            value = json.loads(text)
            whole = codec._plan.convert(value, DEFAULTS)
            for work in (
                lambda c=codec, t=text: c._plan.decode(t, DEFAULTS),
                lambda c=codec, v=value: c._plan.convert(v, DEFAULTS),
                lambda c=codec, v=value: c.encode_unchecked(v),
            ):
                wanted = work()
                completed = 0
                for start in range(1, 2000):
                    testing.set_nomemory(start, start + 1)
                    try:
                        made = work()
                    except MemoryError:
                        made = NotImplemented
                    finally:
                        testing.remove_mem_hooks()
                    if made is not NotImplemented and made == wanted:
                        completed += 1
                        if completed > 50:
                            break
                self.assertEqual(work(), wanted)
            self.assertEqual(codec._plan.convert(value, DEFAULTS), whole)


if __name__ == "__main__":
    unittest.main()

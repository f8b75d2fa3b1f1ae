"""The bindings twice in one process, with the accelerator and without, and values to compare them on."""

from __future__ import annotations

import importlib.util
import json
import os
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
PROTOCOLS = ("agh", "delegator", "foxctl", "helper", "hotrepl")


def bindings(name: str, accelerated: bool) -> ModuleType:
    """Import the bindings under another name."""
    folder = ROOT / "gen" / "py" / "envgen_protocols"
    os.environ["ENVGEN_ACCEL"] = "on" if accelerated else "off"
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for protocol in PROTOCOLS:
        importlib.import_module(f"{name}.{protocol}")
    return module


sys.path.insert(0, str(ROOT / os.environ.get("ENVGEN_ACCEL_DIR", "build/accel")))
QUICK = bindings("quick", True)
PURE = bindings("pure", False)
DEFAULTS = sys.modules["quick._envelope"].DEFAULTS


def codecs(module: ModuleType, protocol: str) -> dict[str, Any]:
    """Return the codecs of a protocol by the names of their types."""
    base = sys.modules[module.__name__ + "._codec"]
    found = vars(sys.modules[f"{module.__name__}.{protocol}"]).values()
    return {codec.name: codec for codec in found if isinstance(codec, base.Codec)}


def texts() -> Iterator[tuple[str, str, str]]:
    """Yield protocol, type and text of the fixtures that people have written."""
    for protocol in PROTOCOLS:
        known = codecs(PURE, protocol)
        root = next(name for name in ("Envelope", "JsonEnvelope", "Message") if name in known)
        for file in sorted((ROOT / "conformance" / "cases" / protocol).glob("*.json")):
            for case in json.loads(file.read_text()):
                name = case.get("type", root)
                if isinstance(case.get("text"), str) and name in known:
                    yield protocol, name, case["text"]


def shown(value: object) -> object:
    """Return a result in a form for comparison, with classes, the order of members, and the sign of zero."""
    kind = type(value)
    members = getattr(kind, "__envelope_members__", None)
    if members is not None:
        attributes = [shown(getattr(value, attribute)) for _, attribute, _, _ in members]
        return kind.__name__, attributes, shown(getattr(value, "extra", None))
    if isinstance(value, dict):
        return [(name, shown(part)) for name, part in value.items()]
    if isinstance(value, list):
        return [list, *map(shown, value)]
    return kind.__name__, repr(value)


def outcome(work: Callable[[], object]) -> object:
    """Return the result or the error of a call in a form for comparison."""
    try:
        made = work()
    except Exception as error:  # every difference counts
        issues = getattr(error, "issues", None)
        return type(error).__name__, str(error) if issues is None else [tuple(issue) for issue in issues]
    if type(made).__name__ in ("Valid", "Invalid"):
        return type(made).__name__, [tuple(issue) for issue in made.issues], shown(getattr(made, "value", None))
    if isinstance(made, list) and made and type(made[0]).__name__ == "Issue":
        return [tuple(issue) for issue in made]
    return shown(made)


def spoiled(text: str, luck: random.Random) -> str:
    """Return a text with a few characters changed."""
    for _ in range(luck.randint(1, 3)):
        at = luck.randrange(len(text) + 1)
        size = luck.choice((0, 0, 1, 1, 2, 5))
        new = luck.choice(
            (
                '"',
                "\\",
                "{",
                "}",
                "[",
                "]",
                ",",
                ":",
                "0",
                "-",
                "1e3",
                ".5",
                "null",
                "true",
                " ",
                "\n",
                "\\u0041",
                "\\ud800",
                "\\ud83d\\ude00",
                "é",
                "😀",
                "\x01",
                "9007199254740993",
                "",
            )
        )
        text = text[:at] + new + text[at + size :]
    return text


ODD: tuple[object, ...] = (
    None, True, False, 0, 1, -1, 1.0, 1.5, -0.0, 2**53, 2**53 - 1, 1e300, float("nan"), float("inf"), 10**400, "", "a", "é\n", "\ud800", "2026-02-29T00:00:00Z",
    "2026-06-30T23:59:60Z", [], {}, [1, "x"], {"a": 1}, {"0": 1, "a": 2}, {"a": {"b": [None]}}, (1, 2), b"x",
)  # fmt: skip


def shaken(value: Any, luck: random.Random) -> Any:
    """Return a copy of a value with one part replaced, removed, added or moved."""
    if isinstance(value, dict) and value and luck.random() < 0.85:
        names = list(value)
        name = luck.choice(names)
        change = luck.randrange(6)
        if change == 0:
            return {k: v for k, v in value.items() if k != name}
        if change == 1:
            luck.shuffle(names)
            return {k: value[k] for k in names}
        if change == 2:
            return {**value, luck.choice(("zz", "é", "7", "a~/b")): luck.choice(ODD)}
        return {k: shaken(v, luck) if k == name else v for k, v in value.items()}
    if isinstance(value, list) and value and luck.random() < 0.7:
        at = luck.randrange(len(value))
        change = luck.randrange(3)
        if change == 0:
            return value[:at] + value[at + 1 :]
        if change == 1:
            return [*value, value[at]]
        return [shaken(part, luck) if i == at else part for i, part in enumerate(value)]
    return luck.choice(ODD)

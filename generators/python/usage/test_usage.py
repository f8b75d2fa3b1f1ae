"""Programs that use the generated package. The tests run them; mypy and pyright check their types."""

from __future__ import annotations

import copy
import datetime
import importlib
import json
import pickle
import shutil
import subprocess
import sys
import tempfile
import typing
import unittest
from pathlib import Path
from typing import assert_never

import envgen_protocols
from envgen_protocols import agh, foxctl, helper
from envgen_protocols.agh import UNSET, Envelope, Invalid, Valid, ValidationError

DIRECT = (
    '{"protocol":"agh-network/v0","id":"m1","kind":"direct","channel":"builders","from":"a","to":null,'
    '"interaction_id":"i1","ts":1776366000,"body":{"text":"Run it.","urgent":true},"ext":{"acme.priority":"high"}}'
)

# 1 min after it was written.
THEN = agh.Options(now="2026-04-16T19:01:00Z")


def direct() -> agh.Direct:
    return agh.DIRECT.decode(DIRECT, options=THEN)


def summary(message: Envelope) -> str:
    """Narrow by class. Type checkers report an omitted kind."""
    match message:
        case agh.Direct(body=body):
            return f"direct: {body.text}"
        case agh.Receipt() | agh.Trace():
            return f"{message.kind} of {message.interaction_id}"
        case agh.Greet() | agh.Whois() | agh.Say() | agh.Capability():
            return message.kind
        case _:
            assert_never(message)


def interaction(message: Envelope) -> str | None:
    """Narrow by the value of the tag."""
    if message.kind == "direct":
        return message.interaction_id.upper()
    return message.interaction_id


def advice(status: helper.Status) -> str:
    """Narrow a vocabulary."""
    match status:
        case "ok" | "partial":
            return "consume"
        case "error":
            return "fall back"
        case "tool-missing":
            return "install"
        case _:
            assert_never(status)


class Reading(unittest.TestCase):
    def test_parse(self) -> None:
        message = agh.ENVELOPE.decode(DIRECT.encode(), options=THEN)
        self.assertEqual(summary(message), "direct: Run it.")
        self.assertEqual(interaction(message), "I1")
        self.assertIsInstance(message, agh.Direct)

    def test_union_is_a_class_info(self) -> None:
        classes: tuple[type[object], ...] = (agh.Direct, helper.OkOutput)
        self.assertEqual([issubclass(kind, Envelope) for kind in classes], [True, False])

    def test_decode(self) -> None:
        match agh.ENVELOPE.try_decode("{}"):
            case Valid(message):
                self.fail(repr(message))
            case Invalid(issues):
                self.assertEqual([(issue.rule, issue.path) for issue in issues], [("required", "/kind")])

    def test_outcomes_are_true_or_false(self) -> None:
        outcome = agh.try_decode(DIRECT, options=THEN)
        message: agh.Envelope | None = outcome.value if outcome else None  # narrowed by truth
        self.assertEqual(message, direct())
        self.assertFalse(agh.try_convert({}))

    def test_bound_options(self) -> None:
        codec = agh.ENVELOPE.bind(THEN)
        self.assertEqual(codec.decode(DIRECT), direct())
        self.assertEqual(codec.encode(direct()), DIRECT.encode())
        with self.assertRaises(ValidationError):
            codec.decode(DIRECT, options=agh.Options())
        with self.assertRaises(ValueError):
            agh.ENVELOPE.bind(agh.Options(params={"no_such": 1}))

    def test_encode_checks(self) -> None:
        wrong = direct()
        wrong.ts = -1
        with self.assertRaises(ValidationError) as caught:
            agh.encode(wrong, options=THEN)
        self.assertEqual(list(caught.exception.issues), agh.check(wrong, options=THEN))
        self.assertEqual(json.loads(agh.encode_unchecked(wrong))["ts"], -1)
        with self.assertRaises(ValidationError):
            agh.encode(direct().body, options=THEN)  # no envelope

    def test_convert_and_check(self) -> None:
        value = json.loads(DIRECT)
        self.assertEqual(agh.ENVELOPE.convert(value, options=THEN), direct())
        self.assertEqual({issue.level for issue in agh.ENVELOPE.check(value, options=THEN)}, {"should"})
        value["surplus"] = 1
        with self.assertRaises(ValidationError) as caught:
            agh.ENVELOPE.convert(value)
        self.assertEqual(list(caught.exception.issues), agh.ENVELOPE.check(value))

    def test_rules(self) -> None:
        now = datetime.datetime(2026, 4, 16, 19, 10, tzinfo=datetime.UTC)
        match agh.ENVELOPE.try_decode(DIRECT, options=agh.Options(now=now)):
            case Valid(message):
                self.fail(repr(message))
            case Invalid(issues):
                self.assertIn(("within-replay-age", "/ts", "must"), [issue[:3] for issue in issues])
        patient = agh.Options(now=now, params={"replay_age": "1h"})
        self.assertEqual(agh.ENVELOPE.decode(DIRECT, options=patient), direct())
        result = agh.ENVELOPE.try_decode(DIRECT, options=THEN)
        self.assertTrue(result.ok)
        self.assertIn(("explicit-proof", "/proof", "should"), [issue[:3] for issue in result.issues])
        strict = agh.Options(now=THEN.now, strict=True)
        self.assertFalse(agh.ENVELOPE.try_decode(DIRECT, options=strict).ok)
        with self.assertRaises(ValueError):
            agh.ENVELOPE.check({}, options=agh.Options(params={"replay_ages": "1h"}))

    def test_words(self) -> None:
        word = json.loads('"partial"')
        self.assertEqual(advice(word) if helper.is_status(word) else None, "consume")
        for other in ("Partial", "", None, 1, ["ok"], {"ok": 1}):
            self.assertFalse(helper.is_status(other))
        self.assertEqual(helper.STATUS_VALUES, ("ok", "partial", "error", "tool-missing"))

    def test_by_name(self) -> None:
        for protocol in (agh, helper):
            self.assertIn(protocol.ROOT_TYPE, protocol.TYPE_NAMES)
            for name in protocol.TYPE_NAMES:
                codec = protocol.lookup(name)
                self.assertEqual(codec and codec.name, name)
            self.assertIsNone(protocol.lookup("Nothing"))


class Objects(unittest.TestCase):
    def test_absent_is_not_null(self) -> None:
        message = direct()
        self.assertIsNone(message.to)
        self.assertIs(message.proof, UNSET)
        message.to, message.proof = UNSET, None
        written = json.loads(agh.encode(message, options=THEN))
        self.assertNotIn("to", written)
        self.assertIsNone(written["proof"])
        if message.to is not UNSET and message.to is not None:
            self.fail(message.to.upper())

    def test_constants_belong_to_the_class(self) -> None:
        self.assertEqual(
            (agh.Direct.kind, agh.Direct.protocol, helper.OkOutput.error), ("direct", "agh-network/v0", None)
        )
        with self.assertRaises(AttributeError):
            setattr(direct(), "kind", "say")  # noqa: B010  # type checkers refuse the plain assignment
        with self.assertRaises(AttributeError):
            setattr(direct(), "unknown", 1)  # noqa: B010

    def test_build_and_encode(self) -> None:
        message = agh.Say(
            id="m2", channel="c", from_="p", to=None, ts=0, body={"10": 1, "a": 1.0, "9": [1e21]}, proof=None
        )
        self.assertEqual(
            agh.encode(message, options=agh.Options(now="1970-01-01T00:05:00Z")),
            b'{"protocol":"agh-network/v0","id":"m2","kind":"say","channel":"c","from":"p","to":null,"ts":0,'
            b'"body":{"9":[1e+21],"10":1,"a":1},"proof":null}',
        )
        issues = agh.ENVELOPE.check(message, options=agh.Options(now="1970-01-01T00:05:00Z"))
        self.assertEqual([issue[:3] for issue in issues], [("integer-range", "/body/9/0", "should")])
        self.assertEqual(
            agh.encode(message, indent=2, options=agh.Options(now="1970-01-01T00:05:00Z")).split(b"\n")[1],
            b'  "protocol": "agh-network/v0",',
        )

    def test_surplus_members(self) -> None:
        self.assertEqual(direct().body.extra, {"urgent": True})
        self.assertEqual(agh.encode(direct(), options=THEN), DIRECT.encode())

    # Matching in quadratic time would take hours.
    def test_a_string_as_long_as_a_text_may_be(self) -> None:
        version = "1.0.0-" + "a." * 8_380_000
        self.assertEqual(helper.SEM_VER.check(version + "1"), [])
        self.assertEqual([issue.rule for issue in helper.SEM_VER.check(version)], ["pattern"])

    def test_copies(self) -> None:
        message = direct()
        for twin in (copy.copy(message), copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
            self.assertEqual(twin, message)
        other = message.__replace__(id="m9", body=agh.DirectBody(text="x"))
        self.assertEqual((other.id, other.body.text, message.id), ("m9", "x", "m1"))

    def test_codecs_are_pickled(self) -> None:
        # An engine passes a codec to processes that have judged messages: no function may have the name of a module that is loaded later.
        importlib.import_module("envgen_protocols.foxctl._numbers")
        twin = pickle.loads(pickle.dumps(foxctl.ENVELOPE))
        text = '{"version": 12345678901234567890}'
        self.assertEqual(twin.try_decode(text).issues, foxctl.ENVELOPE.try_decode(text).issues)

    def test_hints_can_be_evaluated(self) -> None:
        for protocol in (agh, helper):
            for name in protocol.__all__:
                thing = getattr(protocol, name)
                names = getattr(thing, "__envelope_attributes__", None)
                if names:
                    self.assertLessEqual(set(names), set(typing.get_type_hints(thing)))


class Package(unittest.TestCase):
    def test_all(self) -> None:
        for protocol in (agh, helper):
            self.assertEqual(len(set(protocol.__all__)), len(protocol.__all__))
            for name in protocol.__all__:
                self.assertTrue(hasattr(protocol, name), name)

    def test_works_under_any_name(self) -> None:
        """The package works in another folder without ``__init__.py``, with only the standard library on the path."""
        source = Path(envgen_protocols.__path__[0])
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder, "some", "where")
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            (target / "__init__.py").unlink()
            program = "import sys; sys.path.insert(0, sys.argv[1]); from some.where import agh; print(agh.ROOT_TYPE)"
            done = subprocess.run(
                [sys.executable, "-I", "-S", "-c", program, folder], capture_output=True, text=True, check=True
            )
        self.assertEqual(done.stdout, "Envelope\n")

    def test_installs_offline(self) -> None:
        source = Path(envgen_protocols.__path__[0]).parent
        with tempfile.TemporaryDirectory() as folder:
            # A build writes into the folder of the sources.
            shutil.copytree(source, Path(folder, "source"), ignore=shutil.ignore_patterns("__pycache__"))
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
            options = ["--no-build-isolation", "--no-deps", "--no-compile", "--target", f"{folder}/site"]
            subprocess.run([*pip, *options, f"{folder}/source"], check=True)
            installed = {str(path.relative_to(f"{folder}/site")) for path in Path(folder, "site").rglob("*.*")}
        wanted = {"envgen_protocols/py.typed", "envgen_protocols/_values.py", "envgen_protocols/agh/_models.py"}
        self.assertLessEqual(wanted, installed)

    def test_imports_nothing_slow(self) -> None:
        program = (
            "import sys; sys.path.insert(0, sys.argv[1]); from envgen_protocols import agh, helper; "
            "print(*sorted({'dataclasses', 'datetime', 'inspect', 'decimal', 'asyncio'} & set(sys.modules)))"
        )
        folder = str(Path(envgen_protocols.__path__[0]).parent)
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", program, folder], capture_output=True, text=True, check=True
        )
        self.assertEqual(done.stdout, "\n")


if __name__ == "__main__":
    unittest.main()

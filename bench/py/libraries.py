# ruff: noqa: INP001  # lies beside a program
"""The functions of each library for a message, in the same shape for all of them."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import sys
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import fastjsonschema
import jsonschema
import msgspec
import msgspec_models
import orjson
import pydantic
import pydantic_models

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

_CHECKOUT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(_CHECKOUT / "gen/py"), str(_CHECKOUT / "build/accel")]
# The bindings look for their accelerator on import. Under their own name, they do without.
os.environ["ENVGEN_ACCEL"] = "off"
importlib.import_module("envgen_protocols._accel")


def accelerated(protocol: str) -> ModuleType:
    """Import the bindings of a protocol a second time, with their accelerator."""
    name = "accelerated_protocols"
    if name not in sys.modules:
        folder = _CHECKOUT / "gen/py/envgen_protocols"
        spec = importlib.util.spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=[str(folder)])
        if spec is None or spec.loader is None:
            raise LeftOutError(f"there are no bindings in {folder}")
        sys.modules[name] = importlib.util.module_from_spec(spec)
        os.environ["ENVGEN_ACCEL"] = "on"
        spec.loader.exec_module(sys.modules[name])
        if importlib.import_module(f"{name}._accel").accel is None:
            raise LeftOutError("there is no accelerator; `make executors` builds it")
    return importlib.import_module(f"{name}.{protocol}")


ROOTS: Final = {"foxctl": "Envelope", "hotrepl": "Message", "agh": "Envelope", "delegator": "JsonEnvelope"}
"""The root type of each protocol."""


class LeftOutError(Exception):
    """A library is not measured on a protocol; the text gives the reason."""


@dataclass(frozen=True, kw_only=True)
class Library:
    """A library, set up for one type. Works that it does not support are None."""

    name: str
    version: str
    remark: str = ""
    """The checks that it leaves out where it reads, or its setup."""
    write_remark: str = ""
    """The same where it writes."""
    checks: bool = True
    """Whether it distinguishes valid from invalid."""
    convert: Callable[[Any], Any] | None = None
    """Converts the result of json.loads to a checked object; raises if the input is invalid."""
    read: Callable[[bytes], Any] | None = None
    """The same from a text."""
    convert_faults: Callable[[Any], Sequence[object]] | None = None
    """Validates the result of json.loads."""
    read_faults: Callable[[bytes], Sequence[object]] | None = None
    """The same from a text."""
    write: Callable[[Any], bytes] | None = None
    """From the object to a text."""


def envgen(protocol: str, root: str, module: ModuleType | None = None) -> Library:
    """Return the generated bindings."""
    name = "envgen+accel" if module else "envgen"
    module = module or importlib.import_module(f"envgen_protocols.{protocol}")
    codec = module.lookup(root)
    manifest = json.loads((_CHECKOUT / "gen/py/envgen_protocols/envgen.manifest.json").read_bytes())
    return Library(
        name=name,
        version=manifest["generator"].removeprefix("envgen "),
        convert=codec.convert,
        read=codec.decode,
        convert_faults=codec.check,
        read_faults=lambda text: codec.try_decode(text).issues,
        write=codec.encode_unchecked,
    )


def _pydantic(protocol: str) -> Library:
    if protocol not in pydantic_models.ADAPTERS:
        raise LeftOutError("no models written for it")
    adapter = pydantic_models.ADAPTERS[protocol]

    def faults(check: Callable[[Any], object], message: object) -> Sequence[object]:
        try:
            check(message)
        except pydantic.ValidationError as error:
            return error.errors(include_url=False)
        return []

    return Library(
        name="pydantic",
        version=pydantic.VERSION,
        remark="strict, no should-rules",
        convert=adapter.validate_python,
        read=adapter.validate_json,
        convert_faults=lambda value: faults(adapter.validate_python, value),
        read_faults=lambda text: faults(adapter.validate_json, text),
        write=lambda made: adapter.dump_json(made, exclude_unset=True, by_alias=True),
    )


def _msgspec(protocol: str) -> Library:
    if protocol not in msgspec_models.ROOTS:
        raise LeftOutError("no models written for it")
    root = msgspec_models.ROOTS[protocol]
    read = msgspec.json.Decoder(root).decode
    # msgspec caches the layout of a Struct, but inspects the members of a union again in every call of convert.
    holder: Any = msgspec.defstruct("Holder", [("message", root)])

    def convert(value: object) -> object:
        return msgspec.convert({"message": value}, holder).message

    def faults(check: Callable[[Any], object], message: object) -> Sequence[object]:
        try:
            check(message)
        except msgspec.ValidationError as error:
            return [str(error)]
        return []

    drops = "" if protocol == "hotrepl" else ", drops unknown members outside of the payload"
    return Library(
        name="msgspec",
        version=msgspec.__version__,
        remark="first fault only, no should-rules" + drops,
        convert=convert,
        read=read,
        convert_faults=lambda value: faults(convert, value),
        read_faults=lambda text: faults(read, text),
        write=msgspec.json.Encoder().encode,
    )


def _schema(protocol: str) -> Any:  # noqa: ANN401  # JSON
    return json.loads((_CHECKOUT / f"gen/schema/{protocol}.schema.json").read_bytes())


def _jsonschema(protocol: str) -> Library:
    validator = jsonschema.Draft202012Validator(
        _schema(protocol), format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )

    def faults(value: object) -> Sequence[jsonschema.ValidationError]:
        return list(validator.iter_errors(value))

    def convert(value: object) -> None:
        for error in faults(value):
            raise error

    return Library(
        name="jsonschema",
        version=version("jsonschema"),
        remark="verdict only, no rules",
        convert=convert,
        read=lambda text: convert(json.loads(text)),
        convert_faults=faults,
        read_faults=lambda text: faults(json.loads(text)),
    )


def _draft_7(schema: Any) -> Any:  # noqa: ANN401  # JSON
    """Convert a schema of draft 2020-12 to draft 7, as far as the bundles need it.

    In draft 7, $ref hides the keywords beside it, and dependentSchemas is called dependencies.
    """
    if isinstance(schema, list):
        return [_draft_7(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {"dependencies" if key == "dependentSchemas" else key: _draft_7(part) for key, part in schema.items()}
    if isinstance(made.get("$ref"), str) and len(made) > 1:
        made["allOf"] = [*made.get("allOf", []), {"$ref": made.pop("$ref")}]
    return made


def _fastjsonschema(protocol: str) -> Library:
    schema = {**_draft_7(_schema(protocol)), "$schema": "http://json-schema.org/draft-07/schema#"}
    # Errors keep their details: without, 2.22.3 cannot compile `const`.
    convert = fastjsonschema.compile(schema, use_default=False)

    def faults(value: object) -> Sequence[object]:
        try:
            convert(value)
        except fastjsonschema.JsonSchemaValueException as error:
            return [error.message]
        return []

    return Library(
        name="fastjsonschema",
        version=version("fastjsonschema"),
        remark="verdict only, first fault, no rules, schema rewritten to draft 7",
        convert=convert,
        read=lambda text: convert(json.loads(text)),
        convert_faults=faults,
        read_faults=lambda text: faults(json.loads(text)),
    )


def standard_json() -> Library:
    """Return Python's own parser and writer."""
    return Library(
        name="json",
        version=".".join(str(part) for part in sys.version_info[:3]),
        remark="checks nothing",
        write_remark="of the plain dict",
        checks=False,
        read=json.loads,
        write=lambda value: json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(),
    )


def _orjson() -> Library:
    return Library(
        name="orjson",
        version=orjson.__version__,
        remark="checks nothing",
        write_remark="of the plain dict",
        checks=False,
        read=orjson.loads,
        write=orjson.dumps,
    )


BUILDERS: Final[dict[str, Callable[[str], Library]]] = {
    "envgen": lambda protocol: envgen(protocol, ROOTS[protocol]),
    "envgen+accel": lambda protocol: envgen(protocol, ROOTS[protocol], accelerated(protocol)),
    "pydantic": _pydantic,
    "msgspec": _msgspec,
    "fastjsonschema": _fastjsonschema,
    "jsonschema": _jsonschema,
    "json": lambda _: standard_json(),
    "orjson": lambda _: _orjson(),
}
"""Sets each library up for the root type of a protocol; raises LeftOutError."""

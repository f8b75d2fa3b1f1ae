# ruff: noqa: INP001  # a program
"""Decodes messages with the models that datamodel-code-generator makes of the exported schemas.

The arguments are the kind of the models, pydantic or msgspec, and the folder of their modules. Standard input is a line for each
message, {protocol, type, base64, root}. Each is answered with a line: whether the decoder accepts the message, or null without a decoder.
"""

import base64
import importlib
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path


def main() -> None:
    """Answer each line."""
    kind, folder = sys.argv[1:]
    sys.path.insert(0, folder)
    decoder = {"pydantic": pydantic_decoder, "msgspec": msgspec_decoder}[kind]

    @cache
    def decode(protocol: str, name: str) -> Callable[[bytes], bool] | None:
        model = find(Path(folder), protocol, name)
        return None if model is None else decoder(model)

    for line in sys.stdin:
        message = json.loads(line)
        accepts = decode(message["protocol"], "" if message["root"] else message["type"])
        verdict = accepts and accepts(base64.b64decode(message["base64"]))
        sys.stdout.write(json.dumps(verdict) + "\n")


def find(folder: Path, protocol: str, name: str) -> object | None:
    """Return the model of a definition, or of the root without a name.

    The generator lists the place of each model in the bundle. The name of a model is not enough: beside msgspec's own Meta, the model of Meta
    is MetaModel. A model of one type of several, such as RetryAfterInteger, is not that of the definition.
    """
    place = ["$defs", name] if name else []
    bare = "".join(c for c in name if c.isalnum()).lower()
    for model in json.loads((folder / f"{protocol}.models.json").read_text())["models"]:
        spelled = model["class_name"].replace("_", "").lower()
        if model["source_path"] == place and (not name or spelled in (bare, bare + "model")):
            module = ".".join(filter(None, [protocol, model["module"]]))
            return getattr(importlib.import_module(module), model["class_name"])
    return None


def pydantic_decoder(model: object) -> Callable[[bytes], bool]:
    """Return a decoder in the strict mode."""
    from pydantic import TypeAdapter, ValidationError

    adapter = TypeAdapter(model)

    def accepts(text: bytes) -> bool:
        try:
            adapter.validate_json(text, strict=True)
        except ValidationError:
            return False
        return True

    return accepts


def msgspec_decoder(model: object) -> Callable[[bytes], bool] | None:
    """Return a decoder, which is strict by default, or None if msgspec refuses the model."""
    import msgspec

    try:
        decoder = msgspec.json.Decoder(model)
    except TypeError:
        return None

    def accepts(text: bytes) -> bool:
        try:
            decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        return True

    return accepts


main()

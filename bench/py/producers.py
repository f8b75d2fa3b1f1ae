# ruff: noqa: INP001  # lies beside a program
"""The cost of building messages beside writing them alone, and of keeping artifacts beside writing files."""

from __future__ import annotations

import hashlib
import importlib
import os
import platform
import tempfile
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

from libraries import Library, envgen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conversations import Race

foxctl: Final = importlib.import_module("envgen_protocols.foxctl")
builders: Final = importlib.import_module("envgen_protocols.foxctl.builders")
store: Final = importlib.import_module("envgen_protocols.foxctl.stores")

SIZES: Final = {"64 KiB": 2**16, "16 MiB": 2**24}


def builds(folder: Path) -> Iterator[Race]:
    """Yield the races: message, work, and the function and inputs of each library."""
    own = envgen("foxctl", "Envelope")
    full = foxctl.OK_ENVELOPE.decode((folder / "foxctl-full.json").read_bytes())
    meta = {"runner": full.meta.runner, "trace_id": full.meta.trace_id}
    for name, data in (("foxctl-ok-small", foxctl.InlineData(extra={"count": 1})), ("foxctl-ok", full.data)):

        def build(data: object) -> bytes:
            return builders.lay_out(builders.ok(command=full.command, data=data, meta=meta))

        writes = replace(own, name="envgen, encode", remark="checks and writes the message")
        message = builders.ok(command=full.command, data=data, meta=meta)
        yield (
            name,
            "build",
            [(replace(own, remark="builds and writes it"), build, [data]), (writes, foxctl.encode, [message])],
        )


def stores(folder: Path) -> Iterator[Race]:
    """Yield the races of keeping artifacts that are not there yet, and taking them away again."""
    text = (folder / "foxctl-large.json").read_bytes()
    # On the disk of the checkout: that of temporary files may be memory.
    with tempfile.TemporaryDirectory(prefix="store-", dir=folder.parent) as name:
        kept, plain = store.DirectoryStore(Path(name, "store")), Path(name)

        def put(content: bytes) -> Path:
            digest = kept.put(content)
            return Path(kept.path, "sha256", digest[7:9], digest[9:])

        def hashed(content: bytes) -> Path:
            return written(plain / hashlib.sha256(content).hexdigest(), content)

        os_, remark = platform.python_version(), "writes a file, syncs it and its folder, and gives it its name"
        for size, length in SIZES.items():
            contestants = [
                (replace(envgen("foxctl", "Envelope"), remark=""), put),
                (Library(name="os and hashlib", version=os_, remark=remark), hashed),
                (
                    Library(name="os", version=os_, remark=f"{remark}; no digest"),
                    lambda content: written(plain / "plain", content),
                ),
            ]
            content = (text * (length // len(text) + 1))[: length - 8]
            yield (
                "foxctl-large",
                f"store {size}",
                [(library, keeping(keep, content), [content]) for library, keep in contestants],
            )


def keeping(keep: Callable[[bytes], Path], content: bytes) -> Callable[[object], None]:
    """Pass to a function contents of which no two are equal, and remove the files that it has written."""
    numbers = count()
    return lambda _: keep(next(numbers).to_bytes(8, "little") + content).unlink()


def written(path: Path, content: bytes) -> Path:
    """Write a file like a program that needs it complete and durable."""
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    around = os.open(path.parent, os.O_RDONLY)
    os.fsync(around)
    os.close(around)
    return path

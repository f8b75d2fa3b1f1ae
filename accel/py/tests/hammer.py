"""Gives the accelerator many texts and values: `hammer.py mutate N` for sanitizers, `hammer.py leak N` for its memory.

`tools/hammer` runs both.
"""

from __future__ import annotations

import contextlib
import gc
import json
import random
import sys
import time
from typing import Any

from pairs import DEFAULTS, QUICK, codecs, shaken, spoiled, texts


def mutate(count: int) -> None:
    """Read mutated texts and values with the accelerator alone, and write the results."""
    accel = sys.modules["quick._accel"].accel
    record = sys.modules["quick._record"].Record
    luck = random.Random(4)
    fixtures = [(codecs(QUICK, protocol)[name], text) for protocol, name, text in texts() if len(text) < 20_000]
    values: list[tuple[Any, Any]] = []
    for codec, text in fixtures:
        with contextlib.suppress(ValueError, RecursionError):
            values.append((codec, json.loads(text)))
    shown = time.monotonic()
    for done in range(count):
        codec, text = luck.choice(fixtures)
        if done % 4 == 3:
            codec, value = luck.choice(values)
            made = codec._plan.convert(shaken(value, luck), DEFAULTS)
        else:
            given = spoiled(text, luck) if done % 4 else text[: luck.randrange(len(text) + 1)]
            try:
                data: str | bytes = given if done % 3 else given.encode()
            except UnicodeEncodeError:
                data = given
            if done % 7 == 0 and isinstance(data, bytes):
                data = bytes(b if luck.random() < 0.99 else luck.randrange(256) for b in data)
            made = codec._plan.decode(data, DEFAULTS)
            accel.write(accel.read(data, 10**6, luck.randint(0, 256)), luck.randint(0, 256), record)
        if made is not NotImplemented:
            accel.write(made, 256, record)
            accel.size(made, 256, record)
        if time.monotonic() - shown > 10:
            shown = time.monotonic()
            print(f"{done} of {count}", file=sys.stderr, flush=True)
    print(f"{count} texts and values")


def resident() -> int:
    """Return the memory of the process in KiB."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4


def leak(count: int) -> None:
    """Read, convert and write messages; the memory must not grow after the first fifth."""
    luck = random.Random(5)
    fixtures = [
        (codecs(QUICK, protocol)[name], text, spoiled(text, luck))
        for protocol, name, text in texts()
        if len(text) < 5_000
    ]
    first = 0
    for done in range(count):
        codec, text, bad = fixtures[done % len(fixtures)]
        made = codec._plan.decode(text, DEFAULTS)
        codec._plan.decode(bad, DEFAULTS)
        if made is not NotImplemented:
            value = made.value if type(made).__name__ == "Advised" else made
            codec._plan.convert(json.loads(codec.encode_unchecked(value)), DEFAULTS)
        if done == count // 5:
            gc.collect()
            first = resident()
    gc.collect()
    grown = resident() - first
    print(f"{count} messages, {grown} KiB more since the first fifth")
    if grown > 1024:
        sys.exit("the accelerator leaks")


if __name__ == "__main__":
    {"mutate": mutate, "leak": leak}[sys.argv[1]](int(sys.argv[2]))

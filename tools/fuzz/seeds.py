# ruff: noqa: INP001  # a program
"""Writes what the fuzzers start from: the texts, conversations and streams of exported fixtures."""

import hashlib
import json
import pathlib
import sys

PROTOCOLS = ("agh", "delegator", "foxctl", "helper", "hotrepl")


def event(step: dict[str, str]) -> str:
    """Return an event as the targets read it."""
    if "send" in step:
        return ">" + step["send"]
    return "<" + step["receive"] if "receive" in step else "!"


def main() -> None:
    """Read the export that the first argument names, and write into the folder of the second."""
    export, folder = map(pathlib.Path, sys.argv[1:])
    for file in sorted(export.glob("*/*.json")):
        for case in json.loads(file.read_text()):
            protocol = PROTOCOLS.index(file.parent.name)
            if case["op"] == "check" and "text" in case:
                target, data = "readers", bytes([protocol]) + case["text"].encode()
            elif case["op"] == "stream" and "text" in case:
                target, data = "lines", bytes([2, 255]) + case["text"].encode()
            elif case["op"] == "converse" and file.parent.name == "hotrepl":
                target, data = "trackers", "\n".join(event(step) for step in case["events"]).encode()
            else:
                continue
            if len(data) < 4096:
                seed = folder / target / hashlib.sha256(data).hexdigest()[:16]
                seed.parent.mkdir(parents=True, exist_ok=True)
                seed.write_bytes(data)


if __name__ == "__main__":
    main()

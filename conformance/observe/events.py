# ruff: noqa: INP001  # a program
"""Runs requests through observed codecs and trackers.

Each line of input is a request, and each line of output the events and the issues.
"""

from __future__ import annotations

import base64
import importlib
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from envgen_protocols._envelope import Issue, Options, ParamValue
from envgen_protocols._observe import Observation

Json = dict[str, Any]

_LIMITS = ("max_depth", "max_bytes", "max_issues", "max_remembered")


def _options(request: Json, now: str | None) -> Options:
    given: dict[str, ParamValue] = dict(request.get("params") or {})
    limits: Any = {name: given.pop(name) for name in _LIMITS if name in given}
    return Options(now=now, params=given, **limits)


def _clock() -> Callable[[], float]:
    """Return a clock of 250 ms a step."""
    steps = iter(range(10**9))
    return lambda: next(steps) / 4


def _event(event: Observation) -> Json:
    if event.duration != 0.25:
        raise ValueError(f"a call of one step has taken {event.duration} s")
    made = event._asdict()
    del made["duration"]
    made["bytes"] = event.bytes or 0
    made["issues"] = [issue._asdict() for issue in event.issues]
    if event.conversation:
        made["conversation"] = event.conversation._asdict() | {"side": event.conversation.side or ""}
    return made


def _run(request: Json) -> Json:
    package = importlib.import_module("envgen_protocols." + request["protocol"])
    observe = importlib.import_module(package.__name__ + ".observe")
    events: list[Json] = []
    issues: list[Sequence[Issue]] = []

    def hook(event: Observation) -> None:
        events.append(_event(event))

    now = request.get("now")
    try:
        if "conversation" in request:
            conversation = package.CONVERSATIONS[request["conversation"]]
            tracker = observe.observed_tracker(conversation, hook, request.get("as") or None, clock=_clock())
            for one in request["events"]:
                options = _options(request, one.get("now", now))
                if one.get("close"):
                    issues.append(tracker.close(options=options))
                elif "send" in one:
                    issues.append(tracker.send_text(one["send"], options=options).issues)
                else:
                    issues.append(tracker.receive_text(one["receive"], options=options).issues)
        else:
            codec = observe.observed(package.lookup(request["type"]), hook, clock=_clock())
            options = _options(request, now)
            data = base64.b64decode(request["base64"]) if "base64" in request else request["text"]
            result = codec.try_decode(data, options=options)
            issues.append(result.issues)
            if result and "params" not in request:
                codec.encode(result.value, options=options)
                issues.append(codec.check(result.value, options=options))
    except ValueError as error:
        return {"events": events, "issues": _listed(issues), "error": str(error)}
    return {"events": events, "issues": _listed(issues)}


def _listed(issues: list[Sequence[Issue]]) -> list[list[Json]]:
    return [[issue._asdict() for issue in found] for found in issues]


def main() -> None:
    """Answer requests until the end of input."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_run(json.loads(line))) + "\n")


if __name__ == "__main__":
    main()

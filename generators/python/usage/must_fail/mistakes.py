"""Mistakes that type checkers must report. A comment names the codes of mypy on a line that it reports."""

from __future__ import annotations

from typing import assert_never

from envgen_protocols import agh, helper, hotrepl
from envgen_protocols.agh import Envelope
from envgen_protocols.hotrepl.clients import ConnectionClient


def forgotten_kind(message: Envelope) -> str:
    match message:
        case agh.Direct():
            return "direct"
        case agh.Receipt() | agh.Trace():
            return "answer"
        case _:
            assert_never(message)  # E: arg-type


def forgotten_word(status: helper.Status) -> str:
    if status == "ok" or status == "partial":
        return "consume"
    assert_never(status)  # E: arg-type


def absent_is_no_string(message: agh.Direct) -> str:
    if message.to is not None:
        return message.to.upper()  # E: union-attr
    return ""


def null_is_no_string(message: agh.Direct) -> str:
    if message.to is not agh.UNSET:
        return message.to.upper()  # E: union-attr
    return ""


def optional_is_no_string(message: agh.Greet) -> str:
    return message.interaction_id.upper()  # E: union-attr


def member_of_another_kind(message: Envelope) -> str | None:
    if message.kind == "say":
        return repr(message.body.text)  # E: attr-defined
    return None


def outcome_not_looked_at(text: bytes) -> agh.Greet:
    return agh.GREET.try_decode(text).value  # E: union-attr


def wrong_types(message: agh.Direct) -> None:
    message.kind = "say"  # E: assignment misc
    message.ts = "now"  # E: assignment
    message.colour = "red"  # E: attr-defined
    helper.Failure(code="x")  # E: call-arg
    helper.Failure("x", "y")  # E: arg-type call-arg
    agh.encode(object())  # E: arg-type


def unknown_word() -> helper.Status:
    return "okay"  # E: return-value


async def requests(client: ConnectionClient) -> None:
    evaluated = await client.request(hotrepl.Eval(id="a", code="1", timeout_ms=1.0))
    repr(evaluated.matches)  # E: union-attr
    await client.request(hotrepl.Subscribe(id="a", code="1"))  # E: call-overload
    client.replies(hotrepl.Eval(id="a", code="1", timeout_ms=1.0))  # E: arg-type

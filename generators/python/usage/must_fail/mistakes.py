"""Mistakes that type checkers must report. A comment names the codes of mypy on a line that it reports."""

from __future__ import annotations

from typing import assert_never

from envgen_protocols import agh, delegator, foxctl, helper, hotrepl
from envgen_protocols.agh import Envelope
from envgen_protocols.agh import builders as letters
from envgen_protocols.delegator import builders as responses
from envgen_protocols.delegator import dispatch
from envgen_protocols.foxctl import builders as envelopes
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


def nothing_left_out(data: foxctl.Data, message: Envelope) -> foxctl.OkEnvelope:
    envelopes.progress(command="fs/ls", data=data, meta={"seq": 0, "final": True})
    letters.receipt(message, from_="a", body={"ok": True})
    return envelopes.ok(command="fs/ls", data=data, meta={"trace_id": "t"}, extra={"mine": 1})


def left_out(data: foxctl.Data, message: Envelope) -> None:
    envelopes.ok(data=data)  # E: call-arg
    envelopes.ok("fs/ls", data)  # E: call-arg
    envelopes.ok(command="fs/ls", data=data, status="ok")  # E: call-arg
    envelopes.ok(command="fs/ls", data=data, meta={"seq": "0"})  # E: arg-type
    envelopes.ok(command="fs/ls", data=data, meta={"sequence": 0})  # E: arg-type
    envelopes.progress(command="fs/ls", data=data, meta={"final": True})  # E: arg-type
    letters.receipt(from_="a", body={})  # E: call-arg
    letters.whois_response(message, from_="a", body={})  # E: arg-type
    responses.error_response(tool="_codex_local_run", meta={}, error={"code": "NOPE"})  # E: arg-type
    responses.status_snapshot(tool="_codex_local_status", data={"queue": [1]})  # E: arg-type


def handled(message: delegator.JsonEnvelope) -> str:
    return dispatch.status(message, ok=lambda response: response.tool, error=lambda response: response.error.message)


def forgotten_case(message: delegator.JsonEnvelope, result: delegator.WaitResult) -> None:
    dispatch.status(message, ok=lambda response: response.tool)  # E: call-arg
    dispatch.status(message, ok=repr, error=lambda response: response.data)  # E: attr-defined
    dispatch.state(result, completed=repr, failed=repr, cancelled=repr, timeout=repr, gone=repr)  # E: call-arg
    dispatch.state(message, completed=repr, failed=repr, cancelled=repr, timeout=repr)  # E: arg-type

# ruff: noqa: INP001  # lies beside a program
"""The exchanges of MCP: JSON-RPC, with results whose type follows from the request."""

from __future__ import annotations

import importlib
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from libraries import LeftOutError, envgen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from conversations import Race

_FOLDER: Final = Path(__file__).resolve().parents[2] / "build/bench"
_INFO: Final = {"name": "bench", "version": "1"}
_HELLO: Final = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {"sampling": {}}, "clientInfo": _INFO},
}
_WELCOME: Final = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": _INFO}


def rpc_races() -> Iterator[Race]:
    """Yield the races to measure, if `envgen gen` has written the bindings."""
    if not (_FOLDER / "mcp_bindings").is_dir():
        return
    sys.path.append(str(_FOLDER))
    mcp = importlib.import_module("mcp_bindings.mcp")
    own = replace(envgen("foxctl", "Envelope"), remark="a ping and its error, as objects")
    params = mcp.CallToolRequestParams(name="add")
    result = mcp.MESSAGE.convert(
        {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "3"}]}}
    ).result
    error = mcp.JSONRPCErrorError(code=1, message="")
    typed = replace(
        own,
        name="envgen, typed",
        remark="a tools/call and its response; the result is checked by the type of the request",
    )
    pings = _steps(mcp, lambda id: mcp.PingRequest(id=id), lambda id: mcp.JSONRPCError(id=id, error=error))
    calls = _steps(
        mcp,
        lambda id: mcp.CallToolRequest(id=id, params=params),
        lambda id: mcp.JSONRPCResponse(id=id, result=result),
    )
    yield "mcp-exchange", "track", [(own, pings, [None]), (typed, calls, [None])]


def _steps(mcp: Any, asked: Callable[[int], Any], said: Callable[[int], Any]) -> Callable[[object], None]:  # noqa: ANN401
    """Return a function of two steps, with another id each time: MCP allows no id twice."""
    tracker = mcp.SESSION.track("client")
    _expect_none(tracker.send(mcp.MESSAGE.convert(_HELLO)))
    _expect_none(tracker.receive(mcp.MESSAGE.convert({"jsonrpc": "2.0", "id": 0, "result": _WELCOME})))
    _expect_none(tracker.send(mcp.InitializedNotification()))
    ids = count(1)

    def step(_: object) -> None:
        number = next(ids)
        _expect_none(tracker.send(asked(number)) or tracker.receive(said(number)))

    return step


def _expect_none(issues: Any) -> None:  # noqa: ANN401
    if issues:
        raise LeftOutError(f"a session that is in order has the issue {issues[0]}")

"""Answers the requests of the conformance suite with the generated package ``envgen_protocols``.

Judges nothing itself: the users of the bindings would have any fault of this file too.
"""

from __future__ import annotations

import base64
import hashlib
import importlib
import importlib.util
import inspect
import io
import json
import pkgutil
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast

import envgen_protocols
from building import Call, Inexpressible
from envgen_protocols._accel import accel
from envgen_protocols._codec import Codec, Encodable
from envgen_protocols._envelope import DEFAULTS, Invalid, Issue, Options, ParamValue, ValidationError, verify_digest
from envgen_protocols._fills import Secrets, Sources

if TYPE_CHECKING:  # protocols without conversations do not bring the module
    from envgen_protocols._conversation import Conversation, Conversations, LineConversation
    from envgen_protocols._tracker import Line

CONTRACT = 1

Json: TypeAlias = dict[str, object]
Lookup: TypeAlias = Callable[[str], Codec[Encodable] | None]


class Refusal(Exception):
    """A request that cannot be answered; the message gives the reason."""


def is_accelerated() -> bool:
    """Return whether the bindings have found their accelerator."""
    return accel is not None


class Protocol:
    """One generated sub-package."""

    def __init__(self, module: str) -> None:
        package = importlib.import_module(module)
        self.name: str = package.PROTOCOL_NAME
        self.root: str = package.ROOT_TYPE
        self.lookup: Lookup = package.lookup
        self.conversations: Conversations = getattr(package, "CONVERSATIONS", {})
        self.builders: Any = None
        if importlib.util.find_spec(module + ".builders"):
            self.builders = importlib.import_module(module + ".builders")
        self.module = module

    def part(self, name: str) -> Any:  # noqa: ANN401
        """Import a module of the package; a request that needs one that is not there cannot be answered."""
        if not importlib.util.find_spec(f"{self.module}.{name}"):
            raise Refusal(f"{self.name} has no {name}")
        return importlib.import_module(f"{self.module}.{name}")


def protocols() -> dict[str, Protocol]:
    """Import every protocol that was generated."""
    found = pkgutil.iter_modules(envgen_protocols.__path__, "envgen_protocols.")
    loaded = [Protocol(module.name) for module in found if module.ispkg]
    return {protocol.name: protocol for protocol in loaded}


def _number(text: str) -> int | float:
    """Return a number of a request, beyond 2**53 - 1 the nearest double: there it is no integer of a program."""
    return int(text) if len(text) < 16 or abs(float(text)) < 2**53 else float(text)


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer requests, one a line, until stop or the end of input."""
    known = protocols()
    for line in requests:
        request: Json = json.loads(line, parse_int=_number)
        answer = {"seq": request["seq"], **_answer(known, request)}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()
        if request.get("op") == "stop":
            return


def _answer(known: dict[str, Protocol], request: Json) -> Json:
    """Answer one request. Any failure is an answer too, so that one bad case does not hide the others."""
    try:
        match request.get("op"):
            case "start":
                return _start(known, request)
            case "build":
                return _build(known, request)
            case "check":
                return _check(known, request)
            case "stream":
                return _stream(known, request)
            case "converse":
                return _converse(known, request)
            case "dispatch":
                return _dispatch(known, request)
            case "refuse":
                return _refuse(known, request)
            case "digest":
                return _digest(request)
            case "stop":
                return {}
            case op:
                return {"skipped": f"envgen-py cannot do {op}"}
    except Inexpressible as reason:
        return {"skipped": str(reason)}
    except (Refusal, ValueError) as refusal:  # a ValueError is how a binding refuses options
        return {"error": str(refusal)}
    except Exception as error:
        traceback.print_exc(file=sys.stderr)
        return {"error": f"{type(error).__name__}: {error}"}


def _start(known: dict[str, Protocol], request: Json) -> Json:
    if request.get("contract") != CONTRACT:
        raise Refusal(f"contract {request.get('contract')} is not spoken here")
    name = "envgen-py-accel" if is_accelerated() else "envgen-py"
    return {"executor": name, "language": "python", "contract": CONTRACT, "protocols": sorted(known)}


def _check(known: dict[str, Protocol], request: Json) -> Json:
    options = _options(request)
    codec = _codec(known, request)
    result = codec.try_decode(_data(request), options=options)
    issues = _listed(result.issues)
    if isinstance(result, Invalid):
        return {"issues": issues}
    # The canonical text may be longer than the one that was read.
    return {
        "issues": issues,
        "output": codec.encode_unchecked(
            result.value, options=Options(max_depth=options.max_depth, max_bytes=2**31 - 1)
        ).decode(),
    }


def _build(known: dict[str, Protocol], request: Json) -> Json:
    protocol = _protocol(known, request)
    name = _text(request, "builder")
    if protocol.builders is None or name not in protocol.builders.BUILDERS:
        raise Refusal(f"{protocol.name} has no builder {name!r}")
    ids = cast("list[str]", request.get("ids", []))

    def new_id(_kind: str) -> str:
        if not ids:
            raise Refusal("ids: there are too few")
        return ids.pop(0)

    options = _options(request)
    sources = Sources(
        new_id=new_id,
        environ=cast("dict[str, str]", request.get("env", {})),
        started=_text(request, "started") if "started" in request else None,
        secrets=_secrets(request),
        store=MemoryStore() if request.get("store") else None,
        options=options,
    )
    call = Call(protocol.builders, name)
    try:
        message = call.run(cast("Json", request.get("args")), cast("Json | None", request.get("answers")), sources)
    except ValidationError as error:
        return {"issues": _listed(error.issues)}
    codec = protocol.lookup(type(message).__envelope_type__) or _codec(known, request)
    answer: Json = {"issues": _listed(codec.check(message, options=options))}
    written = io.BytesIO()
    code: int | None = protocol.builders.emit(message, written)
    answer["output"] = written.getvalue().decode()
    return answer if code is None else {**answer, "exit": code}


class MemoryStore:
    """Keeps the artifacts of builders, which nobody reads."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def put(self, content: bytes, /) -> str:
        digest = "sha256:" + hashlib.sha256(content).hexdigest()
        self.kept[digest] = content
        return digest


def _secrets(request: Json) -> Secrets | None:
    given = cast("dict[str, list[str]] | None", request.get("secrets"))
    return None if given is None else Secrets(names=given.get("names", ()), values=given.get("values", ()))


def _stream(known: dict[str, Protocol], request: Json) -> Json:
    conversation = _conversation(known, request)
    if not hasattr(conversation, "lines"):
        raise Refusal(f"the conversation {conversation.name} is no stream of lines")
    lines = cast("LineConversation[Any]", conversation).lines(options=_options(request))
    data = _data(request)
    size = cast("int", request.get("pieces", 0)) or max(len(data), 1)
    found = [line for at in range(0, len(data), size) for line in lines.push(data[at : at + size])]
    rest, issues = lines.finish()
    return {"verdicts": [_listed(verdict) for verdict in (*[line.issues for line in (*found, *rest)], issues)]}


def _concatenated(lines: list[Line[Any]]) -> list[Issue]:
    return [issue for line in lines for issue in line.issues]


def _converse(known: dict[str, Protocol], request: Json) -> Json:
    tracker = _conversation(known, request).track(_text(request, "as") if request.get("as") else None)
    verdicts: list[list[Json]] = []
    for event in cast("list[Json]", request.get("events", [])):
        options = _options(request | {name: event[name] for name in ("now",) if event.get(name)})
        if event.get("close"):
            issues: Sequence[Issue] = tracker.close(options=options)
        elif "send" in event:
            issues = _concatenated(tracker.send_frame(_text(event, "send"), options=options))
        else:
            issues = _concatenated(tracker.receive_frame(_text(event, "receive"), options=options))
        verdicts.append(_listed(issues))
    return {"verdicts": verdicts}


def _dispatch(known: dict[str, Protocol], request: Json) -> Json:
    functions = _protocol(known, request).part("dispatch")
    name = _text(request, "dispatch")
    decide = getattr(functions, name)
    options = _options(request)
    result = _codec(known, request).try_decode(_data(request), options=options)
    answer: Json = {"issues": _listed(result.issues)}
    if isinstance(result, Invalid):
        of_text = getattr(functions, f"{name}_of_text", None)
        return (
            answer if of_text is None else answer | {"case": of_text(_data(request), options=options, **_names(decide))}
        )
    return answer | {"case": decide(result.value, **_names(decide))}


def _names(decide: Callable[..., object]) -> dict[str, Callable[..., str]]:
    """Return a handler for each case, which returns the name of the case."""

    def handler(name: str) -> Callable[..., str]:
        return lambda *_: name

    parameters = inspect.signature(decide).parameters.values()
    return {p.name: handler(p.name) for p in parameters if p.kind is p.KEYWORD_ONLY}


def _refuse(known: dict[str, Protocol], request: Json) -> Json:
    errors = _protocol(known, request).part("errors")
    options = _options(request)
    if "size" in request:
        made = errors.refusal_of_size(request["size"], options)
        return {"issues": []} if made is None else {"issues": [], "output": _written(made)}
    result = _codec(known, request).try_decode(_data(request), options=options)
    answer: Json = {"issues": _listed(result.issues)}
    if not isinstance(result, Invalid):
        return answer
    made = errors.refusal(result.issues)
    if result.issues[0].rule == "json":
        made.message = ""
    return answer | {"output": _written(made)}


def _written(record: Any) -> str:  # noqa: ANN401
    return json.dumps(record.to_dict(), ensure_ascii=False, separators=(",", ":"))


def _digest(request: Json) -> Json:
    content = _data(request)
    try:
        verify_digest(_text(request, "digest"), content.encode() if isinstance(content, str) else content)
    except ValueError:
        return {"verified": False}
    return {"verified": True}


def _listed(issues: Sequence[Issue]) -> list[Json]:
    return [issue._asdict() for issue in issues]


def _conversation(known: dict[str, Protocol], request: Json) -> Conversation[Any]:
    protocol = _protocol(known, request)
    name = _text(request, "conversation")
    if name not in protocol.conversations:
        raise Refusal(f"{protocol.name} has no conversation {name!r}")
    return protocol.conversations[name]


def _protocol(known: dict[str, Protocol], request: Json) -> Protocol:
    protocol = known.get(_text(request, "protocol"))
    if protocol is None:
        raise Refusal(f"unknown protocol {request['protocol']!r}")
    return protocol


def _codec(known: dict[str, Protocol], request: Json) -> Codec[Encodable]:
    protocol = _protocol(known, request)
    name = _text(request, "type") if "type" in request else protocol.root
    codec = protocol.lookup(name)
    if codec is None:
        raise Refusal(f"{protocol.name} has no type {name!r}")
    return codec


def _data(request: Json) -> bytes | str:
    if ("text" in request) == ("base64" in request):
        raise Refusal("exactly one of text and base64 is required")
    if "text" in request:
        return _text(request, "text")
    return base64.b64decode(_text(request, "base64"), validate=True)


def _text(request: Json, name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise Refusal(f"{name} must be a string")
    return value


NOW = "2000-01-01T00:00:00Z"


def _options(request: Json) -> Options:
    """Take the time and the parameters from a request. The bindings judge them."""
    params = request.get("params", {})
    if not isinstance(params, dict):
        raise Refusal("params must be an object")
    limits = {
        "max_bytes": DEFAULTS.max_bytes,
        "max_depth": DEFAULTS.max_depth,
        "max_issues": DEFAULTS.max_issues,
        "max_remembered": DEFAULTS.max_remembered,
    }
    given: dict[str, ParamValue] = {}
    for name, value in cast("Json", params).items():
        if not isinstance(value, bool | int | float | str):
            raise Refusal(f"{name} must be a scalar")
        if name in limits:
            limits[name] = cast("int", value)
        else:
            given[name] = value
    return Options(
        max_bytes=limits["max_bytes"],
        max_depth=limits["max_depth"],
        max_issues=limits["max_issues"],
        max_remembered=limits["max_remembered"],
        now=_text(request, "now") if "now" in request else NOW,
        params=given,
    )

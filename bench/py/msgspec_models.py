# ruff: noqa: INP001  # lies beside a program
"""Models of foxctl, HotRepl and AGH for msgspec, as its documentation advises.

Tagged unions of Structs; what may be absent but not null has the default UNSET, which is not written. Structs drop members
they do not know, so payloads, which belong to the program, are dicts here, and `__post_init__` converts them into a Struct once
more, to check the members that are known. Rules of level "should" are left out: msgspec has no warnings.
"""

from __future__ import annotations

import time
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, convert, field
from msgspec.json import encode

_SAFE: Final = 2**53 - 1  # beyond it, integers are not the same in all languages

Count: TypeAlias = Annotated[int, Meta(ge=0, le=_SAFE)]
Integer: TypeAlias = Annotated[int, Meta(ge=-_SAFE, le=_SAFE)]
Positive: TypeAlias = Annotated[int, Meta(ge=1, le=_SAFE)]
NonEmpty: TypeAlias = Annotated[str, Meta(min_length=1)]
Object: TypeAlias = dict[str, Any]


class Open(Struct):
    """An object that ignores members it does not know."""


class Closed(Struct, forbid_unknown_fields=True):
    """An object that takes no other members."""


# --- foxctl ---

INLINE_MAX: Final = 32 * 1024

# Patterns end in \Z because Python's $ also matches before a line break at the end.
Digest: TypeAlias = Annotated[str, Meta(pattern=r"^sha256:[0-9a-f]{64}\Z")]
FoxctlCommand: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*\Z")]
# msgspec's own datetime takes an offset in place of Z, so the text is kept and its date is looked at in __post_init__.
Timestamp: TypeAlias = Annotated[
    str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?Z\Z")
]
ErrorCode: TypeAlias = Literal[
    "EARG",
    "EAUTH",
    "ERATELIMIT",
    "EPAGINATION",
    "ERUNTIME",
    "ENOTFOUND",
    "ETIMEOUT",
    "EPOLICY",
    "ESKILLDOWN",
    "EPARSE",
    "EOUTPUT_TOO_LARGE",
    "EENVELOPE",
    "EIO",
    "ECANCELED",
    "EOPENAPI",
]


class FoxctlMeta(Open, kw_only=True):
    ts: Timestamp
    duration_ms: Count | UnsetType = UNSET
    runner: Literal["wasi", "exec", "oci"] | UnsetType | None = UNSET
    workspace: str | UnsetType = UNSET
    job_id: Annotated[str, Meta(pattern=r"^[0-7][0-9A-HJKMNP-TV-Z]{25}\Z")] | UnsetType = UNSET
    trace_id: str | UnsetType = UNSET
    profiles: list[str] | UnsetType = UNSET
    source: Literal["run", "cache", "memory"] | UnsetType = UNSET
    cas_digest: Digest | UnsetType = UNSET
    skill_version: str | UnsetType = UNSET
    cache_key: str | UnsetType = UNSET
    seq: Count | UnsetType = UNSET
    final: bool | UnsetType = UNSET

    def __post_init__(self) -> None:
        datetime.fromisoformat(self.ts)  # raises ValueError, as msgspec expects


class ProgressMeta(FoxctlMeta, kw_only=True):
    seq: Count


class Pagination(Open, kw_only=True):
    has_more: bool | UnsetType = UNSET
    total_pages: Count | UnsetType = UNSET
    total_items: Count | UnsetType = UNSET
    strategy_used: str | UnsetType = UNSET


class Preview(Open, kw_only=True):
    first_keys: list[str] | UnsetType = UNSET
    sample_record: Any = UNSET


class ArtifactSummary(Open, kw_only=True):
    size_bytes: Count
    kind: str
    preview: Preview
    status_code: Integer | UnsetType = UNSET
    headers: Object | UnsetType = UNSET
    record_count: Count | UnsetType = UNSET
    pagination: Pagination | UnsetType = UNSET


class PlainData(Open, kw_only=True):
    summary: Object | UnsetType = UNSET
    hint: Any = UNSET


class ArtifactData(Open, kw_only=True):
    summary: ArtifactSummary
    artifact: Digest
    hint: Any = UNSET


class ErrorDetails(Open, kw_only=True):
    attempts: Count | UnsetType = UNSET
    backoff: str | UnsetType = UNSET
    retry_after: str | Integer | UnsetType = UNSET


class OkError(Open, kw_only=True):
    code: ErrorCode | UnsetType | None = UNSET
    message: str | UnsetType | None = UNSET
    details: ErrorDetails | UnsetType = UNSET


class ProgressError(Open, kw_only=True):
    code: UnsetType | None = UNSET
    message: UnsetType | None = UNSET
    details: ErrorDetails | UnsetType = UNSET


class Failure(Open, kw_only=True):
    code: ErrorCode
    message: str
    details: ErrorDetails | UnsetType = UNSET


class FoxctlFrame(Open, tag_field="status", kw_only=True):
    version: Literal[1]
    command: FoxctlCommand
    data: Object
    meta: FoxctlMeta

    def __post_init__(self) -> None:
        artifact = None
        if "artifact" in self.data:
            artifact = convert(self.data, ArtifactData).artifact
        else:
            convert(self.data, PlainData)
            if len(encode(self.data)) > INLINE_MAX:
                raise ValueError("data over the inline threshold must be an artifact")
        if self.meta.cas_digest is not UNSET and self.meta.cas_digest != artifact:
            raise ValueError("meta.cas_digest must equal data.artifact")


class OkEnvelope(FoxctlFrame, tag="ok", kw_only=True):
    error: OkError


class FailureEnvelope(FoxctlFrame, tag="error", kw_only=True):
    error: Failure

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.data.get("hint", ""), str):
            raise ValueError("hint must be a string")


class ProgressEnvelope(FoxctlFrame, tag="progress", kw_only=True):
    meta: ProgressMeta
    error: ProgressError


# --- HotRepl ---

ErrorKind: TypeAlias = Literal[
    "validation_failed",
    "precondition_failed",
    "conflict",
    "timeout",
    "cancelled",
    "busy",
    "unknown_command",
    "unsupported_operation",
    "artifact_missing",
    "invalid_request",
    "internal",
]
CommandKind: TypeAlias = Literal["sync", "job"]
JournalKind: TypeAlias = Literal["eval", "command"]
CommandStatus: TypeAlias = Literal["ok", "failed"]
EnforcedLimit: TypeAlias = Literal[
    "maxMessageBytes", "maxQueuedCommands", "maxResultLength", "maxEnumerableElements", "maxJobConcurrency"
]


class ErrorInfo(Closed, kw_only=True):
    kind: ErrorKind
    code: str
    message: str
    retryable: bool
    details: Any = UNSET


class ArtifactFile(Closed, kw_only=True):
    uri: str
    path: str | UnsetType = UNSET
    sha256: str
    byteSize: float
    contentType: str
    finalized: bool


class CommandSummary(Closed, kw_only=True):
    name: str
    majorVersion: float
    kind: CommandKind
    mutatesState: bool


class CommandDescriptor(CommandSummary, kw_only=True):
    inputSchema: Object
    outputSchema: Object
    artifactsSchema: Object
    cancellation: str | UnsetType = UNSET


class JournalEntry(Closed, kw_only=True):
    id: str
    kind: JournalKind
    name: str | UnsetType = UNSET
    code: str | UnsetType = UNSET
    success: bool
    durationMs: float
    errorKind: ErrorKind | UnsetType = UNSET
    timestamp: str


class Host(Closed, kw_only=True):
    name: str
    version: str
    platform: str


class Evaluator(Closed, kw_only=True):
    name: str
    languageVersion: str
    persistentState: bool
    supportsCompletion: bool
    cancellation: Literal["cooperative", "hardAbort", "unsupported"]


class Control(Closed, kw_only=True):
    supported: bool
    commandsListChanged: bool
    schemaValidation: bool


class Limits(Closed, kw_only=True):
    maxMessageBytes: Positive
    maxQueuedCommands: Count
    maxResultLength: Positive
    maxEnumerableElements: Positive
    defaultEvalTimeoutMs: Positive
    maxJobConcurrency: Positive


class Message(Closed, tag_field="type"):
    """What all messages have in common."""


class Handshake(Message, tag="handshake", kw_only=True):
    protocolVersion: Literal[2]
    host: Host
    evaluator: Evaluator
    availableEvaluators: list[str]
    defaultUsings: list[str]
    helpers: list[str]
    control: Control
    limits: Limits
    enforces: list[EnforcedLimit]


class SessionEvictedBy(Closed, kw_only=True):
    clientName: str | UnsetType = UNSET


class SessionEvicted(Message, tag="session_evicted", kw_only=True):
    reason: str
    by: SessionEvictedBy | UnsetType = UNSET


class AssemblyReload(Message, tag="assembly_reload", kw_only=True):
    assembly: str | UnsetType = UNSET
    message: str


class ProtocolError(Message, tag="error", kw_only=True):
    id: str | UnsetType = UNSET
    error: ErrorInfo


class Request(Message, kw_only=True):
    """What all messages have that belong to a request."""

    id: str


class Eval(Request, tag="eval", kw_only=True):
    code: str
    timeoutMs: float | UnsetType = UNSET


class EvalResult(Request, tag="eval_result", kw_only=True):
    hasValue: bool
    value: Any = UNSET
    valueType: str | UnsetType = UNSET
    stdout: str | UnsetType = UNSET
    durationMs: float


class EvalError(Request, tag="eval_error", kw_only=True):
    error: ErrorInfo


class Complete(Request, tag="complete", kw_only=True):
    code: str
    cursor: float | UnsetType = UNSET


class CompleteResult(Request, tag="complete_result", kw_only=True):
    completions: list[str]
    durationMs: float


class Reset(Request, tag="reset"):
    pass


class ResetResult(Request, tag="reset_result", kw_only=True):
    success: bool


class Subscribe(Request, tag="subscribe", kw_only=True):
    code: str
    intervalFrames: float | UnsetType = UNSET
    limit: float | UnsetType = UNSET


class SubscribeResult(Request, tag="subscribe_result", kw_only=True):
    seq: float
    hasValue: bool
    value: Any = UNSET
    valueType: str | UnsetType = UNSET
    durationMs: float
    final: bool


class SubscribeError(Request, tag="subscribe_error", kw_only=True):
    seq: float
    error: ErrorInfo
    final: bool


class Cancel(Request, tag="cancel", kw_only=True):
    targetId: str


class CommandsList(Request, tag="commands_list", kw_only=True):
    since: str | UnsetType = UNSET


class CommandsListResult(Request, tag="commands_list_result", kw_only=True):
    commands: list[CommandSummary]
    since: str | UnsetType = UNSET


class CommandDescribe(Request, tag="command_describe", kw_only=True):
    name: str


class CommandDescribeResult(Request, tag="command_describe_result", kw_only=True):
    descriptor: CommandDescriptor


class CommandCall(Request, tag="command_call", kw_only=True):
    name: str
    args: Object
    timeoutMs: float | UnsetType = UNSET


class Outcome(Request, kw_only=True):
    """What a command and a job end with."""

    status: CommandStatus
    output: Any = UNSET
    artifacts: dict[str, ArtifactFile]
    error: ErrorInfo | UnsetType = UNSET
    durationMs: float


class CommandResult(Outcome, tag="command_result"):
    pass


class JobAccepted(Request, tag="job_accepted", kw_only=True):
    jobId: str
    state: Literal["running"]


class JobStatus(Request, tag="job_status", kw_only=True):
    jobId: str


class JobStatusResult(Request, tag="job_status_result", kw_only=True):
    jobId: str
    state: Literal["running"]
    progress: Any = UNSET
    error: ErrorInfo | UnsetType = UNSET


class JobResult(Outcome, tag="job_result", kw_only=True):
    jobId: str
    state: Literal["done", "failed", "cancelled"]


class JobCancel(Request, tag="job_cancel", kw_only=True):
    jobId: str


class JobCancelResult(Request, tag="job_cancel_result", kw_only=True):
    accepted: bool
    state: Literal["running", "done", "failed", "cancelled"]


class JournalQuery(Request, tag="journal_query", kw_only=True):
    kind: JournalKind | UnsetType = UNSET
    limit: float | UnsetType = UNSET


class JournalQueryResult(Request, tag="journal_query_result", kw_only=True):
    entries: list[JournalEntry]


# --- AGH ---

REPLAY_AGE: Final = 300

PeerId: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]{0,127}\Z")]


class AghFrame(Closed, tag_field="kind", kw_only=True):
    protocol: Literal["agh-network/v0"]
    id: NonEmpty
    channel: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,63}\Z")]
    from_: PeerId = field(name="from")
    to: PeerId | UnsetType | None = UNSET
    interaction_id: NonEmpty | UnsetType = UNSET
    reply_to: NonEmpty | UnsetType = UNSET
    trace_id: NonEmpty | UnsetType = UNSET
    causation_id: NonEmpty | UnsetType = UNSET
    ts: Count
    expires_at: Count | UnsetType = UNSET
    body: Object
    proof: Object | UnsetType | None = UNSET
    ext: Object | UnsetType = UNSET

    def __post_init__(self) -> None:
        now = time.time()
        if self.expires_at is not UNSET:
            if self.expires_at <= int(now):
                raise ValueError("expires_at must be after the receiver's time")
        elif self.ts <= int(now) and now - self.ts > REPLAY_AGE:
            raise ValueError("a message without expires_at must not be older than the replay age")


class ArtifactRef(Open, kw_only=True):
    type: str | UnsetType = UNSET
    repo: str | UnsetType = UNSET
    ref: str | UnsetType = UNSET


class DirectBody(Open, kw_only=True):
    text: str | UnsetType = UNSET
    intent: str | UnsetType = UNSET
    artifacts: list[ArtifactRef] | UnsetType = UNSET


class Greet(AghFrame, tag="greet"):
    pass


class Whois(AghFrame, tag="whois"):
    pass


class Say(AghFrame, tag="say"):
    pass


class Direct(AghFrame, tag="direct", kw_only=True):
    interaction_id: NonEmpty

    def __post_init__(self) -> None:
        super().__post_init__()
        convert(self.body, DirectBody)


class Capability(AghFrame, tag="capability"):
    pass


class Receipt(AghFrame, tag="receipt", kw_only=True):
    interaction_id: NonEmpty


class Trace(AghFrame, tag="trace", kw_only=True):
    interaction_id: NonEmpty


ROOTS: Final[dict[str, Any]] = {
    "foxctl": OkEnvelope | FailureEnvelope | ProgressEnvelope,
    "hotrepl": (
        Handshake
        | SessionEvicted
        | AssemblyReload
        | ProtocolError
        | Eval
        | EvalResult
        | EvalError
        | Complete
        | CompleteResult
        | Reset
        | ResetResult
        | Subscribe
        | SubscribeResult
        | SubscribeError
        | Cancel
        | CommandsList
        | CommandsListResult
        | CommandDescribe
        | CommandDescribeResult
        | CommandCall
        | CommandResult
        | JobAccepted
        | JobStatus
        | JobStatusResult
        | JobResult
        | JobCancel
        | JobCancelResult
        | JournalQuery
        | JournalQueryResult
    ),
    "agh": Greet | Whois | Say | Direct | Capability | Receipt | Trace,
}
"""The root type of each protocol."""

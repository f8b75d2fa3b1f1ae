# ruff: noqa: INP001  # lies beside a program
"""Models of foxctl, HotRepl and AGH for pydantic, as its documentation advises.

Strict, so that a text is no number; one TypeAdapter a protocol; unions by tag. A member that may be absent but not null has
the default None, which pydantic does not check, and `exclude_unset` keeps it out of what is written.
Rules of level "should" are left out: pydantic has no warnings.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, TypeAdapter, model_validator
from pydantic_core import CoreSchema, core_schema

_SAFE: Final = 2**53 - 1  # beyond it, integers are not the same in all languages


class Open(BaseModel):
    """An object that keeps members it does not know."""

    model_config = ConfigDict(strict=True, extra="allow")


class Closed(BaseModel):
    """An object that takes no other members."""

    model_config = ConfigDict(strict=True, extra="forbid")


class _UtcText:
    """A text that ends in Z and is a date-time; both steps run inside of pydantic's core."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?Z$"
        return core_schema.chain_schema(
            [core_schema.str_schema(pattern=pattern, strict=True), core_schema.datetime_schema(strict=False)]
        )


Absent: Final[Any] = None
Count: TypeAlias = Annotated[int, Field(ge=0, le=_SAFE)]
Integer: TypeAlias = Annotated[int, Field(ge=-_SAFE, le=_SAFE)]
Positive: TypeAlias = Annotated[int, Field(ge=1, le=_SAFE)]
NonEmpty: TypeAlias = Annotated[str, Field(min_length=1)]
Object: TypeAlias = dict[str, Any]


# --- foxctl ---

INLINE_MAX: Final = 32 * 1024

Digest: TypeAlias = Annotated[str, Field(pattern="^sha256:[0-9a-f]{64}$")]
FoxctlCommand: TypeAlias = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*$")]
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


class Meta(Open):
    ts: Annotated[Any, _UtcText]
    duration_ms: Count = Absent
    runner: Literal["wasi", "exec", "oci"] | None = None
    workspace: str = Absent
    job_id: Annotated[str, Field(pattern="^[0-7][0-9A-HJKMNP-TV-Z]{25}$")] = Absent
    trace_id: str = Absent
    profiles: list[str] = Absent
    source: Literal["run", "cache", "memory"] = Absent
    cas_digest: Digest = Absent
    skill_version: str = Absent
    cache_key: str = Absent
    seq: Count = Absent
    final: bool = Absent


class ProgressMeta(Meta):
    seq: Count


class Pagination(Open):
    has_more: bool = Absent
    total_pages: Count = Absent
    total_items: Count = Absent
    strategy_used: str = Absent


class Preview(Open):
    first_keys: list[str] = Absent
    sample_record: Any = None


class Summary(Open):
    size_bytes: Any = None
    kind: Any = None
    preview: Any = None


class ArtifactSummary(Summary):
    size_bytes: Count
    kind: str
    preview: Preview
    status_code: Integer = Absent
    headers: Object = Absent
    record_count: Count = Absent
    pagination: Pagination = Absent


class Data(Open):
    # A summary that is complete becomes an ArtifactSummary, also where there is no artifact that needs one.
    summary: Annotated[ArtifactSummary | Summary, Field(union_mode="left_to_right")] = Absent
    artifact: Digest = Absent


class FailureData(Data):
    hint: str = Absent


class ErrorDetails(Open):
    attempts: Count = Absent
    backoff: str = Absent
    retry_after: str | Integer = Absent


class OkError(Open):
    code: ErrorCode | None = None
    message: str | None = None
    details: ErrorDetails = Absent


class ProgressError(Open):
    code: None = None
    message: None = None
    details: ErrorDetails = Absent


class Failure(Open):
    code: ErrorCode
    message: str
    details: ErrorDetails = Absent


class FoxctlFrame(Open):
    version: Literal[1]
    command: FoxctlCommand
    data: Data
    meta: Meta

    # One function for the condition in Data and both rules: each call from pydantic's core into Python costs.
    @model_validator(mode="after")
    def _rules(self) -> Self:
        data, digest = self.data, self.meta.cas_digest
        if digest is not None and digest != data.artifact:
            raise ValueError("meta.cas_digest must equal data.artifact")
        if data.artifact is not None:
            if not isinstance(data.summary, ArtifactSummary):
                raise ValueError("an artifact needs a complete summary")
        elif len(data.model_dump_json(exclude_unset=True).encode()) > INLINE_MAX:
            raise ValueError("data over the inline threshold must be an artifact")
        return self


class OkEnvelope(FoxctlFrame):
    status: Literal["ok"]
    error: OkError


class FailureEnvelope(FoxctlFrame):
    status: Literal["error"]
    data: FailureData
    error: Failure


class ProgressEnvelope(FoxctlFrame):
    status: Literal["progress"]
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


class ErrorInfo(Closed):
    kind: ErrorKind
    code: str
    message: str
    retryable: bool
    details: Any = None


class ArtifactFile(Closed):
    uri: str
    path: str = Absent
    sha256: str
    byteSize: float
    contentType: str
    finalized: bool


class CommandSummary(Closed):
    name: str
    majorVersion: float
    kind: CommandKind
    mutatesState: bool


class CommandDescriptor(CommandSummary):
    inputSchema: Object
    outputSchema: Object
    artifactsSchema: Object
    cancellation: str = Absent


class JournalEntry(Closed):
    id: str
    kind: JournalKind
    name: str = Absent
    code: str = Absent
    success: bool
    durationMs: float
    errorKind: ErrorKind = Absent
    timestamp: str


class Host(Closed):
    name: str
    version: str
    platform: str


class Evaluator(Closed):
    name: str
    languageVersion: str
    persistentState: bool
    supportsCompletion: bool
    cancellation: Literal["cooperative", "hardAbort", "unsupported"]


class Control(Closed):
    supported: bool
    commandsListChanged: bool
    schemaValidation: bool


class Limits(Closed):
    maxMessageBytes: Positive
    maxQueuedCommands: Count
    maxResultLength: Positive
    maxEnumerableElements: Positive
    defaultEvalTimeoutMs: Positive
    maxJobConcurrency: Positive


class Handshake(Closed):
    type: Literal["handshake"]
    protocolVersion: Literal[2]
    host: Host
    evaluator: Evaluator
    availableEvaluators: list[str]
    defaultUsings: list[str]
    helpers: list[str]
    control: Control
    limits: Limits
    enforces: list[EnforcedLimit]


class SessionEvictedBy(Closed):
    clientName: str = Absent


class SessionEvicted(Closed):
    type: Literal["session_evicted"]
    reason: str
    by: SessionEvictedBy = Absent


class AssemblyReload(Closed):
    type: Literal["assembly_reload"]
    assembly: str = Absent
    message: str


class ProtocolError(Closed):
    type: Literal["error"]
    id: str = Absent
    error: ErrorInfo


class Request(Closed):
    """What all messages have that belong to a request."""

    id: str


class Eval(Request):
    type: Literal["eval"]
    code: str
    timeoutMs: float = Absent


class EvalResult(Request):
    type: Literal["eval_result"]
    hasValue: bool
    value: Any = None
    valueType: str = Absent
    stdout: str = Absent
    durationMs: float


class EvalError(Request):
    type: Literal["eval_error"]
    error: ErrorInfo


class Complete(Request):
    type: Literal["complete"]
    code: str
    cursor: float = Absent


class CompleteResult(Request):
    type: Literal["complete_result"]
    completions: list[str]
    durationMs: float


class Reset(Request):
    type: Literal["reset"]


class ResetResult(Request):
    type: Literal["reset_result"]
    success: bool


class Subscribe(Request):
    type: Literal["subscribe"]
    code: str
    intervalFrames: float = Absent
    limit: float = Absent


class SubscribeResult(Request):
    type: Literal["subscribe_result"]
    seq: float
    hasValue: bool
    value: Any = None
    valueType: str = Absent
    durationMs: float
    final: bool


class SubscribeError(Request):
    type: Literal["subscribe_error"]
    seq: float
    error: ErrorInfo
    final: bool


class Cancel(Request):
    type: Literal["cancel"]
    targetId: str


class CommandsList(Request):
    type: Literal["commands_list"]
    since: str = Absent


class CommandsListResult(Request):
    type: Literal["commands_list_result"]
    commands: list[CommandSummary]
    since: str = Absent


class CommandDescribe(Request):
    type: Literal["command_describe"]
    name: str


class CommandDescribeResult(Request):
    type: Literal["command_describe_result"]
    descriptor: CommandDescriptor


class CommandCall(Request):
    type: Literal["command_call"]
    name: str
    args: Object
    timeoutMs: float = Absent


class Outcome(Request):
    """What a command and a job end with."""

    status: CommandStatus
    output: Any = None
    artifacts: dict[str, ArtifactFile]
    error: ErrorInfo = Absent
    durationMs: float


class CommandResult(Outcome):
    type: Literal["command_result"]


class JobAccepted(Request):
    type: Literal["job_accepted"]
    jobId: str
    state: Literal["running"]


class JobStatus(Request):
    type: Literal["job_status"]
    jobId: str


class JobStatusResult(Request):
    type: Literal["job_status_result"]
    jobId: str
    state: Literal["running"]
    progress: Any = None
    error: ErrorInfo = Absent


class JobResult(Outcome):
    type: Literal["job_result"]
    jobId: str
    state: Literal["done", "failed", "cancelled"]


class JobCancel(Request):
    type: Literal["job_cancel"]
    jobId: str


class JobCancelResult(Request):
    type: Literal["job_cancel_result"]
    accepted: bool
    state: Literal["running", "done", "failed", "cancelled"]


class JournalQuery(Request):
    type: Literal["journal_query"]
    kind: JournalKind = Absent
    limit: float = Absent


class JournalQueryResult(Request):
    type: Literal["journal_query_result"]
    entries: list[JournalEntry]


# --- AGH ---

REPLAY_AGE: Final = 300

PeerId: TypeAlias = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9._-]{0,127}$")]


class AghFrame(Closed):
    protocol: Literal["agh-network/v0"]
    id: NonEmpty
    channel: Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_-]{0,63}$")]
    from_: Annotated[PeerId, Field(alias="from")]
    to: PeerId | None = None
    interaction_id: NonEmpty = Absent
    reply_to: NonEmpty = Absent
    trace_id: NonEmpty = Absent
    causation_id: NonEmpty = Absent
    ts: Count
    expires_at: Count = Absent
    body: Object
    proof: Object | None = None
    ext: Object = Absent

    @model_validator(mode="after")
    def _rules(self) -> Self:
        now = time.time()
        if self.expires_at is not None:
            if self.expires_at <= int(now):
                raise ValueError("expires_at must be after the receiver's time")
        elif self.ts <= int(now) and now - self.ts > REPLAY_AGE:
            raise ValueError("a message without expires_at must not be older than the replay age")
        return self


class ArtifactRef(Open):
    type: str = Absent
    repo: str = Absent
    ref: str = Absent


class DirectBody(Open):
    text: str = Absent
    intent: str = Absent
    artifacts: list[ArtifactRef] = Absent


class Greet(AghFrame):
    kind: Literal["greet"]


class Whois(AghFrame):
    kind: Literal["whois"]


class Say(AghFrame):
    kind: Literal["say"]


class Direct(AghFrame):
    kind: Literal["direct"]
    interaction_id: NonEmpty
    body: DirectBody  # type: ignore[assignment]  # an object with members that are known


class Capability(AghFrame):
    kind: Literal["capability"]


class Receipt(AghFrame):
    kind: Literal["receipt"]
    interaction_id: NonEmpty


class Trace(AghFrame):
    kind: Literal["trace"]
    interaction_id: NonEmpty


ADAPTERS: Final[dict[str, TypeAdapter[Any]]] = {
    "foxctl": TypeAdapter(
        Annotated[OkEnvelope | FailureEnvelope | ProgressEnvelope, Field(discriminator="status")],
    ),
    "hotrepl": TypeAdapter(
        Annotated[
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
            | JournalQueryResult,
            Field(discriminator="type"),
        ],
    ),
    "agh": TypeAdapter(
        Annotated[Greet | Whois | Say | Direct | Capability | Receipt | Trace, Field(discriminator="kind")],
    ),
}
"""The root type of each protocol."""

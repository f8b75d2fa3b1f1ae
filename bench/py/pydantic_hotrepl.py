# ruff: noqa: INP001  # lies beside a program
"""Models of HotRepl for pydantic."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Field, TypeAdapter
from pydantic_bases import Absent, Closed, Count, Object, Positive

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
    """The common members of all messages that belong to a request."""

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
    """The members that end a command or a job."""

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


ADAPTER: Final[TypeAdapter[Any]] = TypeAdapter(
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
)
"""The root type."""

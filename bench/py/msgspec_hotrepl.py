# ruff: noqa: INP001  # lies beside a program
"""Models of HotRepl for msgspec."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

from msgspec import UNSET, UnsetType
from msgspec_bases import Closed, Count, Object, Positive

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
    """The common base of all messages."""


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
    """The common members of all messages that belong to a request."""

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
    """The members that end a command or a job."""

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


ROOT: Final[Any] = (
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
)
"""The root type."""

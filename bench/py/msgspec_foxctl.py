# ruff: noqa: INP001  # lies beside a program
"""Models of foxctl for msgspec."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType, convert
from msgspec.json import encode
from msgspec_bases import Count, Integer, Object, Open

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


ROOT: Final[Any] = OkEnvelope | FailureEnvelope | ProgressEnvelope
"""The root type."""

# ruff: noqa: INP001  # lies beside a program
"""Models of foxctl for pydantic."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import Field, TypeAdapter, model_validator
from pydantic_bases import Absent, Count, Integer, Object, Open, UtcText

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
    ts: Annotated[Any, UtcText]
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


ADAPTER: Final[TypeAdapter[Any]] = TypeAdapter(
    Annotated[OkEnvelope | FailureEnvelope | ProgressEnvelope, Field(discriminator="status")],
)
"""The root type."""

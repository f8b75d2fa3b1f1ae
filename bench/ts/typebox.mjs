// TypeBox: foxctl's Envelope by hand, other protocols from their JSON Schema bundles; all compiled.
import Type from "typebox";
import { Compile } from "typebox/compile";
import { Settings } from "typebox/system";

const NONE = [];

// By default it stops at 8 errors, and counts `undefined`, which no JSON text has, as absent.
Settings.Set({ maxErrors: 100, exactOptionalPropertyTypes: true });

const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const range = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
const Timestamp = Type.String({ format: "date-time", pattern: "Z$" });
const Digest = Type.String({ pattern: "^sha256:[0-9a-f]{64}$" });
const JobId = Type.String({ pattern: "^[0-7][0-9A-HJKMNP-TV-Z]{25}$" });

const ErrorCode = Type.Enum([
  "EARG", "EAUTH", "ERATELIMIT", "EPAGINATION", "ERUNTIME", "ENOTFOUND", "ETIMEOUT", "EPOLICY", "ESKILLDOWN",
  "EPARSE", "EOUTPUT_TOO_LARGE", "EENVELOPE", "EIO", "ECANCELED", "EOPENAPI",
]);

const optional = Type.Optional;
const nullable = (type) => Type.Union([type, Type.Null()]);

const metaMembers = {
  ts: Timestamp,
  duration_ms: optional(Count),
  runner: optional(nullable(Type.Enum(["wasi", "exec", "oci"]))),
  workspace: optional(Type.String()),
  job_id: optional(JobId),
  trace_id: optional(Type.String()),
  profiles: optional(Type.Array(Type.String())),
  source: optional(Type.Enum(["run", "cache", "memory"])),
  cas_digest: optional(Digest),
  skill_version: optional(Type.String()),
  cache_key: optional(Type.String()),
  seq: optional(Count),
  final: optional(Type.Boolean()),
};
const Meta = Type.Object(metaMembers);
const ProgressMeta = Type.Object({ ...metaMembers, seq: Count });

const Pagination = Type.Object({
  has_more: optional(Type.Boolean()),
  total_pages: optional(Count),
  total_items: optional(Count),
  strategy_used: optional(Type.String()),
});
const Preview = Type.Object({
  first_keys: optional(Type.Array(Type.String())),
  sample_record: optional(Type.Unknown()),
});
const ArtifactSummary = Type.Object({
  size_bytes: Count,
  kind: Type.String(),
  preview: Preview,
  status_code: optional(Type.Integer(range)),
  headers: optional(Type.Object({})),
  record_count: optional(Count),
  pagination: optional(Pagination),
});

const dataMembers = { summary: optional(Type.Object({})), artifact: optional(Digest) };
const withArtifact = { dependentSchemas: { artifact: Type.Object({ summary: ArtifactSummary }) } };
const Data = Type.Object(dataMembers, withArtifact);
const FailureData = Type.Object({ ...dataMembers, hint: optional(Type.String()) }, withArtifact);

const details = optional(
  Type.Object({
    attempts: optional(Count),
    backoff: optional(Type.String()),
    retry_after: optional(Type.Union([Type.String(), Type.Integer(range)])),
  }),
);
const OkError = Type.Object({ code: optional(nullable(ErrorCode)), message: optional(nullable(Type.String())), details });
const ProgressError = Type.Object({ code: optional(Type.Null()), message: optional(Type.Null()), details });
const Failure = Type.Object({ code: ErrorCode, message: Type.String(), details });

const envelope = (status, members) =>
  Type.Object({
    version: Type.Literal(1),
    status: Type.Literal(status),
    command: Type.String({ pattern: "^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*$" }),
    data: Data,
    meta: Meta,
    ...members,
  });
// An if by status would choose one branch, but it reports only one error for the branch, without those inside.
const Envelope = Type.Union([
  envelope("ok", { error: OkError }),
  envelope("error", { data: FailureData, error: Failure }),
  envelope("progress", { meta: ProgressMeta, error: ProgressError }),
]);

/** A judge of the root type of a protocol. */
export function typebox(bundle, protocol) {
  const validator = Compile(protocol === "foxctl" ? Envelope : bundle);
  if (!validator.IsAccelerated()) throw new Error("it does not compile the schema to code");
  return {
    // Errors are found by walking the schema, so that is done only for a value that the compiled code refuses.
    judge: (value) => (validator.Check(value) ? NONE : validator.Errors(value)),
    remark: "Compile, Check and then Errors, no discriminator",
  };
}

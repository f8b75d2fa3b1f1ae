// Valibot: foxctl's Envelope by hand. It takes no JSON Schema, so there are no other protocols.
import * as v from "valibot";

const NONE = [];

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Integer = v.pipe(v.number(), v.safeInteger());
const Timestamp = v.pipe(v.string(), v.isoTimestamp(), v.endsWith("Z"));
const Digest = v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/));
const JobId = v.pipe(v.string(), v.regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/));

const ErrorCode = v.picklist([
  "EARG", "EAUTH", "ERATELIMIT", "EPAGINATION", "ERUNTIME", "ENOTFOUND", "ETIMEOUT", "EPOLICY", "ESKILLDOWN",
  "EPARSE", "EOUTPUT_TOO_LARGE", "EENVELOPE", "EIO", "ECANCELED", "EOPENAPI",
]);

// An object of Valibot may be an array. Where no member is required, only this refuses one.
const noArray = v.custom((value) => !Array.isArray(value));
const open = (members, ...actions) => v.pipe(noArray, v.looseObject(members), ...actions);

const metaMembers = {
  ts: Timestamp,
  duration_ms: v.optional(Count),
  runner: v.optional(v.nullable(v.picklist(["wasi", "exec", "oci"]))),
  workspace: v.optional(v.string()),
  job_id: v.optional(JobId),
  trace_id: v.optional(v.string()),
  profiles: v.optional(v.array(v.string())),
  source: v.optional(v.picklist(["run", "cache", "memory"])),
  cas_digest: v.optional(Digest),
  skill_version: v.optional(v.string()),
  cache_key: v.optional(v.string()),
  seq: v.optional(Count),
  final: v.optional(v.boolean()),
};
const Meta = v.looseObject(metaMembers);
const ProgressMeta = v.looseObject({ ...metaMembers, seq: Count });

const Pagination = open({
  has_more: v.optional(v.boolean()),
  total_pages: v.optional(Count),
  total_items: v.optional(Count),
  strategy_used: v.optional(v.string()),
});
const Preview = open({ first_keys: v.optional(v.array(v.string())), sample_record: v.optional(v.unknown()) });
const ArtifactSummary = v.looseObject({
  size_bytes: Count,
  kind: v.string(),
  preview: Preview,
  status_code: v.optional(Integer),
  headers: v.optional(open({})),
  record_count: v.optional(Count),
  pagination: v.optional(Pagination),
});

const dataMembers = { summary: v.optional(open({})), artifact: v.optional(Digest) };

// Valibot has no keyword for "if this member is present, then": a check does it.
const summaryOfArtifact = v.rawCheck(({ dataset, addIssue }) => {
  if (dataset.value?.artifact === undefined) return;
  for (const { message } of v.safeParse(ArtifactSummary, dataset.value.summary).issues ?? NONE) addIssue({ message });
});
const Data = open(dataMembers, summaryOfArtifact);
const FailureData = open({ ...dataMembers, hint: v.optional(v.string()) }, summaryOfArtifact);

const details = v.optional(
  open({
    attempts: v.optional(Count),
    backoff: v.optional(v.string()),
    retry_after: v.optional(v.union([v.string(), Integer])),
  }),
);
const OkError = open({ code: v.optional(v.nullable(ErrorCode)), message: v.optional(v.nullable(v.string())), details });
const ProgressError = open({ code: v.optional(v.null()), message: v.optional(v.null()), details });
const Failure = v.looseObject({ code: ErrorCode, message: v.string(), details });

const envelope = (status, members) =>
  v.looseObject({
    version: v.literal(1),
    status: v.literal(status),
    command: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/)),
    data: Data,
    meta: Meta,
    ...members,
  });
const Envelope = v.variant("status", [
  envelope("ok", { error: OkError }),
  envelope("error", { data: FailureData, error: Failure }),
  envelope("progress", { meta: ProgressMeta, error: ProgressError }),
]);

/** A judge of the root type of a protocol. */
export function valibot(_bundle, protocol) {
  if (protocol !== "foxctl") throw new Error("it takes no JSON Schema");
  return {
    judge: (value) => v.safeParse(Envelope, value).issues ?? NONE,
    remark: "copies the value, every month has 31 days, no leap seconds",
  };
}

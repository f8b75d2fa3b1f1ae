// Zod: foxctl's Envelope by hand, other protocols from their JSON Schema bundles.
import * as z from "zod";

const NONE = [];

const Count = z.int().min(0);
const Timestamp = z.iso.datetime(); // in UTC: ends in Z, unless an option allows offsets
const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const JobId = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);

const ErrorCode = z.enum([
  "EARG", "EAUTH", "ERATELIMIT", "EPAGINATION", "ERUNTIME", "ENOTFOUND", "ETIMEOUT", "EPOLICY", "ESKILLDOWN",
  "EPARSE", "EOUTPUT_TOO_LARGE", "EENVELOPE", "EIO", "ECANCELED", "EOPENAPI",
]);

const metaMembers = {
  ts: Timestamp,
  duration_ms: Count.optional(),
  runner: z.enum(["wasi", "exec", "oci"]).nullable().optional(),
  workspace: z.string().optional(),
  job_id: JobId.optional(),
  trace_id: z.string().optional(),
  profiles: z.array(z.string()).optional(),
  source: z.enum(["run", "cache", "memory"]).optional(),
  cas_digest: Digest.optional(),
  skill_version: z.string().optional(),
  cache_key: z.string().optional(),
  seq: Count.optional(),
  final: z.boolean().optional(),
};
const Meta = z.looseObject(metaMembers);
const ProgressMeta = z.looseObject({ ...metaMembers, seq: Count });

const Pagination = z.looseObject({
  has_more: z.boolean().optional(),
  total_pages: Count.optional(),
  total_items: Count.optional(),
  strategy_used: z.string().optional(),
});
const Preview = z.looseObject({
  first_keys: z.array(z.string()).optional(),
  sample_record: z.unknown().optional(),
});
const ArtifactSummary = z.looseObject({
  size_bytes: Count,
  kind: z.string(),
  preview: Preview,
  status_code: z.int().optional(),
  headers: z.looseObject({}).optional(),
  record_count: Count.optional(),
  pagination: Pagination.optional(),
});

const dataMembers = { summary: z.looseObject({}).optional(), artifact: Digest.optional() };

// Zod has no keyword for "if this member is present, then": a check does it.
function summaryOfArtifact(payload) {
  const { artifact, summary } = payload.value;
  if (artifact === undefined) return;
  const result = ArtifactSummary.safeParse(summary);
  if (result.success) return;
  for (const issue of result.error.issues) payload.issues.push({ ...issue, path: ["summary", ...issue.path] });
}
const Data = z.looseObject(dataMembers).check(summaryOfArtifact);
const FailureData = z.looseObject({ ...dataMembers, hint: z.string().optional() }).check(summaryOfArtifact);

const details = z
  .looseObject({
    attempts: Count.optional(),
    backoff: z.string().optional(),
    retry_after: z.union([z.string(), z.int()]).optional(),
  })
  .optional();
const OkError = z.looseObject({ code: ErrorCode.nullable().optional(), message: z.string().nullable().optional(), details });
const ProgressError = z.looseObject({ code: z.null().optional(), message: z.null().optional(), details });
const Failure = z.looseObject({ code: ErrorCode, message: z.string(), details });

const envelope = (status, members) =>
  z.looseObject({
    version: z.literal(1),
    status: z.literal(status),
    command: z.string().regex(/^[a-z0-9][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/),
    data: Data,
    meta: Meta,
    ...members,
  });
const Envelope = z.discriminatedUnion("status", [
  envelope("ok", { error: OkError }),
  envelope("error", { data: FailureData, error: Failure }),
  envelope("progress", { meta: ProgressMeta, error: ProgressError }),
]);

/** A judge of the root type of a protocol. */
export function zod(bundle, protocol) {
  if (protocol === "foxctl") return { judge: judgeOf(Envelope), remark: "copies the value, no leap seconds" };
  return { judge: judgeOf(z.fromJSONSchema(bundle)), remark: "z.fromJSONSchema, no discriminator, copies the value" };
}

const judgeOf = (schema) => (value) => {
  const result = schema.safeParse(value);
  return result.success ? NONE : result.error.issues;
};

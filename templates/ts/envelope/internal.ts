/** What generated modules use of the support code. Not for users: it changes with the generator. */

export { type Codec, codec } from "./codec.ts";
export type { Findings } from "./findings.ts";
export { atIndex, atMember } from "./pointer.ts";
export { isDateTime } from "./time.ts";
export { hasAtLeast, hasAtMost, isObject, type JsonObject, own } from "./value.ts";
export type { Layout } from "./write.ts";

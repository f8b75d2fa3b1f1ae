/** Support code that generated modules use. Internal: it changes with the generator. */

export { isIpv4, isIpv6 } from "./address.ts";
export { type Codec, codec } from "./codec.ts";
export { isEmail, isHostname } from "./email.ts";
export type { Collector } from "./collect.ts";
export { isDuration, isJsonPointer, isUuid } from "./formats.ts";
export { checkOf, layoutOf } from "./parts.ts";
export { automaton, ofAnyLength } from "./pattern.ts";
export { atIndex, atMember } from "./pointer.ts";
export { isDate, isDateTime, isTime } from "./time.ts";
export { isUri, isUriReference } from "./uri.ts";
export { hasAtLeast, hasAtMost, isObject, type JsonObject, own } from "./value.ts";
export type { Layout } from "./write.ts";

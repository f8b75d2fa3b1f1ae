/**
 * The API that all protocols share: issues, errors, options, the codec interface and the functions on types. Each
 * protocol module re-exports these names, so that users need one import.
 */

export { assert, check, is, parse, type Result, safeParse } from "./envelope/check.js";
export type { Codec, StandardResult, StandardSchema } from "./envelope/codec.js";
export { decode, safeDecode } from "./envelope/decode.js";
export { verifyDigest } from "./envelope/digest.js"; // only: stores
export { encode, encodeUnchecked } from "./envelope/encode.js";
export { equal } from "./envelope/equal.js";
export { extra } from "./envelope/extra.js";
export { type Issue, type Level, ValidationError } from "./envelope/issue.js";
export type { CheckOptions, EncodeOptions, Options } from "./envelope/options.js";
export { type DateTime, fromDate, parseDateTime, toDate } from "./envelope/time.js"; // only: datetimes
export { show } from "./envelope/show.js";
export type { OtherInteger, OtherTag } from "./envelope/tag.js"; // only: fallbacks
export type { TypeInfo } from "./envelope/type.js";
export type { JsonObject } from "./envelope/value.js";

/**
 * The API that all protocols share: issues, errors, options and the codec interface. Each protocol module re-exports
 * these names, so that users need one import.
 */

export { ValidationError, type Issue, type Level } from "./envelope/issue.ts";
export type { CheckOptions, EncodeOptions, Options } from "./envelope/options.ts";
export type { Codec, Result, StandardResult, StandardSchema } from "./envelope/codec.ts";
export type { JsonObject } from "./envelope/value.ts";
export { parseDateTime, type DateTime } from "./envelope/time.ts";

/** The functions for builders in generated modules. Internal: they change with the generator. */

export { type Builder, type Builders, build, type Drafted, safeBuild, type With } from "./build.js";
export { emit, format } from "./output.js";
export { failureIn, mostOf, refusedBy, tooManyBytes } from "./refusal.js";
export { cut, keep, omit } from "./shorten.js";
export { dateTime, elapsed, ulid, unixSeconds, uuid } from "./sources.js";

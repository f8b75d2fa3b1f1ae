/** Codecs: the functions on a type as the methods of one object, with options bound to it. */

import { assert, type Bound, check, inputsOf, is, parse, type Result, safeParse, survey } from "./check.js";
import type { Collector } from "./collect.js";
import { decode, safeDecode } from "./decode.js";
import { encode, encodeUnchecked } from "./encode.js";
import type { Issue } from "./issue.js";
import type { CheckOptions, EncodeOptions, Options } from "./options.js";
// without fast: import { begin } from "./check.js";
// without fast: import { limitsOf } from "./options.js";
import { segmentsOf } from "./pointer.js";
import type { TypeInfo } from "./type.js";

/**
 * The operations on one type. The methods do not use `this` and may be detached. Options of a call replace those that
 * `with` has bound, one by one. A wrong option or parameter throws a RangeError in all methods.
 */
export interface Codec<T, Params = never> extends StandardSchema<T> {
  /** The type's name in the spec. */
  readonly name: string;
  /** The same without methods, for the functions `check`, `decode` and others. */
  readonly type: TypeInfo<T, Params>;
  /** Whether a value is valid. It takes no options, so that `list.filter(codec.is)` works; `with` binds some. */
  is(this: void, value: unknown): value is T;
  /** Throws a ValidationError unless a value is valid. */
  assert(this: void, value: unknown, options?: CheckOptions<Params>): asserts value is T;
  /**
   * Returns all issues of a value, those of level `should` included: a valid value may have some. A member that is
   * `undefined` is absent. `maxBytes` limits its JSON text.
   */
  check(this: void, value: unknown, options?: CheckOptions<Params>): readonly Issue[];
  /** Returns a value if it is valid, the same and not a copy; throws a ValidationError if not. */
  parse(this: void, value: unknown, options?: CheckOptions<Params>): T;
  /** Parses as `parse` does; returns issues instead of throwing. */
  safeParse(this: void, value: unknown, options?: CheckOptions<Params>): Result<T>;
  /** Decodes JSON text; throws a ValidationError if it is invalid, a TypeError if it is no text. */
  decode(this: void, text: string | Uint8Array, options?: Options<Params>): T;
  /** Decodes as `decode` does; returns issues instead of throwing a ValidationError. */
  safeDecode(this: void, text: string | Uint8Array, options?: Options<Params>): Result<T>;
  /** Checks a value as `check` does and writes it as JSON text; throws a ValidationError if it is invalid. */
  encode(this: void, value: T, options?: EncodeOptions<Params>): string;
  /**
   * Writes a value as JSON text without checking it. Throws a ValidationError only for values that JSON cannot represent
   * unchanged, such as NaN, a cycle or an integer beyond the range of its member.
   */
  encodeUnchecked(this: void, value: T, options?: EncodeOptions<Params>): string;
  /** Returns a codec of the same type that uses these options unless a call passes others. */
  with(this: void, options: CheckOptions<Params>): Codec<T, Params>;
}

/** The part of Standard Schema v1 (https://standardschema.dev) that a codec implements. */
export interface StandardSchema<T> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: "envgen";
    readonly types?: { readonly input: T; readonly output: T } | undefined;
    readonly validate: (value: unknown) => StandardResult<T>;
  };
}

/** The result of Standard Schema's `validate`. It lists issues of level `must` only, unless options bound to the codec are `strict`. */
export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path: readonly (string | number)[] }[] };

/** Creates the codec of a type. */
export function codec<T, Params>(type: TypeInfo<T, Params>, bound?: Bound<Params>): Codec<T, Params> {
  const all = <O extends Options<Params>>(options: O | undefined): O | undefined =>
    bound === undefined ? options : options === undefined ? (bound as O) : ({ ...bound, ...options, inputs: undefined } as O); // only: fast
    // without fast: bound === undefined ? options : ({ ...bound, ...options } as O);
  return {
    name: type.name,
    type,
    is: (value): value is T => is(type, value, bound),
    assert: (value, options): asserts value is T => assert(type, value, all(options)),
    check: (value, options) => check(type, value, all(options)),
    parse: (value, options) => parse(type, value, all(options)),
    safeParse: (value, options) => safeParse(type, value, all(options)),
    decode: (text, options) => decode(type, text, all(options)),
    safeDecode: (text, options) => safeDecode(type, text, all(options)),
    encode: (value, options) => encode(type, value, all(options)),
    encodeUnchecked: (value, options) => encodeUnchecked(type, value, all(options)),
    with: (options) => {
      const inputs = inputsOf(type, all(options)); // only: fast
      return codec(type, { ...all(options), inputs }); // only: fast
      // without fast: const merged = all(options);
      // without fast: begin(type, limitsOf(merged), merged); // throws a RangeError for invalid ones
      // without fast: return codec(type, merged);
    },
    "~standard": {
      version: 1,
      vendor: "envgen",
      validate: (value) => standardResult(value, survey(type, value, bound), bound?.strict === true),
    },
  };
}

function standardResult<T>(value: unknown, collector: Collector, strict: boolean): StandardResult<T> {
  const broken = collector.invalid || strict ? collector.sorted().filter(({ level }) => strict || level === "must") : [];
  if (broken.length === 0) return { value: value as T };
  return { issues: broken.map(({ message, place }) => ({ message, path: segmentsOf(place) })) };
}

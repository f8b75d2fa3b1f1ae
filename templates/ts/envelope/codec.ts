/** Combines the reader, the checks and the writer of a type into a codec. */

import { type Check, Collector } from "./collect.ts";
import { inheritingNothing, inheritMore } from "./inherited.ts";
import { type Issue, ValidationError } from "./issue.ts";
import { type CheckOptions, type EncodeOptions, type Limits, limitsOf, namesOfParams, type Options } from "./options.ts";
import { keepParts } from "./parts.ts";
import { segmentsOf } from "./pointer.ts";
import type { Steps } from "./steps.ts";
import { read } from "./text.ts";
import { type Flaw, findFlaw, MOST_TIMES } from "./value.ts";
import { type Layout, write } from "./write.ts";

/** The result of decoding a text or parsing a value. A valid value may have issues of level `should`. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly value?: undefined; readonly issues: readonly Issue[] };

/**
 * The operations on one type. The methods do not use `this` and may be detached. Options of a call replace those that
 * `with` has bound, one by one.
 */
export interface Codec<T, Params = undefined> extends StandardSchema<T> {
  /** The type's name in the spec. */
  readonly name: string;
  /** Whether a value is valid. It takes no options, so that `list.filter(codec.is)` works; `with` binds some. */
  is(value: unknown): value is T;
  /** Throws a ValidationError unless a value is valid. */
  assert(value: unknown, options?: CheckOptions<Params>): asserts value is T;
  /** Returns all issues of a value. A member that is `undefined` is absent. `maxBytes` limits its JSON text. */
  check(value: unknown, options?: CheckOptions<Params>): readonly Issue[];
  /** Returns a value if it is valid, the same and not a copy; throws a ValidationError if not. */
  parse(value: unknown, options?: CheckOptions<Params>): T;
  /** Parses as `parse` does; returns issues instead of throwing. */
  safeParse(value: unknown, options?: CheckOptions<Params>): Result<T>;
  /** Decodes JSON text; throws a ValidationError if it is invalid, a TypeError if it is no text. */
  decode(text: string | Uint8Array, options?: Options<Params>): T;
  /** Decodes as `decode` does; returns issues instead of throwing. */
  safeDecode(text: string | Uint8Array, options?: Options<Params>): Result<T>;
  /** Checks a value as `check` does and writes it as JSON text; throws a ValidationError if it is invalid. */
  encode(value: T, options?: EncodeOptions<Params>): string;
  /**
   * Writes a value as JSON text without checking it. Throws a ValidationError only for values that JSON cannot represent
   * unchanged, such as NaN, a cycle or an integer beyond the range of its member.
   */
  encodeUnchecked(value: T, options?: EncodeOptions<Params>): string;
  /** Returns a codec of the same type that uses these options unless a call passes others. */
  with(options: CheckOptions<Params>): Codec<T, Params>;
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

export type { Check } from "./collect.ts";

/** Creates the codec of a type. Layout and steps are functions because they may be declared after the codec. */
export function codec<T, Params = undefined>(
  name: string,
  check: Check,
  layout?: () => Layout,
  steps?: () => Steps,
  bound?: CheckOptions<Params>,
): Codec<T, Params> {
  type Given = CheckOptions<Params> | undefined;
  let further: Steps | undefined;
  let whole = check;
  const begin = (limits: Limits, options: Given): Collector => {
    if (further === undefined && steps !== undefined) whole = (further = steps()).around(check);
    if (further !== undefined) return further.begin(limits, options);
    const [unknown] = namesOfParams(options?.params);
    if (unknown !== undefined) throw new RangeError(`there is no parameter ${unknown}`);
    return new Collector(limits.maxIssues);
  };
  const withBound = <O extends Options<Params>>(options: O | undefined): O | undefined =>
    bound === undefined ? options : ({ ...bound, ...options } as O);
  const survey = (value: unknown, options: Given, trusted: boolean = options?.trusted === true): Collector => {
    if (inheritMore()) return inheritingNothing(() => survey(value, options, trusted));
    const limits = limitsOf(options);
    const collector = begin(limits, options);
    return examine(value, whole, collector, limits, trusted ? Infinity : undefined);
  };
  const decode = (text: string | Uint8Array, options: Given): Result<T> => {
    if (inheritMore()) return inheritingNothing(() => decode(text, options));
    const limits = limitsOf(options);
    const collector = begin(limits, options);
    const reading = read(text, limits);
    if (!reading.ok) return { ok: false, issues: flawed({ place: "", message: reading.message }, limits).issues() };
    return resultOf(reading.value, examine(reading.value, whole, collector, limits, text.length * MOST_TIMES), options);
  };
  const resultOf = (value: unknown, collector: Collector, options: Given): Result<T> => {
    const issues = collector.issues();
    if (collector.invalid || (options?.strict === true && issues.length > 0)) return { ok: false, issues };
    return { ok: true, value: value as T, issues };
  };
  const parse = (value: unknown, given: Given): Result<T> => {
    const options = withBound(given);
    return resultOf(value, survey(value, options), options);
  };
  const encodeUnchecked = (value: T, given: EncodeOptions<Params> | undefined): string => {
    if (inheritMore()) return inheritingNothing(() => encodeUnchecked(value, given));
    const options = withBound(given);
    const limits = limitsOf(options);
    const lost = examine(value, check, new Losses(limits.maxIssues), limits);
    if (lost.invalid) throw new ValidationError(lost.issues());
    return write(value, layout?.(), options?.indent ?? 0);
  };
  const made: Codec<T, Params> = {
    name,
    is: (value): value is T => (bound?.strict === true ? parse(value, undefined).ok : !survey(value, bound).invalid),
    assert: (value, options): asserts value is T => void valueOf(parse(value, options)),
    check: (value, options) => survey(value, withBound(options)).issues(),
    parse: (value, options) => valueOf(parse(value, options)),
    safeParse: parse,
    decode: (text, options) => valueOf(decode(text, withBound(options))),
    safeDecode: (text, options) => decode(text, withBound(options)),
    encode: (value, given) => {
      if (inheritMore()) return inheritingNothing(() => made.encode(value, given));
      const options = withBound(given);
      valueOf(resultOf(value, survey(value, options, false), options));
      return write(value, layout?.(), options?.indent ?? 0);
    },
    encodeUnchecked,
    with: (options) => {
      begin(limitsOf(options), options);
      return codec(name, check, layout, steps, withBound(options));
    },
    "~standard": {
      version: 1,
      vendor: "envgen",
      validate: (value) => standardResult<T>(value, survey(value, bound), bound?.strict === true),
    },
  };
  keepParts(made, { check, layout, steps });
  return made;
}

function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new ValidationError(result.issues);
}

/** Keeps only the violations that `encode` refuses a value for: those that writing and reading would change. */
class Losses extends Collector {
  override must(rule: string, place: string, message: string): void {
    if (rule === "integer-range") super.must(rule, place, message);
  }

  override should(): void {}
}

/** Checks that JSON can represent a value, unless `most` already bounds its text's length, then checks its type. */
function examine(value: unknown, check: Check, collector: Collector, limits: Limits, most?: number): Collector {
  try {
    const proof = most ?? findFlaw(value, limits.maxDepth, limits.maxBytes);
    if (typeof proof !== "number") return flawed(proof, limits);
    collector.most = proof;
    check(value, "", collector);
    return collector;
  } catch {
    // A getter or proxy threw, or the value is too deep for the stack.
    return flawed({ place: "", message: "the value cannot be read" }, limits);
  }
}

function flawed(flaw: Flaw, limits: Limits): Collector {
  const collector = new Collector(limits.maxIssues);
  collector.must("json", flaw.place, flaw.message);
  return collector;
}

function standardResult<T>(value: unknown, collector: Collector, strict: boolean): StandardResult<T> {
  const broken = collector.invalid || strict ? collector.sorted().filter(({ level }) => strict || level === "must") : [];
  if (broken.length === 0) return { value: value as T };
  return { issues: broken.map(({ message, place }) => ({ message, path: segmentsOf(place) })) };
}

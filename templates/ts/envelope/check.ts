/** Checks values. Each function does the same as the method of a codec with its name. */

import { Collector } from "./collect.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import { type Issue, ValidationError } from "./issue.js";
import { hasBeyond } from "./numbers.js";
// without given: import { reportBeyond } from "./numbers.js";
import { type CheckOptions, DEFAULTS, type Limits, limitsOf, type Options } from "./options.js";
import { advice, FULL, hasAdvice, type Inputs, prove, TRUSTED, VERDICT } from "./proof.js";
import { advise, NO_BOOK } from "./rulebook.js";
import type { TypeInfo } from "./type.js";
import { findFlaw, hasNoted } from "./value.js";

/** The result of decoding a text or parsing a value. A valid value may have issues of level `should`. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly value?: undefined; readonly issues: readonly Issue[] };

/** Returns all issues of a value, those of level `should` included. */
export function check<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): readonly Issue[] {
  return find(type, value, options)?.issues() ?? []; // only: fast
  // without fast: return survey(type, value, options).issues();
}

/** Whether a value is valid. */
export function is<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): value is T {
  return isProven(type, value, options) || isPassed(survey(type, value, options), options); // only: fast
  // without fast: return isPassed(survey(type, value, options), options);
}

/** Throws a ValidationError unless a value is valid. */
export function assert<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): asserts value is T {
  parse(type, value, options);
}

/** Returns a value if it is valid, the same and not a copy; throws a ValidationError if not. */
export function parse<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): T {
  return isProven(type, value, options) ? (value as T) : valueOf(resultOf(value, survey(type, value, options), options)); // only: fast
  // without fast: return valueOf(resultOf(value, survey(type, value, options), options));
}

/** Parses as `parse` does; returns issues instead of throwing. */
export function safeParse<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): Result<T> {
  return resultOf(value, find(type, value, options), options); // only: fast
  // without fast: return resultOf(value, survey(type, value, options), options);
}

/** Whether a proof shows that a value is valid. If not, a survey decides. */
function isProven<T, Params>(type: TypeInfo<T, Params>, value: unknown, options: Bound<Params> | undefined): boolean {
  const inputs = inputsFor(type, options);
  return inputs !== undefined && prove(type, value, inputs, inputs.verdict) && (options?.strict !== true || !hasAdvice());
}

/** Returns the issues of a value; undefined if a proof shows that it has none. */
export function find<T, Params>(type: TypeInfo<T, Params>, value: unknown, options: Bound<Params> | undefined): Collector | undefined {
  const inputs = inputsFor(type, options);
  if (inputs === undefined || !prove(type, value, inputs, inputs.whole)) return survey(type, value, options);
  if (!hasAdvice()) return undefined;
  try {
    return advice(type, value, inputs);
  } catch {
    return unreadable(inputs);
  }
}

function isPassed({ invalid, isEmpty }: Collector, options: Options<unknown> | undefined): boolean {
  return !invalid && (options?.strict !== true || isEmpty);
}

/** Options that a codec keeps, with the inputs of proofs under these options. */
export interface Bound<Params> extends CheckOptions<Params> {
  inputs?: Inputs | undefined; // only: fast
}

/** Returns the inputs of a proof, which are kept for default options and for those that a codec keeps; undefined if there is no proof. */
export function inputsFor<T, Params>(type: TypeInfo<T, Params>, options: Bound<Params> | undefined): Inputs | undefined {
  if (type.proves === undefined || inheritMore()) return undefined;
  return options === undefined ? (type.inputs ??= inputsOf(type, undefined)) : (options.inputs ?? inputsOf(type, options));
}

/** Creates the inputs of proofs under options; throws a RangeError for invalid options. */
export function inputsOf<T, Params>(type: TypeInfo<T, Params>, options: CheckOptions<Params> | undefined): Inputs {
  const limits = limitsOf(options);
  const run = begin(type, limits, options);
  const trusted = options?.trusted === true;
  const whole = trusted ? TRUSTED : FULL;
  return {
    run,
    now: run.now,
    maxIssues: limits.maxIssues,
    most: limits.maxDepth < DEFAULTS.maxDepth ? 0 : limits.maxBytes,
    whole,
    verdict: trusted && options?.strict !== true ? VERDICT : whole,
  };
}

/** Checks a value in all steps. */
export function survey<T, Params>(
  type: TypeInfo<T, Params>,
  value: unknown,
  options: CheckOptions<Params> | undefined,
  trusted: boolean = options?.trusted === true,
): Collector {
  if (inheritMore()) return inheritingNothing(() => survey(type, value, options, trusted));
  const limits = limitsOf(options);
  return examine(type, value, begin(type, limits, options), limits, trusted ? Infinity : undefined);
}

/** Creates the collector of one check; throws a RangeError for invalid options. */
export function begin<T, Params>(type: TypeInfo<T, Params>, limits: Limits, options: Options<Params> | undefined): Collector { // only: given
// without given: export function begin<T, Params>(_type: TypeInfo<T, Params>, limits: Limits, options: Options<Params> | undefined): Collector {
  const book = type.book?.() ?? NO_BOOK; // only: given
  const collector = new Collector(limits.maxIssues, book.settings(options?.params), book.now?.(options?.now)); // only: given
  // without given: refuseParams(options?.params);
  // without given: const collector = new Collector(limits.maxIssues);
  collector.remembers = limits.maxRemembered; // only: conversations
  collector.given = options; // only: given|conversations
  return collector;
}

/** Checks that JSON can represent a value, unless `most` already bounds its text's length, then its type. */
export function examine<T, Params>(
  type: TypeInfo<T, Params>,
  value: unknown,
  collector: Collector,
  limits: Limits,
  most?: number,
  work: (type: TypeInfo<T, Params>, value: unknown, collector: Collector) => void = inSteps,
): Collector {
  try {
    let proof = most ?? findFlaw(value, limits, type.wide !== undefined); // only: wide
    // without wide: const proof = most ?? findFlaw(value, limits);
    if (most === undefined) {
      collector.beyond = hasNoted();
      if (typeof proof === "number") proof = type.wide?.misplaced(value) ?? proof; // only: wide
    }
    if (typeof proof !== "number") return flawed(limits, proof.message, proof.place);
    collector.most = proof;
    work(type, value, collector);
    return collector;
  } catch {
    // A getter or proxy threw, or the value is too deep for the stack.
    return unreadable(limits);
  }
}

/** Checks version, structure and rules. A step with a violation of level `must` is the last. */
function inSteps<T, Params>(type: TypeInfo<T, Params>, value: unknown, collector: Collector): void {
  // only: given {
  const { book, isMessage } = type;
  const { accepts, stages } = book?.() ?? NO_BOOK;
  if (isMessage === true) accepts?.by(value, accepts, collector);
  if (collector.invalid) return;
  if (stages !== undefined) collector.stage = -1;
  // }
  type.check(value, "", collector);
  collector.beyond ??= hasBeyond(value);
  advise(type, value, collector); // only: given
  // without given: if (collector.beyond) reportBeyond(value, type.numbers?.(), collector);
}

function unreadable(limits: Pick<Limits, "maxIssues">): Collector {
  return flawed(limits, "the value cannot be read");
}

/** Throws a RangeError for parameters of a protocol that has none. */
export function refuseParams(params: unknown): void {
  if (params === undefined) return;
  if (typeof params !== "object" || params === null || Array.isArray(params)) throw new RangeError("params must be an object");
  for (const name of Object.keys(params)) throw new RangeError(`there is no parameter ${name}`);
}

export function flawed(limits: Pick<Limits, "maxIssues">, message: string, place = ""): Collector {
  const collector = new Collector(limits.maxIssues);
  collector.must("json", place, message);
  return collector;
}

export function resultOf<T>(value: unknown, collector: Collector | undefined, options: Options<unknown> | undefined): Result<T> {
  const issues = collector?.issues() ?? [];
  if (collector?.invalid === true || (options?.strict === true && issues.length > 0)) return { ok: false, issues };
  return { ok: true, value: value as T, issues };
}

/** Returns the value of a result; throws its issues. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new ValidationError(result.issues);
}

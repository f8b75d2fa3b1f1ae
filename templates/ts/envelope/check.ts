/** Checks values. Each function does the same as the method of a codec with its name. */

import { Collector } from "./collect.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import { type Issue, ValidationError } from "./issue.js";
import { hasBeyond } from "./numbers.js";
import { type CheckOptions, DEFAULTS, hasDefaults, type Limits, limitsOf, type Options } from "./options.js";
import { explain, FULL, hasAdvice, type Inputs, prove, TRUSTED, VERDICT } from "./proof.js";
import { advise, NO_BOOK } from "./rulebook.js";
import type { TypeInfo } from "./type.js";
import { findFlaw, hasNoted } from "./value.js";

/** The result of decoding a text or parsing a value. A valid value may have issues of level `should`. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly value?: undefined; readonly issues: readonly Issue[] };

/** Returns all issues of a value, those of level `should` included. */
export function check<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): readonly Issue[] {
  return look(type, value, options, false).issues();
}

/** Whether a value is valid. */
export function is<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): value is T {
  return passes(look(type, value, options, true), options);
}

/** Throws a ValidationError unless a value is valid. */
export function assert<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): asserts value is T {
  parse(type, value, options);
}

/** Returns a value if it is valid, the same and not a copy; throws a ValidationError if not. */
export function parse<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): T {
  const collector = look(type, value, options, true);
  if (passes(collector, options)) return value as T;
  throw new ValidationError(collector.issues());
}

/** Parses as `parse` does; returns issues instead of throwing. */
export function safeParse<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): Result<T> {
  return resultOf(value, look(type, value, options, false), options);
}

function passes({ invalid, isEmpty }: Collector, options: Options<unknown> | undefined): boolean {
  return !invalid && (options?.strict !== true || isEmpty);
}

/** Options that a codec keeps, with the inputs of proofs under these options. */
export interface Bound<Params> extends Options<Params> {
  inputs?: Inputs | undefined;
}

/**
 * Checks a value by a proof, or in all steps where that fails. The caller must not add violations to the collector. With
 * `verdict`, issues of level `should` are needed only if they make a value invalid.
 */
function look<T, Params>(type: TypeInfo<T, Params>, value: unknown, options: (CheckOptions<Params> & Bound<Params>) | undefined, verdict: boolean): Collector {
  const only = verdict && options?.strict !== true;
  const inputs = inputsFor(type, options);
  if (inputs === undefined || !prove(type, value, inputs, options?.trusted !== true ? FULL : only ? VERDICT : TRUSTED)) return survey(type, value, options);
  if (only || !hasAdvice()) return inputs.run;
  return advice(type, value, options);
}

/** Returns the issues of level `should` of a value that has been proven. */
export function advice<T, Params>(type: TypeInfo<T, Params>, value: unknown, options: Options<Params> | undefined): Collector {
  const limits = limitsOf(options);
  try {
    const collector = begin(type, limits, options);
    explain(type, value, collector);
    return collector;
  } catch {
    return unreadable(limits);
  }
}

/** Returns the inputs of a proof under options: bound or default ones. No others are worth a proof. */
export function inputsFor<T, Params>(type: TypeInfo<T, Params>, options: Bound<Params> | undefined): Inputs | undefined {
  if (type.proves === undefined || inheritMore()) return undefined;
  if (options === undefined || hasDefaults(options)) return (type.inputs ??= inputsOf(type, undefined));
  return options.inputs;
}

/** Returns the inputs of proofs under options; throws a RangeError for invalid options. */
export function inputsOf<T, Params>(type: TypeInfo<T, Params>, options: CheckOptions<Params> | undefined): Inputs {
  const limits = limitsOf(options);
  const run = begin(type, limits, options);
  return { run, now: run.now, most: options?.trusted === true ? Infinity : limits.maxDepth < DEFAULTS.maxDepth ? 0 : limits.maxBytes };
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
export function begin<T, Params>(type: TypeInfo<T, Params>, limits: Limits, options: Options<Params> | undefined): Collector {
  const book = type.book?.() ?? NO_BOOK;
  const collector = new Collector(limits.maxIssues, book.settings(options?.params), book.now?.(options?.now));
  collector.remembers = limits.maxRemembered;
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
    const proof = most ?? findFlaw(value, limits);
    if (most === undefined) collector.beyond = hasNoted();
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
  const { check, book, isMessage } = type;
  const { accepts, stages } = book?.() ?? NO_BOOK;
  if (isMessage === true) accepts?.by(value, accepts, collector);
  if (collector.invalid) return;
  if (stages !== undefined) collector.stage = -1;
  check(value, "", collector);
  collector.beyond ??= hasBeyond(value);
  advise(type, value, collector);
}

function unreadable(limits: Limits): Collector {
  return flawed(limits, "the value cannot be read");
}

export function flawed(limits: Limits, message: string, place = ""): Collector {
  const collector = new Collector(limits.maxIssues);
  collector.must("json", place, message);
  return collector;
}

export function resultOf<T>(value: unknown, collector: Collector, options: Options<unknown> | undefined): Result<T> {
  const issues = collector.issues();
  if (collector.invalid || (options?.strict === true && issues.length > 0)) return { ok: false, issues };
  return { ok: true, value: value as T, issues };
}

/** Returns the value of a result; throws its issues. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new ValidationError(result.issues);
}

/** Checks values. Each function does the same as the method of a codec with its name. */

import { Collector } from "./collect.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import { type Issue, ValidationError } from "./issue.js";
import { hasBeyond, reportBeyond } from "./numbers.js";
import { type CheckOptions, type Limits, limitsOf, type Options } from "./options.js";
import { NO_BOOK } from "./rulebook.js";
import type { TypeInfo } from "./type.js";
import { findFlaw, hasNoted } from "./value.js";

/** The result of decoding a text or parsing a value. A valid value may have issues of level `should`. */
export type Result<T> =
  | { readonly ok: true; readonly value: T; readonly issues: readonly Issue[] }
  | { readonly ok: false; readonly value?: undefined; readonly issues: readonly Issue[] };

/** Returns all issues of a value, those of level `should` included. */
export function check<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): readonly Issue[] {
  return survey(type, value, options).issues();
}

/** Whether a value is valid. */
export function is<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): value is T {
  const collector = survey(type, value, options);
  return !collector.invalid && (options?.strict !== true || collector.isEmpty);
}

/** Throws a ValidationError unless a value is valid. */
export function assert<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): asserts value is T {
  parse(type, value, options);
}

/** Returns a value if it is valid, the same and not a copy; throws a ValidationError if not. */
export function parse<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): T {
  return valueOf(safeParse(type, value, options));
}

/** Parses as `parse` does; returns issues instead of throwing. */
export function safeParse<T, Params>(type: TypeInfo<T, Params>, value: unknown, options?: CheckOptions<Params>): Result<T> {
  return resultOf(value, survey(type, value, options), options);
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
    return flawed(limits, "the value cannot be read");
  }
}

/** Checks version, structure and rules. A step with a violation of level `must` is the last. */
function inSteps<T, Params>({ check, book, rules, isMessage, numbers }: TypeInfo<T, Params>, value: unknown, collector: Collector): void {
  const { accepts, stages } = book?.() ?? NO_BOOK;
  if (isMessage === true) accepts?.by(value, accepts, collector);
  if (collector.invalid) return;
  if (stages !== undefined) collector.stage = -1;
  check(value, "", collector);
  if (!collector.invalid) {
    // The structure is valid here.
    if (stages !== undefined) stages.run(stages.count, rules, value, collector);
    else rules?.(value as never, "", collector as Collector<never>);
  }
  if (collector.beyond ?? hasBeyond(value)) reportBeyond(value, numbers?.(), collector);
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

/** Encodes values. Each function does the same as the method of a codec with its name. */

import { examine, inputsFor, resultOf, survey, valueOf } from "./check.js";
import { Collector } from "./collect.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import { ValidationError } from "./issue.js";
import { type EncodeOptions, limitsOf } from "./options.js";
import { hasAdvice, isOrdered, ORDERED, prove } from "./proof.js";
import type { TypeInfo } from "./type.js";
import { write } from "./write.js";

/** Checks a value and writes it as JSON text; throws a ValidationError if it is invalid. */
export function encode<T, Params>(type: TypeInfo<T, Params>, value: T, options?: EncodeOptions<Params>): string {
  if (inheritMore()) return inheritingNothing(() => encode(type, value, options));
  // only: fast {
  const inputs = inputsFor(type, options);
  const proven = inputs !== undefined && prove(type, value, inputs, ORDERED);
  const ordered = proven && isOrdered();
  if (!proven || (options?.strict === true && hasAdvice())) valueOf(resultOf(value, survey(type, value, options, false), options));
  return written(type, value, options, ordered);
  // }
  // without fast: valueOf(resultOf(value, survey(type, value, options, false), options));
  // without fast: return write(value, type.layout?.(), options?.indent);
}

/** Writes a value. Its members may be in the order of the layout, so that JSON.stringify writes the same. */
function written<T, Params>(type: TypeInfo<T, Params>, value: T, options: EncodeOptions<Params> | undefined, ordered: boolean): string {
  return ordered ? JSON.stringify(value, undefined, options?.indent) : write(value, type.layout?.(), options?.indent);
}

/**
 * Writes a value as JSON text without checking it. Throws a ValidationError only for values that JSON cannot represent
 * unchanged, such as NaN, a cycle or an integer beyond the range of its member.
 */
export function encodeUnchecked<T, Params>(type: TypeInfo<T, Params>, value: T, options?: EncodeOptions<Params>): string {
  if (inheritMore()) return inheritingNothing(() => encodeUnchecked(type, value, options));
  const limits = limitsOf(options);
  const inputs = options?.built === true ? undefined : inputsFor(type, options); // only: fast
  const proven = inputs !== undefined && prove(type, value, inputs, ORDERED); // only: fast
  if (!proven && options?.built !== true) { // only: fast
  // without fast: if (options?.built !== true) {
    const lost = examine(type, value, new Losses(limits.maxIssues), limits, undefined, structure);
    if (lost.invalid) throw new ValidationError(lost.issues());
  }
  return written(type, value, options, proven && isOrdered()); // only: fast
  // without fast: return write(value, type.layout?.(), options?.indent);
}

function structure(type: TypeInfo<unknown, never>, value: unknown, collector: Collector): void {
  type.check(value, "", collector);
}

/** Keeps only the violations that `encodeUnchecked` refuses a value for: those that writing and reading would change. */
class Losses extends Collector {
  override must(rule: string, place: string, message: string): void {
    if (rule === "integer-range") super.must(rule, place, message);
  }

  override should(): void {}
}

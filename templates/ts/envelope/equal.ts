/** Compares values of any type. */

import { examine } from "./check.js";
import { Collector } from "./collect.js";
import { areEqual } from "./equality.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import { ValidationError } from "./issue.js";
import { limitsOf, type Options } from "./options.js";
import type { TypeInfo } from "./type.js";

const any: TypeInfo<unknown> = { name: "", check: () => {} };

/**
 * Whether two values are the same JSON: the order of members does not matter, -0 equals 0, and a member that is
 * `undefined` is absent, which differs from null. Throws a ValidationError for values that JSON cannot represent or that
 * exceed the limits, as `encodeUnchecked` does.
 */
export function equal(a: unknown, b: unknown, options?: Pick<Options, "maxDepth" | "maxBytes">): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (inheritMore()) return inheritingNothing(() => equal(a, b, options));
  const limits = limitsOf(options);
  for (const value of [a, b]) {
    const proof = examine(any, value, new Collector(limits.maxIssues), limits);
    if (proof.invalid) throw new ValidationError(proof.issues());
  }
  return areEqual(a, b);
}

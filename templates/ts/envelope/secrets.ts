/** Replaces secrets in values. */

import { inheritingNothing, inheritMore } from "./inherited.js";
import { ValidationError } from "./issue.js";
import { pointerTo } from "./pointer.js";
import type { TypeInfo } from "./type.js";
import { findFlaw, isObject, isWellFormed, type JsonObject, own, setMember } from "./value.js";
import { isListed, type Layout, layoutOfItems, layoutOfMembers } from "./write.js";

/** The members that three asterisks replace, beside those that a spec marks `x-secret`. */
export interface Secrets {
  /** Names of undeclared members, in any case of ASCII letters. */
  readonly names?: readonly string[] | undefined;
  /** Parts of texts. A text that the spec lists (a constant, a word of a closed vocabulary) stays. */
  readonly values?: readonly string[] | undefined;
}

const MASK = "***";

/** Bounds of values that can be written at all. */
export const WIDEST: { readonly maxDepth: number; readonly maxBytes: number } = { maxDepth: 256, maxBytes: 2 ** 31 - 1 };

/**
 * Returns a copy of a valid value with three asterisks for each secret. It shares nothing with the value. Throws a
 * ValidationError if the value is not JSON.
 */
export function redacted<T, Params>(
  of: TypeInfo<T, Params> | { readonly type: TypeInfo<T, Params> },
  value: T,
  secrets: Secrets = {},
): T {
  if (inheritMore()) return inheritingNothing(() => redacted(of, value, secrets));
  const { layout, wide } = "type" in of ? of.type : of;
  const flaw = findFlaw(value, WIDEST, wide !== undefined);
  if (typeof flaw !== "number") {
    throw new ValidationError([{ rule: "json", path: pointerTo(flaw.place), level: "must", message: flaw.message }]);
  }
  return redact(value, layout?.(), secrets) as T;
}

/** The same for a value that JSON can represent. */
export function redact(value: unknown, layout: Layout | undefined, { names = [], values = [] }: Secrets): unknown {
  return replaced(value, layout, { names: new Set(names.map(lower)), values: patternOf(values) });
}

interface Sought {
  readonly names: ReadonlySet<string>;
  readonly values: RegExp | undefined;
}

/** Only ASCII letters: others have no case here. */
function lower(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Finds the values, of several that begin at a place the longest one. */
function patternOf(values: readonly string[]): RegExp | undefined {
  const sought = values.filter((value) => value !== "" && isWellFormed(value)).sort((a, b) => b.length - a.length);
  if (sought.length === 0) return undefined;
  return new RegExp(sought.map((value) => value.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "g");
}

function replaced(value: unknown, layout: Layout | undefined, sought: Sought): unknown {
  if (typeof value === "string") return sought.values === undefined || isListed(layout) ? value : value.replace(sought.values, MASK);
  if (Array.isArray(value)) {
    const below = layoutOfItems(value, layout);
    return value.map((item) => replaced(item, below, sought));
  }
  return isObject(value) ? redactedMembers(value, layout, sought) : value;
}

/** The name of the method by which Node prints an object. */
export const INSPECT: unique symbol = /* @__PURE__ */ Symbol.for("nodejs.util.inspect.custom") as never;

/**
 * Makes Node's `console.log` and `util.inspect` print three asterisks for members that a spec marks `x-secret`, at any depth of a valid
 * value. The members are unchanged. An object that is not extensible is printed whole. So is a copy, which lacks the method.
 */
export function conceal(value: unknown, layout: Layout | undefined): void {
  if (Array.isArray(value)) {
    const below = layoutOfItems(value, layout);
    for (const item of below === undefined ? [] : value) conceal(item, below);
  } else if (isObject(value)) {
    const { members = [], values } = layoutOfMembers(value, layout);
    for (const name of Object.keys(value)) {
      const declared = members.find(([known]) => known === name);
      conceal(own(value, name), (declared === undefined ? values : declared[1])?.());
    }
    const secret = members.flatMap(([name, , secret]) => (secret === true ? [name] : []));
    if (secret.length === 0 || !Object.isExtensible(value)) return;
    // Not enumerable, so that neither comparisons nor encoders see it.
    Object.defineProperty(value, INSPECT, { value: () => masked(value, secret), configurable: true, writable: true });
  }
}

function masked(object: JsonObject, secret: readonly string[]): JsonObject {
  const copy = { ...object };
  for (const name of secret) {
    const value = own(copy, name);
    if (value !== undefined && value !== null) setMember(copy, name, MASK);
  }
  return copy;
}

function redactedMembers(object: JsonObject, layout: Layout | undefined, sought: Sought): JsonObject {
  const { members, values, typed } = layoutOfMembers(object, layout);
  const open = values === undefined && typed !== true;
  const copy: JsonObject = {};
  for (const name of Object.keys(object)) {
    const value = own(object, name);
    if (value === undefined) continue; // absent
    const declared = members?.find(([known]) => known === name);
    const named = declared === undefined && (open || typeof value === "string") && sought.names.has(lower(name));
    if (value !== null && (named || declared?.[2] === true)) setMember(copy, name, MASK);
    else setMember(copy, name, replaced(value, (declared === undefined ? values : declared[1])?.(), sought));
  }
  return copy;
}

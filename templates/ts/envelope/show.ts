/** The printed form of values for developers. */

import { inheritingNothing, inheritMore } from "./inherited.js";
import { jsonText } from "./jsontext.js";
import { INSPECT, redact } from "./secrets.js";
import type { TypeInfo } from "./type.js";
import { utf8Length } from "./utf8.js";
import { own } from "./value.js";

/** How many bytes of JSON are shown. */
const MOST_SHOWN = 2048;

/**
 * Returns a value as JSON for developers, of at most 2 KB. Three asterisks replace secrets. Without a type or codec, they replace only the secrets of
 * values that a codec has decoded or a builder has built, and not those of copies. For a value that is not JSON, it returns the reason.
 */
export function show<T, Params>(value: T, of?: TypeInfo<T, Params> | { readonly type: TypeInfo<T, Params> }): string {
  if (inheritMore()) return inheritingNothing(() => show(value, of));
  const layout = of === undefined ? undefined : ("type" in of ? of.type : of).layout?.(); // only: secrets
  try {
    const hidden: unknown = JSON.parse(JSON.stringify(value, masking) ?? "null", unmarked);
    return cutText(jsonText(layout === undefined ? hidden : redact(hidden, layout, {}))); // only: secrets
    // without secrets: return cutText(jsonText(hidden));
  } catch (error) {
    return `[${error instanceof Error ? error.message : String(error)}]`;
  }
}

/** Marks the digits of bigints, which JSON.stringify does not write, and with ESCAPE texts that begin with it. */
const ESCAPE = "\u0000";
const BIGINT_MARK = ESCAPE + "bigint ";

function unmarked(_name: string, value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith(ESCAPE)) return value;
  return value.startsWith(BIGINT_MARK) ? BigInt(value.slice(BIGINT_MARK.length)) : value.slice(ESCAPE.length);
}

/** Has an object that hides its secrets from inspection hide them here, too. */
function masking(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return BIGINT_MARK + String(value);
  if (typeof value === "string" && value.startsWith(ESCAPE)) return ESCAPE + value;
  if (typeof value !== "object" || value === null) return value;
  const masked = own(value as { readonly [INSPECT]?: () => unknown }, INSPECT); // only: secrets
  return typeof masked === "function" ? masked() : value; // only: secrets
  // without secrets: return value;
}

function cutText(text: string): string {
  if (utf8Length(text) <= MOST_SHOWN) return text;
  let end = Math.min(text.length, MOST_SHOWN);
  while (utf8Length(text, end) > MOST_SHOWN || isHigh(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end) + "…";
}

/** Whether a code unit is the first half of a character. */
function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** Finds the key of an exchange in a message that need not be valid. */

import { limitsOf, type Options } from "./options.js";
import { atMember } from "./pointer.js";
import { read } from "./text.js";
import { isBytes } from "./tracked.js";
import { valueIn } from "./value.js";

/** The key in a message or its text, or undefined. A text that is no JSON, or that has a member of `without`, has none. */
export function keyIn<Params>(message: unknown, names: readonly string[], options: Options<Params> | undefined, without: readonly string[] = []): unknown {
  const isText = typeof message === "string" || isBytes(message);
  const all: unknown = isText ? memberValue(message, options) : message;
  if (without.some((name) => valueIn(all, [name]) !== undefined)) return undefined;
  const value = valueIn(all, names);
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

function memberValue<Params>(text: string | Uint8Array, options: Options<Params> | undefined): unknown {
  const reading = read(text, limitsOf(options));
  return reading.message === undefined ? reading.value : undefined;
}

/** The place of names. */
export function placeOf(names: readonly string[] | undefined): string {
  return (names ?? []).map(atMember).join("");
}

/** Decodes texts. Each function does the same as the method of a codec with its name. */

import { begin, examine, flawed, type Result, resultOf, valueOf } from "./check.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import { limitsOf, type Options } from "./options.js";
import { read } from "./text.js";
import type { TypeInfo } from "./type.js";
import { MOST_TIMES } from "./value.js";

/** Decodes JSON text; throws a ValidationError if it is invalid, a TypeError if it is no text. */
export function decode<T, Params>(type: TypeInfo<T, Params>, text: string | Uint8Array, options?: Options<Params>): T {
  return valueOf(safeDecode(type, text, options));
}

/** Decodes as `decode` does; returns issues instead of throwing a ValidationError. */
export function safeDecode<T, Params>(type: TypeInfo<T, Params>, text: string | Uint8Array, options?: Options<Params>): Result<T> {
  if (inheritMore()) return inheritingNothing(() => safeDecode(type, text, options));
  const limits = limitsOf(options);
  const collector = begin(type, limits, options);
  const { wide } = type; // only: wide
  const reading = read(text, limits, wide !== undefined); // only: wide
  // without wide: const reading = read(text, limits);
  if (reading.message !== undefined) return resultOf(undefined, flawed(limits, reading.message), options);
  collector.beyond = reading.beyond;
  const value = wide === undefined ? reading.value : wide.place(reading.value); // only: wide
  // without wide: const { value } = reading;
  const result = resultOf<T>(value, examine(type, value, collector, limits, text.length * MOST_TIMES), options);
  if (result.ok) type.conceal?.(result.value, type.layout?.()); // only: secrets
  return result;
}

/** The text of messages as the programs of a protocol write it. */

import { encode, encodeUnchecked } from "./encode.js";
import type { EncodeOptions } from "./options.js";
import type { TypeInfo } from "./type.js";

/** Options of `format`. */
export type FormatOptions<Params = never> = Omit<EncodeOptions<Params>, "indent">;

/** Options of `emit`. */
export interface EmitOptions<Params = never> extends FormatOptions<Params> {
  /** Takes the text. Default: standard output. */
  readonly write?: ((text: string) => unknown) | undefined;
}

/** The layout of messages: the number of spaces per level, and the text after a message. */
export interface Output {
  readonly indent?: number;
  readonly end?: string;
}

/** Checks a message, unless it is as a builder has returned it, and lays it out; throws a ValidationError if it is not valid. */
export function format<T, Params>({ indent, end = "" }: Output, type: TypeInfo<T, Params>, message: T, options?: FormatOptions<Params>): string {
  return (options?.built === true ? encodeUnchecked : encode)(type, message, { ...options, indent }) + end;
}

/** Writes the result of `format`. */
export function emit<T, Params>(output: Output, type: TypeInfo<T, Params>, message: T, options?: EmitOptions<Params>): void {
  const text = format(output, type, message, options);
  if (options?.write !== undefined) {
    options.write(text);
    return;
  }
  const { process } = globalThis as { readonly process?: { readonly stdout?: { write(text: string): unknown } } };
  if (process?.stdout === undefined) throw new Error("there is no standard output here: give the option write");
  process.stdout.write(text);
}

/** The declarations of each type in generated modules. Codecs and the functions under them use them. */

import type { Check, Walk } from "./collect.js";
import type { NumbersOf } from "./numbers.js";
import type { Inputs, Proves } from "./proof.js";
import type { Book } from "./rulebook.js";
import type { Flaw } from "./value.js";
import type { Declared, Layout } from "./write.js";

/**
 * A type of a protocol, for the functions `check`, `decode` and others: a bundle contains only the called functions.
 * A codec contains all of them. The members of a type are internal, except `name`.
 */
export interface TypeInfo<T, Params = never> {
  /** The type's name in the spec. */
  readonly name: string;
  readonly check: Check;
  // only: fast {
  /** Proves that a value has no issues. A value that it rejects needs a check. */
  readonly proves?: Proves;
  /** The inputs of proofs with default options, once there was one. */
  inputs?: Inputs | undefined;
  // }
  // These are functions because their results may be declared after the type.
  readonly layout?: Declared;
  readonly book?: () => Book; // only: given
  readonly rules?: Walk | undefined; // only: given
  /** Where the numbers of a value have a declared type; absent if none has. */
  readonly numbers?: () => NumbersOf;
  // only: given {
  /** Whether the protocol's version is checked. */
  readonly isMessage?: boolean;
  // }
  /** For a type with integers of 64 bits: functions that give the numbers of a text their values, and find bigints elsewhere. */
  readonly wide?: { readonly place: (value: unknown) => unknown; readonly misplaced: (value: unknown) => Flaw | undefined };
  /** Keeps secrets of a value that nobody else has yet from being printed. */
  readonly conceal?: (value: unknown, layout: Layout | undefined) => void;
  /** Never there. It ties the type to its values and parameters. */
  of?(params: Params): T;
}

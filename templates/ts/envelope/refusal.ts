/** Failures: those that messages carry, and those that answer invalid texts. */

import { is } from "./check.js";
import { type Issue, ValidationError } from "./issue.js";
import { limitsOf, type Options } from "./options.js";
import type { Book } from "./rulebook.js";
import type { TypeInfo } from "./type.js";
import { own } from "./value.js";

/** Returns the first of some members of a message that is valid for one of some types. */
export function failureIn<T>(message: object, names: readonly string[], types: readonly TypeInfo<T, never>[]): T | undefined {
  for (const name of names) {
    const failure: unknown = own(message as { readonly [member: string]: unknown }, name);
    for (const type of types) if (is(type, failure)) return failure;
  }
  return undefined;
}

/** The reason for rejecting a text: whether it is not JSON, and the first issue as one text. */
export interface Refused {
  readonly isJson: boolean;
  readonly text: string;
}

/** Reads the first issue of level `must`, or the first one if a strict check has found no other. */
export function refusedBy(refused: ValidationError | readonly Issue[]): Refused {
  const issues = refused instanceof ValidationError ? refused.issues : refused;
  const first = issues.find(({ level }) => level === "must") ?? issues[0];
  if (first === undefined) return { isJson: true, text: "the message was refused" };
  const { rule, path, message } = first;
  return { isJson: rule !== "json", text: path === "" ? message : path + " " + message };
}

/** How many bytes a text may have, by a parameter of the protocol; throws a RangeError for invalid options. */
export function mostOf<S>(book: Book<S>, param: keyof S, options: Options<unknown> | undefined): number {
  limitsOf(options);
  return Number(book.settings(options?.params)[param]);
}

/** The issue of a text that is too long. */
export function tooManyBytes(most: number): string {
  return `must be at most ${most} bytes`;
}

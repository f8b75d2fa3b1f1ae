/** The kinds of parameters. Each is a constant of its own, so that a bundle contains only the kinds of its protocol. */

import type { Kind } from "./rulebook.js";
import { durationOfText, type Time } from "./timestamp.js";
import { majorOf } from "./version.js";

export const booleans: Kind<boolean> = {
  read: (value) => (typeof value === "boolean" ? value : undefined),
  expected: "true or false",
};

// -0 becomes 0 in all kinds of numbers.
export const integers: Kind<number> = {
  read: (value) => (Number.isSafeInteger(value) ? (value as number) + 0 : undefined),
  expected: "a safe integer",
};

export const numbers: Kind<number> = {
  read: (value) => (Number.isFinite(value) ? (value as number) + 0 : undefined),
  expected: "a finite number",
};

export const strings: Kind<string> = {
  read: (value) => (typeof value === "string" ? value : undefined),
  expected: "a string",
};

export const versions: Kind<string> = {
  read: (value) => (typeof value === "string" && value.split(" ").every((version) => majorOf(version) !== undefined) ? value : undefined),
  expected: "a semantic version such as 1.0.0, or several with one space between",
};

export const durations: Kind<Time> = {
  read: (value) => (typeof value === "string" ? durationOfText(value) : undefined),
  expected: "a duration such as 300s",
};

export const sizes: Kind<number> = { read: sizeOf, expected: "a number of bytes" };

/** Converts a size in bytes. Parameters that come from text may use units as in specs, such as 32KiB. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value + 0 : undefined;
  const match = typeof value === "string" ? /^(0|[1-9][0-9]{0,15})(?:(?:([KMG])i)?B)?$/.exec(value) : null;
  return match ? sizeOf(Number(match[1]) * 1024 ** " KMG".indexOf(match[2] || " ")) : undefined;
}

/** Types of replies that follow from their requests. */

import { begin, examine } from "./check.js";
import type { Collector } from "./collect.js";
import { limitsOf, type Options } from "./options.js";
import type { TypeInfo } from "./type.js";
import { isObject, type JsonObject, membersOf, setMember } from "./value.js";

/** Adds the issues of a member of a reply, whose type follows from the request, to those of the reply. Returns whether it is valid. */
export function judgeReply(type: TypeInfo<unknown>, member: unknown, place: string, run: Collector): boolean {
  const options = run.given as Options | undefined;
  const limits = limitsOf(options);
  // The message has numbers where this type has bigints, and keeps them.
  const value = type.wide === undefined ? member : type.wide.place(copyOf(member));
  const issues = examine(type, value, begin(type, limits, options), limits);
  for (const { rule, place: below, level, message } of issues.sorted()) run[level](rule, place + below, message);
  return !issues.invalid;
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const name of membersOf(value)) setMember(copy, name, copyOf(value[name]));
  return copy;
}

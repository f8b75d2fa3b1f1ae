/** Types of replies that follow from their requests. */

import { begin, examine } from "./check.js";
import type { Collector } from "./collect.js";
import type { TypedReplies } from "./conversation.js";
import { limitsOf, type Options } from "./options.js";
import type { TypeInfo } from "./type.js";
import { duplicate, valueIn } from "./value.js";

/**
 * Adds the issues of a member of a reply, whose type follows from the request, to those of the reply. Returns the member, or
 * undefined if it is absent or not valid.
 */
export function judgeReply({ at, members, types }: TypedReplies, type: number, message: unknown, record: number, run: Collector): unknown {
  const value = valueIn(message, members[record]);
  if (value === undefined) return undefined;
  const of = types[type] as TypeInfo<unknown>;
  const options = run.given as Options | undefined;
  const limits = limitsOf(options);
  // The message has numbers where this type has bigints, and keeps them.
  const member = of.wide === undefined ? value : of.wide.place(duplicate(value));
  const issues = examine(of, member, begin(of, limits, options), limits);
  for (const { rule, place, level, message } of issues.sorted()) run[level](rule, at + place, message);
  return issues.invalid ? undefined : member;
}

/** Types of replies that follow from their requests. */

import { find } from "./check.js";
// without fast: import { survey } from "./check.js";
import type { Collector } from "./collect.js";
import type { TypedReplies } from "./conversation.js";
import { type Options, proofOptions } from "./options.js";
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
  // The message has numbers where this type has bigints, and keeps them.
  const member = of.wide === undefined ? value : of.wide.place(duplicate(value));
  const found = find(of, member, proofOptions(options)); // only: fast
  // without fast: const found = survey(of, member, options);
  if (found === undefined) return member; // only: fast
  for (const { rule, place, level, message } of found.sorted()) run[level](rule, at + place, message);
  return found.invalid ? undefined : member;
}

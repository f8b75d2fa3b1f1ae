/** Runs the checks of a sequence of messages, and those of typed replies. */

import type { Collector } from "./collect.js";
import type { Exchange, SequenceCheck, Use } from "./conversation.js";
import type { Course, Reply, Said } from "./courses.js";
import { orNone } from "./order.js";

/** Whether the messages that a check reads have come, and those have not after which it does not apply. */
export function hasAll({ uses, without }: SequenceCheck, course: Course, whole: Course): boolean {
  return orNone(uses).every((use) => used(use, course, whole) !== undefined) && !hasSome(without, course, whole);
}

/**
 * Runs a check of a message and, if it is given, the one before. A check that reads a message that has not come yet succeeds. `whole` is the
 * course of the conversation, and `open` counts the exchanges that are open.
 */
export function holds(check: SequenceCheck, said: Said, last: Said | undefined, course: Course, whole: Course, open: number, run: Collector, reply?: Said): boolean {
  const { cases, counts, reads, without } = check;
  if (without !== undefined && hasSome(without, course, whole)) return true;
  const uses = orNone(check.uses);
  const others = uses.length + (last === undefined ? 0 : 1);
  if (others > 1 || counts || reads) {
    const messages = [said, ...(last === undefined ? [] : [last]), ...uses.map((use) => used(use, course, whole)), ...(reads ? [reply] : [])];
    return holdsOfAll(check, messages, open, run);
  }
  // Most checks: they do without lists, which take longer to make and to call with.
  const other = last ?? used(uses[0], course, whole);
  if (others > 0 && other === undefined) return true;
  for (const { of, holds: condition } of cases) {
    if (of !== undefined && !(of[0]?.includes(said.record) && (other === undefined || of[1]?.includes(other.record)))) continue;
    return other === undefined ? (condition as Condition)(said.message, run) : (condition as Condition)(said.message, other.message, run);
  }
  return true;
}

/** Checks the member of a reply whose type follows from the request, and notes the type that replies to a request have. */
export function noteReply({ replies }: Exchange, course: Course, letter: number, { message, record }: Said, run: Collector): Reply | undefined {
  if (replies === undefined) return undefined;
  const { letters, asked, types, by } = replies;
  const before = course.asked;
  course.asked = asked[record] ?? before;
  if (before === undefined || types[before] === undefined || !letters.includes(letter)) return undefined;
  const member = by(replies, before, message, record, run);
  return { type: before, said: member === undefined ? undefined : { message: member, record: -1 } };
}

function holdsOfAll({ cases, counts }: SequenceCheck, messages: readonly (Said | undefined)[], open: number, run: Collector): boolean {
  if (messages.includes(undefined)) return true;
  const fits = (records: readonly number[], i: number): boolean => records.includes(messages[i]?.record ?? -1);
  const condition = cases.find(({ of }) => of === undefined || of.every(fits))?.holds as Condition | undefined;
  return condition === undefined || condition(...messages.map((one) => one?.message), ...(counts ? [open] : []), run);
}

function hasSome(uses: readonly Use[] | undefined, course: Course, whole: Course): boolean {
  return orNone(uses).some((use) => used(use, course, whole) !== undefined);
}

function used(use: Use | undefined, course: Course, whole: Course): Said | undefined {
  return use && (use.whole ? whole : course).bound[use.number];
}

/** The result of a check of its messages. */
type Condition = (...args: unknown[]) => boolean;

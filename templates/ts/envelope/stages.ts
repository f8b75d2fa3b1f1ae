/** Stages of a check, the version that comes before them, and the time. */

import type { Check, Collector, Walk } from "./collect.js";
import { WRONG_NOW } from "./options.js";
import { atMember } from "./pointer.js";
import type { Accepts } from "./rulebook.js";
import { type Time, timestampOfDate, timestampOfText } from "./timestamp.js";
import { isObject, own } from "./value.js";
import { majorOf } from "./version.js";

/** Runs the checks that wait for a stage, then the rules, until a stage has a violation of level `must`. */
export function inStages(count: number, rules: Walk | undefined, value: unknown, collector: Collector): void {
  for (let stage = 0; stage < count && !collector.invalid; stage++) {
    collector.stage = stage;
    for (const check of collector.waiting?.[stage] ?? []) check();
    if (!collector.invalid) rules?.(value as never, "", collector as Collector<never>); // the structure is valid here
  }
}

/** Checks a part whose check belongs to a later stage; at once if that stage has begun. */
export function later(collector: Collector, stage: number, value: unknown, place: string, check: Check): void {
  if (stage <= collector.stage) check(value, place, collector);
  else ((collector.waiting ??= [])[stage] ??= []).push(() => check(value, place, collector));
}

/** Checks the version of a message. The check of structure reports a value that is not a version. */
export function majorVersion(value: unknown, { at, param, rule, level, message }: Accepts, collector: Collector): void {
  let version = value;
  let place = "";
  for (const name of at) {
    version = isObject(version) ? own(version, name) : undefined;
    place += atMember(name);
  }
  const major = typeof version === "string" ? majorOf(version) : undefined;
  const accepted = (collector.params as { readonly [name: string]: string })[param] ?? "";
  if (major !== undefined && !accepted.split(" ").some((own) => majorOf(own) === major)) collector[level](rule, place, message);
}

/** Parses the `now` option; throws a RangeError if it is invalid. */
export function readNow(now: Date | string | undefined): Time | undefined {
  if (now === undefined) return undefined;
  const time = typeof now === "string" ? timestampOfText(now) : timestampOfDate(now.getTime());
  if (time === undefined) throw new RangeError(WRONG_NOW);
  return time;
}

/** Returns the `now` option or the time of the clock, which is read on first use, once per check. */
export function nowOf(collector: Collector): Time {
  return (collector.now ??= Date.now() * 1000);
}

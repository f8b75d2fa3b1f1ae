/**
 * Finds integers that may lose digits: those beyond ±(2^53-1) in places without a declared numeric type. Only a value that
 * has such an integer somewhere is searched, by a table of the places where numbers are declared.
 */

import type { Collector } from "./collect.js";
import { atIndex, atMember } from "./pointer.js";
import { isObject, membersOf, own } from "./value.js";

/** A row of the table: where the numbers in a value have a declared type. Places refer to each other by index; of 0 nothing is known. */
export interface NumberPlaces {
  /** Whether a number here has a declared type. */
  readonly declared?: true;
  /** Whether an integer here has 64 bits. */
  readonly wide?: true;
  readonly members?: { readonly [name: string]: number };
  /** The stages that the values of members wait for. */
  readonly stages?: { readonly [name: string]: number };
  readonly patterns?: readonly (readonly [test: { test(text: string): boolean }, to: number])[];
  /** Members that are neither in `members` nor in `patterns`. */
  readonly rest?: number;
  /** Every member. */
  readonly any?: number;
  /** The first items, and those behind them. */
  readonly prefix?: readonly number[];
  readonly items?: number;
  /** A member whose value selects; with `presence`, its being there. */
  readonly tag?: NumbersTag;
  /** Other rows about the same value. */
  readonly also?: readonly number[];
}

/** `other` is the row of strings or integers that are neither in `cases` nor in `refused`. */
interface NumbersTag {
  readonly name: string;
  readonly presence?: true;
  readonly cases?: { readonly [word: string]: number };
  readonly other?: number;
  readonly refused?: readonly string[];
}

/** A table of all places of a protocol, and the number of the place where a type begins. */
export type NumbersOf = readonly [table: readonly NumberPlaces[], begin: number];

/** Whether a number is an integer beyond ±(2^53-1). No double beyond has a fraction. */
export function isBeyond(value: number): boolean {
  return value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER;
}

/** Whether there is such an integer in a value. */
export function hasBeyond(value: unknown): boolean {
  if (typeof value === "number") return isBeyond(value);
  if (Array.isArray(value)) return value.some(hasBeyond);
  return isObject(value) && Object.keys(value).some((name) => hasBeyond(value[name]));
}

/** Reports all of them. Those in a part that waits for a stage are reported if the check has reached it. */
export function reportBeyond(value: unknown, numbers: NumbersOf | undefined, collector: Collector): void {
  const [table, begin] = numbers ?? [[], 0];
  const reached = collector.stage; // only: given
  const places = (list: Iterable<number | undefined>): readonly NumberPlaces[] => placesAt(table, list);

  const search = (part: unknown, at: string, given: readonly NumberPlaces[]): void => {
    if (typeof part !== "number" && !Array.isArray(part) && !isObject(part)) return;
    const applied = closure(part, given, table);
    if (applied === undefined) return;
    if (typeof part === "number") {
      if (isBeyond(part) && !applied.some(({ declared }) => declared)) collector.lose(at);
    } else if (Array.isArray(part)) {
      part.forEach((item, i) => search(item, at + atIndex(i), places(toItem(applied, i))));
    } else {
      for (const name of membersOf(part)) {
        const below = applied.flatMap((place) => toMember(place, name));
        if (!below.some(([, stage = -1]) => stage > reached)) // only: given
        search(part[name], at + atMember(name), places(below.map(([to]) => to)));
      }
    }
  };

  search(value, "", places([begin]));
}

/** Returns rows by their indexes, each once. */
export function placesAt(table: readonly NumberPlaces[], list: Iterable<number | undefined>): readonly NumberPlaces[] {
  const found: NumberPlaces[] = [];
  for (const at of list) {
    const place = at === undefined || at === 0 ? undefined : table[at];
    if (place !== undefined && !found.includes(place)) found.push(place);
  }
  return found;
}

/** Returns where an item leads. */
export function toItem(applied: readonly NumberPlaces[], i: number): readonly (number | undefined)[] {
  return applied.map(({ prefix, items }) => (i < (prefix?.length ?? 0) ? prefix?.[i] : items));
}

/** Adds the other rows about the same value. Returns undefined for a tag that its union does not declare: no row applies then. */
export function closure(value: unknown, given: readonly NumberPlaces[], table: readonly NumberPlaces[]): readonly NumberPlaces[] | undefined {
  const applied = [...given];
  for (const { also = [], tag } of applied) {
    const next = [...also];
    if (tag !== undefined && isObject(value)) {
      const word = own(value, tag.name);
      if (word === undefined && tag.presence === undefined) return undefined;
      const wanted = tag.presence === undefined ? word : word !== undefined;
      if (typeof wanted === "string" || typeof wanted === "boolean" || typeof wanted === "number") next.push(own(tag.cases ?? {}, String(wanted)) ?? otherRow(tag, wanted));
    }
    for (const at of next) {
      const place = at === 0 ? undefined : table[at];
      if (place !== undefined && !applied.includes(place)) applied.push(place);
    }
  }
  return applied;
}

/** The row of a tag that no case names. */
function otherRow({ other = 0, refused = [] }: NumbersTag, word: string | boolean | number): number {
  return typeof word !== "boolean" && !refused.includes(String(word)) ? other : 0;
}

/** Returns where a member leads, and the stage that it waits for. */
export function toMember({ members = {}, stages = {}, patterns = [], rest, any }: NumberPlaces, name: string): readonly (readonly [to: number | undefined, stage?: number])[] {
  const found: (readonly [number | undefined, number?])[] = [[any]];
  const to = own(members, name);
  if (to !== undefined) found.push([to, own(stages, name) ?? -1]);
  for (const [pattern, to] of patterns) if (pattern.test(name)) found.push([to]);
  return found.length > 1 ? found : [[any], [rest]];
}

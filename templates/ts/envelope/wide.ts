/**
 * Integers of 64 bits, which are bigints. Generated modules with such integers import these functions; others do without them.
 */

import { closure, type NumberPlaces, type NumbersOf, placesAt, toItem, toMember } from "./numbers.js";
import { atIndex, atMember } from "./pointer.js";
import { type Flaw, isObject, membersOf, setMember } from "./value.js";

/** Whether an integer is from -2^63 to 2^63-1. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** Whether an integer is from 0 to 2^64-1. */
export function isUInt64(value: bigint): boolean {
  return BigInt.asUintN(64, value) === value;
}

/** Returns the value that replaces a number or bigint. */
type Visit = (value: number | bigint, isWide: boolean, place: string) => unknown;

/** Replaces the numbers in a value that nobody else has yet: integers of 64 bits become bigints, all others numbers. */
export function place(value: unknown, numbers: NumbersOf): unknown {
  return visited(value, numbers, (number, isWide) => {
    if (!isWide) return Number(number);
    return typeof number === "number" && Number.isInteger(number) ? BigInt(number) : number;
  });
}

/** Returns the flaw of a bigint that is in no place of 64-bit integers. */
export function misplaced(value: unknown, numbers: NumbersOf): Flaw | undefined {
  let flaw: Flaw | undefined;
  visited(value, numbers, (number, isWide, at) => {
    if (typeof number === "bigint" && !isWide) flaw ??= { place: at, message: "JSON has no bigint" };
    return number;
  });
  return flaw;
}

function visited(whole: unknown, [table, begin]: NumbersOf, visit: Visit): unknown {
  const part = (value: unknown, given: readonly NumberPlaces[], at: string): unknown => {
    const isNumber = typeof value === "number" || typeof value === "bigint";
    if (!isNumber && !Array.isArray(value) && !isObject(value)) return value;
    const applied = closure(value, given, table) ?? [];
    if (isNumber) return visit(value, applied.some(({ wide }) => wide === true), at);
    if (Array.isArray(value)) {
      const items = value as unknown[];
      for (let i = 0; i < items.length; i++) replace(items, i, part(items[i], placesAt(table, toItem(applied, i)), at + atIndex(i)));
      return items;
    }
    for (const name of membersOf(value)) {
      const ways = applied.flatMap((place) => toMember(place, name)).map(([to]) => to);
      const before = value[name];
      const after = part(before, placesAt(table, ways), at + atMember(name));
      if (after !== before) setMember(value, name, after);
    }
    return value;
  };
  return part(whole, placesAt(table, [begin]), "");
}

/** Writes an item only if it is another one: the value may be frozen. */
function replace(items: unknown[], i: number, item: unknown): void {
  if (items[i] !== item) items[i] = item;
}

/**
 * Places in a value. A place is a JSON Pointer in which array indexes are marked: "/items/~#0/name". The mark keeps
 * apart what a plain pointer does not (an index sorts as a number, a member called "0" as a name) and is no valid
 * escape, so that no name can contain it.
 */

const MARK = "~#";

/** The step from an object to a member whose name is not known beforehand. */
export function atMember(name: string): string {
  const plain = !name.includes("~") && !name.includes("/");
  return "/" + (plain ? name : name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** The step from an array to an item. */
export function atIndex(index: number): string {
  return "/" + MARK + index;
}

/** The JSON Pointer (RFC 6901) of a place. */
export function pointerTo(place: string): string {
  return place.replaceAll(MARK, "");
}

/** The names and indexes that lead to a place. */
export function segmentsOf(place: string): readonly (string | number)[] {
  return place === "" ? [] : place.slice(1).split("/").map(segment);
}

function segment(step: string): string | number {
  return step.startsWith(MARK) ? Number(step.slice(MARK.length)) : step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Orders places: indexes as numbers and before names, names by code points, a prefix before what it begins. */
export function comparePlaces(a: string, b: string): number {
  let i = 0;
  while (i < a.length && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (i === 0) return a.length - b.length; // equal or one of them empty: others begin with the same slash
  // They part within, or right behind, the step that begins here.
  const start = a.lastIndexOf("/", i - 1) + 1;
  return compareSegments(segment(stepAt(a, start)), segment(stepAt(b, start))) || a.length - b.length;
}

function stepAt(place: string, start: number): string {
  const end = place.indexOf("/", start);
  return end < 0 ? place.slice(start) : place.slice(start, end);
}

function compareSegments(a: string | number, b: string | number): number {
  if (typeof a === "number") return typeof b === "number" ? a - b : -1;
  return typeof b === "number" ? 1 : compareCodePoints(a, b);
}

/** Orders strings by code points; `<` would order them by UTF-16 code units. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

// A surrogate is half of a code point that lies above all others.
function rank(unit: number): number {
  return (unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit;
}

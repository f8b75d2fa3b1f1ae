/**
 * Places in a value. A place is a JSON Pointer with marked array indexes: "/items/~#0/name". The mark distinguishes the
 * index 0 from a member called "0", because indexes sort as numbers and names as strings. It is not a valid escape, so
 * no name can contain it.
 */

const KEY_MARK = "~#";

/** Returns the step from an object to a member. */
export function atMember(name: string): string {
  const plain = !name.includes("~") && !name.includes("/");
  return "/" + (plain ? name : name.replace(/~/g, "~0").replace(/\//g, "~1"));
}

/** Returns the step from an array to an item. */
export function atIndex(index: number): string {
  return "/" + KEY_MARK + index;
}

/** Returns the JSON Pointer (RFC 6901) of a place. */
export function pointerTo(place: string): string {
  return place.includes(KEY_MARK) ? place.replace(/~#/g, "") : place;
}

/** Returns the names and indexes on the path to a place. */
export function segmentsOf(place: string): readonly (string | number)[] {
  return place === "" ? [] : place.slice(1).split("/").map(segment);
}

function segment(step: string): string | number {
  return step.startsWith(KEY_MARK) ? Number(step.slice(KEY_MARK.length)) : step.replace(/~1/g, "/").replace(/~0/g, "~");
}

/** Orders places: a prefix first, then indexes by number before names by code point. */
export function comparePlaces(a: string, b: string): number {
  let start = 0; // of the step in which they differ
  let i = 0;
  for (; i < a.length && a.charCodeAt(i) === b.charCodeAt(i); i++) if (a.charCodeAt(i) === SLASH) start = i + 1;
  if (a.indexOf("~", start) < 0 && b.indexOf("~", start) < 0) return rankAt(a, i) - rankAt(b, i);
  return compareSegments(segment(stepAt(a, start)), segment(stepAt(b, start))) || a.length - b.length;
}

/** The rank of a unit of a place without escapes: the end of a place and the end of a step come first. */
function rankAt(place: string, i: number): number {
  if (i === place.length) return -2;
  const unit = place.charCodeAt(i);
  return unit === SLASH ? -1 : rank(unit);
}

const SLASH = 0x2f;

function stepAt(place: string, start: number): string {
  const end = place.indexOf("/", start);
  return end < 0 ? place.slice(start) : place.slice(start, end);
}

function compareSegments(a: string | number, b: string | number): number {
  if (typeof a === "string" && typeof b === "string") return compareCodePoints(a, b);
  return typeof a === typeof b ? Number(a) - Number(b) : typeof a === "number" ? -1 : 1;
}

/** Compares strings by code points; `<` compares UTF-16 code units. */
export function compareCodePoints(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

// Surrogates rank above all other units, as the code points they encode do.
function rank(unit: number): number {
  return (unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit;
}

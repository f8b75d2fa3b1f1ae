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
  return place.includes(MARK) ? place.replaceAll(MARK, "") : place;
}

/** The names and indexes that lead to a place. */
export function segmentsOf(place: string): readonly (string | number)[] {
  return place === "" ? [] : place.slice(1).split("/").map(segment);
}

function segment(step: string): string | number {
  return step.startsWith(MARK) ? Number(step.slice(MARK.length)) : step.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The first step on the way from a place to one that is below it; undefined if `to` is not. */
export function stepTowards(place: string, to: string): string | number | undefined {
  return to.startsWith(place) && to.charAt(place.length) === "/" ? segment(stepAt(to, place.length + 1)) : undefined;
}

/** Orders places: indexes as numbers and before names, names by code points, a prefix before what it begins. */
export function comparePlaces(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let i = 0;
  while (i < shorter && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (i === a.length || i === b.length) {
    const [sign, longer] = i === a.length ? [-1, b] : [1, a];
    if (i === longer.length) return 0;
    return isIndexBehindName(longer, i) ? -sign : sign;
  }
  const x = a.charCodeAt(i);
  const y = b.charCodeAt(i);
  if (x === SLASH) return isIndexBehindName(b, i) ? 1 : -1;
  if (y === SLASH) return isIndexBehindName(a, i) ? -1 : 1;
  // They part within the step that begins here.
  const start = a.lastIndexOf("/", i - 1) + 1;
  const isPlain = x !== TILDE && y !== TILDE && a.indexOf("~", start) < 0;
  return isPlain ? rank(x) - rank(y) : compareSegments(segment(stepAt(a, start)), segment(stepAt(b, start)));
}

// Where one place ends, or goes on, behind an empty name, another one may have an index, which comes first.
function isIndexBehindName(place: string, i: number): boolean {
  return place.startsWith(MARK, i) && place.charCodeAt(i - 1) === SLASH;
}

const SLASH = 0x2f;
const TILDE = 0x7e;

function stepAt(place: string, start: number): string {
  const end = place.indexOf("/", start);
  return end < 0 ? place.slice(start) : place.slice(start, end);
}

export function compareSegments(a: string | number, b: string | number): number {
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

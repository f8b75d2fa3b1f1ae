/** Classes of ASCII characters as predicates over code units. NaN (charCodeAt past the end) is in no class. */

/** A predicate over UTF-16 code units. */
export type CharSet = (unit: number) => boolean;

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

export function isLetter(unit: number): boolean {
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

export function isHexDigit(unit: number): boolean {
  const small = unit | 0x20;
  return isDigit(unit) || (small >= 0x61 && small <= 0x66);
}

/** Returns the class of ASCII letters, digits and the given marks. */
export function lettersDigitsAnd(marks: string): CharSet {
  const members = new Uint8Array(128);
  for (let unit = 0; unit < members.length; unit++) {
    if (isLetter(unit) || isDigit(unit) || marks.includes(String.fromCharCode(unit))) members[unit] = 1;
  }
  return (unit) => members[unit] === 1;
}

/** Returns the end of the run of characters of a class that starts at `at`. */
export function skip(s: string, at: number, set: CharSet): number {
  let i = at;
  while (set(s.charCodeAt(i))) i++;
  return i;
}

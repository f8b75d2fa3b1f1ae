/** Classes of ASCII characters, asked by code unit; NaN, which charCodeAt gives behind the end, is in none. */

/** A set of characters. */
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

/** Letters, digits and some marks. */
export function lettersDigitsAnd(marks: string): CharSet {
  const members = new Uint8Array(128);
  for (let unit = 0; unit < members.length; unit++) {
    if (isLetter(unit) || isDigit(unit) || marks.includes(String.fromCharCode(unit))) members[unit] = 1;
  }
  return (unit) => members[unit] === 1;
}

/** Where the characters of a set that stand at a place end. */
export function skip(s: string, at: number, set: CharSet): number {
  let i = at;
  while (set(s.charCodeAt(i))) i++;
  return i;
}

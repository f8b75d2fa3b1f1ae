/** Addresses of the Internet Protocol. */

import { isDigit, isHexDigit, skip } from "./ascii.ts";

/** Whether a string is a dotted quad of RFC 2673. Like JSON-Schema-Test-Suite, it allows leading zeros. */
export function isIpv4(s: string): boolean {
  return isDottedQuad(s, 0, true);
}

/** Whether a dotted quad fills the rest of a string. */
export function isDottedQuad(s: string, at: number, leadingZeros: boolean): boolean {
  let i = at;
  for (let part = 0; part < 4; part++) {
    if (part > 0 && s.charAt(i++) !== ".") return false;
    const end = skip(s, i, isDigit);
    if (end === i || end - i > 3 || Number(s.slice(i, end)) > 255) return false;
    if (!leadingZeros && end - i > 1 && s.charAt(i) === "0") return false;
    i = end;
  }
  return i === s.length;
}

/**
 * Whether a string is an address of RFC 4291, without zone and prefix length. IPv4 at its end has no leading zeros,
 * as in RFC 3986.
 */
export function isIpv6(s: string): boolean {
  const { groups, gap } = countGroups(s, false);
  return gap ? groups < 8 : groups === 8;
}

/** isIpv6 as RFC 5321 has it: its :: stands for two groups at least, and IPv4 may have leading zeros. */
export function isMailIpv6(s: string): boolean {
  const { groups, gap } = countGroups(s, true);
  return gap ? groups < 7 : groups === 8;
}

/** What an IPv6 address consists of: IPv4 counts as two groups, and a gap is a ::. */
interface Groups {
  readonly groups: number;
  readonly gap: boolean;
}

/** More groups than an address has. */
const MALFORMED: Groups = { groups: 9, gap: false };

function countGroups(s: string, leadingZeros: boolean): Groups {
  let gap = s.startsWith("::");
  let groups = 0;
  let i = gap ? 2 : 0;
  while (i < s.length) {
    const end = skip(s, i, isHexDigit);
    if (end === i || end - i > 4) return MALFORMED;
    if (end === s.length) return { groups: groups + 1, gap };
    if (s.charAt(end) === ".") return isDottedQuad(s, i, leadingZeros) ? { groups: groups + 2, gap } : MALFORMED;
    groups++;
    i = end + 1;
    if (s.charAt(end) !== ":" || i === s.length) return MALFORMED;
    if (s.charAt(i) === ":") {
      if (gap) return MALFORMED;
      gap = true;
      i++;
    }
  }
  return { groups, gap };
}

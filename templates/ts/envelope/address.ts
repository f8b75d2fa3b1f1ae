/** IPv4 and IPv6 addresses. */

import { isDigit, isHexDigit, skip } from "./ascii.js";

/** Whether a string is an IPv4 address as in RFC 2673. Leading zeros are allowed, as in JSON-Schema-Test-Suite. */
export function isIpv4(s: string): boolean {
  return isDottedQuad(s, 0, true);
}

/** Whether the string from `at` to its end is a dotted quad. */
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
 * Whether a string is an IPv6 address of RFC 4291, without zone or prefix length. A trailing IPv4 part has no leading
 * zeros, as in RFC 3986.
 */
export function isIpv6(s: string): boolean {
  const { groups, gap } = countGroups(s, false);
  return gap ? groups < 8 : groups === 8;
}

/** isIpv6 by RFC 5321: "::" replaces at least two groups, and a trailing IPv4 part may have leading zeros. */
export function isEmailIpv6(s: string): boolean {
  const { groups, gap } = countGroups(s, true);
  return gap ? groups < 7 : groups === 8;
}

/** The parts of an IPv6 address. A trailing IPv4 part counts as two groups; `gap` is whether there is a "::". */
interface Groups {
  readonly groups: number;
  readonly gap: boolean;
}

/** The result for a malformed address: more groups than any address has. */
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

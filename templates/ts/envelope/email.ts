/** Host names and email addresses. */

import { isDottedQuad, isEmailIpv6 } from "./address.js";
import { type CharSet, lettersDigitsAnd, skip } from "./ascii.js";

const LONGEST = { hostname: 253, label: 63, localPart: 64, domain: 255 };

/**
 * Whether a string is a host name of RFC 1123: labels of letters, digits and inner hyphens within the length limits of
 * DNS, not in dotted-decimal form. A-labels (xn--) are not decoded, which would require the IDNA tables.
 */
export function isHostname(s: string): boolean {
  return s.length <= LONGEST.hostname && isDomain(s) && !isDottedDecimal(s);
}

function isDomain(s: string): boolean {
  return s.split(".").every((label) => label.length <= LONGEST.label && isTag(label) && !label.startsWith("-"));
}

const isTagUnit: CharSet = /* @__PURE__ */ lettersDigitsAnd("-");

/** Whether a string consists of letters, digits and hyphens and ends with no hyphen (Ldh-str in RFC 5321). */
function isTag(s: string): boolean {
  return s !== "" && !s.endsWith("-") && skip(s, 0, isTagUnit) === s.length;
}

/** Whether a domain consists of four decimal numbers of any size. */
function isDottedDecimal(domain: string): boolean {
  const labels = domain.split(".");
  return labels.length === 4 && labels.every((label) => /^[0-9]+$/.test(label));
}

/** Whether a string is a Mailbox of RFC 5321, within the limits of section 4.5.3.1. */
export function isEmail(s: string): boolean {
  if (s.length > LONGEST.localPart + 1 + LONGEST.domain) return false;
  const at = s.startsWith('"') ? quotedEnd(s) : dottedEnd(s);
  if (at === 0 || at > LONGEST.localPart || s.charAt(at) !== "@") return false;
  const domain = s.slice(at + 1);
  if (domain.length > LONGEST.domain) return false;
  if (!domain.startsWith("[")) return isDomain(domain);
  return domain.endsWith("]") && isAddressLiteral(domain.slice(1, -1));
}

const isAtomUnit: CharSet = /* @__PURE__ */ lettersDigitsAnd("!#$%&'*+-/=?^_`{|}~");

/** Returns the end of a Dot-string at the start; 0 if there is none. */
function dottedEnd(s: string): number {
  for (let start = 0; ; ) {
    const end = skip(s, start, isAtomUnit);
    if (end === start) return 0;
    if (s.charAt(end) !== ".") return end;
    start = end + 1;
  }
}

/** Returns the end of the quoted string at the start; 0 if it is unterminated. */
function quotedEnd(s: string): number {
  for (let i = 1; isPrintable(s.charCodeAt(i)); i++) {
    if (s.charAt(i) === '"') return i + 1;
    if (s.charAt(i) === "\\" && !isPrintable(s.charCodeAt(++i))) return 0;
  }
  return 0;
}

function isPrintable(unit: number): boolean {
  return unit >= 0x20 && unit <= 0x7e;
}

/**
 * Whether a string is the content of an address literal: IPv4, tagged IPv6, or a General-address-literal. Its tag is
 * not checked against the registry.
 */
function isAddressLiteral(s: string): boolean {
  const colon = s.indexOf(":");
  if (colon < 0) return isDottedQuad(s, 0, true);
  const tag = s.slice(0, colon);
  const content = s.slice(colon + 1);
  if (/^ipv6$/i.test(tag)) return isEmailIpv6(content);
  return isTag(tag) && /^[!-Z^-~]+$/.test(content);
}

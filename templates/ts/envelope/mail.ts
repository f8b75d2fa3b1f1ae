/** Host names and email addresses. */

import { isDottedQuad, isMailIpv6 } from "./address.ts";
import { type CharSet, lettersDigitsAnd, skip } from "./ascii.ts";

const LONGEST = { hostname: 253, label: 63, localPart: 64, domain: 255 };

/**
 * Whether a string is a host name of RFC 1123: labels of letters, digits and inner hyphens, in lengths that the DNS
 * can carry, and not the dotted-decimal form. An A-label (xn--) is a label like others: what it encodes would take
 * the tables of IDNA to judge.
 */
export function isHostname(s: string): boolean {
  return s.length <= LONGEST.hostname && isDomain(s) && !isDottedDecimal(s);
}

function isDomain(s: string): boolean {
  return s.split(".").every((label) => label.length <= LONGEST.label && isTag(label) && !label.startsWith("-"));
}

const isTagUnit: CharSet = /* @__PURE__ */ lettersDigitsAnd("-");

/** Letters, digits and hyphens, the last no hyphen: Ldh-str in RFC 5321. */
function isTag(s: string): boolean {
  return s !== "" && !s.endsWith("-") && skip(s, 0, isTagUnit) === s.length;
}

/** Whether a domain is four numbers, of any size. */
function isDottedDecimal(domain: string): boolean {
  const labels = domain.split(".");
  return labels.length === 4 && labels.every((label) => /^[0-9]+$/.test(label));
}

/** Whether a string is a Mailbox of RFC 5321, in the lengths of its section 4.5.3.1. */
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

/** Where atoms with dots between them end; 0 if there are none. */
function dottedEnd(s: string): number {
  for (let start = 0; ; ) {
    const end = skip(s, start, isAtomUnit);
    if (end === start) return 0;
    if (s.charAt(end) !== ".") return end;
    start = end + 1;
  }
}

/** Where the quoted string at the start ends; 0 if it does not. */
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
 * What stands in brackets: IPv4, IPv6 behind its tag, or another tag and nearly anything. Whether that tag is
 * registered is not looked up.
 */
function isAddressLiteral(s: string): boolean {
  const colon = s.indexOf(":");
  if (colon < 0) return isDottedQuad(s, 0, true);
  const tag = s.slice(0, colon);
  const content = s.slice(colon + 1);
  if (/^ipv6$/i.test(tag)) return isMailIpv6(content);
  return isTag(tag) && /^[!-Z^-~]+$/.test(content);
}

/** URIs and URI references. Scheme-specific rules are not checked. */

import { isIpv6 } from "./address.js";
import { type CharSet, isDigit, isHexDigit, isLetter, lettersDigitsAnd, skip } from "./ascii.js";

/** Whether a string is a URI of RFC 3986. */
export function isUri(s: string): boolean {
  const colon = schemeEnd(s);
  return colon > 0 && isHierarchy(s, colon + 1);
}

/** Whether a string is a URI or a relative reference of RFC 3986. */
export function isUriReference(s: string): boolean {
  const colon = schemeEnd(s);
  if (colon > 0) return isHierarchy(s, colon + 1);
  // A colon in the first segment of a relative reference is not allowed: it would end a scheme.
  return s.charAt(skipEncoded(s, 0, isSegmentUnit)) !== ":" && isHierarchy(s, 0);
}

const isSchemeUnit: CharSet = /* @__PURE__ */ lettersDigitsAnd("+-.");
const isNameUnit: CharSet = /* @__PURE__ */ lettersDigitsAnd("-._~!$&'()*+,;=");
const isSegmentUnit: CharSet = /* @__PURE__ */ lettersDigitsAnd("-._~!$&'()*+,;=@");
const isUserUnit: CharSet = /* @__PURE__ */ lettersDigitsAnd("-._~!$&'()*+,;=:");
const isPathUnit: CharSet = /* @__PURE__ */ lettersDigitsAnd("-._~!$&'()*+,;=:@/");
const isQueryUnit: CharSet = /* @__PURE__ */ lettersDigitsAnd("-._~!$&'()*+,;=:@/?");

/** Returns the index of the colon after a scheme; 0 if there is none. */
function schemeEnd(s: string): number {
  const end = isLetter(s.charCodeAt(0)) ? skip(s, 1, isSchemeUnit) : 0;
  return s.charAt(end) === ":" ? end : 0;
}

/** Whether the string from `at` may follow a scheme: authority, path, query and fragment. */
function isHierarchy(s: string, at: number): boolean {
  let i = s.startsWith("//", at) ? authorityEnd(s, at + 2) : at;
  if (i < 0) return false;
  i = skipEncoded(s, i, isPathUnit);
  if (s.charAt(i) === "?") i = skipEncoded(s, i + 1, isQueryUnit);
  if (s.charAt(i) === "#") i = skipEncoded(s, i + 1, isQueryUnit);
  return i === s.length;
}

/** Returns the end of an authority; -1 if it is malformed or not followed by "/", "?", "#" or the end. */
function authorityEnd(s: string, at: number): number {
  const userEnd = skipEncoded(s, at, isUserUnit);
  const host = s.charAt(userEnd) === "@" ? userEnd + 1 : at;
  let end = s.charAt(host) === "[" ? literalEnd(s, host) : skipEncoded(s, host, isNameUnit);
  if (end < 0) return -1;
  if (s.charAt(end) === ":") end = skip(s, end + 1, isDigit);
  return end === s.length || "/?#".includes(s.charAt(end)) ? end : -1;
}

/** Returns the end of an IP literal in brackets; -1 if it is malformed. */
function literalEnd(s: string, at: number): number {
  const end = s.indexOf("]", at);
  const address = s.slice(at + 1, Math.max(end, at + 1));
  return isIpv6(address) || isFutureAddress(address) ? end + 1 : -1;
}

/** Whether a string is an IPvFuture of RFC 3986. */
function isFutureAddress(s: string): boolean {
  const dot = skip(s, 1, isHexDigit);
  if (!/^v/i.test(s) || dot < 2 || s.charAt(dot) !== ".") return false;
  const end = skip(s, dot + 1, isUserUnit);
  return end > dot + 1 && end === s.length;
}

/** Returns the end of a run of characters of a set or percent-encoded ones. */
function skipEncoded(s: string, at: number, set: CharSet): number {
  let i = at;
  for (;;) {
    i = skip(s, i, set);
    if (s.charAt(i) !== "%" || !isHexDigit(s.charCodeAt(i + 1)) || !isHexDigit(s.charCodeAt(i + 2))) return i;
    i += 3;
  }
}

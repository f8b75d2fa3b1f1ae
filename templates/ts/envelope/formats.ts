/** Formats with short grammars: durations, UUIDs and JSON Pointers. */

import { isDigit, isHexDigit, skip } from "./ascii.js";

/**
 * Whether a string is a duration of RFC 3339, appendix A: "P" and units in descending order without gaps, or weeks
 * alone. Letters may be lower case, as in the whole grammar.
 */
export function isDuration(s: string): boolean {
  if ((s.charCodeAt(0) | 0x20) !== 0x70) return false;
  const weeks = skipUnits(s, 1, "w");
  if (weeks > 1) return weeks === s.length;
  const days = skipUnits(s, 1, "ymd");
  if ((s.charCodeAt(days) | 0x20) !== 0x74) return days === s.length && days > 1;
  const end = skipUnits(s, days + 1, "hms");
  return end === s.length && end > days + 1;
}

/** Returns the end of a sequence of numbers with units: any of `units` first, then always the next one. */
function skipUnits(s: string, at: number, units: string): number {
  let i = at;
  let next = -1;
  for (;;) {
    const end = skip(s, i, isDigit);
    const unit = end === i || end === s.length ? -1 : units.indexOf(String.fromCharCode(s.charCodeAt(end) | 0x20));
    if (unit < 0 || (next >= 0 && unit !== next)) return i;
    next = unit + 1;
    i = end + 1;
  }
}

const UUID = "00000000-0000-0000-0000-000000000000";

/** Whether a string is a UUID of RFC 4122, of any version and variant. */
export function isUuid(s: string): boolean {
  if (s.length !== UUID.length) return false;
  for (let i = 0; i < UUID.length; i++) {
    if (UUID.charAt(i) === "-" ? s.charAt(i) !== "-" : !isHexDigit(s.charCodeAt(i))) return false;
  }
  return true;
}

/** Whether a string is a JSON Pointer of RFC 6901, not in URI fragment form. */
export function isJsonPointer(s: string): boolean {
  if (s !== "" && !s.startsWith("/")) return false;
  for (let i = s.indexOf("~"); i >= 0; i = s.indexOf("~", i + 1)) {
    const escaped = s.charAt(i + 1);
    if (escaped !== "0" && escaped !== "1") return false;
  }
  return true;
}

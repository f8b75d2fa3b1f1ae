/** Relative JSON Pointers and URI templates. */

import { type CharSet, isDigit, isHexDigit, lettersDigitsAnd, skip } from "./ascii.js";
import { isJsonPointer } from "./formats.js";

/** Whether a string is a relative JSON Pointer: a number, an optional shift of an index, and a JSON Pointer or "#". */
export function isRelativeJsonPointer(s: string): boolean {
  let end = countEnd(s, 0);
  if (end === 0) return false;
  if (s.charAt(end) === "+" || s.charAt(end) === "-") {
    const shift = countEnd(s, end + 1);
    if (shift === 0 || s.charAt(end + 1) === "0") return false;
    end = shift;
  }
  const rest = s.slice(end);
  return rest === "#" || isJsonPointer(rest);
}

/** Returns the end of a number without leading zeros; 0 if there is none. */
function countEnd(s: string, start: number): number {
  const end = skip(s, start, isDigit);
  return end === start || (end > start + 1 && s.charAt(start) === "0") ? 0 : end;
}

const isVariableUnit: CharSet = /* @__PURE__ */ lettersDigitsAnd("_");

/** Whether a string is a URI template of RFC 6570, of any level. */
export function isUriTemplate(s: string): boolean {
  for (let i = 0; i < s.length; i++) {
    const unit = s.charAt(i);
    if (unit === "{") {
      const end = s.indexOf("}", i);
      if (end < 0 || !isExpression(s.slice(i + 1, end))) return false;
      i = end;
    } else if (unit <= " " || unit === "\u007f" || '"<>\\^`|}'.includes(unit) || (unit === "%" && !isEncoded(s, i))) {
      return false;
    }
  }
  return true;
}

/** Whether a percent-encoded byte starts there. */
function isEncoded(s: string, at: number): boolean {
  return s.charAt(at) === "%" && isHexDigit(s.charCodeAt(at + 1)) && isHexDigit(s.charCodeAt(at + 2));
}

/** Checks the text between braces: an operator, and variables with modifiers. */
function isExpression(s: string): boolean {
  const variables = s !== "" && "+#./;?&=,!@|".includes(s.charAt(0)) ? s.slice(1) : s;
  return variables.split(",").every(isVariable);
}

function isVariable(s: string): boolean {
  const colon = s.indexOf(":");
  if (colon >= 0) {
    const end = countEnd(s, colon + 1);
    if (end !== s.length || end > colon + 5 || s.charAt(colon + 1) === "0") return false;
    return isName(s.slice(0, colon));
  }
  return isName(s.endsWith("*") ? s.slice(0, -1) : s);
}

/** Whether a string is a name of a variable: parts of letters, digits, underscores and encoded bytes, with dots between them. */
function isName(s: string): boolean {
  let part = 0;
  for (let i = 0; i < s.length; i++) {
    const unit = s.charCodeAt(i);
    if (unit === 0x2e) {
      if (i === part) return false;
      part = i + 1;
    } else if (isEncoded(s, i)) {
      i += 2;
    } else if (!isVariableUnit(unit)) {
      return false;
    }
  }
  return part < s.length;
}

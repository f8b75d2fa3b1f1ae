/** Semantic versions (2.0.0), as far as rules need them. */

import { isDigit, lettersDigitsAnd, skip } from "./ascii.js";

const isWord = /* @__PURE__ */ lettersDigitsAnd("-");

/** Returns the digits of the major version; undefined if the string is not a semantic version. */
export function majorOf(version: string): string | undefined {
  const minor = numberEnd(version, 0);
  const patch = version.charAt(minor) === "." ? numberEnd(version, minor + 1) : -1;
  const end = version.charAt(patch) === "." ? numberEnd(version, patch + 1) : -1;
  if (minor < 0 || patch < 0 || end < 0) return undefined;
  const release = version.charAt(end) === "-" ? wordsEnd(version, end + 1, isIdentifier) : end;
  const build = version.charAt(release) === "+" ? wordsEnd(version, release + 1, isFilled) : release;
  return build === version.length ? version.slice(0, minor) : undefined;
}

/** Returns the end of a number without leading zeros, or -1. */
function numberEnd(version: string, at: number): number {
  const end = skip(version, at, isDigit);
  return end === at || (end > at + 1 && version.charAt(at) === "0") ? -1 : end;
}

/** Returns the end of a dot-separated list of words, or -1 if `isRight` refuses one. */
function wordsEnd(version: string, at: number, isRight: (word: string) => boolean): number {
  let end = at - 1;
  do {
    const start = end + 1;
    end = skip(version, start, isWord);
    if (!isRight(version.slice(start, end))) return -1;
  } while (version.charAt(end) === ".");
  return end;
}

function isFilled(word: string): boolean {
  return word !== "";
}

/** Whether a word is a pre-release identifier: numeric ones have no leading zeros. */
function isIdentifier(word: string): boolean {
  const isNumber = skip(word, 0, isDigit) === word.length;
  return isFilled(word) && !(isNumber && word.length > 1 && word.startsWith("0"));
}

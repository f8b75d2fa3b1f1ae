/** Conversions from strings to numbers and booleans for rules. They return undefined for malformed strings. */

const NOT_DECIMAL = /[^0-9.eE+-]/;

/** Parses decimal digits with an optional sign, point and exponent; undefined for numbers too large for a double. */
export function doubleOfText(text: string): number | undefined {
  const value = text === "" || NOT_DECIMAL.test(text) ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const TRUE: ReadonlySet<string> = /* @__PURE__ */ new Set(["1", "t", "T", "true", "TRUE", "True"]);
const FALSE: ReadonlySet<string> = /* @__PURE__ */ new Set(["0", "f", "F", "false", "FALSE", "False"]);

export function booleanOfText(text: string): boolean | undefined {
  return TRUE.has(text) || (FALSE.has(text) ? false : undefined);
}

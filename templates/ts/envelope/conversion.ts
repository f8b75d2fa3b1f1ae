/** Numbers and booleans that rules read from texts; undefined of any other text. */

const NOT_DECIMAL = /[^0-9.eE+-]/;

/** Reads decimal digits with an optional sign, point and exponent. What is greater than all doubles is none. */
export function doubleOfText(text: string): number | undefined {
  const value = text === "" || NOT_DECIMAL.test(text) ? NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const BOOLEANS: ReadonlyMap<string, boolean> = /* @__PURE__ */ new Map([
  ...["1", "t", "T", "true", "TRUE", "True"].map((text) => [text, true] as const),
  ...["0", "f", "F", "false", "FALSE", "False"].map((text) => [text, false] as const),
]);

export function booleanOfText(text: string): boolean | undefined {
  return BOOLEANS.get(text);
}

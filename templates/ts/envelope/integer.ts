/**
 * 64-bit integer arithmetic for rules. Safe integers are numbers, others bigints, so that equal integers are `===`.
 * Overflow gives undefined.
 */

/** A 64-bit integer. */
export type Int = number | bigint;

/** Returns an integer beyond the safe ones. BigInt literals need a target that many projects do not have. */
export function big(digits: string): Int {
  return BigInt(digits);
}

/** Normalises the result of bigint arithmetic; undefined if it overflows. */
function fitted(value: bigint): Int | undefined {
  if (BigInt.asIntN(64, value) !== value) return undefined;
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

export function addInt(a: Int, b: Int): Int | undefined {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return fitted(BigInt(a) + BigInt(b));
}

export function subInt(a: Int, b: Int): Int | undefined {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return fitted(BigInt(a) - BigInt(b));
}

export function mulInt(a: Int, b: Int): Int | undefined {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (Number.isSafeInteger(product)) return product + 0; // -0 is 0
  }
  return fitted(BigInt(a) * BigInt(b));
}

/** Divides, truncating towards zero; undefined for a divisor of zero. */
export function divInt(a: Int, b: Int): Int | undefined {
  return b === 0 ? undefined : fitted(BigInt(a) / BigInt(b));
}

/** The remainder of divInt, with the sign of the dividend; undefined where divInt is. */
export function modInt(a: Int, b: Int): Int | undefined {
  return divInt(a, b) === undefined ? undefined : fitted(BigInt(a) % BigInt(b));
}

export function negInt(a: Int): Int | undefined {
  return typeof a === "number" ? 0 - a : fitted(-a);
}

/** Truncates towards zero; undefined unless -2^63 < value < 2^63. */
export function intOfDouble(value: number): Int | undefined {
  return Math.abs(value) < 2 ** 63 ? fitted(BigInt(Math.trunc(value))) : undefined;
}

/** Parses decimal digits with an optional sign; undefined for other texts. */
export function intOfText(text: string): Int | undefined {
  const sign = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
  if (text.length === sign) return undefined;
  let first = text.length; // the first non-zero digit; parsing all leading zeros as a bigint could take long
  for (let i = text.length - 1; i >= sign; i--) {
    const digit = text.charCodeAt(i) - 0x30;
    if (!(digit >= 0 && digit <= 9)) return undefined;
    if (digit > 0) first = i;
  }
  const digits = text.slice(first);
  if (digits.length > 19) return undefined;
  const value = BigInt(digits);
  return fitted(text.startsWith("-") ? -value : value);
}

/** Exact arithmetic on the decimal representation of numbers. */

/** Whether a number is an integer multiple of another, by their shortest decimal forms: 2.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const a = decimalOf(value);
  const b = decimalOf(divisor);
  const shift = a.exponent - b.exponent;
  const scale = BigInt(10) ** BigInt(Math.abs(shift)); // at most about 650 digits for doubles
  const rest = shift >= 0 ? (a.digits * scale) % b.digits : a.digits % (b.digits * scale);
  return Number(rest) === 0;
}

interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

function decimalOf(n: number): Decimal {
  const [mantissa = "0", exponent = "0"] = String(n).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}

/** Options of a call, and the defaults of the limits. */

/**
 * Limits of a call and inputs of its rules. Omitted members have their defaults. An invalid member throws a RangeError for
 * every message.
 */
export interface Options<Params = never> {
  /** Maximum nesting depth of arrays and objects, 1 to 256. Default: 128. */
  readonly maxDepth?: number | undefined;
  /** Maximum size of a text in bytes of UTF-8, 1 to 2147483647. Default: 16 MiB. */
  readonly maxBytes?: number | undefined;
  /** Maximum number of issues returned, 1 to 2147483647. Default: 100. Issues beyond it still make a value invalid. */
  readonly maxIssues?: number | undefined;
  /** Maximum memory of a conversation, in bytes of JSON, 1 to 2147483647. Default: 64 MiB. */
  readonly maxRemembered?: number | undefined;
  /** The current time, a Date or an RFC 3339 date-time, for protocols whose rules read it. Default: the system clock. */
  readonly now?: Date | string | undefined;
  /** Parameters of the protocol's rules. Defaults are in the spec. */
  readonly params?: Params | undefined;
  /** Whether issues of level `should` make a value invalid, too. */
  readonly strict?: boolean | undefined;
}

/** Options of a function that accepts a value. */
export interface CheckOptions<Params = never> extends Options<Params> {
  /**
   * Skips the proof that JSON can represent the value, which costs about as much as the rest of a check. For values from
   * `JSON.parse` only; `maxDepth` and `maxBytes` are then ignored. It is fastest where `with` binds it to a codec.
   */
  readonly trusted?: boolean | undefined;
}

/** Options of `encode` and `encodeUnchecked`. */
export interface EncodeOptions<Params = never> extends Options<Params> {
  /** Spaces per level, as in `JSON.stringify`. Default: 0, one line without spaces. */
  readonly indent?: number | undefined;
  /**
   * Lets `encodeUnchecked` write the value without inspecting it. Use it only for a result of a builder or of `decode` that has not
   * been changed since.
   */
  readonly built?: boolean | undefined;
}

/** The limits with defaults filled in. */
export interface Limits {
  readonly maxDepth: number;
  readonly maxBytes: number;
  readonly maxIssues: number;
  readonly maxRemembered: number;
}

export const DEFAULTS: Limits = { maxDepth: 128, maxBytes: 16 * 1024 * 1024, maxIssues: 100, maxRemembered: 64 * 1024 * 1024 };

// The maximum for maxDepth: every language can read and write values of any type at this depth on its default stack.
const DEEPEST = 256;
const MOST = 2 ** 31 - 1;

export const WRONG_NOW = "now must be a Date or an RFC 3339 date-time of the years 1 to 9999";

/** Fills in the defaults. Throws a RangeError for an invalid limit, such as NaN, and for an invalid time. */
export function limitsOf(options: Options<unknown> | undefined): Limits {
  if (options === undefined) return DEFAULTS;
  // A protocol whose rules read the clock also parses a date-time. Bundles of other protocols omit that parser.
  const { now } = options;
  if (typeof now === "string" ? !/^\d{4}-\d\d-\d\dT/.test(now) : now !== undefined && !isInstant(now)) throw new RangeError(WRONG_NOW);
  return {
    maxDepth: limited("maxDepth", options.maxDepth, DEFAULTS.maxDepth, DEEPEST),
    maxBytes: limited("maxBytes", options.maxBytes, DEFAULTS.maxBytes, MOST),
    maxIssues: limited("maxIssues", options.maxIssues, DEFAULTS.maxIssues, MOST),
    maxRemembered: limited("maxRemembered", options.maxRemembered, DEFAULTS.maxRemembered, MOST),
  };
}

/** Returns the options that proofs read; undefined for those of most trackers, so that the inputs of proofs are kept. */
export function proofOptions<Params>(options: Options<Params> | undefined): Options<Params> | undefined {
  if (options === undefined) return undefined;
  const { maxDepth, maxBytes, maxIssues, now, params } = options;
  return (maxDepth ?? maxBytes ?? maxIssues ?? now ?? params) === undefined ? undefined : options;
}

/** Whether a value is a time. Not instanceof: dates of another realm have another Date. */
export function isInstant(value: unknown): value is Date {
  const { getTime } = Object(value) as { readonly getTime?: unknown };
  return typeof getTime === "function" && !Number.isNaN((value as Date).getTime());
}

function limited(name: string, value: number | undefined, otherwise: number, most: number): number {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new RangeError(`${name} must be an integer from 1 to ${most}`);
}

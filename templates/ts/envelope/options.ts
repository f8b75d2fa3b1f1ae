/** Options of a call, and the defaults of those that are limits. Nothing here looks at a value. */

/**
 * What bounds a call, and what rules take for granted. A member that is left out has its default; one that makes no sense
 * is a RangeError, whatever the message is.
 */
export interface Options<Params = undefined> {
  /** How deep arrays and objects may nest, 1 to 256; 128 if left out. */
  readonly maxDepth?: number | undefined;
  /** How many bytes of UTF-8 a text may take, 1 to 2147483647; 16 MiB if left out. */
  readonly maxBytes?: number | undefined;
  /** How many issues are kept, 1 to 2147483647; 100 if left out. A value's validity counts those beyond, too. */
  readonly maxIssues?: number | undefined;
  /** What rules take for the present, a Date or a date-time of RFC 3339; the clock's time if left out. */
  readonly now?: Date | string | undefined;
  /** What the rules of the protocol compare with; the spec gives the defaults. */
  readonly params?: Params | undefined;
  /** Refuse a value for issues of level `should`, too. It concerns `decode` and `parse`. */
  readonly strict?: boolean | undefined;
}

/** Options of `check`. */
export interface CheckOptions<Params = undefined> extends Options<Params> {
  /**
   * The value was made by `JSON.parse`: skip the proof that JSON can hold it, which costs about as much as the rest
   * of a check. `maxDepth` and `maxBytes` are then not looked at.
   */
  readonly trusted?: boolean | undefined;
}

/** Options of `encode`. */
export interface EncodeOptions extends Pick<Options, "maxDepth" | "maxBytes" | "maxIssues"> {
  /** Spaces a level, as in `JSON.stringify`; 0, one line without spaces, if left out. */
  readonly indent?: number | undefined;
}

/** Options with nothing left out. */
export interface Limits {
  readonly maxDepth: number;
  readonly maxBytes: number;
  readonly maxIssues: number;
}

const DEFAULTS: Limits = { maxDepth: 128, maxBytes: 16 * 1024 * 1024, maxIssues: 100 };

// How deep every language reads and writes on the stack that it has, whatever the types are.
const DEEPEST = 256;
const MOST = 2 ** 31 - 1;

/** Fills in the defaults; throws a RangeError for a limit that would bound nothing, such as NaN. */
export function limitsOf(options: EncodeOptions | undefined): Limits {
  if (options === undefined) return DEFAULTS;
  return {
    maxDepth: limit("maxDepth", options.maxDepth, DEFAULTS.maxDepth, DEEPEST),
    maxBytes: limit("maxBytes", options.maxBytes, DEFAULTS.maxBytes, MOST),
    maxIssues: limit("maxIssues", options.maxIssues, DEFAULTS.maxIssues, MOST),
  };
}

function limit(name: string, value: number | undefined, otherwise: number, most: number): number {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new RangeError(`${name} must be an integer from 1 to ${most}`);
}

const NONE: readonly string[] = [];

/** The names of the parameters that a caller has set. */
export function namesOfParams(params: unknown): readonly string[] {
  if (params === undefined) return NONE;
  if (typeof params !== "object" || params === null || Array.isArray(params)) throw new RangeError("params must be an object");
  return Object.keys(params);
}

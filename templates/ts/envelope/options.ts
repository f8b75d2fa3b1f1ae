/** Options of a call, and the defaults of those that are limits. Nothing here looks at a value. */

/** What bounds a call, and what rules take for granted. A member that is left out has its default. */
export interface Options<Params = undefined> {
  /** How deep arrays and objects may nest; 128 if left out, at most 1000. */
  readonly maxDepth?: number | undefined;
  /** How many bytes of UTF-8 a text may take; 16 MiB if left out. */
  readonly maxBytes?: number | undefined;
  /** How many issues are kept; 100 if left out. A value's validity counts those beyond, too. */
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

// Readers and checks recurse; this many levels fit on the stack of every common engine, unless a schema in data takes many
// steps a level. What does not fit is refused (codec.ts).
const DEEPEST = 1000;

/** Fills in the defaults; throws a RangeError for a limit that would bound nothing, such as NaN. */
export function limitsOf(options: EncodeOptions | undefined): Limits {
  if (options === undefined) return DEFAULTS;
  return {
    maxDepth: limit("maxDepth", options.maxDepth, DEFAULTS.maxDepth, DEEPEST),
    maxBytes: limit("maxBytes", options.maxBytes, DEFAULTS.maxBytes, Number.MAX_SAFE_INTEGER),
    maxIssues: limit("maxIssues", options.maxIssues, DEFAULTS.maxIssues, Number.MAX_SAFE_INTEGER),
  };
}

function limit(name: string, value: number | undefined, otherwise: number, most: number): number {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new RangeError(`${name} must be an integer from 1 to ${most}`);
}

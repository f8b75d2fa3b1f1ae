/** Issues and the error that carries them. collect.ts collects and sorts them. */

/** How binding the broken rule is (RFC 2119). */
export type Level = "must" | "should";

/** One broken rule. */
export interface Issue {
  /** The id of the rule; the same in every language. */
  readonly rule: string;
  /** The JSON Pointer (RFC 6901) of the value or member concerned. */
  readonly path: string;
  readonly level: Level;
  /** One sentence, taken from the spec; it never contains the value. */
  readonly message: string;
}

/** Thrown for a value that breaks a rule of level `must`. */
export class ValidationError extends Error {
  override readonly name: string = "ValidationError";
  /** All issues, including level `should`, sorted by path and rule. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(summary(issues));
    this.issues = issues;
  }
}

function summary(issues: readonly Issue[]): string {
  const worst = issues.find((issue) => issue.level === "must") ?? issues[0];
  if (worst === undefined) return "the value is not valid";
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return `${worst.path === "" ? "the value" : worst.path}: ${worst.message} [${worst.rule}]${more}`;
}

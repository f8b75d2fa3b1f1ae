/** What a check reports. Collecting and ordering is the work of findings.ts. */

/** How binding the broken rule is (RFC 2119). */
export type Level = "must" | "should";

/** One broken rule. */
export interface Issue {
  /** The rule's id; the same in every language. */
  readonly rule: string;
  /** The member concerned, as a JSON Pointer (RFC 6901). */
  readonly path: string;
  readonly level: Level;
  /** One sentence, made from the spec alone: it never quotes the value. */
  readonly message: string;
}

/** Thrown for a value that breaks a rule of level `must`. */
export class ValidationError extends Error {
  override readonly name: string = "ValidationError";
  /** Every issue, those of level `should` included, sorted by path and rule. */
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

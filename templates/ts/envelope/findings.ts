import type { Issue, Level } from "./issue.ts";
import { compareCodePoints, comparePlaces, pointerTo } from "./pointer.ts";

interface Finding {
  readonly rule: string;
  readonly place: string;
  readonly level: Level;
  readonly message: string;
}

/** A generated check: reports what is wrong with a value that stands at `place`. */
export type Check = (value: unknown, place: string, findings: Findings) => void;

/**
 * Collects what the checks of one value find. However much that is, memory holds no more than twice `limit`
 * findings: the others could not be among the `limit` that are reported.
 */
export class Findings {
  /** Whether anything of level `must` was found, kept or not. */
  invalid = false;
  private list: Finding[] = [];
  private last: Finding | undefined; // the greatest of `limit` kept findings: nothing greater can be reported
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  must(rule: string, place: string, message: string): void {
    this.invalid = true;
    this.add(rule, place, "must", message);
  }

  should(rule: string, place: string, message: string): void {
    this.add(rule, place, "should", message);
  }

  /** Checks a part that has to wait for a stage. Where nothing has stages (rulebook.ts has), it need not. */
  later(_stage: number, value: unknown, place: string, check: Check): void {
    check(value, place, this);
  }

  private add(rule: string, place: string, level: Level, message: string): void {
    const finding = { rule, place, level, message };
    if (this.last !== undefined && byWeight(finding, this.last) >= 0) return;
    this.list.push(finding);
    if (this.list.length > 2 * this.limit) this.cut();
  }

  // Of findings equal in rule and place the weightiest stays, then the least `limit` of all.
  private cut(): void {
    const list = this.list.sort(byPlace).filter((f, i, all) => !sameIssue(f, all[i - 1]));
    if (list.length > this.limit) {
      list.sort(byWeight).length = this.limit;
      this.last = list[this.limit - 1];
    }
    this.list = list;
  }

  /** The findings to report, sorted by place, then rule. */
  sorted(): readonly Finding[] {
    if (this.list.length > 1) this.cut();
    return this.list.sort(byPlace);
  }

  /** The findings as users see them. */
  issues(): readonly Issue[] {
    if (this.list.length === 0) return [];
    return this.sorted().map(({ rule, place, level, message }) => ({ rule, path: pointerTo(place), level, message }));
  }
}

function sameIssue(a: Finding, b: Finding | undefined): boolean {
  return b !== undefined && a.place === b.place && a.rule === b.rule;
}

function byPlace(a: Finding, b: Finding): number {
  return (
    comparePlaces(a.place, b.place) ||
    compareCodePoints(a.rule, b.rule) ||
    compareCodePoints(a.level, b.level) || // "must" < "should"
    compareCodePoints(a.message, b.message)
  );
}

function byWeight(a: Finding, b: Finding): number {
  return compareCodePoints(a.level, b.level) || byPlace(a, b);
}

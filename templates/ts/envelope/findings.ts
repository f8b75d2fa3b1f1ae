import type { Issue, Level } from "./issue.ts";
import { compareCodePoints, comparePlaces, compareSegments, pointerTo, stepTowards } from "./pointer.ts";

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
 * findings: the others could not be among the `limit` that are reported, and cost one comparison each.
 */
export class Findings {
  /** How long the text of the value is at most, as far as that is known. */
  most: number = Infinity;
  /** Whether anything of level `must` was found, kept or not. */
  invalid = false;
  /**
   * How often nothing was kept because `limit` findings of level `must` came before it. While an array is gone through,
   * what follows comes later still, so that the rest need not be looked at.
   */
  dropped = 0;
  private list: Finding[] = [];
  private last: Finding | undefined; // the greatest of `limit` kept findings: nothing greater can be reported
  private near: Near = NOWHERE;
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

  /** Whether anything at a member of the value at `place`, or below that member, could still be reported. */
  isOpen(place: string, name: string): boolean {
    const last = this.last;
    if (last === undefined || last.level !== "must") return true;
    // One place is asked about again and again, whose members differ in their names only.
    if (last !== this.near.last || place !== this.near.place) this.near = nearTo(place, last);
    const { step, open } = this.near;
    if (step === undefined ? open : compareSegments(name, step) <= 0) return true;
    this.dropped++;
    return false;
  }

  /** Checks a part that has to wait for a stage. Where nothing has stages (rulebook.ts has), it need not. */
  later(_stage: number, value: unknown, place: string, check: Check): void {
    check(value, place, this);
  }

  private add(rule: string, place: string, level: Level, message: string): void {
    const last = this.last;
    if (last !== undefined && byWeight({ rule, place, level, message }, last) >= 0) {
      if (level === "must") this.dropped++;
      return;
    }
    this.list.push({ rule, place, level, message });
    if (this.list.length > 2 * this.limit) this.cut();
  }

  // Of findings equal in rule and place the weightiest stays, then the least `limit` of all.
  private cut(): void {
    const list = distinct(this.list);
    if (list.length >= this.limit) {
      list.sort(byWeight).length = this.limit;
      this.last = list[this.limit - 1];
    }
    this.list = list;
  }

  /** The findings to report, sorted by place, then rule. */
  sorted(): readonly Finding[] {
    const list = distinct(this.list);
    this.list = list.length > this.limit ? sort(list.sort(byWeight).slice(0, this.limit)) : list;
    return this.list;
  }

  /** The findings as users see them. */
  issues(): readonly Issue[] {
    if (this.list.length === 0) return [];
    return this.sorted().map(({ rule, place, level, message }) => ({ rule, path: pointerTo(place), level, message }));
  }
}

/** Findings sorted by place and without doubles. */
function distinct(list: Finding[]): Finding[] {
  return sort(list).filter((f, i, all) => i === 0 || !sameIssue(f, all[i - 1]));
}

/** Up to here inserting takes a third of the time of the engine's sort, which calls back for each comparison. */
const FEW = 16;

function sort(list: Finding[]): Finding[] {
  if (list.length > FEW) return list.sort(byPlace);
  list.forEach((finding, i) => {
    let at = i;
    for (; at > 0; at--) {
      const before = list[at - 1];
      if (before === undefined || byPlace(before, finding) <= 0) break;
      list[at] = before;
    }
    list[at] = finding;
  });
  return list;
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
  if (a.level !== b.level) return a.level === "must" ? -1 : 1;
  return byPlace(a, b);
}

/** How the last finding that is kept stands to the members of the value at a place. */
interface Near {
  readonly place: string;
  readonly last: Finding | undefined;
  /** The step from the place towards the finding, if that is below it; else `open` says whether members come before. */
  readonly step: string | number | undefined;
  readonly open: boolean;
}

const NOWHERE: Near = { place: "", last: undefined, step: undefined, open: true };

function nearTo(place: string, last: Finding): Near {
  return { place, last, step: stepTowards(place, last.place), open: comparePlaces(place, last.place) < 0 };
}

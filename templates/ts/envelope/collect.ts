import type { Issue, Level } from "./issue.js";
import { atMember, compareCodePoints, comparePlaces, pointerTo } from "./pointer.js";
import type { Time } from "./timestamp.js";

interface Violation {
  readonly rule: string;
  readonly place: string;
  readonly level: Level;
  readonly message: string;
}

/** A generated check: reports the failures of the value at `place`. */
export type Check = (value: unknown, place: string, collector: Collector) => void;

/** A generated function that evaluates the rules of a value and of all values in it. */
export type Walk = (value: never, place: string, collector: Collector<never>) => void;

/**
 * Collects the violations of one check in bounded memory: at most twice `limit` are kept. Violations that can no longer
 * be among the `limit` reported ones cost one comparison each.
 */
export class Collector<S = unknown> {
  /** The parameters of the rules. */
  readonly params: S;
  /** The time of the rules; undefined until it is read. */
  now: Time | undefined;
  // only: given {
  /** The current stage: -1 before the first one, Infinity for types without stages. */
  stage: number = Infinity;
  /** The checks that wait, by stage. */
  waiting: (() => void)[][] | undefined;
  // }
  /** Whether the value may have an integer beyond ±(2^53-1); undefined if nobody has looked. */
  beyond: boolean | undefined;
  /** An upper bound of the length of the value's JSON text in bytes; Infinity if unknown. */
  most: number = Infinity;
  // only: given|conversations {
  /** The options of the check. */
  given: unknown;
  // }
  // only: conversations {
  /** How many bytes a conversation may remember. */
  remembers: number = Infinity;
  // }
  /** Whether there was any violation of level `must`, kept or not. */
  invalid = false;
  /**
   * Counts violations of level `must` dropped, and members skipped, because `limit` such violations precede them. If it
   * grows within an array, later items cannot be reported either, and the rest of the array is skipped.
   */
  dropped = 0;
  private list: Violation[] = [];
  private last: Violation | undefined; // the greatest of the `limit` kept violations; greater ones are dropped
  private readonly limit: number;

  constructor(limit: number, params?: S, now?: Time) {
    this.limit = limit;
    this.params = params as S;
    this.now = now;
  }

  get isEmpty(): boolean {
    return this.list.length === 0;
  }

  must(rule: string, place: string, message: string): void {
    this.invalid = true;
    this.add(rule, place, "must", message);
  }

  should(rule: string, place: string, message: string): void {
    this.add(rule, place, "should", message);
  }

  /** Reports an integer that may lose digits, unless a structural violation makes other issues of its place irrelevant. */
  lose(place: string): void {
    if (this.invalid && this.list.some((found) => found.level === "must" && buries(found, place))) return;
    this.should("integer-range", place, "may lose digits: an integer beyond 2^53-1");
  }

  /** Whether a violation at a member of the object at `place`, or below that member, could still be reported. */
  isOpen(place: string, name: string): boolean {
    const last = this.last;
    if (last === undefined || last.level !== "must" || comparePlaces(place + atMember(name), last.place) <= 0) return true;
    this.dropped++;
    return false;
  }

  private add(rule: string, place: string, level: Level, message: string): void {
    const violation = { rule, place, level, message };
    if (this.last !== undefined && byWeight(violation, this.last) >= 0) {
      if (level === "must") this.dropped++;
    } else if (this.list.push(violation) > 2 * this.limit) {
      this.cut();
    }
  }

  // Keeps one violation for each rule and place, `must` before `should`, then the first `limit` of them.
  private cut(): void {
    if (this.list.length < 2) return;
    const list = distinct(this.list);
    if (list.length >= this.limit) {
      list.sort(byWeight).length = this.limit;
      this.last = list[this.limit - 1];
    }
    this.list = list;
  }

  /** Returns the violations to report, sorted by place, then rule. */
  sorted(): readonly Violation[] {
    this.cut();
    return this.list.length < this.limit ? this.list : sort(this.list);
  }

  /** Returns the violations to report as issues. */
  issues(): readonly Issue[] {
    if (this.list.length === 0) return [];
    return this.sorted().map(({ rule, place, level, message }) => ({ rule, path: pointerTo(place), level, message }));
  }
}

/** The rules of a value of the wrong kind, and of one that is too many. */
const BURYING: readonly string[] = ["type", "integer-range", "const", "enum", "discriminator", "additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "false-schema"];

/** Whether a violation makes other issues of a place irrelevant. A violation of a tag concerns the value around the tag. */
function buries({ rule, place: at }: Violation, place: string): boolean {
  if (!BURYING.includes(rule)) return false;
  const around = rule === "discriminator" ? at.slice(0, at.lastIndexOf("/")) : at;
  return place.startsWith(around) && (place.length === around.length || place.charAt(around.length) === "/");
}

/** Returns the violations sorted by place, without duplicates. */
function distinct(list: Violation[]): Violation[] {
  let before: Violation | undefined;
  return sort(list).filter((violation) => {
    const isNew = violation.place !== before?.place || violation.rule !== before.rule;
    before = violation;
    return isNew;
  });
}

// only: fast {
/** Up to this length, insertion sort takes a third of the time of Array.prototype.sort with a comparison function. */
const FEW = 16;

function sort(list: Violation[]): Violation[] {
  if (list.length > FEW) return list.sort(byPlace);
  list.forEach((violation, i) => {
    let at = i;
    for (; at > 0; at--) {
      const before = list[at - 1];
      if (before === undefined || byPlace(before, violation) <= 0) break;
      list[at] = before;
    }
    list[at] = violation;
  });
  return list;
}
// }
// without fast: function sort(list: Violation[]): Violation[] {
// without fast:   return list.sort(byPlace);
// without fast: }

function byPlace(a: Violation, b: Violation): number {
  return (
    comparePlaces(a.place, b.place) ||
    compareCodePoints(a.rule, b.rule) ||
    compareCodePoints(a.level, b.level) || // "must" < "should"
    compareCodePoints(a.message, b.message)
  );
}

function byWeight(a: Violation, b: Violation): number {
  return compareCodePoints(a.level, b.level) || byPlace(a, b);
}

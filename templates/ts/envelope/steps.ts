/** The steps of a check around structure, as codecs and rules know them. */

import type { Check, Findings } from "./findings.ts";
import type { Limits, Options } from "./options.ts";

/** The check of one value, and where it puts what it finds. */
export interface Examination {
  readonly check: Check;
  readonly findings: Findings;
}

/** What rules are asked with, and where they report. */
export class Run<S> {
  /** The index of the stage whose rules are asked. */
  stage = 0;
  readonly params: S;
  private time: bigint | undefined;
  private readonly findings: Findings;

  constructor(params: S, now: bigint | undefined, findings: Findings) {
    this.params = params;
    this.time = now;
    this.findings = findings;
  }

  /** The caller's time, in nanoseconds since 1970-01-01T00:00:00Z. The clock is read where a rule asks, and once only. */
  get now(): bigint {
    return (this.time ??= BigInt(Date.now()) * 1_000_000n);
  }

  must(rule: string, place: string, message: string): void {
    this.findings.must(rule, place, message);
  }

  should(rule: string, place: string, message: string): void {
    this.findings.should(rule, place, message);
  }
}

/** A generated function that asks the rules of a value and of all values in it. */
export type Walk<T, S> = (value: T, place: string, run: Run<S>) => void;

/** What a codec does with a value beside checking its structure. */
export interface Steps {
  /** Prepares the check of one value; throws a RangeError for options that make no sense. */
  readonly begin: (structure: Check, limits: Limits, options: Options<unknown> | undefined) => Examination;
  readonly rules: Walk<unknown, unknown>;
}

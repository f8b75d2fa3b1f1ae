/** The steps of a check around structure, as codecs and rules know them. */

import { type Check, Findings } from "./findings.ts";
import type { Int } from "./integer.ts";
import type { Time } from "./moment.ts";
import type { Limits, Options } from "./options.ts";
import { fits } from "./size.ts";

/** What rules are asked with, and where they report. It keeps what waits for a stage. */
export class Run<S> extends Findings {
  /** The index of the stage that has been reached; -1 before all of them. */
  stage = -1;
  readonly params: S;
  private time: Time | undefined;
  private waiting: (() => void)[][] | undefined; // by stage

  constructor(limit: number, params: S, now: Time | undefined) {
    super(limit);
    this.params = params;
    this.time = now;
  }

  /** The caller's time. The clock is read where a rule asks, and once only. */
  get now(): Time {
    return (this.time ??= Date.now() * 1000);
  }

  /** Whether a part of the value takes at most so many bytes. Where all of it cannot take more, there is nothing to look at. */
  fits(part: unknown, limit: Int): boolean {
    return this.most <= limit || fits(part, limit);
  }

  override later(stage: number, value: unknown, place: string, check: Check): void {
    if (stage <= this.stage) check(value, place, this);
    else ((this.waiting ??= [])[stage] ??= []).push(() => check(value, place, this));
  }

  /** Checks what has waited for a stage. */
  enter(stage: number): void {
    this.stage = stage;
    for (const check of this.waiting?.[stage] ?? []) check();
  }
}

/** A generated function that asks the rules of a value and of all values in it. */
export type Walk<T, S> = (value: T, place: string, run: Run<S>) => void;

/** What a codec does with a value beside checking its structure. */
export interface Steps {
  /** What the check of one value needs; throws a RangeError for options that make no sense. */
  readonly begin: (limits: Limits, options: Options<unknown> | undefined) => Findings;
  /** All steps of the check of a value. Its findings are those that `begin` has made. */
  readonly around: (structure: Check) => Check;
  readonly rules: Walk<unknown, unknown>;
}

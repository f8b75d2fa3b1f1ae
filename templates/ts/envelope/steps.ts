/** The interface between codecs and the stages of a check. */

import { type Check, Collector } from "./collect.ts";
import type { Int } from "./integer.ts";
import type { Limits, Options } from "./options.ts";
import { fits } from "./size.ts";
import type { Time } from "./timestamp.ts";

/** The state of one check with rules: violations, parameters, time, and the checks deferred to later stages. */
export class Run<S> extends Collector {
  /** The current stage; -1 before the first. */
  stage = -1;
  readonly params: S;
  private time: Time | undefined;
  private waiting: (() => void)[][] | undefined; // by stage

  constructor(limit: number, params: S, now: Time | undefined) {
    super(limit);
    this.params = params;
    this.time = now;
  }

  /** The `now` option. The clock is read on first use, once per check. */
  get now(): Time {
    return (this.time ??= Date.now() * 1000);
  }

  /** Whether a part of the value takes at most `limit` bytes. Not computed if the whole value is known to. */
  fits(part: unknown, limit: Int): boolean {
    return this.most <= limit || fits(part, limit);
  }

  override later(stage: number, value: unknown, place: string, check: Check): void {
    if (stage <= this.stage) check(value, place, this);
    else ((this.waiting ??= [])[stage] ??= []).push(() => check(value, place, this));
  }

  /** Enters a stage and runs the checks deferred to it. */
  enter(stage: number): void {
    this.stage = stage;
    for (const check of this.waiting?.[stage] ?? []) check();
  }
}

/** A generated function that evaluates the rules of a value and of all values in it. */
export type Walk<T, S> = (value: T, place: string, run: Run<S>) => void;

/** The stages that a codec runs in addition to the structural check. */
export interface Steps {
  /** Creates the collector of one check; throws a RangeError for invalid options. */
  readonly begin: (limits: Limits, options: Options<unknown> | undefined) => Collector;
  /** Wraps a structural check in all stages. Its collector must come from `begin`. */
  readonly around: (structure: Check) => Check;
  readonly rules: Walk<unknown, unknown>;
}

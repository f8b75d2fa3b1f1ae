/** The inputs of a protocol's rules beside values: parameters, the time, the accepted version, stages. */

import type { Collector, Walk } from "./collect.js";
import type { Level } from "./issue.js";
import { reportBeyond } from "./numbers.js";
import type { Time } from "./timestamp.js";
import type { TypeInfo } from "./type.js";
import { has, own } from "./value.js";

/**
 * The parts that all types of a protocol share. Each feature is a function that generated code imports if the protocol
 * uses it, so that bundles contain no others.
 */
export interface Book<S = unknown> extends Features {
  /** Returns the settings for given parameters; throws a RangeError if they are invalid. */
  readonly settings: (params: unknown) => S;
}

/** The optional parts of a rulebook. */
export interface Features {
  /** Parses the `now` option; throws a RangeError if it is invalid. */
  readonly now?: (now: Date | string | undefined) => Time | undefined;
  /** The accepted versions, and the function that checks the version of a message. */
  readonly accepts?: Accepts;
  /** The number of stages, and the function that runs them. */
  readonly stages?: {
    readonly run: (count: number, rules: Walk | undefined, value: unknown, collector: Collector) => void;
    readonly count: number;
  };
}

/** Accepted protocol versions: those with the same major version as a parameter. */
export interface Accepts {
  readonly by: (value: unknown, accepts: Accepts, collector: Collector) => void;
  /** The path of member names to the version. */
  readonly at: readonly string[];
  readonly param: string;
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
}

/** A kind of parameters. Options may have another representation than rules: 300s for a duration. */
export interface Kind<S> {
  /** Converts a value; undefined if it is invalid. */
  readonly read: (value: unknown) => S | undefined;
  readonly expected: string;
}

/** Parameters by name. */
export interface Definitions {
  readonly [name: string]: { readonly takes: Kind<unknown>; readonly default: unknown };
}

/** Parameter values in the types that rules use. */
export type Settings<D extends Definitions> = {
  readonly [name in keyof D]: D[name]["takes"] extends Kind<infer S> ? S : never;
};

/** The type of the collectors of a rulebook. */
export type RunOf<B> = B extends Book<infer S> ? Collector<S> : never;

/** Returns the rules of a type, which may belong to another protocol. */
export function rulesOf({ rules }: { readonly rules?: Walk | undefined }): (value: unknown, place: string, run: unknown) => void {
  return (rules ?? (() => {})) as (value: unknown, place: string, run: unknown) => void;
}

/** Creates the rulebook of a protocol. */
export function rulebook<D extends Definitions>(definitions: D, features?: Features): Book<Settings<D>> {
  let defaults: Settings<D> | undefined;
  return {
    ...features,
    settings: (params) =>
      params === undefined ? (defaults ??= settingsOf(definitions, {})) : settingsOf(definitions, params),
  };
}

function settingsOf<D extends Definitions>(definitions: D, params: unknown): Settings<D> {
  if (typeof params !== "object" || params === null || Array.isArray(params)) throw new RangeError("params must be an object");
  for (const name of Object.keys(params)) if (!has(definitions, name)) throw new RangeError(`there is no parameter ${name}`);
  const settings: { [name: string]: unknown } = {};
  for (const name of Object.keys(definitions)) {
    const { takes, default: otherwise } = definitions[name] as Definitions[string];
    const given = own(params as { readonly [name: string]: unknown }, name);
    const setting = takes.read(given === undefined ? otherwise : given);
    if (setting === undefined) throw new RangeError(`the parameter ${name} must be ${takes.expected}`);
    settings[name] = setting;
  }
  return settings as Settings<D>;
}

/** Evaluates the rules of a value if its structure is valid, and reports integers that may lose digits. */
export function advise<T, Params>({ book, rules, numbers }: TypeInfo<T, Params>, value: unknown, collector: Collector): void {
  const { stages } = book?.() ?? NO_BOOK;
  if (!collector.invalid) {
    if (stages !== undefined) stages.run(stages.count, rules, value, collector);
    else rules?.(value as never, "", collector as Collector<never>);
  }
  if (collector.beyond === true) reportBeyond(value, numbers?.(), collector);
}

/** The rulebook of types without rules and parameters. */
export const NO_BOOK: Book = /* @__PURE__ */ rulebook({});

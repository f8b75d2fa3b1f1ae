/** Runs a check in stages: version, structure, rules. Reads the options that rules use: time and parameters. */

import type { Collector } from "./collect.ts";
import type { Level } from "./issue.ts";
import { namesOfParams } from "./options.ts";
import { atMember } from "./pointer.ts";
import { Run, type Steps, type Walk } from "./steps.ts";
import { durationOfText, type Time, timestampOfDate, timestampOfText } from "./timestamp.ts";
import { isObject, own } from "./value.ts";
import { majorOf } from "./version.ts";

/** Parameters by name. */
export interface Definitions {
  readonly [name: string]: Definition;
}

/** The type and default of a parameter. The default of a duration is a text such as 300s. */
export type Definition =
  | { readonly type: "boolean"; readonly default: boolean }
  | { readonly type: "integer" | "number" | "size"; readonly default: number }
  | { readonly type: "string" | "version" | "duration"; readonly default: string };

/** Parameter values in the types that rules use. */
export type Settings<D extends Definitions> = { readonly [name in keyof D]: Setting<D[name]["type"]> };

type Setting<Type extends Definition["type"]> = Type extends "boolean"
  ? boolean
  : Type extends "string" | "version"
    ? string
    : Type extends "duration"
      ? Time
      : number;

/** Accepted protocol versions: those with the same major version as a parameter. */
export interface Accepts {
  /** The path of member names to the version. */
  readonly at: readonly string[];
  readonly param: string;
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
}

/** The type of the runs of a rulebook. */
export type RunOf<Book> = Book extends Rulebook<infer D> ? Run<Settings<D>> : never;

function nothing(): void {}

/** Creates the rulebook of a protocol. */
export function rulebook<D extends Definitions>(stages: number, params: D, accepts?: Accepts): Rulebook<D> {
  return new Rulebook(stages, params, accepts);
}

/** The stages and parameters that all checks of a protocol share. */
export class Rulebook<D extends Definitions> {
  private readonly stages: number;
  private readonly definitions: D;
  private readonly accepts: Accepts | undefined;
  private defaults: Settings<D> | undefined;

  constructor(stages: number, definitions: D, accepts: Accepts | undefined) {
    this.stages = stages;
    this.definitions = definitions;
    this.accepts = accepts;
  }

  /** Returns the steps for a type that is not a message. */
  part<T>(rules: Walk<T, Settings<D>> = nothing): Steps {
    return this.steps(rules, undefined);
  }

  /** Returns the steps for a message, which has a version. */
  message<T>(rules: Walk<T, Settings<D>> = nothing): Steps {
    return this.steps(rules, this.accepts);
  }

  private settings(params: unknown): Settings<D> {
    if (params !== undefined) return settingsOf(this.definitions, params);
    return (this.defaults ??= settingsOf(this.definitions, {}));
  }

  private steps<T>(rules: Walk<T, Settings<D>>, accepts: Accepts | undefined): Steps {
    return {
      rules: (value, place, run) => rules(value as T, place, run as Run<Settings<D>>),
      begin: (limits, options) => new Run(limits.maxIssues, this.settings(options?.params), timeOf(options?.now)),
      around: (structure) => (value, place, collector) => {
        const run = collector as Run<Settings<D>>;
        if (accepts !== undefined) checkVersion(value, place, accepts, String(run.params[accepts.param]), run);
        if (run.invalid) return;
        structure(value, place, run);
        for (let stage = 0; stage < this.stages && !run.invalid; stage++) {
          run.enter(stage);
          // Safe cast: the structure is valid here.
          if (!run.invalid) rules(value as T, place, run);
        }
      },
    };
  }
}

function checkVersion(value: unknown, place: string, accepts: Accepts, accepted: string, collector: Collector): void {
  let version = value;
  let at = place;
  for (const name of accepts.at) {
    version = isObject(version) ? own(version, name) : undefined;
    at += atMember(name);
  }
  const major = typeof version === "string" ? majorOf(version) : undefined;
  if (major !== undefined && major !== majorOf(accepted)) collector[accepts.level](accepts.rule, at, accepts.message);
}

/** Parses the `now` option; throws a RangeError if it is invalid. */
function timeOf(now: Date | string | undefined): Time | undefined {
  if (now === undefined) return undefined;
  const time = typeof now === "string" ? timestampOfText(now) : timestampOfDate(now.getTime());
  if (time === undefined) throw new RangeError("now must be a Date or an RFC 3339 date-time of the years 1 to 9999");
  return time;
}

function settingsOf<D extends Definitions>(definitions: D, params: unknown): Settings<D> {
  for (const name of namesOfParams(params)) {
    if (!Object.hasOwn(definitions, name)) throw new RangeError(`there is no parameter ${name}`);
  }
  const given = params as { readonly [name: string]: unknown };
  const settings: { [name: string]: boolean | Time | string } = {};
  for (const [name, definition] of Object.entries(definitions)) {
    const value = own(given, name);
    const setting = settingOf(definition.type, value === undefined ? definition.default : value);
    if (setting === undefined) throw new RangeError(`the parameter ${name} must be ${EXPECTED[definition.type]}`);
    settings[name] = setting;
  }
  return settings as Settings<D>;
}

const EXPECTED: { readonly [type in Definition["type"]]: string } = {
  boolean: "true or false",
  integer: "a safe integer",
  number: "a finite number",
  string: "a string",
  version: "a semantic version such as 1.0.0",
  size: "a number of bytes",
  duration: "a duration such as 300s",
};

/** Converts a parameter value; undefined if it is invalid. -0 becomes 0. */
function settingOf(type: Definition["type"], value: unknown): boolean | Time | string | undefined {
  switch (type) {
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "integer":
      return typeof value === "number" && Number.isSafeInteger(value) ? value + 0 : undefined;
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? value + 0 : undefined;
    case "string":
      return typeof value === "string" ? value : undefined;
    case "version":
      return typeof value === "string" && majorOf(value) !== undefined ? value : undefined;
    case "size":
      return sizeOf(value);
    case "duration":
      return typeof value === "string" ? durationOfText(value) : undefined;
  }
}

const UNITS: { readonly [unit: string]: number } = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** Converts a size in bytes. Parameters that come from text may use units as in specs, such as 32KiB. */
function sizeOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value + 0 : undefined;
  const match = typeof value === "string" ? /^(0|[1-9][0-9]{0,15})(B|KiB|MiB|GiB)?$/.exec(value) : null;
  if (match === null) return undefined;
  return sizeOf(Number(match[1]) * (UNITS[match[2] ?? "B"] ?? 1));
}

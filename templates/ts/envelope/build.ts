/** Builds messages: fills in absent members and checks the whole. */

import type { ArtifactStore, Storing } from "./artifacts.js";
import { begin, examine, type Result, resultOf, valueOf } from "./check.js";
import type { Collector } from "./collect.js";
import { copyOf, type Proof, put } from "./copied.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import { limitsOf, type Options } from "./options.js";
import { redact, type Secrets, WIDEST } from "./secrets.js";
import type { Ask, Change, Shortening } from "./shorten.js";
import type { TypeInfo } from "./type.js";
import { findFlaw, isObject, isPlain, isWellFormed, type JsonObject, MOST_TIMES, own, valueIn } from "./value.js";
import type { Declared, Layout } from "./write.js";

/** Options of a builder. A builder takes an absent one from the system, if the message has a member for it. */
export interface BuildOptions<Params = never> extends Omit<Options<Params>, "now"> {
  /** The time of the message and of its check, or a clock, which is read once for each message. Default: the system clock. */
  readonly now?: Date | string | (() => Date | string) | undefined;
  // only: fills {
  /** The start of the duration in the message. Without it the duration is absent. */
  readonly started?: Date | string | undefined;
  /** Returns a new id. Default: a random one, by `crypto.getRandomValues`. */
  readonly newId?: ((kind: "uuid" | "ulid") => string) | undefined;
  /** The variables of the environment. Default: those of the process, if there is one. */
  readonly env?: Environment | undefined;
  // }
  // only: secrets {
  /** The secrets of the caller. With it, even if empty, three asterisks replace them and the members that the spec marks `x-secret`. */
  readonly secrets?: Secrets | undefined;
  // }
  // only: secrets|stores {
  /** Receives objects that are too large for the message, if the spec declares them. A StoreError is thrown if it fails. */
  readonly store?: ArtifactStore | undefined;
  // }
}

/** Variables of an environment, such as `process.env`. An empty one counts as unset. */
export interface Environment {
  readonly [variable: string]: string | undefined;
}

/** The declared members of a type, without the index signature of an open one. */
type DeclaredMember<T> = keyof { [member in keyof T as string extends member ? never : member]: unknown };

/** A type without some members, and with others that may be left out. */
export type Drafted<T, Without extends DeclaredMember<T>, Filled extends DeclaredMember<T> = never> = Pick<T, Exclude<DeclaredMember<T>, Without | Filled>> & {
  [member in Filled]?: T[member] | undefined;
};

/** A type with undeclared members. Their type is given explicitly, never inferred. */
export type With<T, Extra> = T & [Extra][Extra extends unknown ? 0 : never];

/** A builder: the type of its messages, and the table of its members. */
export interface Builder<T, Params = never> extends Table {
  readonly of: TypeInfo<T, Params>;
}

interface Table {
  /** The steps by member. The first run computes them. */
  recipe?: Recipe;
  // without fills: readonly draft?: object;
  // only: fills {
  readonly draft?: Begun;
  /** Members that are those of the message that is answered, where that has them. */
  readonly copies?: readonly Copy[];
  /** Lists that are left out where they are empty. */
  readonly drops?: readonly Path[];
  // }
  readonly constants?: readonly Constant[];
  // only: fills {
  /** Members that are filled in if absent. Computed ones come last, in order. */
  readonly fills?: readonly Fill[];
  /** Objects that go to a store if they are large. */
  readonly stores?: readonly Storing[];
  /** Members that are shortened or removed at the end, in order. */
  readonly changes?: readonly Shortening[];
  // }
}

/** The names of members that lead to one. */
export type Path = readonly string[];

/** The objects inside of an object that are completed as well. A required one must be supplied by the caller. */
export interface Begun {
  readonly inner?: { readonly [member: string]: Begun };
  readonly wanted?: boolean;
}

/** A member of the answered message. Null is copied only if the target admits it. */
export interface Copy {
  readonly at: Path;
  readonly origin: Path;
  readonly nullable?: boolean;
}

type Scalar = string | number | boolean | null;

/** A member that is always the same. */
export type Constant = readonly [at: Path, value: Scalar];

export interface Fill {
  readonly at: Path;
  readonly by: Scalar | ((making: Making) => unknown) | Word | Computed;
}

/** The word of the first variable of the environment that is set, or another word. */
export interface Word {
  readonly words: readonly (readonly [variable: string, word: string])[];
  readonly otherwise: string;
}

/** A value that is computed from the message. */
export interface Computed<R = unknown> {
  readonly value: (message: never, run: Collector<never>) => R;
  /** The value where it cannot be computed, because a member that it reads is not as it should be. */
  readonly zero: R;
  /** Whether there is a value. */
  readonly when?: (message: never, run: Collector<never>) => boolean;
}

/** The builders of a protocol by their names in the spec, for programs that select them by name. */
export interface Builders<Params = never> {
  readonly [name: string]: { readonly of: TypeInfo<unknown, Params>; readonly safeBuild: (...args: never[]) => Result<unknown> };
}

/** One run of a builder. */
export interface Making {
  readonly options: BuildOptions<never>;
  readonly params: { readonly [name: string]: unknown };
  readonly answered: unknown;
  /** Reads the clock, the first time. */
  readonly clock: () => Date | string;
}

/** Builds a message; throws a ValidationError if it is not valid. */
export function build<T, Params, Made extends T>(builder: Builder<T, Params>, draft: unknown, options?: BuildOptions<Params>, answered?: unknown): Made { // only: fills
  return valueOf(safeBuild<T, Params, Made>(builder, draft, options, answered)); // only: fills
// without fills: export function build<T, Params, Made extends T>(builder: Builder<T, Params>, draft: unknown, options?: BuildOptions<Params>): Made {
  // without fills: return valueOf(safeBuild<T, Params, Made>(builder, draft, options));
}

const NO_OPTIONS: BuildOptions = {};

/** Builds as `build` does; returns issues instead of throwing a ValidationError. */
export function safeBuild<T, Params, Made extends T>(
  builder: Builder<T, Params>,
  draft: unknown,
  options: BuildOptions<Params> = NO_OPTIONS,
  answered?: unknown, // only: fills
): Result<Made> {
  if (inheritMore()) return inheritingNothing(() => safeBuild<T, Params, Made>(builder, draft, options, answered)); // only: fills
  // without fills: if (inheritMore()) return inheritingNothing(() => safeBuild<T, Params, Made>(builder, draft, options));
  const { of, changes } = builder; // only: fills
  // without fills: const { of } = builder;
  const checked = typeof options.now === "function" ? { ...options, now: options.now() } : (options as Options<Params>);
  const limits = limitsOf(options === NO_OPTIONS ? undefined : checked);
  if (options !== NO_OPTIONS) checkSources(options as BuildOptions<never>); // only: fills|secrets|stores
  const run = begin(of, limits, checked);
  // only: fills {
  let { now } = checked;
  const clock = (): Date | string => {
    if (now === undefined) run.now = (now = new Date()).getTime() * 1000;
    return now;
  };
  // }
  let message = draft; // which may be no object
  const proof = { left: limits.maxBytes, maxDepth: limits.maxDepth, holds: true };
  if (isDraft(draft)) {
    const making = { options: options as BuildOptions<never>, params: run.params as Making["params"], answered, clock }; // only: fills
    const recipe = (builder.recipe ??= recipeOf(builder, of.layout));
    message = made(recipe, draft, making, proof, 1); // only: fills
    // without fills: message = made(recipe, draft, proof);
    compute(recipe, message as JsonObject, run, proof); // only: fills
    if (options.secrets !== undefined || options.store !== undefined) message = putAway(message as JsonObject, builder, recipe, checked as BuildOptions<never>, run, proof); // only: secrets|stores
    // only: fills {
    for (const shortening of changes ?? WHOLE) {
      proof.holds = false; // the replacement is not proven
      const ask: Ask = (about) => asked(about, message, run);
      change(message as JsonObject, shortening.at, (value) => (shortening.by as Change)(value, shortening, ask), proof);
    }
    // }
  }
  const most = (limits.maxBytes - proof.left) * MOST_TIMES;
  const proven = message !== draft && proof.holds && proof.left >= 0 && most <= limits.maxBytes;
  const result = resultOf<Made>(message, examine(of, message, run, limits, proven ? most : undefined), checked);
  if (result.ok && message !== draft) of.conceal?.(message, of.layout?.()); // only: secrets
  return result;
}

/** Throws a RangeError for an invalid source. */
function checkSources({ newId, env, secrets, store }: BuildOptions<never>): void { // only: secrets|stores
// without secrets|stores: function checkSources({ newId, env }: BuildOptions<never>): void {
  if (newId !== undefined && typeof newId !== "function") throw new RangeError("newId must be a function");
  if (env !== undefined && !isObject(env)) throw new RangeError("env must be an object");
  if (secrets !== undefined && !isObject(secrets)) throw new RangeError("secrets must be an object"); // only: secrets
  if (store !== undefined && typeof (store as { readonly put?: unknown } | null)?.put !== "function") throw new RangeError("store must have a method put"); // only: secrets|stores
}

const WHOLE: readonly Shortening[] = [];

/** Fills in the computed members. */
function compute({ computed }: Recipe, message: JsonObject, run: Collector, proof: Proof): void {
  for (const [at, about] of computed) {
    if (about.when === undefined || asked({ value: about.when, zero: false }, message, run)) fill(message, at, asked(about, message, run), proof);
  }
}

/** Replaces secrets, stores large objects, and computes members again. A message that is no JSON stays as it is: the check refuses it. */
function putAway(whole: JsonObject, { of, stores }: PutAway, recipe: Recipe, { secrets, store, ...options }: BuildOptions<never>, run: Collector, proof: Proof): JsonObject {
  if (!(proof.holds && proof.left >= 0) && typeof findFlaw(whole, WIDEST, of.wide !== undefined) !== "number") return whole;
  const message = secrets === undefined ? whole : (redact(whole, of.layout?.(), secrets) as JsonObject);
  const ask: Ask = (about) => asked(about, message, run);
  let stored = false;
  for (const storing of (store && stores) ?? []) {
    const summary = storing.by(valueAt(message, storing.at), storing, store as ArtifactStore, ask, options as Options<never>);
    if (summary === undefined) continue;
    change(message, storing.at, () => summary, proof);
    stored = true;
  }
  if (stored) compute(recipe, message, run, proof);
  if (stored || message !== whole) proof.holds = false; // the replacement is not proven
  return message;
}

interface PutAway extends Pick<Table, "stores"> {
  readonly of: { readonly layout?: Declared; readonly wide?: unknown };
}

/** The steps for the members of an object, in the order of the spec. */
export interface Recipe {
  readonly steps: readonly RecipeStep[];
  // only: fills {
  /** The steps that give an absent member a value. */
  readonly filling: readonly RecipeStep[];
  // }
  readonly names: ReadonlySet<string>;
  // only: fills {
  /** The members that are computed from the whole message. */
  readonly computed: readonly (readonly [at: Path, about: Computed])[];
  // }
}

interface RecipeStep {
  readonly name: string;
  /** Whether every object inherits a member of the name. */
  readonly inherited: boolean;
  // only: fills {
  /** The recipe of an object that is completed; `begins` reports whether an absent one is created. */
  readonly recipe: Recipe | undefined;
  readonly begins: boolean;
  // }
  readonly filling: Scalar | ((making: Making) => unknown) | undefined; // only: fills
  // without fills: readonly filling: Scalar | undefined;
  // only: fills {
  readonly copied: Copy | undefined;
  readonly drops: boolean;
  // }
}

/** Puts the tables of a builder together, for one object. */
// only: fills {
function recipeOf({ draft = WITHOUT, copies = [], drops = [], constants = [], fills = [] }: Table, layout: Declared): Recipe {
  const computed: [Path, Computed][] = [];
  const found: (readonly [Path, RecipeStep["filling"]])[] = [...constants];
  for (const { at, by } of fills) {
    if (!isTable(by)) found.push([at, by]);
    else if ("words" in by) found.push([at, (making) => wordOf(by, making)]);
    else computed.push([at, by]);
  }
  return { ...partOf(draft, copies, drops, found, layout), computed };
}

function isTable(by: Fill["by"]): by is Word | Computed {
  return typeof by === "object" && by !== null;
}

const WITHOUT: Begun = {};

function partOf({ inner }: Begun, copies: readonly Copy[], drops: readonly Path[], fills: readonly (readonly [Path, RecipeStep["filling"]])[], layout: Declared): Recipe {
  const layouts = new Map(membersIn(layout?.()));
  const heads = [...fills.map(([at]) => at), ...copies.map(({ at }) => at), ...drops].map(([head = ""]) => head);
  const names = [...new Set([...layouts.keys(), ...Object.keys(inner ?? {}), ...heads])];
  const steps = names.map((name) => {
    const to = copies.filter(({ at }) => at[0] === name);
    const dropped = drops.filter(([first]) => first === name);
    const filled = fills.filter(([at]) => at[0] === name);
    const below = inner && own(inner, name);
    const copiesBelow = to.map((copy) => ({ ...copy, at: copy.at.slice(1) }));
    const filledBelow = filled.map(([at, by]) => [at.slice(1), by] as const);
    const droppedBelow = dropped.map((path) => path.slice(1));
    return {
      name,
      inherited: name in Object.prototype,
      recipe: below && partOf(below, copiesBelow, droppedBelow, filledBelow, layouts.get(name)),
      begins: below?.wanted !== true,
      filling: filled.find(([at]) => at.length === 1)?.[1],
      copied: to.find(({ at }) => at.length === 1),
      drops: dropped.some(({ length }) => length === 1),
    };
  });
  const filling = steps.filter(({ recipe, filling, copied }) => recipe !== undefined || filling !== undefined || copied !== undefined);
  return { steps, filling, names: new Set(names), computed: [] };
}
// }
// without fills: function recipeOf({ constants = [] }: Table, layout: Declared): Recipe {
// without fills:   const heads = constants.map(([[head = ""]]) => head);
// without fills:   const names = [...new Set([...membersIn(layout?.()).map(([name]) => name), ...heads])];
// without fills:   const fillingOf = (name: string): Scalar | undefined => constants.find(([[head]]) => head === name)?.[1];
// without fills:   return { steps: names.map((name) => ({ name, inherited: name in Object.prototype, filling: fillingOf(name) })), names: new Set(names) };
// without fills: }

function wordOf({ words, otherwise }: Word, { options }: Making): string {
  const env = options.env ?? (globalThis as { readonly process?: { readonly env?: Environment } }).process?.env ?? {};
  return words.find(([variable]) => (own(env, variable) ?? "") !== "")?.[1] ?? otherwise;
}

function membersIn(layout: Layout | undefined): readonly (readonly [string, Declared])[] {
  return layout !== undefined && "members" in layout ? (layout.members ?? []).map(([name, below]) => [name, below] as const) : [];
}

function isDraft(value: unknown): value is JsonObject {
  return isObject(value) && isPlain(value);
}

const NOTHING: JsonObject = {};

/** Copies a draft and fills in absent members. */
function made({ steps, filling: needed, names }: Recipe, draft: JsonObject, making: Making, proof: Proof, depth: number): JsonObject { // only: fills
// without fills: function made({ steps, names }: Recipe, draft: JsonObject, proof: Proof): JsonObject {
  const message: JsonObject = {};
  proof.left -= 2;
  if (depth > proof.maxDepth) proof.holds = false; // only: fills
  let given = 0;
  for (const { name, inherited, recipe, begins, filling, copied, drops } of draft === NOTHING ? needed : steps) { // only: fills
  // without fills: for (const { name, inherited, filling } of steps) {
    let value = inherited ? own(draft, name) : draft[name];
    if (value !== undefined) given++;
    // only: fills {
    else if (copied !== undefined) value = valueAt(making.answered, copied.origin, copied.nullable);
    if (drops && Array.isArray(value) && value.length === 0) value = undefined;
    if (recipe !== undefined) {
      if (value === undefined ? begins : isDraft(value)) value = made(recipe, (value ?? NOTHING) as JsonObject, making, proof, depth + 1);
      else value = copyOf(value, proof, depth);
    } else {
      if (value === undefined) value = typeof filling === "function" ? filling(making) : filling;
      value = copyOf(value, proof, depth);
    }
    // }
    // without fills: else value = filling;
    // without fills: value = copyOf(value, proof, 1);
    if (value !== undefined) put(message, name, value, proof);
  }
  for (const _ in draft) given--;
  if (given < 0) {
    for (const name in draft) {
      if (names.has(name) || draft[name] === undefined) continue;
      if (!isWellFormed(name)) proof.holds = false;
      put(message, name, copyOf(draft[name], proof, depth), proof); // only: fills
      // without fills: put(message, name, copyOf(draft[name], proof, 1), proof);
    }
  }
  return message;
}

/** A member of a message; undefined if it is not there, or null where that does not count. */
function valueAt(message: unknown, path: Path, nullable?: boolean): unknown {
  const value = valueIn(message, path);
  return value === null && nullable !== true ? undefined : value;
}

/** Gives a member its value, if the object around it is there and has none. An object that was too large to be copied is the caller's: a copy takes its place. */
function fill(members: JsonObject, [name = "", ...rest]: Path, value: unknown, proof: Proof, depth = 1): void {
  const there = own(members, name);
  if (rest.length === 0) {
    if (there === undefined) put(members, name, copyOf(typeof value === "bigint" ? Number(value) : value, proof, depth), proof);
  } else if (isObject(there) && isPlain(there)) {
    let inner: JsonObject = there;
    if (!proof.holds) {
      inner = { ...there };
      put(members, name, inner, proof);
    }
    fill(inner, rest, value, proof, depth + 1);
  }
}

/** Changes a member that is there, or takes it away. Objects on the way may be the caller's, where they are too large to be copied. */
function change(around: JsonObject, [name = "", ...rest]: Path, to: (value: unknown) => unknown, proof: Proof): void {
  let value = own(around, name);
  if (value === undefined) return;
  if (rest.length === 0) {
    value = to(value);
  } else if (isObject(value) && isPlain(value)) {
    value = { ...value };
    change(value as JsonObject, rest, to, proof);
  }
  if (value === undefined) Reflect.deleteProperty(around, name);
  else put(around, name, value, proof);
}

/** Computes a value from a message. */
function asked<R>({ value, zero }: Computed<R>, message: unknown, run: Collector): R {
  try {
    return value(message as never, run as Collector<never>) ?? zero;
  } catch {
    return zero;
  }
}

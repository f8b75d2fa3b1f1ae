/** Builds messages: fills in what a caller leaves out, and checks the whole. */

import { begin, examine, type Result, resultOf, valueOf } from "./check.js";
import type { Collector } from "./collect.js";
import { inheritingNothing, inheritMore } from "./inherited.js";
import { limitsOf, type Options } from "./options.js";
import type { TypeInfo } from "./type.js";
import { isContainer, isObject, type JsonObject, own } from "./value.js";

/** Options of a builder. What they leave out, a builder takes from the system, and only what the message has a member for. */
export interface BuildOptions<Params = never> extends Omit<Options<Params>, "now"> {
  /** The time of the message and of its check, or a clock, which is read once for each message. Default: the system clock. */
  readonly now?: Date | string | (() => Date | string) | undefined;
  /** When that began which the message tells the duration of. Without it the duration is left out. */
  readonly started?: Date | string | undefined;
  /** Returns a new id. Default: a random one, by `crypto.getRandomValues`. */
  readonly newId?: ((kind: "uuid" | "ulid") => string) | undefined;
  /** The variables of the environment. Default: those of the process, if there is one. */
  readonly env?: Environment | undefined;
}

/** Variables of an environment, such as `process.env`. An empty one counts as unset. */
export interface Environment {
  readonly [variable: string]: string | undefined;
}

/** The declared members of a type, whatever others it is open for. */
type Declared<T> = keyof { [member in keyof T as string extends member ? never : member]: unknown };

/** A type without some members, and with others that may be left out. */
export type Drafted<T, Without extends Declared<T>, Filled extends Declared<T> = never> = Pick<T, Exclude<Declared<T>, Without | Filled>> & {
  [member in Filled]?: T[member] | undefined;
};

/** A draft with undeclared members, whose types are not taken from it: who gives some says so. */
export type Given<D, Extra> = D & [Extra][Extra extends unknown ? 0 : never];

/** A builder: what it makes, and how. */
export interface Builder<T, Params = never> extends Table {
  readonly of: TypeInfo<T, Params>;
}

interface Table {
  /** Members that are those of the message that is answered, where that has them. */
  readonly copies?: readonly (readonly [to: Path, from: Path])[];
  /** Lists that are left out where they are empty. */
  readonly drops?: readonly Path[];
  readonly fills: Fills;
  /** Objects among the fills that only the caller begins. */
  readonly given?: readonly Path[];
  /** What is computed of the message, in order, once all else is filled in. */
  readonly computed?: readonly Computed[];
}

/** The names of members that lead to one. */
export type Path = readonly string[];

/** What is filled in, in the shape of the message: constants, and functions that find a value, or none. */
export interface Fills {
  readonly [member: string]: string | number | boolean | null | ((making: Making) => unknown) | Fills;
}

export interface Computed {
  readonly at: Path;
  /** Whether there is a value. */
  readonly when?: (message: never, run: Collector<never>) => boolean;
  readonly value: (message: never, run: Collector<never>) => unknown;
  /** The value where it cannot be found, because a member that it reads is not as it should be. */
  readonly or: unknown;
}

/** The builders of a protocol by their names in the spec, for programs that are told the name. */
export interface Builders<Params = never> {
  readonly [name: string]: { readonly of: TypeInfo<unknown, Params>; readonly safeBuild: (...args: never[]) => Result<unknown> };
}

/** One run of a builder. */
export interface Making {
  readonly options: BuildOptions<never>;
  readonly params: { readonly [name: string]: unknown };
  /** Reads the clock, the first time. */
  readonly clock: () => Date | string;
}

/** Builds a message; throws a ValidationError if it is not valid. */
export function build<T, Params, Made extends T>(builder: Builder<T, Params>, draft: unknown, options?: BuildOptions<Params>, answered?: unknown): Made {
  return valueOf(safeBuild<T, Params, Made>(builder, draft, options, answered));
}

/** Builds as `build` does; returns issues instead of throwing a ValidationError. */
export function safeBuild<T, Params, Made extends T>(
  builder: Builder<T, Params>,
  draft: unknown,
  options: BuildOptions<Params> = {},
  answered?: unknown,
): Result<Made> {
  if (inheritMore()) return inheritingNothing(() => safeBuild<T, Params, Made>(builder, draft, options, answered));
  let now = typeof options.now === "function" ? options.now() : options.now;
  const checked: Options<Params> = { ...options, now };
  const limits = limitsOf(checked);
  const run = begin(builder.of, limits, checked);
  const clock = (): Date | string => {
    if (now === undefined) run.now = (now = new Date()).getTime() * 1000;
    return now;
  };
  const making = { options: options as BuildOptions<never>, params: run.params as Making["params"], clock };
  const message = isObject(draft) ? made(builder, draft, answered, making, run) : draft;
  const result = resultOf<Made>(message, examine(builder.of, message, run, limits), checked);
  if (result.ok && isObject(message)) detach(message); // the caller may go on with the draft
  return result;
}

function made({ copies, drops, fills, given, computed }: Table, draft: JsonObject, answered: unknown, making: Making, run: Collector): JsonObject {
  const message = begun(fills, draft, given ?? []);
  for (const [to, from] of copies ?? []) {
    const value = from.reduce<unknown>((object, name) => (isObject(object) ? own(object, name) : undefined), answered);
    if (value !== null) fill(message, to, value);
  }
  for (const path of drops ?? []) {
    const [around, name] = endOf(message, path);
    const list = around && own(around, name);
    if (Array.isArray(list) && list.length === 0) delete around?.[name];
  }
  fillIn(fills, message, making);
  for (const { at, when, value, or } of computed ?? []) {
    const ask = <R>(asked: (message: never, run: Collector<never>) => R, otherwise: R): R => {
      try {
        return asked(message as never, run as Collector<never>) ?? otherwise;
      } catch {
        return otherwise; // the check will say what is wrong
      }
    };
    if (when === undefined || ask(when, false)) fill(message, at, ask(value, or));
  }
  return message;
}

/** A copy of a draft with those of its objects that are filled in, begun where nothing is given of them. */
function begun(fills: Fills, draft: JsonObject, given: readonly Path[]): JsonObject {
  const message = { ...draft };
  for (const name of Object.keys(fills)) {
    const below = fills[name];
    const value = own(message, name);
    const paths = given.filter(([first]) => first === name);
    if (!isFills(below) || (value === undefined && paths.some(({ length }) => length === 1))) continue;
    const rest = paths.map(([, ...path]) => path);
    if (value === undefined) put(message, name, begun(below, {}, rest));
    else if (isObject(value)) put(message, name, begun(below, value, rest));
  }
  return message;
}

function fillIn(fills: Fills, message: JsonObject, making: Making): void {
  for (const name of Object.keys(fills)) {
    const filling = fills[name];
    const value = own(message, name);
    if (isFills(filling)) {
      if (isObject(value)) fillIn(filling, value, making);
    } else if (value === undefined) {
      put(message, name, typeof filling === "function" ? filling(making) : filling);
    }
  }
}

function isFills(filling: Fills[string] | undefined): filling is Fills {
  return typeof filling === "object" && filling !== null;
}

/** Gives a member a value, if the object around it is there and has none. */
function fill(message: JsonObject, path: Path, value: unknown): void {
  const [around, name] = endOf(message, path);
  if (around !== undefined && own(around, name) === undefined) put(around, name, value);
}

/** The object around a member, if it is there, and the name of the member. */
function endOf(message: JsonObject, [name = "", ...rest]: Path): readonly [JsonObject | undefined, string] {
  if (rest.length === 0) return [message, name];
  const inner = own(message, name);
  return isObject(inner) ? endOf(inner, rest) : [undefined, name];
}

function put(members: JsonObject, name: string, given: unknown): void {
  if (given === undefined) return;
  const value = typeof given === "bigint" ? Number(given) : given;
  if (name !== "__proto__") members[name] = value;
  else Object.defineProperty(members, name, { value, writable: true, enumerable: true, configurable: true });
}

/** Takes absent members out of an object and copies what it holds. The object is not shared, and valid, hence no cycle. */
function detach(members: JsonObject): void {
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (value === undefined) delete members[name];
    else if (isContainer(value)) put(members, name, copyOf(value));
  }
}

function copyOf(value: object): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => (isContainer(item) ? copyOf(item) : item));
  const copy: JsonObject = { ...value };
  detach(copy);
  return copy;
}

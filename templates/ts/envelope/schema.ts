/**
 * Schemas as data, for what generated checks do not spell out: conditions, choices without a tag, negation and all that
 * depends on them. Generated modules hold them as literals; evaluate.ts finds what a value breaks.
 */

import type { Matcher } from "./pattern.ts";

/**
 * The keywords of one schema; a value has to satisfy all of them. One that speaks of a single JSON type lets values of
 * every other pass. The `unevaluated` ones stand last.
 */
export type Schema = readonly Keyword[];

/**
 * A schema that another one uses. Behind a function stands one that may be asked again about the same value, on another
 * way or because it leads back to itself, and what it answers is remembered: else a hostile value could have one question
 * asked exponentially often.
 */
export type Ref = Schema | (() => Schema);

export function resolve(ref: Ref): Schema {
  return typeof ref === "function" ? ref() : ref;
}

/** What a keyword reports. */
export interface Failure {
  readonly rule: string;
  readonly message: string;
  readonly level?: "should";
}

/** What a keyword reports; a message alone is all where the rule is the keyword and the level `must`. */
type Fails = Failure | string;

export function failing({ keyword, fails }: { readonly keyword: string; readonly fails: Fails }): Failure {
  return typeof fails === "string" ? { rule: keyword, message: fails } : fails;
}

export type Keyword = Assertion | InPlace | Tested | Below | Unevaluated;

/** What the value alone decides. */
export type Assertion =
  | {
      readonly keyword: "type";
      readonly types: readonly JsonType[];
      readonly fails: Fails;
      /** For a whole number too large to be exact; where `types` has "integer" and not "number". */
      readonly range?: Fails;
    }
  | { readonly keyword: "const" | "enum"; readonly values: readonly unknown[]; readonly fails: Fails }
  | { readonly keyword: Bound; readonly limit: number; readonly fails: Fails }
  | { readonly keyword: "pattern"; readonly pattern: Matcher; readonly fails: Fails }
  | { readonly keyword: "format"; readonly test: (s: string) => boolean; readonly fails: Fails }
  | { readonly keyword: "false-schema"; readonly fails: Fails };

export type JsonType = "null" | "boolean" | "object" | "array" | "number" | "integer" | "string";

type Bound =
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "multipleOf"
  | "minLength"
  | "maxLength"
  | "minItems"
  | "maxItems"
  | "minProperties"
  | "maxProperties";

/** What applies further schemas to the same value. */
export type InPlace =
  | { readonly keyword: "allOf"; readonly schemas: readonly Ref[] }
  /** For all values but null. */
  | { readonly keyword: "nullable"; readonly schema: Ref }
  | { readonly keyword: "dependentSchema"; readonly trigger: string; readonly schema: Ref }
  | { readonly keyword: "if"; readonly condition: Ref; readonly then?: Ref; readonly else?: Ref }
  | Select;

/** `oneOf` with a discriminator: the string, or the boolean, in the member `tag` selects the schema. */
export interface Select {
  readonly keyword: "select";
  readonly tag: string;
  readonly boolean?: true;
  readonly cases: { readonly [tag: string]: Ref };
  readonly noObject: Failure;
  readonly noTag: Failure;
  readonly unknownTag: Failure;
}

/** What takes a Judge: it asks other schemas about the value and reports nothing from inside them, or compares items. */
export type Tested =
  | { readonly keyword: "anyOf" | "oneOf"; readonly schemas: readonly Ref[]; readonly fails: Fails }
  | { readonly keyword: "not"; readonly schema: Ref; readonly fails: Fails }
  | { readonly keyword: "uniqueItems"; readonly fails: Fails };

/** What speaks of members or items. */
export type Below = Required | Properties | PropertyNames | Items | Contains;

/** Members that must be there; with a trigger, only if that member is. */
export interface Required {
  readonly keyword: "required" | "dependentRequired";
  readonly trigger?: string;
  readonly members: readonly string[];
  readonly fails: Fails;
}

/** A member that is neither named nor matched belongs to `additional`, or raises `closed`. */
export interface Properties {
  readonly keyword: "properties";
  readonly named?: { readonly [name: string]: Ref };
  readonly patterns?: readonly (readonly [pattern: Matcher, schema: Ref])[];
  readonly additional?: Ref;
  readonly closed?: Failure;
}

export interface PropertyNames {
  readonly keyword: "propertyNames";
  readonly schema: Ref;
  readonly fails: Fails;
}

/** An item behind the prefix belongs to `rest`, or raises `closed`. */
export interface Items {
  readonly keyword: "items";
  readonly prefix?: readonly Ref[];
  readonly rest?: Ref;
  readonly closed?: Failure;
}

export interface Contains {
  readonly keyword: "contains";
  readonly schema: Ref;
  readonly least: number;
  readonly most?: number;
  readonly tooFew: Failure;
  readonly tooMany: Failure;
}

/**
 * What speaks of members or items of which nothing else in its schema, nor any schema that this applies to the same
 * value, has spoken. They belong to `schema`, or raise `closed`.
 */
export interface Unevaluated {
  readonly keyword: "unevaluatedProperties" | "unevaluatedItems";
  readonly schema?: Ref;
  readonly closed?: Failure;
}

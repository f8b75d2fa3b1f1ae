/**
 * Schemas as data, for constraints that generated checks do not spell out: conditions, unions without a discriminator,
 * negation, and keywords that depend on them. Generated modules contain them as literals; evaluate.ts evaluates them.
 */

import type { Matcher } from "./pattern.js";

/**
 * The keywords of one schema; a value must satisfy all of them. A keyword for one JSON type accepts values of all other
 * types. `unevaluated` keywords come last.
 */
export type Schema = readonly Keyword[];

/**
 * A reference to a subschema. A function marks a schema that can be evaluated repeatedly for one value, through several
 * paths or recursion. Its results are cached: otherwise a hostile value could cause an exponential number of
 * evaluations.
 */
export type Ref = Schema | (() => Schema);

export function resolve(ref: Ref): Schema {
  return typeof ref === "function" ? ref() : ref;
}

/** The failure that a keyword reports. */
export interface Failure {
  readonly rule: string;
  readonly level?: "should";
  readonly message: string;
}

export type Keyword = Assertion | InPlace | Tested | Below | Unevaluated;

/** Keywords whose result depends on the value alone. */
export type Assertion =
  | {
      readonly keyword: "ofType";
      readonly types: readonly JsonType[];
      /** The failure for integers beyond the range, if `types` has "integer" and not "number". */
      readonly range?: Failure;
      /** The function that cuts integers of 64 bits to their range; without it, integers are safe. */
      readonly width?: "asIntN" | "asUintN";
      readonly failure: Failure;
    }
  | { readonly keyword: "equals"; readonly values: readonly unknown[]; readonly failure: Failure }
  | { readonly keyword: "bound"; readonly op: Op; readonly limit: number; readonly digits?: string; readonly failure: Failure }
  | { readonly keyword: "multipleOf"; readonly divisor: number; readonly digits?: string; readonly failure: Failure }
  | Size
  | { readonly keyword: "matches"; readonly test: Matcher; readonly failure: Failure }
  | { readonly keyword: "format"; readonly test: (s: string) => boolean; readonly failure: Failure }
  | { readonly keyword: "never"; readonly failure: Failure };

/** Limits the number of code points, items or members. */
export interface Size {
  readonly keyword: "size";
  readonly of: "string" | "array" | "object";
  readonly op: Op;
  readonly limit: number;
  readonly failure: Failure;
}

export type JsonType = "null" | "boolean" | "object" | "array" | "number" | "integer" | "string";

/** How a value compares with a limit. */
export type Op = "atLeast" | "atMost" | "above" | "below";

/** Keywords that apply subschemas to the same value. */
export type InPlace =
  | { readonly keyword: "allOf"; readonly schemas: readonly Ref[] }
  /** Applies to all values but null. */
  | { readonly keyword: "orNull"; readonly schema: Ref }
  | { readonly keyword: "dependentSchema"; readonly trigger: string; readonly schema: Ref }
  | { readonly keyword: "if"; readonly condition: Ref; readonly then?: Ref; readonly else?: Ref }
  | Select;

/** `oneOf` with a discriminator: the string, boolean or integer in the member `tag` selects the schema. */
export interface Select {
  readonly keyword: "select";
  readonly tag: string;
  readonly boolean?: true;
  readonly integer?: true;
  readonly cases: { readonly [tag: string]: Ref };
  /** Of strings or integers that are neither in `cases` nor in `refused`. */
  readonly other?: Ref;
  readonly refused?: readonly string[];
  readonly mismatch: Failure;
  readonly missingTag: Failure;
  readonly unknownTag: Failure;
}

/** Keywords that are evaluated by a Judge: they depend on whether subschemas accept the value, or compare items. */
export type Tested =
  | { readonly keyword: "anyOf" | "exactlyOne"; readonly schemas: readonly Ref[]; readonly failure: Failure }
  | { readonly keyword: "not"; readonly schema: Ref; readonly failure: Failure }
  | { readonly keyword: "uniqueItems"; readonly failure: Failure };

/** Keywords about members or items. */
export type Below = Requires | Properties | PropertyNames | Items | Contains;

/** Required members; with a trigger, they are required only if that member is present. */
export interface Requires {
  readonly keyword: "requires" | "dependentRequired";
  readonly trigger?: string;
  readonly members: readonly string[];
  readonly failure: Failure;
}

/** A member that is neither named nor matched must satisfy `additional`, or causes the failure `closed`. */
export interface Properties {
  readonly keyword: "properties";
  readonly named?: { readonly [name: string]: Ref };
  readonly patterns?: readonly (readonly [test: Matcher, schema: Ref])[];
  readonly additional?: Ref;
  readonly closed?: Failure;
}

export interface PropertyNames {
  readonly keyword: "propertyNames";
  readonly schema: Ref;
  readonly failure: Failure;
}

/** An item after the prefix must satisfy `rest`, or causes the failure `closed`. */
export interface Items {
  readonly keyword: "items";
  readonly prefix?: readonly Ref[];
  readonly rest?: Ref;
  readonly closed?: Failure;
}

/** Each limit has its failure. */
export interface Contains {
  readonly keyword: "contains";
  readonly schema: Ref;
  readonly least?: number;
  readonly tooFew?: Failure;
  readonly most?: number;
  readonly tooMany?: Failure;
}

/**
 * Members or items that neither the other keywords of the schema nor the subschemas they apply to the same value
 * evaluate. They must satisfy `schema`, or cause the failure `closed`.
 */
export interface Unevaluated {
  readonly keyword: "unevaluated";
  readonly of: "object" | "array";
  readonly schema?: Ref;
  readonly closed?: Failure;
}

/** The function `satisfies` of rules: whether a value satisfies a JSON Schema that came with a message. */

import { isMultipleOf } from "./decimal.js";
import { areEqual } from "./equality.js";
import { countCodePoints, has, isObject, membersOf, own } from "./value.js";

/** The product of the numbers of parts up to which a value is looked at. Value and schema may come from strangers. */
const MOST_PARTS = 4_000_000;

/**
 * Whether a value satisfies a JSON Schema, for these keywords: type, required, properties, additionalProperties,
 * items, enum, const, and the limits of numbers and sizes. Other keywords of the schema are ignored.
 */
export function satisfiesSchema(value: unknown, schema: unknown): boolean {
  return partsOf(value) * partsOf(schema) > MOST_PARTS || holdsFor(value, schema);
}

function partsOf(value: unknown): number {
  let n = 1;
  if (Array.isArray(value)) for (const item of value) n += partsOf(item);
  else if (isObject(value)) for (const name of membersOf(value)) n += partsOf(value[name]);
  return n;
}

function holdsFor(value: unknown, schema: unknown): boolean {
  if (typeof schema === "boolean") return schema;
  if (!isObject(schema)) return true;
  return membersOf(schema).every((keyword) => keeps(value, schema, keyword, schema[keyword]));
}

function keeps(value: unknown, schema: { readonly [keyword: string]: unknown }, keyword: string, of: unknown): boolean {
  switch (keyword) {
    case "type":
      return isOfType(value, of);
    case "const":
      return areEqual(value, of);
    case "enum":
      return !Array.isArray(of) || of.some((item) => areEqual(value, item));
    case "required":
      return !Array.isArray(of) || !isObject(value) || of.every((name) => typeof name !== "string" || own(value, name) !== undefined);
    case "properties":
      return !isObject(of) || !isObject(value) || membersOf(value).every((name) => !has(of, name) || holdsFor(value[name], of[name]));
    case "additionalProperties": {
      const properties = own(schema, "properties");
      const named = isObject(properties) ? properties : {};
      // Without an interpreter of patterns, additional members cannot be determined.
      return has(schema, "patternProperties") || !isObject(value) || membersOf(value).every((name) => has(named, name) || holdsFor(value[name], of));
    }
    case "items": {
      const prefix = own(schema, "prefixItems");
      const from = Array.isArray(prefix) ? prefix.length : 0;
      return Array.isArray(of) || !Array.isArray(value) || value.every((item, i) => i < from || holdsFor(item, of));
    }
    default:
      return typeof of !== "number" || isWithin(value, keyword, of);
  }
}

/** Compares the JSON type with one name, or several. Names that are none pass. */
function isOfType(value: unknown, names: unknown): boolean {
  const known = (Array.isArray(names) ? names : [names]).filter((name): name is string => typeof name === "string" && TYPES.has(name));
  return known.length === 0 || known.some((name) => TYPES.get(name)?.(value) === true);
}

const TYPES: ReadonlyMap<string, (value: unknown) => boolean> = new Map<string, (value: unknown) => boolean>([
  ["null", (value) => value === null],
  ["boolean", (value) => typeof value === "boolean"],
  ["object", isObject],
  ["array", Array.isArray],
  ["number", (value) => typeof value === "number"],
  ["integer", Number.isInteger],
  ["string", (value) => typeof value === "string"],
]);

/** Compares a number or a size with a limit. */
function isWithin(value: unknown, keyword: string, limit: number): boolean {
  switch (keyword) {
    case "minimum":
      return typeof value !== "number" || value >= limit;
    case "maximum":
      return typeof value !== "number" || value <= limit;
    case "exclusiveMinimum":
      return typeof value !== "number" || value > limit;
    case "exclusiveMaximum":
      return typeof value !== "number" || value < limit;
    case "multipleOf":
      return typeof value !== "number" || limit <= 0 || isMultipleOf(value, limit);
    case "minLength":
      return typeof value !== "string" || countCodePoints(value) >= limit;
    case "maxLength":
      return typeof value !== "string" || countCodePoints(value) <= limit;
    case "minItems":
      return !Array.isArray(value) || value.length >= limit;
    case "maxItems":
      return !Array.isArray(value) || value.length <= limit;
    case "minProperties":
      return !isObject(value) || membersOf(value).length >= limit;
    case "maxProperties":
      return !isObject(value) || membersOf(value).length <= limit;
  }
  return true;
}

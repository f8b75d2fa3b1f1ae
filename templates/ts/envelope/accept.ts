/** Asks whether a schema accepts a value, and of which members or items it speaks. Nothing here reports. */

import { failureOf } from "./assertion.ts";
import {
  type Contains,
  type Failure,
  type Items,
  type Keyword,
  type Properties,
  type Ref,
  type Required,
  resolve,
  type Schema,
  type Unevaluated,
} from "./schema.ts";
import { isObject, type JsonObject, membersOf, own } from "./value.ts";

const NONE: readonly Ref[] = [];

export function listOf(ref: Ref | undefined): readonly Ref[] {
  return ref === undefined ? NONE : [ref];
}

/** The schemas that a keyword has for a member. One that has none of a member and is closed refuses it. */
export function refsOfMember(keyword: Properties, name: string): readonly Ref[] {
  const refs: Ref[] = [];
  const named = keyword.named && own(keyword.named, name);
  if (named !== undefined) refs.push(named);
  for (const [pattern, schema] of keyword.patterns ?? []) if (pattern.test(name)) refs.push(schema);
  return refs.length > 0 ? refs : listOf(keyword.additional);
}

/** The schemas, at most one, that a keyword has for an item. One that has none and is closed refuses the item. */
export function refsOfItem(keyword: Items, index: number): readonly Ref[] {
  return listOf(keyword.prefix?.[index] ?? keyword.rest);
}

/** The members that an object lacks. */
export function missing(object: JsonObject, keyword: Required): readonly string[] {
  if (keyword.trigger !== undefined && own(object, keyword.trigger) === undefined) return [];
  return keyword.members.filter((name) => own(object, name) === undefined);
}

/** Of which members or items schemas speak. */
class Spoken {
  readonly parts = new Set<string | number>();
  readonly by = new Set<Schema>();
}

/** Answers questions about one value and its parts. */
export class Judge {
  // What schemas have answered that may be asked again. Scalars are too many to remember, but all that is asked of one is
  // asked in a row.
  private readonly ofParts = new Map<object, Map<Schema, boolean>>();
  private readonly ofScalar = new Map<Schema, boolean>();
  private scalar: unknown;

  accepts(value: unknown, ref: Ref): boolean {
    const schema = resolve(ref);
    if (schema === ref) return this.satisfies(value, schema);
    const answers = this.answersOf(value);
    let answer = answers.get(schema);
    if (answer === undefined) answers.set(schema, (answer = this.satisfies(value, schema)));
    return answer;
  }

  /** How many of some schemas accept a value. Counting ends at `enough`. */
  count(value: unknown, refs: readonly Ref[], enough: number): number {
    let n = 0;
    for (const ref of refs) if (n < enough && this.accepts(value, ref)) n++;
    return n;
  }

  /** The schemas that a keyword applies to the value itself; undefined where a tag should select one and does not. */
  applied(value: unknown, keyword: Keyword): readonly Ref[] | undefined {
    switch (keyword.keyword) {
      case "allOf":
        return keyword.schemas;
      case "nullable":
        return value === null ? NONE : [keyword.schema];
      case "dependentSchema":
        return isObject(value) && own(value, keyword.trigger) !== undefined ? [keyword.schema] : NONE;
      case "if":
        return listOf(this.accepts(value, keyword.condition) ? keyword.then : keyword.else);
      case "select": {
        const tag = isObject(value) ? own(value, keyword.tag) : undefined;
        const selected = typeof tag === "string" ? own(keyword.cases, tag) : undefined;
        return selected && [selected];
      }
      default:
        return NONE;
    }
  }

  /** What `contains` reports of an array. */
  containing(items: readonly unknown[], keyword: Contains): readonly Failure[] {
    const { schema, least, most = Infinity, tooFew, tooMany } = keyword;
    const enough = most === Infinity ? least : Math.max(least, most + 1);
    let n = 0;
    for (let i = 0; i < items.length && n < enough; i++) if (this.accepts(items[i], schema)) n++;
    return [...(n < least ? [tooFew] : []), ...(n > most ? [tooMany] : [])];
  }

  /** Whether a member or item is left to an unevaluated keyword: nothing before it in its schema speaks of that. */
  leftover(value: unknown, keyword: Unevaluated, schema: Schema): (key: string | number) => boolean {
    const spoken = new Spoken();
    const all = this.speak(value, schema.slice(0, schema.indexOf(keyword)), spoken);
    return (key) => !all && !spoken.parts.has(key);
  }

  private answersOf(value: unknown): Map<Schema, boolean> {
    if (typeof value !== "object" || value === null) {
      if (!Object.is(value, this.scalar)) this.ofScalar.clear();
      this.scalar = value;
      return this.ofScalar;
    }
    let answers = this.ofParts.get(value);
    if (answers === undefined) this.ofParts.set(value, (answers = new Map()));
    return answers;
  }

  private satisfies(value: unknown, schema: Schema): boolean {
    for (const keyword of schema) if (!this.holds(value, keyword, schema)) return false;
    return true;
  }

  private holds(value: unknown, keyword: Keyword, schema: Schema): boolean {
    switch (keyword.keyword) {
      case "allOf":
      case "nullable":
      case "dependentSchema":
      case "if":
      case "select": {
        const refs = this.applied(value, keyword);
        return refs !== undefined && this.takes(value, refs);
      }
      case "anyOf":
        return this.count(value, keyword.schemas, 1) === 1;
      case "oneOf":
        return this.count(value, keyword.schemas, 2) === 1;
      case "not":
        return !this.accepts(value, keyword.schema);
      case "required":
      case "dependentRequired":
        return !isObject(value) || missing(value, keyword).length === 0;
      case "properties":
        return !isObject(value) || this.holdsOfMembers(value, keyword);
      case "propertyNames":
        return !isObject(value) || membersOf(value).every((name) => this.accepts(name, keyword.schema));
      case "items":
        return !Array.isArray(value) || this.holdsOfItems(value, keyword);
      case "contains":
        return !Array.isArray(value) || this.containing(value, keyword).length === 0;
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return this.holdsOfLeftover(value, keyword, schema);
      default:
        return failureOf(value, keyword) === undefined;
    }
  }

  private holdsOfMembers(object: JsonObject, keyword: Properties): boolean {
    if (speaksOfNamedOnly(keyword)) return this.holdsOfNamed(object, keyword.named ?? {});
    for (const name of membersOf(object)) {
      if (!this.takes(object[name], refsOfMember(keyword, name), keyword.closed)) return false;
    }
    return true;
  }

  private holdsOfNamed(object: JsonObject, named: { readonly [name: string]: Ref }): boolean {
    for (const name in named) {
      const member = own(object, name);
      const ref = named[name];
      if (member !== undefined && ref !== undefined && !this.accepts(member, ref)) return false;
    }
    return true;
  }

  private holdsOfItems(items: readonly unknown[], keyword: Items): boolean {
    for (let i = 0; i < items.length; i++) {
      if (!this.takes(items[i], refsOfItem(keyword, i), keyword.closed)) return false;
    }
    return true;
  }

  private holdsOfLeftover(value: unknown, keyword: Unevaluated, schema: Schema): boolean {
    if (typeof value !== "object" || value === null) return true;
    const has = this.leftover(value, keyword, schema);
    const takes = (part: unknown): boolean => this.takes(part, listOf(keyword.schema), keyword.closed);
    if (keyword.keyword === "unevaluatedProperties") {
      return !isObject(value) || membersOf(value).every((name) => !has(name) || takes(value[name]));
    }
    return !Array.isArray(value) || value.every((item, i) => !has(i) || takes(item));
  }

  /** Whether a value satisfies all schemas of a list; an empty one refuses it where there is a failure instead. */
  private takes(value: unknown, refs: readonly Ref[], closed?: Failure): boolean {
    for (const ref of refs) if (!this.accepts(value, ref)) return false;
    return refs.length > 0 || closed === undefined;
  }

  /** Notes of which members or items a schema speaks; returns whether of all. What it says of them does not matter. */
  private speak(value: unknown, schema: Schema, spoken: Spoken): boolean {
    if (spoken.by.has(schema)) return false;
    spoken.by.add(schema);
    for (const keyword of schema) if (this.speaks(value, keyword, spoken)) return true;
    return false;
  }

  private speaks(value: unknown, keyword: Keyword, spoken: Spoken): boolean {
    switch (keyword.keyword) {
      case "properties":
        return isObject(value) && speaksOfMembers(value, keyword, spoken);
      case "items":
        return Array.isArray(value) && speaksOfItems(value, keyword, spoken);
      case "contains":
        if (!Array.isArray(value)) return false;
        for (const [i, item] of value.entries()) if (this.accepts(item, keyword.schema)) spoken.parts.add(i);
        return false;
      case "unevaluatedProperties":
        return isObject(value);
      case "unevaluatedItems":
        return Array.isArray(value);
      default:
        return this.speaking(value, keyword).some((ref) => this.speak(value, resolve(ref), spoken));
    }
  }

  /** The schemas whose words count as a keyword's own. */
  private speaking(value: unknown, keyword: Keyword): readonly Ref[] {
    switch (keyword.keyword) {
      case "anyOf":
        return keyword.schemas.filter((ref) => this.accepts(value, ref));
      case "oneOf":
        return this.accepts(value, [keyword]) ? keyword.schemas.filter((ref) => this.accepts(value, ref)) : NONE;
      case "if":
        if (!this.accepts(value, keyword.condition)) return listOf(keyword.else);
        return [keyword.condition, ...listOf(keyword.then)];
      default:
        return this.applied(value, keyword) ?? NONE;
    }
  }
}

function speaksOfNamedOnly(keyword: Properties): boolean {
  return keyword.patterns === undefined && keyword.additional === undefined && keyword.closed === undefined;
}

function speaksOfMembers(object: JsonObject, keyword: Properties, spoken: Spoken): boolean {
  if (keyword.closed !== undefined || keyword.additional !== undefined) return true;
  for (const name of membersOf(object)) if (refsOfMember(keyword, name).length > 0) spoken.parts.add(name);
  return false;
}

function speaksOfItems(items: readonly unknown[], keyword: Items, spoken: Spoken): boolean {
  if (keyword.closed !== undefined || keyword.rest !== undefined) return true;
  for (let i = 0; i < items.length && refsOfItem(keyword, i).length > 0; i++) spoken.parts.add(i);
  return false;
}

/** Decides whether a schema accepts a value, and which members or items it evaluates. Reports nothing. */

import { isOf, meets } from "./assertion.js";
import { areUnique, Texts } from "./equality.js";
import type { Matcher } from "./pattern.js";
import {
  type Contains,
  type Failure,
  type Items,
  type Keyword,
  type Properties,
  type Ref,
  type Requires,
  resolve,
  type Schema,
  type Unevaluated,
} from "./schema.js";
import { isObject, type JsonObject, membersOf, own } from "./value.js";

const NO_REFS: readonly Ref[] = [];
const NO_PATTERNS: readonly (readonly [pattern: Matcher, schema: Ref])[] = [];

export function listOf(ref: Ref | undefined): readonly Ref[] {
  return ref === undefined ? NO_REFS : [ref];
}

/** The subschemas that a keyword applies to a member. If there are none, a closed keyword refuses the member. */
export function refsOfMember(keyword: Properties, name: string): readonly Ref[] {
  const refs: Ref[] = [];
  const named = keyword.named && own(keyword.named, name);
  if (named !== undefined) refs.push(named);
  for (const [pattern, schema] of keyword.patterns ?? []) if (pattern.test(name)) refs.push(schema);
  return refs.length > 0 ? refs : listOf(keyword.additional);
}

/** The subschema that a keyword applies to an item, if any. If there is none, a closed keyword refuses the item. */
export function refOfItem(keyword: Items, index: number): Ref | undefined {
  return keyword.prefix?.[index] ?? keyword.rest;
}

/** Returns the names of the required members that an object lacks. */
export function missing(object: JsonObject, keyword: Requires): readonly string[] {
  if (keyword.trigger !== undefined && own(object, keyword.trigger) === undefined) return [];
  return keyword.members.filter((name) => own(object, name) === undefined);
}

function isComplete(object: JsonObject, keyword: Requires): boolean {
  if (keyword.trigger !== undefined && own(object, keyword.trigger) === undefined) return true;
  for (const name of keyword.members) if (own(object, name) === undefined) return false;
  return true;
}

/** Reports whether a schema evaluates a member or item. */
type Evaluates = (key: string | number) => boolean;

/** The evaluated members or items of one value, collected from several schemas. */
class Evaluated {
  readonly predicates: Evaluates[] = [];
  readonly visited = new Set<Schema>();
}

/** Evaluates schemas against one value and its parts, and caches the results. */
export class Judge {
  // Results of the schemas that may be evaluated again. For scalars only the last value's are kept: there are too many
  // scalars to cache, but one scalar's evaluations follow each other. Created on demand: most values need no cache, and
  // there may be a Judge for each of millions of values.
  private ofParts: Map<Schema, Map<object, boolean>> | undefined;
  private ofScalar: Map<Schema, boolean> | undefined;
  private scalar: unknown;
  private texts: Texts | undefined;
  private repetitive: Set<readonly unknown[]> | undefined;
  // The last result of containing(): after a failure of an array, it is read again to report the failures.
  private counted: { items: readonly unknown[]; keyword: Contains; failures: readonly Failure[] } | undefined;

  accepts(value: unknown, ref: Ref): boolean {
    const schema = resolve(ref);
    if (schema === ref) return this.satisfies(value, schema);
    if (typeof value === "object" && value !== null) {
      const ofParts = (this.ofParts ??= new Map<Schema, Map<object, boolean>>());
      let answers = ofParts.get(schema);
      if (answers === undefined) ofParts.set(schema, (answers = new Map()));
      return this.answer(value, schema, value, answers);
    }
    const ofScalar = (this.ofScalar ??= new Map<Schema, boolean>());
    if (!Object.is(value, this.scalar)) ofScalar.clear();
    this.scalar = value;
    return this.answer(value, schema, schema, ofScalar);
  }

  /** Counts the schemas that accept a value, up to `enough`. */
  count(value: unknown, refs: readonly Ref[], enough: number): number {
    let n = 0;
    for (const ref of refs) if (n < enough && this.accepts(value, ref)) n++;
    return n;
  }

  /** Returns the schemas that a keyword applies to the value itself; undefined if a discriminator selects no schema. */
  applied(value: unknown, keyword: Keyword): readonly Ref[] | undefined {
    switch (keyword.keyword) {
      case "allOf":
        return keyword.schemas;
      case "orNull":
        return value === null ? NO_REFS : [keyword.schema];
      case "dependentSchema":
        return isObject(value) && own(value, keyword.trigger) !== undefined ? [keyword.schema] : NO_REFS;
      case "if":
        return listOf(this.accepts(value, keyword.condition) ? keyword.then : keyword.else);
      case "select": {
        const tag = isObject(value) ? own(value, keyword.tag) : undefined;
        if (keyword.integer ? !Number.isSafeInteger(tag) : typeof tag !== (keyword.boolean ? "boolean" : "string")) return undefined;
        const selected = own(keyword.cases, String(tag)) ?? (keyword.refused?.includes(String(tag)) ? undefined : keyword.other);
        return selected && [selected];
      }
      default:
        return NO_REFS;
    }
  }

  /** Returns the failures of `contains` for an array. */
  containing(items: readonly unknown[], keyword: Contains): readonly Failure[] {
    if (this.counted?.items === items && this.counted.keyword === keyword) return this.counted.failures;
    const { schema, least = 0, most = Infinity, tooFew, tooMany } = keyword;
    const enough = most === Infinity ? least : Math.max(least, most + 1);
    let n = 0;
    for (let i = 0; i < items.length && n < enough; i++) if (this.accepts(items[i], schema)) n++;
    const failures = [...(n < least && tooFew ? [tooFew] : []), ...(n > most && tooMany ? [tooMany] : [])];
    this.counted = { items, keyword, failures };
    return failures;
  }

  /** Returns a predicate for unevaluated members or items: no keyword before this one in its schema evaluates them. */
  unevaluated(value: unknown, keyword: Unevaluated, schema: Schema): (key: string | number) => boolean {
    const evaluated = new Evaluated();
    if (this.collect(value, schema.slice(0, schema.indexOf(keyword)), evaluated)) return () => false;
    const [only, ...others] = evaluated.predicates;
    if (only === undefined) return () => true;
    return others.length === 0 ? (key) => !only(key) : (key) => !evaluated.predicates.some((test) => test(key));
  }

  /** Whether no two items are equal. A negative result is cached: it is expensive, and needed twice. */
  areUnique(items: readonly unknown[]): boolean {
    if (this.repetitive?.has(items) === true) return false;
    const unique = areUnique(items, (this.texts ??= new Texts()));
    if (!unique) (this.repetitive ??= new Set<readonly unknown[]>()).add(items);
    return unique;
  }

  /** Whether a member satisfies all subschemas that a keyword applies to it. */
  acceptsMember(value: unknown, keyword: Properties, name: string): boolean {
    let known = false;
    const named = keyword.named && own(keyword.named, name);
    if (named !== undefined) {
      if (!this.accepts(value, named)) return false;
      known = true;
    }
    for (const [pattern, schema] of keyword.patterns ?? NO_PATTERNS) {
      if (!pattern.test(name)) continue;
      if (!this.accepts(value, schema)) return false;
      known = true;
    }
    return known || this.takes(value, keyword.additional, keyword.closed);
  }

  /** Whether a value satisfies a schema. Without a schema it does unless there is a failure for that case. */
  takes(value: unknown, ref: Ref | undefined, closed: Failure | undefined): boolean {
    return ref === undefined ? closed === undefined : this.accepts(value, ref);
  }

  private answer<Key>(value: unknown, schema: Schema, key: Key, answers: Map<Key, boolean>): boolean {
    let answer = answers.get(key);
    if (answer === undefined) answers.set(key, (answer = this.satisfies(value, schema)));
    return answer;
  }

  private satisfies(value: unknown, schema: Schema): boolean {
    for (const keyword of schema) {
      // Most schemas contain `ofType`, and most invalid values fail there: this test avoids the long switch.
      if (keyword.keyword === "ofType" && keyword.width === undefined ? !isOf(value, keyword.types) : !this.holds(value, keyword, schema)) return false;
    }
    return true;
  }

  private holds(value: unknown, keyword: Keyword, schema: Schema): boolean {
    switch (keyword.keyword) {
      case "if": {
        const ref = this.accepts(value, keyword.condition) ? keyword.then : keyword.else;
        return ref === undefined || this.accepts(value, ref);
      }
      case "allOf":
      case "orNull":
      case "dependentSchema":
      case "select": {
        const refs = this.applied(value, keyword);
        return refs !== undefined && this.acceptsAll(value, refs);
      }
      case "anyOf":
        return this.count(value, keyword.schemas, 1) === 1;
      case "exactlyOne":
        return this.count(value, keyword.schemas, 2) === 1;
      case "not":
        return !this.accepts(value, keyword.schema);
      case "requires":
      case "dependentRequired":
        return !isObject(value) || isComplete(value, keyword);
      case "properties":
        return !isObject(value) || this.holdsOfMembers(value, keyword);
      case "propertyNames":
        return !isObject(value) || membersOf(value).every((name) => this.accepts(name, keyword.schema));
      case "items":
        return !Array.isArray(value) || this.holdsOfItems(value, keyword);
      case "contains":
        return !Array.isArray(value) || this.containing(value, keyword).length === 0;
      case "unevaluated":
        return this.holdsOfLeftover(value, keyword, schema);
      case "uniqueItems":
        return !Array.isArray(value) || this.areUnique(value);
      default:
        return meets(value, keyword);
    }
  }

  private acceptsAll(value: unknown, refs: readonly Ref[]): boolean {
    for (const ref of refs) if (!this.accepts(value, ref)) return false;
    return true;
  }

  private holdsOfMembers(object: JsonObject, keyword: Properties): boolean {
    if (hasNamedOnly(keyword)) return this.holdsOfNamed(object, keyword.named ?? {});
    for (const name of Object.keys(object)) {
      const member = object[name];
      if (member !== undefined && !this.acceptsMember(member, keyword, name)) return false;
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
      if (!this.takes(items[i], refOfItem(keyword, i), keyword.closed)) return false;
    }
    return true;
  }

  private holdsOfLeftover(value: unknown, keyword: Unevaluated, schema: Schema): boolean {
    const { schema: ref, closed } = keyword;
    if (keyword.of === "object") {
      if (!isObject(value)) return true;
      const has = this.unevaluated(value, keyword, schema);
      for (const name of Object.keys(value)) {
        const member = value[name];
        if (member !== undefined && has(name) && !this.takes(member, ref, closed)) return false;
      }
      return true;
    }
    if (!Array.isArray(value)) return true;
    const has = this.unevaluated(value, keyword, schema);
    for (let i = 0; i < value.length; i++) if (has(i) && !this.takes(value[i], ref, closed)) return false;
    return true;
  }

  /** Collects the members or items that a schema evaluates, valid or not; returns true if those are all. */
  private collect(value: unknown, schema: Schema, evaluated: Evaluated): boolean {
    if (evaluated.visited.has(schema)) return false;
    evaluated.visited.add(schema);
    for (const keyword of schema) if (this.collectOf(value, keyword, evaluated)) return true;
    return false;
  }

  private collectOf(value: unknown, keyword: Keyword, evaluated: Evaluated): boolean {
    switch (keyword.keyword) {
      case "properties":
        if (!isObject(value)) return false;
        evaluated.predicates.push((name) => evaluatesMember(keyword, String(name)));
        return keyword.closed !== undefined || keyword.additional !== undefined;
      case "items": {
        if (!Array.isArray(value)) return false;
        const { prefix = NO_REFS } = keyword;
        evaluated.predicates.push((index) => Number(index) < prefix.length);
        return keyword.closed !== undefined || keyword.rest !== undefined;
      }
      case "contains": {
        if (!Array.isArray(value)) return false;
        const matches = new Uint8Array(value.length);
        for (let i = 0; i < value.length; i++) if (this.accepts(value[i], keyword.schema)) matches[i] = 1;
        evaluated.predicates.push((index) => matches[Number(index)] === 1);
        return false;
      }
      case "unevaluated":
        return keyword.of === "object" ? isObject(value) : Array.isArray(value);
      default:
        return this.contributing(value, keyword).some((ref) => this.collect(value, resolve(ref), evaluated));
    }
  }

  /** Returns the subschemas whose evaluated members or items count as the keyword's own. */
  private contributing(value: unknown, keyword: Keyword): readonly Ref[] {
    switch (keyword.keyword) {
      case "anyOf":
        return keyword.schemas.filter((ref) => this.accepts(value, ref));
      case "exactlyOne":
        return this.accepts(value, [keyword]) ? keyword.schemas.filter((ref) => this.accepts(value, ref)) : NO_REFS;
      case "if":
        if (!this.accepts(value, keyword.condition)) return listOf(keyword.else);
        return [keyword.condition, ...listOf(keyword.then)];
      default:
        return this.applied(value, keyword) ?? NO_REFS;
    }
  }
}

function hasNamedOnly(keyword: Properties): boolean {
  return keyword.patterns === undefined && keyword.additional === undefined && keyword.closed === undefined;
}

function evaluatesMember(keyword: Properties, name: string): boolean {
  if (keyword.named !== undefined && own(keyword.named, name) !== undefined) return true;
  return keyword.patterns !== undefined && keyword.patterns.some(([pattern]) => pattern.test(name));
}

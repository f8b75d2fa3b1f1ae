/**
 * Reports all failures of a value, place by place. All schemas that apply at a place are collected before anything is
 * reported there, because a failure of one schema can hide those of the others.
 */

import { Judge, listOf, missing, refOfItem, refsOfMember } from "./accept.js";
import { failureOf } from "./assertion.js";
import type { Collector } from "./collect.js";
import { atIndex, atMember } from "./pointer.js";
import {
  type Failure,
  type Items,
  type Keyword,
  type Properties,
  type PropertyNames,
  type Ref,
  resolve,
  type Schema,
  type Select,
  type Unevaluated,
} from "./schema.js";
import { isObject, type JsonObject, own } from "./value.js";

/** Whether a schema accepts a value. */
export function accepts(schema: Schema, value: unknown): boolean {
  return new Judge().accepts(value, schema);
}

/** Returns the index of the first schema that accepts a value, or -1. */
export function branchOf(value: unknown, schemas: readonly Ref[]): number {
  const judge = new Judge();
  return schemas.findIndex((schema) => judge.accepts(value, typeof schema === "function" ? schema() : schema));
}

/** Reports the failures of the value at `place`. Valid values are accepted first: that is faster than collecting. */
export function evaluate(schema: Schema, value: unknown, place: string, collector: Collector): void {
  const judge = new Judge();
  if (!judge.accepts(value, schema)) new Evaluation(judge, collector).visit(value, place, [schema], []);
}

/** Rules that hide others, by precedence: only failures of the first row that has any are reported, and none below. */
const HIDING: readonly (readonly string[])[] = [["type", "integer-range"], ["discriminator"], ["const"], ["enum"]];

/** An `unevaluated` keyword with the predicate for the members or items it applies to. */
type Leftover = readonly [keyword: Unevaluated, has: (key: string | number) => boolean];

/** Collects the failures of one value. */
export class Evaluation {
  private readonly judge: Judge;
  private readonly collector: Collector;

  constructor(judge: Judge, collector: Collector) {
    this.judge = judge;
    this.collector = collector;
  }

  /** Evaluates all schemas that apply to a value; `failures` are those that its parent has already found for it. */
  visit(value: unknown, place: string, refs: readonly Ref[], failures: Failure[]): void {
    if (refs.length + failures.length === 0) return;
    const schemas: Schema[] = [];
    this.collect(value, refs, schemas);
    for (const schema of schemas) for (const keyword of schema) this.look(value, keyword, failures);
    if (failures.length > 0) {
      const hiding = HIDING.find((rules) => failures.some((failure) => rules.includes(failure.rule)));
      for (const failure of failures) if (hiding === undefined || hiding.includes(failure.rule)) this.report(failure, place);
      if (hiding !== undefined) return;
    }
    if (isObject(value)) this.visitMembers(value, place, schemas);
    else if (Array.isArray(value)) this.visitItems(value, place, schemas);
  }

  /** Collects the schemas that apply to the value itself, transitively. */
  private collect(value: unknown, refs: readonly Ref[], schemas: Schema[]): void {
    for (const schema of refs.map(resolve)) {
      if (schemas.includes(schema)) continue;
      schemas.push(schema);
      for (const keyword of schema) this.collect(value, this.judge.applied(value, keyword) ?? [], schemas);
    }
  }

  /** Adds the failures that a keyword reports at the value itself. */
  private look(value: unknown, keyword: Keyword, failures: Failure[]): void {
    switch (keyword.keyword) {
      case "select":
        if (!isObject(value)) failures.push(keyword.mismatch);
        return;
      case "contains":
        if (Array.isArray(value)) failures.push(...this.judge.containing(value, keyword));
        return;
      case "anyOf":
      case "exactlyOne":
      case "not":
      case "uniqueItems":
        if (!this.judge.accepts(value, [keyword])) failures.push(keyword.failure);
        return;
      case "allOf":
      case "orNull":
      case "dependentSchema":
      case "if":
      case "requires":
      case "dependentRequired":
      case "properties":
      case "propertyNames":
      case "items":
      case "unevaluated":
        return; // these apply to other values or add schemas only
    }
    const failure = failureOf(value, keyword);
    if (failure !== undefined) failures.push(failure);
  }

  private visitMembers(object: JsonObject, place: string, schemas: readonly Schema[]): void {
    const keywords = schemas.flat();
    for (const keyword of keywords) {
      if (keyword.keyword !== "requires" && keyword.keyword !== "dependentRequired") continue;
      for (const name of missing(object, keyword)) this.report(keyword.failure, place + atMember(name));
    }
    const unknown = this.unknownTags(object, place, only(keywords, "select"));
    const properties = only(keywords, "properties");
    const leftovers = this.leftovers(object, schemas, "object");
    const names = only(keywords, "propertyNames");
    for (const name of Object.keys(object)) {
      const value = object[name];
      if (value === undefined) continue; // absent
      const tag = unknown.get(name);
      // Skips valid members, and those for which nothing more can be reported, before any allocation.
      if (tag === undefined && this.memberFits(value, name, properties, leftovers, names)) continue;
      if (!this.collector.isOpen(place, name)) continue;
      const at = place + atMember(name);
      const part = new Part();
      for (const keyword of properties) part.take(refsOfMember(keyword, name), keyword.closed);
      for (const [keyword, has] of leftovers) if (has(name)) part.take(listOf(keyword.schema), keyword.closed);
      for (const keyword of names) if (!this.judge.accepts(name, keyword.schema)) part.failures.push(keyword.failure);
      // These are reported even if the member's value has a hiding failure.
      for (const failure of part.failures) this.report(failure, at);
      this.visit(value, at, part.refs, tag ?? []);
    }
  }

  private memberFits(
    value: unknown,
    name: string,
    properties: readonly Properties[],
    leftovers: readonly Leftover[],
    names: readonly PropertyNames[],
  ): boolean {
    const { judge } = this;
    for (const keyword of names) if (!judge.accepts(name, keyword.schema)) return false;
    for (const keyword of properties) if (!judge.acceptsMember(value, keyword, name)) return false;
    for (const [keyword, has] of leftovers) {
      if (has(name) && !judge.takes(value, keyword.schema, keyword.closed)) return false;
    }
    return true;
  }

  private visitItems(items: readonly unknown[], place: string, schemas: readonly Schema[]): void {
    const keywords = only(schemas.flat(), "items");
    const leftovers = this.leftovers(items, schemas, "array");
    const { dropped } = this.collector;
    for (let i = 0; i < items.length && this.collector.dropped === dropped; i++) {
      if (this.itemFits(items[i], i, keywords, leftovers)) continue;
      const part = new Part();
      for (const keyword of keywords) part.take(listOf(refOfItem(keyword, i)), keyword.closed);
      for (const [keyword, has] of leftovers) if (has(i)) part.take(listOf(keyword.schema), keyword.closed);
      this.visit(items[i], place + atIndex(i), part.refs, part.failures);
    }
  }

  private itemFits(item: unknown, i: number, keywords: readonly Items[], leftovers: readonly Leftover[]): boolean {
    const { judge } = this;
    for (const keyword of keywords) if (!judge.takes(item, refOfItem(keyword, i), keyword.closed)) return false;
    for (const [keyword, has] of leftovers) {
      if (has(i) && !judge.takes(item, keyword.schema, keyword.closed)) return false;
    }
    return true;
  }

  /** Reports missing discriminators; returns the failures of unknown discriminator values by member. */
  private unknownTags(object: JsonObject, place: string, selects: readonly Select[]): ReadonlyMap<string, Failure[]> {
    const unknown = new Map<string, Failure[]>();
    for (const select of selects) {
      if (own(object, select.tag) === undefined) this.report(select.missingTag, place + atMember(select.tag));
      else if (this.judge.applied(object, select) === undefined) {
        unknown.set(select.tag, [...(unknown.get(select.tag) ?? []), select.unknownTag]);
      }
    }
    return unknown;
  }

  /** The `unevaluated` keywords and the parts that they apply to. None if a choice of schemas has failed: that choice decides. */
  private leftovers(value: unknown, schemas: readonly Schema[], of: Unevaluated["of"]): readonly Leftover[] {
    const found: Leftover[] = [];
    for (const schema of schemas) {
      for (const keyword of schema) {
        if (keyword.keyword === "unevaluated" && keyword.of === of) found.push([keyword, this.judge.unevaluated(value, keyword, schema)]);
      }
    }
    return found.length === 0 || schemas.flat().every((keyword) => this.isDecided(value, keyword)) ? found : [];
  }

  /** Whether a choice keyword has selected its schemas. */
  private isDecided(value: unknown, keyword: Keyword): boolean {
    switch (keyword.keyword) {
      case "anyOf":
      case "exactlyOne":
        return this.judge.accepts(value, [keyword]);
      case "select":
        return this.judge.applied(value, keyword) !== undefined;
      default:
        return true;
    }
  }

  private report(failure: Failure, place: string): void {
    this.collector[failure.level ?? "must"](failure.rule, place, failure.message);
  }
}

/** The schemas that apply to a member or item, and the failures that its parent found for it. */
class Part {
  readonly refs: Ref[] = [];
  readonly failures: Failure[] = [];

  /** Adds the schemas of a keyword or, if there are none, its `closed` failure. */
  take(refs: readonly Ref[], closed: Failure | undefined): void {
    this.refs.push(...refs);
    if (refs.length === 0 && closed !== undefined) this.failures.push(closed);
  }
}

function only<K extends Keyword["keyword"]>(keywords: readonly Keyword[], name: K) {
  return keywords.filter((keyword): keyword is Extract<Keyword, { readonly keyword: K }> => keyword.keyword === name);
}

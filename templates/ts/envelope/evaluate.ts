/**
 * Finds everything that a value breaks in a schema, place by place: all schemas that apply at a place are known before
 * anything is reported of it, so that what one of them finds can hide what the others would say.
 */

import { Judge, listOf, missing, refOfItem, refsOfMember } from "./accept.ts";
import { failureOf } from "./assertion.ts";
import type { Findings } from "./findings.ts";
import { atIndex, atMember } from "./pointer.ts";
import {
  failing,
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
} from "./schema.ts";
import { isObject, type JsonObject, own } from "./value.ts";

/** Whether a schema accepts a value. */
export function accepts(schema: Schema, value: unknown): boolean {
  return new Judge().accepts(value, schema);
}

/** Reports what is wrong with a value that stands at `place`. That nothing is, is faster to find out than all that is. */
export function evaluate(schema: Schema, value: unknown, place: string, findings: Findings): void {
  const judge = new Judge();
  if (!judge.accepts(value, schema)) new Evaluation(judge, findings).visit(value, place, [schema], []);
}

/** The first row of these of which any fails at a place is all that is reported of the place and of what is below it. */
const HIDING: readonly (readonly string[])[] = [["type", "integer-range"], ["discriminator"], ["const"], ["enum"]];

/** A keyword, and whether a member or item is left to it. */
type Leftover = readonly [keyword: Unevaluated, has: (key: string | number) => boolean];

/** Collects what one value breaks. */
export class Evaluation {
  private readonly judge: Judge;
  private readonly findings: Findings;

  constructor(judge: Judge, findings: Findings) {
    this.judge = judge;
    this.findings = findings;
  }

  /** Looks at a value with all schemas that apply to it; `failures` is what its parent has found of it. */
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

  /** Finds the schemas that others apply to the value itself. */
  private collect(value: unknown, refs: readonly Ref[], schemas: Schema[]): void {
    for (const schema of refs.map(resolve)) {
      if (schemas.includes(schema)) continue;
      schemas.push(schema);
      for (const keyword of schema) this.collect(value, this.judge.applied(value, keyword) ?? [], schemas);
    }
  }

  /** Adds what a keyword reports at the value itself. */
  private look(value: unknown, keyword: Keyword, failures: Failure[]): void {
    switch (keyword.keyword) {
      case "select":
        if (!isObject(value)) failures.push(keyword.noObject);
        return;
      case "contains":
        if (Array.isArray(value)) failures.push(...this.judge.containing(value, keyword));
        return;
      case "anyOf":
      case "oneOf":
      case "not":
      case "uniqueItems":
        if (!this.judge.accepts(value, [keyword])) failures.push(failing(keyword));
        return;
      case "allOf":
      case "nullable":
      case "dependentSchema":
      case "if":
      case "required":
      case "dependentRequired":
      case "properties":
      case "propertyNames":
      case "items":
      case "unevaluatedProperties":
      case "unevaluatedItems":
        return; // they only lead elsewhere
    }
    const failure = failureOf(value, keyword);
    if (failure !== undefined) failures.push(failure);
  }

  private visitMembers(object: JsonObject, place: string, schemas: readonly Schema[]): void {
    const keywords = schemas.flat();
    for (const keyword of keywords) {
      if (keyword.keyword !== "required" && keyword.keyword !== "dependentRequired") continue;
      for (const name of missing(object, keyword)) this.report(failing(keyword), place + atMember(name));
    }
    const unknown = this.unknownTags(object, place, only(keywords, "select"));
    const properties = only(keywords, "properties");
    const leftovers = this.leftovers(object, schemas, "unevaluatedProperties");
    const names = only(keywords, "propertyNames");
    for (const name of Object.keys(object)) {
      const value = object[name];
      if (value === undefined) continue; // a member that is absent
      const tag = unknown.get(name);
      // Most members are as they should be, of others nothing may be reported any more: neither costs memory.
      if (tag === undefined && this.memberFits(value, name, properties, leftovers, names)) continue;
      if (!this.findings.isOpen(place, name)) continue;
      const at = place + atMember(name);
      const part = new Part();
      for (const keyword of properties) part.take(refsOfMember(keyword, name), keyword.closed);
      for (const [keyword, has] of leftovers) if (has(name)) part.take(listOf(keyword.schema), keyword.closed);
      for (const keyword of names) if (!this.judge.accepts(name, keyword.schema)) part.failures.push(failing(keyword));
      // Whatever is wrong with the member's value hides nothing of this.
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
    const leftovers = this.leftovers(items, schemas, "unevaluatedItems");
    const { dropped } = this.findings;
    for (let i = 0; i < items.length && this.findings.dropped === dropped; i++) {
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

  /** Reports tags that are missing; returns, by member, what is wrong with those that name no case. */
  private unknownTags(object: JsonObject, place: string, selects: readonly Select[]): ReadonlyMap<string, Failure[]> {
    const unknown = new Map<string, Failure[]>();
    for (const select of selects) {
      if (own(object, select.tag) === undefined) this.report(select.noTag, place + atMember(select.tag));
      else if (this.judge.applied(object, select) === undefined) {
        unknown.set(select.tag, [...(unknown.get(select.tag) ?? []), select.unknownTag]);
      }
    }
    return unknown;
  }

  /** What is left to the unevaluated keywords. Where a choice of schemas has failed, nobody can say. */
  private leftovers(value: unknown, schemas: readonly Schema[], name: Unevaluated["keyword"]): readonly Leftover[] {
    const found: Leftover[] = [];
    for (const schema of schemas) {
      for (const keyword of schema) {
        if (keyword.keyword === name) found.push([keyword, this.judge.leftover(value, keyword, schema)]);
      }
    }
    return found.length === 0 || schemas.flat().every((keyword) => this.isDecided(value, keyword)) ? found : [];
  }

  /** Whether a choice of schemas has made its choice. */
  private isDecided(value: unknown, keyword: Keyword): boolean {
    switch (keyword.keyword) {
      case "anyOf":
      case "oneOf":
        return this.judge.accepts(value, [keyword]);
      case "select":
        return this.judge.applied(value, keyword) !== undefined;
      default:
        return true;
    }
  }

  private report(failure: Failure, place: string): void {
    this.findings[failure.level ?? "must"](failure.rule, place, failure.message);
  }
}

/** What applies to a member or item, and what its parent has against it. */
class Part {
  readonly refs: Ref[] = [];
  readonly failures: Failure[] = [];

  /** Takes the schemas of a keyword or, where there are none, its failure. */
  take(refs: readonly Ref[], closed: Failure | undefined): void {
    this.refs.push(...refs);
    if (refs.length === 0 && closed !== undefined) this.failures.push(closed);
  }
}

function only<K extends Keyword["keyword"]>(keywords: readonly Keyword[], name: K) {
  return keywords.filter((keyword): keyword is Extract<Keyword, { readonly keyword: K }> => keyword.keyword === name);
}

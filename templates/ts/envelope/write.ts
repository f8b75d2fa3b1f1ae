/** Writes values as JSON: strings and numbers as in RFC 8785, members in the order of the spec. */

import { isObject, type JsonObject, own } from "./value.ts";

/** The member order of a type's values. A type without an order has no layout. */
export type Layout = RecordLayout | UnionLayout | ArrayLayout | MapLayout | ChoiceLayout;

interface RecordLayout {
  /** The declared members in order, with the layouts of their values. */
  readonly members: readonly (readonly [name: string, layout?: () => Layout])[];
}

interface UnionLayout {
  readonly tag: string;
  readonly variants: readonly (readonly [tag: string | boolean | undefined, layout: () => Layout])[];
  /** The variant for objects that have the tag, whatever its value; no other variant has it. */
  readonly present?: () => Layout;
}

interface ArrayLayout {
  readonly items: () => Layout;
}

interface MapLayout {
  /** The layout of each member's value. */
  readonly values: () => Layout;
}

/** For a type with several kinds of values: the layouts of its objects and arrays. */
interface ChoiceLayout {
  readonly options: readonly (() => Layout)[];
}

/** Writes a JSON-representable value. Parts that do not match their layout are written in their own order. */
export function write(value: unknown, layout: Layout | undefined, indent: number): string {
  return new Writer(" ".repeat(Math.min(indent, 10))).value(value, layout, "\n");
}

class Writer {
  private readonly gap: string;

  constructor(gap: string) {
    this.gap = gap;
  }

  /** Writes a value; `line` is a line break with the current indentation. */
  value(value: unknown, layout: Layout | undefined, line: string): string {
    return (layout && this.ordered(value, layout, line)) ?? this.plain(value, line);
  }

  private ordered(value: unknown, layout: Layout, line: string): string | undefined {
    if ("options" in layout) return this.value(value, optionOf(value, layout), line);
    if (Array.isArray(value)) return "items" in layout ? this.array(value, layout.items(), line) : undefined;
    if (!isObject(value)) return undefined;
    if ("members" in layout) return this.record(value, layout, line);
    if ("values" in layout) return this.map(value, layout.values(), line);
    return "tag" in layout ? this.value(value, variantOf(value, layout), line) : undefined;
  }

  private plain(value: unknown, line: string): string {
    switch (typeof value) {
      case "number":
        return String(value);
      case "boolean":
        return value ? "true" : "false";
      case "string":
        return JSON.stringify(value);
    }
    const text = JSON.stringify(value, null, this.gap);
    return this.gap === "" || line === "\n" ? text : text.replaceAll("\n", line);
  }

  private array(items: readonly unknown[], layout: Layout, line: string): string {
    const inner = line + this.gap;
    let text = "";
    for (const item of items) text = this.joined(text, this.value(item, layout, inner), inner);
    return this.wrap("[", text, "]", line);
  }

  private map(object: JsonObject, layout: Layout, line: string): string {
    const inner = line + this.gap;
    let text = "";
    for (const name of Object.keys(object)) text = this.member(text, name, object[name], layout, inner);
    return this.wrap("{", text, "}", line);
  }

  private record(object: JsonObject, layout: RecordLayout, line: string): string {
    const inner = line + this.gap;
    let text = "";
    let declared = 0;
    for (const [name, below] of layout.members) {
      const value = own(object, name);
      if (value === undefined) continue;
      declared++;
      text = this.member(text, name, value, below?.(), inner);
    }
    if (Object.keys(object).length > declared) text = this.surplus(text, object, layout, inner);
    return this.wrap("{", text, "}", line);
  }

  private surplus(text: string, object: JsonObject, layout: RecordLayout, line: string): string {
    const declared = new Set(layout.members.map(([name]) => name));
    let all = text;
    for (const name of Object.keys(object)) {
      if (!declared.has(name)) all = this.member(all, name, object[name], undefined, line);
    }
    return all;
  }

  /** Appends a member to a text, unless its value is undefined (absent). */
  private member(text: string, name: string, value: unknown, layout: Layout | undefined, line: string): string {
    if (value === undefined) return text;
    return this.joined(text, JSON.stringify(name) + (this.gap === "" ? ":" : ": ") + this.value(value, layout, line), line);
  }

  /** Appends a part to a text. Strings are concatenated directly: collecting them in arrays doubles the cost. */
  private joined(text: string, part: string, line: string): string {
    if (text === "") return part;
    return text + (this.gap === "" ? "," : "," + line) + part;
  }

  private wrap(open: string, text: string, close: string, line: string): string {
    if (this.gap === "" || text === "") return open + text + close;
    return open + line + this.gap + text + line + close;
  }
}

function variantOf(object: JsonObject, layout: UnionLayout): Layout | undefined {
  const tag = own(object, layout.tag);
  if (layout.present !== undefined && tag !== undefined) return layout.present();
  return layout.variants.find(([value]) => value === tag)?.[1]();
}

function optionOf(value: unknown, layout: ChoiceLayout): Layout | undefined {
  return layout.options.map((option) => option()).find((option) => fits(value, option));
}

function fits(value: unknown, layout: Layout): boolean {
  if ("options" in layout) return optionOf(value, layout) !== undefined;
  return "items" in layout ? Array.isArray(value) : isObject(value);
}

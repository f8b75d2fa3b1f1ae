/** Writes values as JSON: strings and numbers as RFC 8785 has them, members in the order of the spec. */

import { isObject, type JsonObject, own } from "./value.ts";

/** The order of members in the values of a type. A type that orders nothing has no Layout. */
export type Layout = RecordLayout | UnionLayout | ArrayLayout;

interface RecordLayout {
  /** The declared members in order, each with the layout of its value. */
  readonly members: readonly (readonly [name: string, layout?: () => Layout])[];
}

interface UnionLayout {
  readonly tag: string;
  readonly variants: readonly (readonly [tag: string, layout: () => Layout])[];
}

interface ArrayLayout {
  readonly items: () => Layout;
}

/** Writes a value that JSON can hold. Parts that do not fit their layout are written as they are. */
export function write(value: unknown, layout: Layout | undefined, indent: number): string {
  return new Writer(" ".repeat(Math.min(indent, 10))).value(value, layout, "\n");
}

class Writer {
  private readonly gap: string;

  constructor(gap: string) {
    this.gap = gap;
  }

  /** Writes a value; `line` is the line break with the indentation of the place where the value stands. */
  value(value: unknown, layout: Layout | undefined, line: string): string {
    if (layout !== undefined && isObject(value)) {
      if ("members" in layout) return this.record(value, layout, line);
      if ("tag" in layout) return this.value(value, variantOf(value, layout), line);
    } else if (layout !== undefined && Array.isArray(value) && "items" in layout) {
      const items = layout.items();
      const inner = line + this.gap;
      return this.wrap("[", value.map((item) => this.value(item, items, inner)), "]", line);
    }
    const text = JSON.stringify(value, null, this.gap);
    return this.gap === "" || line === "\n" ? text : text.replaceAll("\n", line);
  }

  private record(object: JsonObject, layout: RecordLayout, line: string): string {
    const inner = line + this.gap;
    const parts: string[] = [];
    let declared = 0;
    for (const [name, below] of layout.members) {
      if (!Object.hasOwn(object, name)) continue;
      declared++;
      parts.push(...this.member(name, object[name], below?.(), inner));
    }
    if (Object.keys(object).length > declared) parts.push(...this.surplus(object, layout, inner));
    return this.wrap("{", parts, "}", line);
  }

  private surplus(object: JsonObject, layout: RecordLayout, line: string): string[] {
    const declared = new Set(layout.members.map(([name]) => name));
    const names = Object.keys(object).filter((name) => !declared.has(name));
    return names.flatMap((name) => this.member(name, object[name], undefined, line));
  }

  /** Writes a member; one that is undefined is absent. */
  private member(name: string, value: unknown, layout: Layout | undefined, line: string): string[] {
    if (value === undefined) return [];
    return [JSON.stringify(name) + (this.gap === "" ? ":" : ": ") + this.value(value, layout, line)];
  }

  private wrap(open: string, parts: readonly string[], close: string, line: string): string {
    if (this.gap === "" || parts.length === 0) return open + parts.join(",") + close;
    const inner = line + this.gap;
    return open + inner + parts.join("," + inner) + line + close;
  }
}

function variantOf(object: JsonObject, layout: UnionLayout): Layout | undefined {
  const tag = own(object, layout.tag);
  return layout.variants.find(([value]) => value === tag)?.[1]();
}

/** Writes values as JSON: strings and numbers as in RFC 8785, members in the order of the spec. */

import { jsonText } from "./jsontext.js";
import { closingQuote } from "./scan.js";
import { isObject, type JsonObject, own } from "./value.js";

/** The member order of a type's values. A type without an order has no layout. */
export type Layout = ObjectLayout | UnionLayout | BranchLayout | ArrayLayout | ChoiceLayout | ListedLayout;

/** A layout that may be declared behind its use. */
export type Declared = (() => Layout) | undefined;

/** For records and maps. */
export interface ObjectLayout {
  /** The declared members of a record in order, with the layouts of their values, and whether they are secret. */
  readonly members?: readonly (readonly [name: string, layout?: Declared, secret?: true])[];
  /** The layout of all other values. */
  readonly values?: Declared;
  /** Whether values have a type although they have no layout, and not all of them are texts. */
  readonly typed?: true;
  /** The names of the declared members, once they have been read. */
  names?: readonly string[];
  /** The members as they are written, once a value has been. */
  slots?: readonly WriterSlot[];
  /** Their names, once a value has had them in another order. */
  declared?: ReadonlySet<string>;
}

interface WriterSlot {
  readonly name: string;
  /** A comma, the quoted name and a colon. */
  readonly start: string;
  readonly layout: Layout | undefined;
}

interface UnionLayout {
  readonly tag: string;
  readonly variants: readonly (readonly [tag: string | boolean | number | undefined, layout: Declared])[];
  /** The variant for objects that have the tag, with any value. No other variant has the tag. */
  readonly present?: Declared;
  /** The fallback, for all other strings. */
  readonly other?: Declared;
}

/** For a union without a tag. */
interface BranchLayout {
  /** Returns the index of the branch that accepts an object, or -1. */
  readonly select: (object: JsonObject) => number;
  readonly branches: readonly Declared[];
}

interface ArrayLayout {
  readonly items: Declared;
}

/** For a type with several kinds of values: the layouts of its objects and arrays. */
interface ChoiceLayout {
  readonly options: readonly Declared[];
}

/** For a type of texts that the spec lists. */
interface ListedLayout {
  readonly listed: true;
}

/** The layout of texts that the spec lists, in which no secrets are replaced. */
export const listedTexts = (): Layout => LISTED;

const LISTED: ListedLayout = { listed: true };

/** Writes a JSON-representable value. Parts that do not match their layout are written in their own order. */
export function write(value: unknown, layout: Layout | undefined, indent: number = 0): string {
  const text = writtenText(value, layout);
  return indent >= 1 ? indented(text, " ".repeat(Math.min(indent, 10))) : text;
}

/** The characters that JSON.stringify would escape. For short strings, the test takes a quarter of its time. */
const ESCAPED = /["\\\u0000-\u001f]/;
const SHORT_NAME = 100;

function quoted(s: string): string {
  return s.length > SHORT_NAME || ESCAPED.test(s) ? JSON.stringify(s) : '"' + s + '"';
}

function writtenText(value: unknown, layout: Layout | undefined): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return String(value);
  const found = layoutOf(value, layout);
  if (found === undefined) return jsonText(value);
  if (!("items" in found)) return "{" + writtenMembers(value as JsonObject, found, Object.keys(value)) + "}";
  const below = found.items?.();
  let text = "";
  for (const item of value as readonly unknown[]) text += (text && ",") + writtenText(item, below);
  return "[" + text + "]";
}

/** Concatenates the members of an object while they come in the order of the spec, which is the usual case. */
function writtenMembers(object: JsonObject, layout: ObjectLayout, names: readonly string[]): string {
  const slots = (layout.slots ??= layout.members?.map(slotOf) ?? []);
  let text = "";
  let surplus = "";
  let next = 0;
  for (const name of names) {
    const value = object[name];
    if (value === undefined) continue; // absent
    let at = next;
    while (at < slots.length && slots[at]?.name !== name) at++;
    const slot = slots[at];
    if (slot !== undefined) {
      next = at + 1;
      text += slot.start + writtenText(value, slot.layout);
    } else if (slots.some((before) => before.name === name)) {
      return inOrder(object, layout, slots, names);
    } else {
      surplus += "," + quoted(name) + ":" + writtenText(value, layout.values?.());
    }
  }
  return (text + surplus).slice(1);
}

/** Returns the names of the declared members in order. */
export function namesOf(layout: ObjectLayout): readonly string[] {
  return (layout.names ??= layout.members?.map(([name]) => name) ?? []);
}

function slotOf([name, layout]: readonly [name: string, layout?: Declared, secret?: true]): WriterSlot {
  return { name, start: "," + JSON.stringify(name) + ":", layout: layout?.() };
}

/** Concatenates the declared members as in the spec, then the others as they come. */
function inOrder(object: JsonObject, layout: ObjectLayout, slots: readonly WriterSlot[], names: readonly string[]): string {
  const declared = (layout.declared ??= new Set(slots.map(({ name }) => name)));
  let text = "";
  for (const { name, start, layout: below } of slots) {
    const value = names.includes(name) ? object[name] : undefined; // not a hidden or an inherited one
    if (value !== undefined) text += start + writtenText(value, below);
  }
  for (const name of names) {
    const value = object[name];
    if (value !== undefined && !declared.has(name)) text += "," + quoted(name) + ":" + writtenText(value, layout.values?.());
  }
  return text.slice(1);
}

/** Returns the layout of an array or object: the one that a union or a choice selects. */
export function layoutOf(value: unknown, layout: Layout | undefined): ObjectLayout | ArrayLayout | undefined {
  if (layout === undefined) return undefined;
  if ("items" in layout) return Array.isArray(value) ? layout : undefined;
  if ("tag" in layout) return isObject(value) ? layoutOf(value, variantOf(value, layout)) : undefined;
  if ("select" in layout) return isObject(value) ? layoutOf(value, layout.branches[layout.select(value)]?.()) : undefined;
  if ("listed" in layout) return undefined;
  if (!("options" in layout)) return isObject(value) ? layout : undefined;
  for (const option of layout.options) {
    const found = layoutOf(value, option?.());
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reports whether a text is one that the spec lists. */
export function isListed(layout: Layout | undefined): boolean {
  if (layout === undefined) return false;
  return "listed" in layout || ("options" in layout && layout.options.some((option) => isListed(option?.())));
}

/** Returns the layout of the items of an array. */
export function layoutOfItems(list: readonly unknown[], layout: Layout | undefined): Layout | undefined {
  const found = layoutOf(list, layout);
  return found !== undefined && "items" in found ? found.items?.() : undefined;
}

/** Returns the layout of an object, which may be empty. */
export function layoutOfMembers(object: JsonObject, layout: Layout | undefined): ObjectLayout {
  const found = layoutOf(object, layout);
  return found === undefined || "items" in found ? {} : found;
}

function variantOf(object: JsonObject, { tag, variants, present, other }: UnionLayout): Layout | undefined {
  const value = own(object, tag);
  if (present !== undefined && value !== undefined) return present();
  for (const [of, layout] of variants) if (of === value) return layout?.();
  return typeof value === "string" || typeof value === "number" ? other?.() : undefined;
}

/** Breaks JSON text into lines as JSON.stringify does. */
function indented(text: string, gap: string): string {
  let lines = "";
  let line = "\n";
  let from = 0;
  const cut = (to: number, more: string): void => {
    lines += text.slice(from, to) + more;
    from = to;
  };
  for (let i = 0; i < text.length; i++) {
    switch (text.charAt(i)) {
      case '"':
        i = closingQuote(text, i);
        break;
      case ":":
        cut(i + 1, " ");
        break;
      case ",":
        cut(i + 1, line);
        break;
      case "{":
      case "[":
        if ("]}".includes(text.charAt(i + 1))) i++;
        else cut(i + 1, (line += gap));
        break;
      case "}":
      case "]":
        cut(i, (line = line.slice(0, -gap.length)));
    }
  }
  return lines + text.slice(from);
}

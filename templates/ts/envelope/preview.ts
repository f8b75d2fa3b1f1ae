/** Samples of objects that are stored. */

import type { Arranged, Members, Preview } from "./artifacts.js";
import type { Computed } from "./build.js";
import { cut } from "./shorten.js";
import { jsonSize } from "./size.js";
import { arranged } from "./stored.js";
import { utf8Length } from "./utf8.js";
import { isObject, type JsonObject, setMember } from "./value.js";
import { layoutOfItems } from "./write.js";

const NAMES = 10;
const BYTES = 100;
const ITEMS = 3;
const DEPTH = 3;

/** Samples the first of some records, or the object itself. */
export function sampleOf({ names, record, most }: Preview, members: Members, { value, layout }: Arranged): JsonObject {
  const first = Array.isArray(value) ? { value: value[0] as unknown, layout: layoutOfItems(value, layout) } : { value, layout };
  const shown = isObject(first.value) ? arranged(first.value, first.layout).slice(0, NAMES) : undefined;
  const fits = (preview: JsonObject): boolean => jsonSize(preview) <= most;
  const preview: JsonObject = {};
  let listed: readonly string[] = [];
  setMember(preview, names, listed);
  for (const { name } of shown ?? members.slice(0, NAMES)) {
    const longer = [...listed, name];
    setMember(preview, names, longer);
    if (utf8Length(name) <= BYTES && fits(preview)) listed = longer;
    else break;
  }
  setMember(preview, names, listed);
  const whole = { ...preview };
  setMember(whole, record, shown === undefined ? shortened(first, 0) : {});
  if (!fits(whole)) return preview;
  for (const { name, ...member } of shown ?? []) {
    const object = whole[record] as JsonObject;
    const longer = { ...object };
    setMember(longer, name, shortened(member, 1));
    setMember(whole, record, longer);
    if (fits(whole)) continue;
    setMember(whole, record, object);
    break;
  }
  return whole;
}

/** A value that is some levels below a sample. */
function shortened({ value, layout }: Arranged, depth: number): unknown {
  if (typeof value === "string") return cut(value, { at: [], by: cut, head: BYTES, mark: "…" }, NOBODY);
  if (Array.isArray(value)) {
    const below = layoutOfItems(value, layout);
    return depth < DEPTH ? value.slice(0, ITEMS).map((item: unknown) => shortened({ value: item, layout: below }, depth + 1)) : [];
  }
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  const members = depth < DEPTH ? arranged(value, layout).slice(0, NAMES) : [];
  for (const { name, ...member } of members) setMember(copy, name, shortened(member, depth + 1));
  return copy;
}

/** Amounts of previews are numbers, so this function is never called. */
function NOBODY<R>({ zero }: Computed<R>): R {
  return zero;
}

/** Reads undeclared members. */

import type { TypeInfo } from "./type.js";
import { isObject } from "./value.js";
import { layoutOf } from "./write.js";

/**
 * Returns the undeclared members of a value of an open record, or of a union of such: a shallow copy. It is empty for all
 * other values.
 */
export function extra<T, Params>(type: TypeInfo<T, Params>, value: T): { readonly [member: string]: unknown } {
  const layout = layoutOf(value, type.layout?.());
  if (!isObject(value) || layout === undefined || !("members" in layout)) return {};
  const declared = new Set(layout.members?.map(([name]) => name));
  return Object.fromEntries(Object.entries(value).filter(([name, member]) => member !== undefined && !declared.has(name)));
}

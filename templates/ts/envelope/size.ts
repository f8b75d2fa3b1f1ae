/** How long values are as JSON text, without writing it: that would take several times as long. */

/** How many bytes of UTF-8 a value takes as compact JSON; a member that is `undefined` is absent. */
export function jsonSize(value: unknown): number {
  switch (typeof value) {
    case "string":
      return quotedSize(value);
    case "number":
      return String(value).length;
    case "boolean":
      return value ? 4 : 5;
    case "object":
      return value === null ? 4 : Array.isArray(value) ? arraySize(value) : objectSize(value);
    default:
      return 0; // nothing that JSON can hold
  }
}

function arraySize(items: readonly unknown[]): number {
  let n = 2 + Math.max(items.length - 1, 0);
  for (let i = 0; i < items.length; i++) n += jsonSize(items[i]);
  return n;
}

function objectSize(object: object): number {
  let n = 1;
  for (const name in object) {
    const value = (object as { readonly [name: string]: unknown })[name];
    if (value !== undefined) n += quotedSize(name) + 1 + jsonSize(value) + 1; // with a comma, or the closing brace
  }
  return Math.max(n, 2);
}

function quotedSize(s: string): number {
  let n = s.length + 2;
  for (let i = 0; i < s.length; i++) {
    const unit = s.charCodeAt(i);
    if (unit >= 0x80) {
      // Each half of a surrogate pair counts for two of the pair's four bytes.
      n += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2;
    } else if (unit < 0x20) {
      n += unit >= 0x08 && unit <= 0x0d && unit !== 0x0b ? 1 : 5; // \n or \u0001
    } else if (unit === 0x22 || unit === 0x5c) {
      n++;
    }
  }
  return n;
}

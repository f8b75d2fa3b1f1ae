/**
 * Protects checking and writing from members that a program has added to Object.prototype, and from a toJSON of Array.prototype. Both
 * read members directly for speed, the objects of JSON.parse inherit from Object.prototype, and JSON.stringify calls toJSON.
 */

const BUILT_IN =
  /^(?:__(?:define|lookup)[GS]etter__|__proto__|constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|to(?:Locale)?String|valueOf)$/;

/** Returns the names on Object.prototype that are not built in. */
function surplus(): readonly string[] {
  return Object.getOwnPropertyNames(Object.prototype).filter((name) => !BUILT_IN.test(name));
}

const EMPTY: object = {};
const EMPTY_LIST: object = [];

// Computed once at load time, because listing the names takes a third of the time of a check.
const hidden: boolean = /* @__PURE__ */ surplus().length > 0;

/** Whether objects inherit additional members: enumerable ones, toJSON, or any defined before this module was loaded. */
export function inheritMore(): boolean {
  for (const _ in EMPTY) return true;
  return "toJSON" in EMPTY_LIST || (hidden && surplus().length > 0);
}

/** Runs synchronous work with the additional members removed from both prototypes, and restores them. */
export function inheritingNothing<T>(work: () => T): T {
  const removed = surplus().map((name) => added(Object.prototype, name));
  if (Object.getOwnPropertyDescriptor(Array.prototype, "toJSON") !== undefined) removed.push(added(Array.prototype, "toJSON"));
  try {
    for (const { prototype, name } of removed) {
      if (!Reflect.deleteProperty(prototype, name)) throw new TypeError(`every object inherits ${name}, which cannot be undone`);
    }
    return work();
  } finally {
    for (const { prototype, name, property } of removed) Object.defineProperty(prototype, name, property);
  }
}

interface Added {
  readonly prototype: object;
  readonly name: string;
  readonly property: PropertyDescriptor;
}

function added(prototype: object, name: string): Added {
  // The descriptor must not inherit anything itself when it is used to restore the member.
  const property = Object.setPrototypeOf(Object.getOwnPropertyDescriptor(prototype, name), null) as PropertyDescriptor;
  return { prototype, name, property };
}

/**
 * Protects checking and writing from members that a program has added to Object.prototype. Both read members directly
 * for speed, and the objects of JSON.parse inherit from Object.prototype.
 */

const BUILT_IN =
  /^(?:__(?:define|lookup)[GS]etter__|__proto__|constructor|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|to(?:Locale)?String|valueOf)$/;

/** Returns the names on Object.prototype that are not built in. */
function surplus(): readonly string[] {
  return Object.getOwnPropertyNames(Object.prototype).filter((name) => !BUILT_IN.test(name));
}

const EMPTY: object = {};

// Computed once at load time, because listing the names takes a third of the time of a check.
const hidden: boolean = /* @__PURE__ */ surplus().length > 0;

/** Whether objects inherit additional members: enumerable ones, or any defined before this module was loaded. */
export function inheritMore(): boolean {
  for (const _ in EMPTY) return true;
  return hidden && surplus().length > 0;
}

/** Runs synchronous work with the additional members removed from Object.prototype, and restores them. */
export function inheritingNothing<T>(work: () => T): T {
  const removed = surplus().map((name) => {
    // The descriptor must not inherit anything itself when it is used to restore the member.
    return [name, Object.setPrototypeOf(Object.getOwnPropertyDescriptor(Object.prototype, name), null) as PropertyDescriptor] as const;
  });
  try {
    for (const [name] of removed) {
      if (!Reflect.deleteProperty(Object.prototype, name)) throw new TypeError(`every object inherits ${name}, which cannot be undone`);
    }
    return work();
  } finally {
    for (const [name, property] of removed) Object.defineProperty(Object.prototype, name, property);
  }
}

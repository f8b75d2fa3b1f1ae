/**
 * Protects checking and writing from members that a program has added to Object.prototype. Both read members directly
 * for speed, and the objects of JSON.parse inherit from Object.prototype.
 */

const NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "__defineGetter__",
  "__defineSetter__",
  "__lookupGetter__",
  "__lookupSetter__",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "toLocaleString",
  "toString",
  "valueOf",
]);

/** Returns the names on Object.prototype that are not built in. */
function surplus(): readonly string[] {
  return Object.getOwnPropertyNames(Object.prototype).filter((name) => !NAMES.has(name));
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
  const removed: (readonly [name: string, property: PropertyDescriptor])[] = [];
  try {
    for (const name of surplus()) {
      const property = Object.getOwnPropertyDescriptor(Object.prototype, name);
      if (property === undefined || !Reflect.deleteProperty(Object.prototype, name)) {
        throw new TypeError(`every object inherits ${name}, which cannot be undone`);
      }
      // The descriptor must not inherit anything itself when it is used to restore the member.
      removed.push([name, Object.setPrototypeOf(property, null) as PropertyDescriptor]);
    }
    return work();
  } finally {
    for (const [name, property] of removed) Object.defineProperty(Object.prototype, name, property);
  }
}

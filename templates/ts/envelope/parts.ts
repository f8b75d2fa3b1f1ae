/** Access to the parts of a codec for protocol modules that import other protocols. */

import type { Check } from "./collect.ts";
import type { Steps, Walk } from "./steps.ts";
import type { Layout } from "./write.ts";

/** The functions a codec was created from. */
interface Parts {
  readonly check: Check;
  readonly layout: (() => Layout) | undefined;
  readonly steps: (() => Steps) | undefined;
}

const partsOfCodecs: WeakMap<object, Parts> = /* @__PURE__ */ new WeakMap();

/** Stores the parts of a codec, weakly. */
export function keepParts(codec: object, parts: Parts): void {
  partsOfCodecs.set(codec, parts);
}

function partsOf(codec: object): Parts {
  const parts = partsOfCodecs.get(codec);
  if (parts === undefined) throw new TypeError("the codec belongs to another copy of the support code");
  return parts;
}

/** Returns the check of a codec. */
export function checkOf(codec: object): Check {
  return partsOf(codec).check;
}

/** Returns the layout of a codec; throws a TypeError if it has none. */
export function layoutOf(codec: object): Layout {
  const { layout } = partsOf(codec);
  if (layout === undefined) throw new TypeError("the values of the codec have no order");
  return layout();
}

/** Returns the rules of a codec's type, which may belong to another protocol. */
export function rulesOf(codec: object): Walk<unknown, unknown> {
  return partsOf(codec).steps?.().rules ?? (() => {});
}

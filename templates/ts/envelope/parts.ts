/** What the modules of protocols that import others use of these. */

import type { Check } from "./findings.ts";
import type { Steps, Walk } from "./steps.ts";
import type { Layout } from "./write.ts";

/** What a codec was made of. */
interface Parts {
  readonly check: Check;
  readonly layout: (() => Layout) | undefined;
  readonly steps: (() => Steps) | undefined;
}

const partsOfCodecs: WeakMap<object, Parts> = /* @__PURE__ */ new WeakMap();

/** Keeps what a codec was made of, for as long as there is the codec. */
export function keepParts(codec: object, parts: Parts): void {
  partsOfCodecs.set(codec, parts);
}

function partsOf(codec: object): Parts {
  const parts = partsOfCodecs.get(codec);
  if (parts === undefined) throw new TypeError("the codec belongs to another copy of the support code");
  return parts;
}

/** The check behind a codec. */
export function checkOf(codec: object): Check {
  return partsOf(codec).check;
}

/** The layout of the values of a codec that has one. */
export function layoutOf(codec: object): Layout {
  const { layout } = partsOf(codec);
  if (layout === undefined) throw new TypeError("the values of the codec have no order");
  return layout();
}

/** The rules of a codec's type; it may belong to another protocol. */
export function rulesOf(codec: object): Walk<unknown, unknown> {
  return partsOf(codec).steps?.().rules ?? (() => {});
}

/** The one place that knows which modules there are. */

import * as agh from "../../../gen/ts/agh.ts";
import type { Codec } from "../../../gen/ts/envelope.ts";
import * as helper from "../../../gen/ts/helper.ts";

/** What an executor needs of a generated module. */
interface Protocol {
  readonly rootName: string;
  readonly lookup: (name: string) => Codec<unknown> | undefined;
}

export const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map<string, Protocol>([
  ["agh", agh],
  ["helper", helper],
]);

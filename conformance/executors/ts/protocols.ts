/** The one place that knows which modules there are. */

import * as agh from "../../../gen/ts/agh.ts";
import * as delegator from "../../../gen/ts/delegator.ts";
import type { Codec } from "../../../gen/ts/envelope.ts";
import * as foxctl from "../../../gen/ts/foxctl.ts";
import * as helper from "../../../gen/ts/helper.ts";
import * as hotrepl from "../../../gen/ts/hotrepl.ts";

/** What an executor needs of a generated module. */
interface Protocol {
  readonly rootName: string;
  readonly lookup: (name: string) => Codec<unknown, unknown> | undefined;
}

export const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map<string, Protocol>([
  ["agh", agh],
  ["delegator", delegator],
  ["foxctl", foxctl],
  ["helper", helper],
  ["hotrepl", hotrepl],
]);

/** The only list of the modules. */

import * as agh from "../../../gen/ts/agh.js";
import * as delegator from "../../../gen/ts/delegator.js";
import * as foxctl from "../../../gen/ts/foxctl.js";
import * as helper from "../../../gen/ts/helper.js";
import * as hotrepl from "../../../gen/ts/hotrepl.js";
import type { Protocol } from "./module.js";

export const PROTOCOLS: ReadonlyMap<string, Protocol> = new Map<string, Protocol>([
  ["agh", agh],
  ["delegator", delegator],
  ["foxctl", foxctl],
  ["helper", helper],
  ["hotrepl", hotrepl],
]);

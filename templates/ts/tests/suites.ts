/** Test data from elsewhere: texts and formats that others have collected. It is not part of the checkout. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where the checkout is, from build/ts/templates/ts/tests, where the compiler puts this file. */
export const checkout: string = fileURLToPath(new URL("../../../../../", import.meta.url));
const folder = process.env["ENVGEN_SUITES"] ?? join(checkout, "..", "shared", "suites");

/** Where a part of the suites is, or why tests of it are skipped. */
export function suite(...path: string[]): { readonly path: string; readonly skip: false | string } {
  const full = join(folder, ...path);
  return { path: full, skip: existsSync(full) ? false : `${path.join("/")} is not here; set ENVGEN_SUITES` };
}

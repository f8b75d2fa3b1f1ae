/** Locations of the external test data, which is not part of the checkout. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

/** The checkout, seen from the compiled file in build/ts/templates/ts/tests. */
export const checkout: string = fileURLToPath(new URL("../../../../../", import.meta.url));

/** A folder of the suites: pinned from a registry, or beside the checkout, where it may be newer. */
export interface Folder {
  readonly name: "pinned" | "beside";
  readonly path: string;
}

const own = process.env["ENVGEN_SUITES"] ?? "";
const folders: readonly Folder[] = [
  { name: "pinned", path: join(checkout, "build", "suites") },
  { name: "beside", path: own === "" ? join(checkout, "..", "shared", "suites") : own },
];

/**
 * Returns the folders of a part of the suites. If it is missing, the test is skipped with the command that installs it,
 * or fails if ENVGEN_REQUIRE is set; json-texts.ndjson, which is in no registry, may be missing.
 */
export function suites(t: TestContext, ...path: string[]): readonly Folder[] {
  if (own !== "" && !existsSync(own)) throw new Error(`ENVGEN_SUITES names ${own}, which is not there`);
  const found = folders.map(({ name, path: at }) => ({ name, path: join(at, ...path) })).filter((f) => existsSync(f.path));
  const name = path.join("/");
  const published = name !== "json-texts.ndjson";
  const required = published && Boolean(process.env["ENVGEN_REQUIRE"]);
  if (found.length > 0 && (!required || found[0]?.name === "pinned")) return found;
  if (!published) {
    t.skip(`not published: ${name} is in no registry, and there is no ../shared/suites`);
    return [];
  }
  const reason = `build/suites/${name} is not here: \`make tools\` installs it`;
  if (required) throw new Error(reason);
  t.skip(reason);
  return [];
}

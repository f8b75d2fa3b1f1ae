// The generated TypeScript, bundled as a program's build would do it.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const ROOTS = { foxctl: "Envelope", hotrepl: "Message", agh: "Envelope", delegator: "JsonEnvelope" };

export const PROTOCOLS = Object.keys(ROOTS);

/** The codecs of the root types by protocol, from a folder of generated TypeScript. */
export async function codecsOf(folder, outdir) {
  await build({
    entryPoints: PROTOCOLS.map((protocol) => join(resolve(folder), `${protocol}.ts`)),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true, // one copy of the shared code of the protocols, as in any program
    format: "esm",
    target: "node20",
    logLevel: "error",
  });
  const codecs = {};
  for (const [protocol, root] of Object.entries(ROOTS)) {
    const { lookup } = await import(pathToFileURL(join(outdir, `${protocol}.mjs`)));
    codecs[protocol] = lookup(root);
  }
  return codecs;
}

/** The version of the generated package. */
export const versionOf = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;

/** Whether a list of envgen's issues means that the value is invalid. */
export const refuses = (issues) => issues.some(({ level }) => level === "must");

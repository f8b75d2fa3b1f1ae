// The cost of building a message and writing it, beside writing one that the program has put together itself.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { measure } from "./measure.mjs";

const MESSAGE = "foxctl-ok";

/** A program's input for a message: a listing of five files. */
const data = {
  path: "/srv",
  entries: Array.from({ length: 5 }, (_, i) => ({ name: `file${i}`, size: 100 * i, dir: false })),
};

export async function printBuilders(generated, version, { rounds, time, only }) {
  const foxctl = await import(pathToFileURL(join(generated, "foxctl.mjs")));
  const type = foxctl.typeOfOkEnvelope;
  const draft = { command: "fs/ls", data };
  const started = new Date();
  const message = JSON.parse(foxctl.encode(type, foxctl.buildOk(draft, { started })));
  const written = (built) => foxctl.encodeUnchecked(type, built, { built: true });
  const contestants = [
    { library: "envgen, encode alone", remark: "checks and writes a message that is there", work: (ready) => foxctl.encode(type, ready) },
    { library: "envgen", remark: "builds, which checks, and writes", work: () => written(foxctl.buildOk(draft, { started })) },
    { library: "JSON.stringify", version: process.version, remark: "of an object that is put together by hand; checks nothing", work: () => JSON.stringify(byHand(draft, started)) },
  ].filter(({ library }) => only.test(`${MESSAGE} build ${library}`));
  const figures = measure(contestants, [message], rounds, time);
  contestants.forEach(({ library, remark, version: own = version }, i) => {
    console.log(JSON.stringify({ message: MESSAGE, work: "build", library, version: own, remark, ns: figures[i] }));
  });
}

function byHand({ command, data }, started) {
  const now = new Date();
  const meta = { ts: now.toISOString(), duration_ms: now.getTime() - started.getTime(), profiles: ["core/v1"] };
  return { version: 1, status: "ok", command, data, meta, error: { code: null, message: null } };
}

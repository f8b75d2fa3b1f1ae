// The data and three of the four cases of a public benchmark, moltar/typescript-runtime-type-benchmarks. The fourth, parseSafe,
// drops undeclared members, which envgen keeps.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Ajv2020 from "ajv/dist/2020.js";
import { type as arktype } from "arktype";
import { build } from "esbuild";
import Type from "typebox";
import { Compile } from "typebox/compile";
import * as v from "valibot";
import * as z from "zod";
import { measure } from "./measure.mjs";
import { installed } from "./peers.mjs";

const HERE = fileURLToPath(new URL("public/", import.meta.url));
const MESSAGE = "public suite";

// Parsed, so that the long string is one piece, as a literal of the suite is.
const DATA = parsed({
  number: 1,
  negNumber: -1,
  maxNumber: Number.MAX_VALUE,
  string: "string",
  longString: "Lorem ipsum dolor sit amet. ".repeat(55),
  boolean: true,
  deeplyNested: { foo: "bar", num: 1, bool: false },
});

function parsed(value) {
  return JSON.parse(JSON.stringify(value));
}

/** Values that every contestant must refuse. */
const WRONG = [{ ...DATA, number: "foo" }, { ...DATA, number: undefined }, { ...DATA, deeplyNested: { ...DATA.deeplyNested, num: "1" } }];
const SURPLUS = [{ ...DATA, more: 1 }, { ...DATA, deeplyNested: { ...DATA.deeplyNested, more: 1 } }];

/** Describes the data: scalars by the functions of a library, and objects by `object`. */
const described = (object, { number, string, boolean }) =>
  object({ number, negNumber: number, maxNumber: number, string, longString: string, boolean, deeplyNested: object({ foo: string, num: number, bool: boolean }) });

function schemaOf(strict) {
  const object = (properties) => ({ type: "object", properties, required: Object.keys(properties), ...(strict ? { additionalProperties: false } : {}) });
  return described(object, { number: { type: "number" }, string: { type: "string" }, boolean: { type: "boolean" } });
}

/** Predicates and parsers of the peers. A parser throws, or returns the value or a copy. */
function peersOf(strict, typia) {
  const ajv = new Ajv2020.default().compile(schemaOf(strict));
  const typebox = Compile(described((properties) => Type.Object(properties, strict ? { additionalProperties: false } : {}), { number: Type.Number(), string: Type.String(), boolean: Type.Boolean() }));
  const zod = described(strict ? z.strictObject : z.looseObject, { number: z.number(), string: z.string(), boolean: z.boolean() });
  const valibot = described(strict ? v.strictObject : v.looseObject, { number: v.number(), string: v.string(), boolean: v.boolean() });
  const ark = described((members) => ({ "+": strict ? "reject" : "ignore", ...members }), { number: "number", string: "string", boolean: "boolean" });
  const arkType = arktype(ark);
  return [
    { library: "Ajv", from: "ajv", is: ajv },
    { library: "TypeBox", from: "typebox", is: (value) => typebox.Check(value), remark: "Compile and Check" },
    { library: "typia", from: "typia", is: typia, remark: "takes NaN for a number" },
    { library: "arktype", from: "arktype", is: (value) => arkType.allows(value), parse: (value) => arkType.assert(value) },
    { library: "Zod", from: "zod", parse: (value) => zod.parse(value), remark: "copies the value" },
    { library: "Valibot", from: "valibot", parse: (value) => v.parse(valibot, value), remark: "copies the value" },
  ].map((peer) => ({ ...peer, version: installed(peer.from) }));
}

function refuse() {
  throw new Error("the value is not valid");
}

/** A function that throws or returns true, and one that throws or returns the value. */
const asserting = ({ is, parse }) => (is ? (value) => is(value) || refuse() : (value) => (parse(value), true));
const parsing = ({ is, parse }) => parse ?? ((value) => (is(value) ? value : refuse()));

function casesOf(codecs, strict, typia) {
  const peers = peersOf(strict, typia);
  const own = (codec, remark) => ({ library: "envgen", remark, is: codec.is, parse: codec.parse, assert: (value) => (codec.assert(value), true) });
  const proven = own(codecs.proven, "proves that the value is JSON");
  const trusting = { ...own(codecs.trusting, "takes the value for one of JSON.parse"), library: "envgen, trusted" };
  const all = [proven, trusting, ...peers];
  const cases = { [strict ? "assertStrict" : "assertLoose"]: all.map((one) => ({ ...one, work: one.assert ?? asserting(one) })) };
  if (strict) cases.parseStrict = all.map((one) => ({ ...one, work: parsing(one) }));
  return cases;
}

/** Whether a contestant throws for all values that it must refuse, and for no other. */
function isRight({ work }, strict) {
  const throws = (value) => {
    try {
      work(value);
      return false;
    } catch {
      return true;
    }
  };
  return !throws(DATA) && WRONG.every(throws) && (!strict || SURPLUS.every(throws)) && (strict || !throws(SURPLUS[0]));
}

/** The predicates of typia, which takes the value of a module for a template and writes another one. */
async function typiaOf(out) {
  execFileSync(join(HERE, "../node_modules/.bin/typia"), ["generate", "--input", ".", "--output", join(out, "typia"), "--project", "tsconfig.json"], { cwd: HERE, stdio: "pipe" });
  await build({ entryPoints: [join(out, "typia/typia.ts")], outfile: join(out, "typia.mjs"), bundle: true, format: "esm", target: "node20", logLevel: "error", nodePaths: [join(HERE, "../node_modules")] });
  return import(pathToFileURL(join(out, "typia.mjs")));
}

/** Prints the rows of the public suite. `generated` is a folder of TypeScript from the specs in public/. */
export async function printPublic(generated, out, version, { rounds, time, only }) {
  const typia = await typiaOf(out);
  for (const name of ["loose", "strict"]) {
    const outfile = join(out, `${name}.mjs`);
    await build({ entryPoints: [join(generated, `${name}.ts`)], outfile, bundle: true, format: "esm", target: "node20", logLevel: "error" });
    const { Data } = await import(pathToFileURL(outfile));
    const strict = name === "strict";
    const cases = casesOf({ proven: Data, trusting: Data.with({ trusted: true }) }, strict, typia[name]);
    for (const [work, all] of Object.entries(cases)) {
      const contestants = all.filter((one) => {
        const right = isRight(one, strict);
        if (!right) console.error(`${MESSAGE}: ${work} without ${one.library}: its verdicts differ`);
        return right && only.test(`${MESSAGE} ${work} ${one.library}`);
      });
      const figures = measure(contestants, [DATA], rounds, time);
      contestants.forEach(({ library, version: own = version, remark = "" }, i) => {
        console.log(JSON.stringify({ message: MESSAGE, work, library, version: own, remark, ns: figures[i] }));
      });
    }
  }
}

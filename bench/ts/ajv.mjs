// Ajv on the JSON Schema bundles, compiled to standalone code as a build step would do it.
import { createRequire } from "node:module";
import addFormats from "ajv-formats";
import Ajv2020 from "ajv/dist/2020.js";
import standaloneCode from "ajv/dist/standalone/index.js";

const require = createRequire(import.meta.url);
const NONE = [];

/** A judge of the bundle's root type. */
export function ajv(bundle) {
  const { schema, written } = withTags(bundle);
  const compiler = new Ajv2020.default({
    strict: true,
    allowUnionTypes: true,
    allowMatchingProperties: true,
    strictRequired: false,
    strictTuples: false,
    strictTypes: false, // a pattern may be beside a $ref, which has the type
    allErrors: true,
    discriminator: true,
    code: { source: true },
    keywords: [...annotations(schema)],
  });
  addFormats.default(compiler, { mode: "full" });
  const validate = load(standaloneCode.default(compiler, compiler.compile(schema)));
  return {
    judge: (value) => (validate(value) ? NONE : validate.errors),
    remark: `allErrors, discriminator, standalone code${written ? ", tags written out in the schema" : ""}`,
  };
}

/** Runs a module's code that imports ajv and ajv-formats, with the versions installed here. */
function load(code) {
  const module = { exports: {} };
  new Function("module", "exports", "require", code)(module, module.exports, require);
  return module.exports;
}

/** The names of all keywords that only annotate. Strict mode requires their declaration. */
function annotations(schema, names = new Set()) {
  if (typeof schema !== "object" || schema === null) return names;
  for (const [name, value] of Object.entries(schema)) {
    if (name.startsWith("x-")) names.add(name);
    else annotations(value, names);
  }
  return names;
}

// Ajv requires that each branch of a discriminated union names its tags itself: neither behind a $ref nor in a union of its
// own. If the bundle has them there, they are written out. The same values are valid.
function withTags(bundle) {
  const schema = structuredClone(bundle);
  const follow = ({ $ref }) => schema.$defs[$ref.slice("#/$defs/".length)];
  const said = (property) => (property.$ref === undefined ? property : follow(property));
  const tagsOf = (type, name) => {
    if (type.properties?.[name] === undefined) {
      return [...new Set(type.oneOf.map(follow).flatMap((branch) => tagsOf(branch, name)))];
    }
    const { enum: words, const: word } = said(type.properties[name]);
    return words ?? [word];
  };
  let written = false;
  for (const { discriminator, oneOf } of Object.values(schema.$defs)) {
    if (discriminator === undefined) continue;
    const name = discriminator.propertyName;
    for (const branch of oneOf.map(follow)) {
      if (branch.properties?.[name]?.const !== undefined) continue;
      branch.properties = { ...branch.properties, [name]: { type: "string", enum: tagsOf(branch, name) } };
      branch.required = [...new Set([...(branch.required ?? []), name])];
      written = true;
    }
  }
  return { schema, written };
}

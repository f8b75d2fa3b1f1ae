// Writes gen/README.md: how large the bindings are, and how long Python takes to import them.
//
// With --check it writes nothing and fails if the file is not what would be written. Lines must be equal; compressed sizes
// may differ by 2 %, because zlib compresses a little differently on other processors; times are the measuring machine's
// and are not compared.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";

const gen = fileURLToPath(new URL("../gen/", import.meta.url));
const python = process.env.PYTHON ?? "python3";
const readme = join(gen, "README.md");

const protocols = readdirSync(join(gen, "schema"))
  .filter((name) => name.endsWith(".schema.json"))
  .map((name) => name.slice(0, -".schema.json".length));

/** The lines of a file, or of all source files below a folder. */
function lines(path) {
  if (statSync(path).isDirectory()) {
    return readdirSync(path).reduce((sum, name) => sum + lines(join(path, name)), 0);
  }
  return /\.(go|ts|py)$/.test(path) ? readFileSync(path, "utf8").split("\n").length - 1 : 0;
}

/** The declarations of a source file, each with its comment. */
const declarations = (path) => readFileSync(join(gen, path), "utf8").split(/\n\n+(?=\S)/);

/** How many lines each builder of a protocol takes in a language: its function and the table or function of what it fills in. */
const builders = {
  Go: (protocol) => {
    const all = declarations(`go/${protocol}/builders.go`);
    const fills = new Map(all.flatMap((text) => [...text.matchAll(/^func (fill\w+)\(/gm)].map(([, name]) => [name, text])));
    return all.filter((text) => /^func \(b Builder\)/m.test(text)).map((text) => [text, fills.get(/\bfill[A-Z]\w*/.exec(text)?.[0]) ?? ""]);
  },
  TypeScript: (protocol) => {
    const all = declarations(`ts/${protocol}.ts`);
    const made = all.flatMap((text) => [...text.matchAll(/^export function build\w+[<(][^]*?\bdraft: (?:make\.With<)?(\w+)[^]*?make\.build\((\w+)/gm)]);
    return made.map(([, draft, table]) => all.filter((text) => new RegExp(`^export (interface|type) ${draft}\\b|^const ${table}:|make\\.(build|safeBuild)\\(${table}\\b`, "m").test(text)));
  },
  Python: (protocol) => {
    const all = declarations(`py/envgen_protocols/${protocol}/builders.py`);
    const names = all.flatMap((text) => [...text.matchAll(/^(_\w+): Final = Builder\(/gm)].map(([, name]) => name));
    return names.map((name) => all.filter((text) => new RegExp(`^${name}: Final|return ${name}\\.`, "m").test(text)));
  },
};

const sizesOfBuilders = (language, protocol) => builders[language](protocol).map((texts) => texts.join("\n").trim().split("\n").length);

function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** What a program that imports this from a protocol's module gets, minified, in bytes: plain and compressed. */
function bundle(protocol, what) {
  const contents = `export ${what} from ${JSON.stringify(`./ts/${protocol}.ts`)};`;
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: gen },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  const [{ contents: code }] = outputFiles;
  return [code.length, gzipSync(code, { level: 9 }).length];
}

const moduleOf = (protocol) => readFileSync(join(gen, "ts", `${protocol}.ts`), "utf8");

/** The name of the root type, whose codec is all that is needed to read, check and write messages. */
const rootOf = (protocol) => /^export const rootName = "(.*)"/m.exec(moduleOf(protocol))[1];

/** The sizes of a type's codec, and of what checks its values and does nothing else. */
function sizesOf(protocol, type) {
  const source = moduleOf(protocol);
  const [, info] = new RegExp(`^export const (\\w+): TypeInfo<.*> = \\{\\s*name: "${type}"`, "m").exec(source);
  const [, codec] = new RegExp(`^export const (\\w+): Codec<.* codec\\(${info}\\);`, "m").exec(source);
  return [...bundle(protocol, `{ ${codec} }`), ...bundle(protocol, `{ check, ${info} }`)].map(kilobytes);
}

/** The least time of several imports in fresh interpreters, in milliseconds, with json and re imported before. */
function importTime(protocol) {
  const program = `import json, re, sys, time
start = time.perf_counter()
import envgen_protocols.${protocol}
print((time.perf_counter() - start) * 1000)`;
  const env = { ...process.env, PYTHONPATH: join(gen, "py") };
  const times = Array.from({ length: 15 }, () => Number(execFileSync(python, ["-c", program], { env, encoding: "utf8" })));
  return Math.min(...times);
}

const count = (n) => n.toLocaleString("en-US");
const kilobytes = (n) => `${(n / 1000).toFixed(1)} kB`;
const milliseconds = (n) => `${n.toFixed(1)} ms`;

function table(header, rows) {
  const align = header.map((_, column) => (column === 0 ? "---" : "---:"));
  return [header, align, ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function page(time) {
  const places = [(name) => join("go", name), (name) => join("ts", `${name}.ts`), (name) => join("py/envgen_protocols", name)];
  const counts = protocols.map((name) => places.map((place) => lines(join(gen, place(name)))));
  const shared = ["go", "ts", "py"].map((folder, i) => counts.reduce((rest, row) => rest - row[i], lines(join(gen, folder))));
  const sources = [...counts.map((row, i) => [protocols[i], ...row.map(count)]), ["support code, shared", ...shared.map(count)]];
  const bundles = [
    ...protocols.map((name) => [`${name} ${rootOf(name)}`, ...sizesOf(name, rootOf(name))]),
    ...[["foxctl", "Digest"], ["hotrepl", "Eval"]].map(([name, type]) => [`${name} ${type}`, ...sizesOf(name, type)]),
    ...protocols.map((name) => [`${name}, everything`, ...bundle(name, "*").map(kilobytes), "", ""]),
  ];
  const medians = [...protocols.map((name) => [name, [name]]), ["all", protocols]].map(([title, names]) => [
    title,
    ...Object.keys(builders).map((language) => median(names.flatMap((name) => sizesOfBuilders(language, name)))),
  ]);
  const times = protocols.map((name) => [name, milliseconds(time(name))]);
  return `# Generated bindings

\`make gen\` writes these packages from the specs in \`spec/\`.
Do not edit them.
\`make sizes\` writes this page, and \`make test\` compares it.

## Lines of source

${table(["protocol", "Go", "TypeScript", "Python"], sources)}

## Lines a builder

The median over the builders of a protocol.
A builder counts its function, the table or function of its fills, and their documentation.
Functions that compute a single member, or move a payload to a store, do not count.

${table(["protocol", "Go", "TypeScript", "Python"], medians)}

## TypeScript in a bundle

The sizes include support code, minified by esbuild and compressed with gzip.
A codec reads, checks and writes every value of its type.
The column "check" is a bundle of the function \`check\` and the type, which only checks.

${table(["type", "codec", "gzip", "check", "gzip"], bundles)}

## Python, time of import

The least of 15 imports in a fresh interpreter that has loaded \`json\` and \`re\`.
The times are those of the machine that wrote this page, and no test compares them.

${table(["protocol", "time"], times)}
`;
}

/** Whether two pages differ in nothing but times and a little compression. */
function alike(a, b) {
  const number = /([\d.,]+)( kB| ms)?/g;
  if (a.replaceAll(number, "#$2") !== b.replaceAll(number, "#$2")) {
    return false;
  }
  const [left, right] = [a, b].map((page) => [...page.matchAll(number)]);
  return left.every(([text, digits, unit], i) => {
    const other = right[i][1];
    return unit === " ms" || text === right[i][0] || (unit === " kB" && Math.abs(digits / other - 1) <= 0.02);
  });
}

if (process.argv.includes("--check")) {
  if (!alike(readFileSync(readme, "utf8"), page(() => 0))) {
    console.error("gen/README.md is not up to date: `make sizes` writes it");
    process.exit(1);
  }
} else {
  writeFileSync(readme, page(importTime));
  console.log(readFileSync(readme, "utf8"));
}

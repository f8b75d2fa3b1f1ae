// Compiles the sources in a folder as ordinary projects would, and prints what the compiler says, with the project's name.
// One process for all of them: most of the time goes into reading the libraries.
import { createRequire } from "node:module";
import { join } from "node:path";

const [typescript, folder, ...files] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(typescript);

const PROJECTS = {
  // `npm create` of a library: no flag but strict.
  "nodenext": { module: "nodenext", target: "es2022" },
  // What create-next-app writes, with its older target.
  "next": {
    ...{ target: "es2017", lib: ["dom", "dom.iterable", "esnext"], module: "esnext", moduleResolution: "bundler", isolatedModules: true },
    ...{ allowJs: true, esModuleInterop: true, resolveJsonModule: true, jsx: "preserve" },
  },
  "commonjs/node16": { module: "node16", target: "es2020" },
  "commonjs/node10": { module: "commonjs", moduleResolution: "node10", target: "es2020", lib: ["es2020"], esModuleInterop: true },
  "no null checks": { module: "nodenext", target: "es2020", strictNullChecks: false },
  "not strict": { module: "nodenext", target: "es2020", strict: false },
  "exacting": {
    ...{ module: "nodenext", target: "es2020", lib: ["es2020"], declaration: true, isolatedDeclarations: true, verbatimModuleSyntax: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noPropertyAccessFromIndexSignature: true },
    ...{ noImplicitOverride: true, noImplicitReturns: true, noFallthroughCasesInSwitch: true, noUnusedLocals: true, noUnusedParameters: true },
    ...{ erasableSyntaxOnly: true, allowUnreachableCode: false },
  },
  "ts": { module: "nodenext", target: "es2022", allowImportingTsExtensions: true },
};

const parsed = new Map();

for (const [name, options] of Object.entries(PROJECTS)) {
  const [place] = name.split("/");
  const dir = join(folder, ["commonjs", "ts"].includes(place) ? place : "module");
  const settings = { strict: true, noEmit: true, skipLibCheck: true, types: [], ...options };
  const { options: compilerOptions, errors } = ts.convertCompilerOptionsFromJson(settings, dir);
  const host = ts.createCompilerHost(compilerOptions);
  const { getSourceFile } = host;
  host.getSourceFile = (file, how, ...rest) => {
    const key = JSON.stringify([file, how]);
    if (!parsed.has(key)) parsed.set(key, getSourceFile(file, how, ...rest));
    return parsed.get(key);
  };
  const program = ts.createProgram({ rootNames: files.map((file) => join(dir, file)), options: compilerOptions, host });
  for (const { file, start, code, messageText } of [...errors, ...ts.getPreEmitDiagnostics(program)]) {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    console.log(`${name}: ${file?.fileName.slice(dir.length + 1)}:${line}: TS${code}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  }
}
console.log(`${Object.keys(PROJECTS).length} projects`);

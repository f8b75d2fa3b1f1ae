// Prints, for each folder of the given one, how often each kind of node and each identifier stands in its TypeScript
// files, what comments tell the compiler, and how many syntax errors there are.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const ts = createRequire(new URL("../../tools/package.json", import.meta.url))("typescript");
const root = process.argv[2];
const result = {};

// A short statement behind a condition has no braces.
const isBraced = (node) => ts.isBlock(node) && node.statements.length === 1 && ts.isIfStatement(node.parent);

for (const folder of readdirSync(root)) {
  const counts = (result[folder] = {});
  const count = (key, n = 1) => {
    if (n > 0) counts[key] = (counts[key] ?? 0) + n;
  };
  const visit = (node) => {
    const long = (ts.isUnionTypeNode(node) && node.types.length === 1) || isBraced(node); // begin with a bar, or have braces
    if (!long) count(ts.SyntaxKind[node.kind]);
    if (ts.isIdentifier(node)) count("identifier " + node.text);
    ts.forEachChild(node, visit);
  };
  for (const file of readdirSync(join(root, folder), { recursive: true })) {
    if (!file.endsWith(".ts")) continue;
    const source = ts.createSourceFile(file, readFileSync(join(root, folder, file), "utf8"), ts.ScriptTarget.Latest, true);
    visit(source);
    count("syntax error", source.parseDiagnostics.length);
    // A doc can speak of @jsx at the top of a module; that has a meaning in .tsx files only.
    const pragmas = [...source.pragmas.keys()].filter((name) => !name.startsWith("jsx"));
    count("directive", (source.commentDirectives ?? []).length + pragmas.length + source.referencedFiles.length);
    count("checking switched", source.checkJsDirective ? 1 : 0);
  }
}
console.log(JSON.stringify(result));

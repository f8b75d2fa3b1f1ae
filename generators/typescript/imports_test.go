package typescript

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
)

// base returns a protocol whose name is one that generated code has for itself.
func base() *ir.Protocol {
	code := named("Code", value(&ir.Enum{NotOneOf: must("enum"), Values: []ir.EnumValue{{Value: "a"}}}))
	command := named("Command", value(&ir.Enum{Open: true, Values: []ir.EnumValue{{Value: "run"}}}))
	meta := named("Meta", value(&ir.Record{Fields: []*ir.Field{required("ts", value(ir.Number{})), field("by", value(ir.String{}))}}))
	anything := named("Anything", value(ir.Any{}))
	done := named("Done", value(&ir.Record{Fields: []*ir.Field{required("kind", value(constant(text("done")))), field("meta", value(ir.Ref{Type: meta}))}}))
	return owned(&ir.Protocol{Name: "item2", File: "item2.yaml", Root: meta, Types: []*ir.Type{code, command, meta, anything, done}})
}

// importing returns a protocol that uses every type of another one in every place.
func importing(other *ir.Protocol) *ir.Protocol {
	ref := func(name string) ir.Value {
		for _, t := range other.Types {
			if t.Name == name {
				return value(ir.Ref{Type: t})
			}
		}
		panic("no type " + name)
	}
	done := ref("Done").Kind.(ir.Ref).Type
	alias := named("Alias", ref("Meta"))
	list := named("List", value(array(ref("Meta"))))
	meta := ref("Meta")
	choice := named("Choice", ir.Value{Kind: &ir.Choice{Options: []ir.Value{meta, value(ir.String{})}}, Schema: schema("", is(ir.ObjectType|ir.StringType))})
	start := named("Start", value(&ir.Record{Fields: []*ir.Field{
		required("kind", value(constant(text("start")))),
		field("code", ref("Code")),
		field("command", ir.Value{Kind: ref("Command").Kind, Checks: []ir.Check{ir.Length{Op: ir.AtMost, Limit: 3, Failure: must("maxLength")}}}),
		field("anything", ref("Anything")),
		field("map", value(ir.Map{Values: &meta})),
		field("choice", value(ir.Ref{Type: choice})),
		field("alias", value(ir.Ref{Type: alias})),
	}}))
	union := named("Either", value(&ir.Union{Tag: "kind", MissingTag: must("required"), UnknownTag: must("discriminator"),
		Variants: []ir.Variant{{Tags: []string{"start"}, Type: start}, {Tags: []string{"done"}, Type: done}}}))
	return owned(&ir.Protocol{Name: "consumer", File: "consumer.yaml", Root: union, Imports: []*ir.Protocol{other}, Types: []*ir.Type{alias, list, choice, start, union}})
}

func owned(p *ir.Protocol) *ir.Protocol {
	for _, t := range p.Types {
		t.Protocol = p.Name
	}
	return p
}

const importingDriver = `
import { lookup } from "./consumer.js";
const ask = (type, text) => {
  const codec = lookup(type);
  const result = codec.safeDecode(text);
  console.log(result.ok ? codec.encodeUnchecked(result.value) : result.issues.map((issue) => issue.rule + " " + issue.path).join("|"));
};
ask("Either", '{"meta":{"by":"","ts":1},"kind":"done"}');
ask("Either", '{"meta":{"by":0},"kind":"done"}');
ask("Either", '{"choice":{"by":"","ts":1},"map":{"a":{"by":"","ts":1}},"alias":{"by":"","ts":2},"command":"run","code":"a","kind":"start"}');
ask("Either", '{"map":{"a":1},"alias":{},"command":"execute","code":"b","kind":"start"}');
ask("List", '[{"by":"","ts":1}]');`

const importingAnswers = `{"kind":"done","meta":{"ts":1,"by":""}}
type /meta/by|required /meta/ts
{"kind":"start","code":"a","command":"run","map":{"a":{"ts":1,"by":""}},"choice":{"ts":1,"by":""},"alias":{"ts":2,"by":""}}
required /alias/ts|enum /code|maxLength /command|type /map/a
[{"ts":1,"by":""}]
`

// TestImports runs a protocol that uses the types of another one, whose module is beside it.
func TestImports(t *testing.T) { answers(t, compiled(t, "imports")) }

// TestImportsOfPackage does the same where the other protocol and the support code are in a package.
func TestImportsOfPackage(t *testing.T) {
	tsc := compiler(t)
	dir := t.TempDir()
	library := filepath.Join(dir, "node_modules/library")
	// The compiled module of the other project imports the support code of its parent folder.
	beside := filepath.Dir(compiled(t, "imports"))
	for from, to := range map[string]string{"imports": "dist/imports", "envelope": "dist/envelope"} {
		if err := os.CopyFS(filepath.Join(library, to), os.DirFS(filepath.Join(beside, from))); err != nil {
			t.Fatal(err)
		}
	}
	for _, suffix := range []string{".js", ".d.ts"} {
		data, err := os.ReadFile(filepath.Join(beside, "envelope"+suffix))
		if err == nil {
			err = os.WriteFile(filepath.Join(library, "dist", "envelope"+suffix), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	exports := `{"name":"library","type":"module","exports":{"./*":{"types":"./dist/*.d.ts","default":"./dist/*.js"}}}`
	other := base()
	module := moduleOf(t, importing(other), "library/envelope", target.Import{Protocol: other, Path: "library/imports/item2"})
	config, err := os.ReadFile(filepath.Join(root, "gen/ts/tsconfig.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"node_modules/library/package.json": []byte(exports), "tsconfig.json": config,
		"package.json": []byte(`{"type":"module"}`), module.Path: module.Data} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out := tsc(dir, "-p", ".", "--outDir", "out"); out != "" {
		t.Fatal(out)
	}
	answers(t, filepath.Join(dir, "out"))
}

// answers runs the driver beside the compiled module.
func answers(t *testing.T, dir string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "driver.js"), []byte(importingDriver), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("node", filepath.Join(dir, "driver.js")).CombinedOutput()
	if err != nil || string(out) != importingAnswers {
		t.Errorf("%v\ngot\n%s\nwant\n%s", err, out, importingAnswers)
	}
}

// TestImportsTypesOnly shows that a module of which no check is needed is not loaded.
func TestImportsTypesOnly(t *testing.T) {
	other := base()
	alias := named("Alias", value(ir.Ref{Type: other.Types[3]}))
	p := owned(&ir.Protocol{Name: "consumer", File: "consumer.yaml", Root: alias, Imports: []*ir.Protocol{other}, Types: []*ir.Type{alias}})
	module := string(moduleOf(t, p, "./envelope", target.Import{Protocol: other, Path: "./item2.js"}).Data)
	if want := `import type * as item2_ from "./item2.js";`; !strings.Contains(module, want) {
		t.Errorf("want %s in\n%s", want, module)
	}
}

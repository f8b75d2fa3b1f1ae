package importer_test

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/importer"
	"github.com/envgen/envgen/internal/ir"
)

// exported returns the files of one format by name.
func exported(t *testing.T, p *ir.Protocol, format string) map[string][]byte {
	t.Helper()
	files, err := jsonschema.With([]string{format}).Generate(target.Job{Protocol: p, Warn: func(diag.Diagnostic) {}})
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	all := map[string][]byte{}
	for _, f := range files {
		all[f.Path] = f.Data
	}
	return all
}

// reimported imports one exported file.
func reimported(t *testing.T, name, file string, data []byte, root string) []byte {
	t.Helper()
	o := importer.Options{File: "main.yaml", Protocol: name, Formats: importer.Assert, Root: root, Check: named, Sources: []importer.Source{{File: file, Header: file}},
		Read: func(_, file string) ([]byte, error) { return data, nil }}
	return imported(t, o).Spec
}

// instance is the text of a fixture with the name of its type.
type instance struct{ typ, text string }

// instancesOf returns the values of a protocol's fixtures. The importer does not change how texts are read, so numbers are doubles, and each member
// of an object has another name.
func instancesOf(p *ir.Protocol, cases []*conformance.Case) []instance {
	var list []instance
	for _, c := range cases {
		if c.Protocol != p.Name || c.Op != "check" || c.Text == nil || len(*c.Text) > 1<<14 || strings.Count(*c.Text, "{")+strings.Count(*c.Text, "[") > 90 {
			continue
		}
		var value any
		if json.Unmarshal([]byte(*c.Text), &value) != nil {
			continue
		}
		text, err := json.Marshal(value)
		if err != nil {
			continue
		}
		list = append(list, instance{cmp.Or(c.Type, p.Root.Name), string(text)})
	}
	return list
}

// roundTrip is an export with the spec that an import of it gives.
type roundTrip struct {
	*testing.T
	format string
	spec   []byte
	judge  judge
}

// typeOf returns the type of the imported spec for a type of the exported one, or false. An import keeps names. A tool's type is its arguments.
func (r roundTrip) typeOf(name string) (string, bool) {
	if r.format == "mcp-tools" {
		name += "Arguments"
	}
	return name, slices.ContainsFunc(r.judge.protocol.Types, func(t *ir.Type) bool { return t.Name == name })
}

// mostInstances bounds the fixtures whose mutants are compared for each export.
const mostInstances = 60

// compare compares the verdicts of instances and of some mutants with those of the bundle. It returns the number of instances.
func (r roundTrip) compare(bundle func(typ string) *witness, list []instance) int {
	r.Helper()
	n := 0
	for i, c := range list {
		typ, known := r.typeOf(c.typ)
		w := bundle(c.typ)
		if !known || w == nil {
			continue
		}
		n++
		if got, want := r.judge.valid(r.T, typ, []byte(c.text)), w.valid(r.T, []byte(c.text)); got != want {
			r.Errorf("%s of %s: valid is %v, want %v", shortened([]byte(c.text)), c.typ, got, want)
		}
		if i%max(1, len(list)/mostInstances) == 0 {
			compareMutants(r.T, []byte(c.text), typ, r.judge, *w, nil, 6)
		}
	}
	return n
}

// TestRoundTrip imports every export of the shipped protocols. The fixtures and their mutants have the verdict of the bundle. A second export and
// import gives the same types.
func TestRoundTrip(t *testing.T) {
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, p := range fixtures.Protocols() {
		bundle := bundleOf(t, p)
		list := instancesOf(p, cases)
		for _, format := range jsonschema.Formats() {
			for file, data := range exported(t, p, format) {
				t.Run(file, func(t *testing.T) {
					root := ""
					if format == "openapi" {
						root = p.Root.Name
					}
					r := roundTrip{t, format, reimported(t, p.Name, file, data, root), judge{}}
					r.judge = newJudge(t, r.spec)
					compared += r.compare(bundle, list)
					if format != "mcp-tools" { // a tool of the second export is a call of the first one
						r.again(file, root)
					}
				})
			}
		}
	}
	if compared < 4000 {
		t.Errorf("only %d instances are compared", compared)
	}
}

// again exports and imports the imported spec: its text is the same, except for comments and the hash of the source.
func (r roundTrip) again(file, root string) {
	r.Helper()
	p, diags := compile.Source("main.yaml", r.spec)
	if p == nil {
		r.Fatal(diags)
	}
	files := exported(r.T, p, r.format)
	data := files[file]
	for _, name := range []string{p.Name + ".application.asyncapi.json", p.Name + ".asyncapi.json"} {
		if data == nil {
			data = files[name] // the sides are those of the application
		}
	}
	spec := reimported(r.T, p.Name, file, data, root)
	if got, want := typeNamesOf(r.T, spec), typeNamesOf(r.T, r.spec); !slices.Equal(got, want) {
		r.Errorf("the second import has the types\n%v, want\n%v", got, want)
	}
	third := exported(r.T, newJudge(r.T, spec).protocol, "jsonschema")[p.Name+".schema.json"]
	if second := exported(r.T, p, "jsonschema")[p.Name+".schema.json"]; string(third) != string(second) {
		r.Errorf("the bundles of both imports differ:\n%s", difference(string(second), string(third)))
	}
}

// difference returns the first lines that differ.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return strings.Join(x[max(0, i-4):min(len(x), i+4)], "\n") + "\n---\n" + strings.Join(y[max(0, i-4):min(len(y), i+4)], "\n")
		}
	}
	return ""
}

// bundleOf returns a function from a type to a witness of its schema in the bundle, or nil if it has none.
func bundleOf(t *testing.T, p *ir.Protocol) func(typ string) *witness {
	t.Helper()
	data, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		ID   string                     `json:"$id"`
		Defs map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(data, &document); err != nil {
		t.Fatal(err)
	}
	known := map[string]*witness{}
	return func(typ string) *witness {
		if known[typ] == nil && document.Defs[typ] != nil {
			w := newWitnessIn(t, validator.Draft2020, map[string][]byte{document.ID: data}, document.ID+"#/$defs/"+typ, importer.Assert)
			known[typ] = &w
		}
		return known[typ]
	}
}

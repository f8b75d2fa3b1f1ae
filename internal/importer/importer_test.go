package importer_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/generators"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/importer"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/reference"
)

// example is a file of testdata/schemas: schemas with samples.
type example struct {
	About   string
	Sources []string
	Files   map[string]json.RawMessage
	Root    string
	Formats string
	Valid   []json.RawMessage
	Invalid []json.RawMessage
	Effects []importer.Effect // of the changes other than same
	Types   []string          // names that the spec must have
}

func examples(t *testing.T) map[string]example {
	t.Helper()
	files, err := filepath.Glob("testdata/schemas/*.json")
	if err != nil || len(files) < 40 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	list := map[string]example{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var e example
		if err := json.Unmarshal(data, &e); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list[strings.TrimSuffix(filepath.Base(file), ".json")] = e
	}
	return list
}

// options returns the options for files in memory.
func (e example) options() importer.Options {
	o := importer.Options{File: "main.yaml", Root: e.Root, Formats: e.Formats, Check: named}
	for _, s := range e.Sources {
		o.Sources = append(o.Sources, importer.Source{File: s, Header: s})
	}
	o.Read = func(_, file string) ([]byte, error) {
		if data, ok := e.Files[filepath.ToSlash(file)]; ok {
			return data, nil
		}
		return nil, &fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}
	}
	return o
}

func named(p *ir.Protocol) diag.List { return generators.Check([]*ir.Protocol{p}) }

// imported imports, and fails the test on errors.
func imported(t *testing.T, o importer.Options) *importer.Result {
	t.Helper()
	result, diags, err := importer.Import(o)
	if err != nil {
		t.Fatal(err)
	}
	if diags.HasErrors() {
		var b bytes.Buffer
		if err := diag.WriteText(&b, diags, func(file string) []byte { return result.Texts[file] }); err != nil {
			t.Fatal(err)
		}
		t.Fatal(b.String())
	}
	return result
}

// judge validates messages against an imported spec, by the compiler's output, by the exported bundle and by the text.
type judge struct {
	reference *reference.Reference
	protocol  *ir.Protocol
}

func newJudge(t *testing.T, spec []byte) judge {
	t.Helper()
	p, diags := compile.Source("main.yaml", spec)
	if p == nil {
		t.Fatalf("%v\n%s", diags, spec)
	}
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := reference.New(reference.Source{Protocol: p, Bundle: bundle, Spec: &oracle.Spec{Name: "main.yaml", Data: spec}})
	if err != nil {
		t.Fatal(err)
	}
	return judge{r, p}
}

func (j judge) valid(t *testing.T, typ string, message []byte) bool {
	t.Helper()
	v, err := j.reference.Check(j.protocol.Name, typ, message, reference.Options{})
	if err != nil {
		t.Fatalf("%s: %v", message, err)
	}
	return v.Valid
}

// witness is an independent validator on the schema as published.
type witness struct{ schema *validator.Schema }

// newWitness compiles the first source. Formats have the meaning of the import: annotations, or assertions of the formats that envgen asserts.
func newWitness(t *testing.T, uris map[string][]byte, root string, asserts string) witness {
	t.Helper()
	return newWitnessIn(t, validator.Draft7, uris, root, asserts)
}

// newWitnessIn is newWitness with the draft of schemas without a dialect.
func newWitnessIn(t *testing.T, of *validator.Draft, uris map[string][]byte, root string, asserts string) witness {
	t.Helper()
	c := validator.NewCompiler()
	c.DefaultDraft(of)
	if of == validator.Draft2020 && asserts == importer.Assert { // earlier drafts assert them by default
		c.AssertFormat()
	}
	c.UseRegexpEngine(lookAhead)
	for _, name := range []string{"date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri", "uri-reference", "iri",
		"iri-reference", "uuid", "uri-template", "json-pointer", "relative-json-pointer", "regex"} {
		matches, known := formats.Named(name)
		c.RegisterFormat(&validator.Format{Name: name, Validate: func(v any) error {
			if s, ok := v.(string); ok && known && asserts != importer.Annotate && !matches(s) {
				return fmt.Errorf("not a %s", name)
			}
			return nil
		}})
	}
	for uri, data := range uris {
		doc, err := validator.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource(uri, doc); err != nil {
			t.Fatal(err)
		}
	}
	s, err := c.Compile(root)
	if err != nil {
		t.Fatal(err)
	}
	return witness{s}
}

func (w witness) valid(t *testing.T, message []byte) bool {
	t.Helper()
	v, err := validator.UnmarshalJSON(bytes.NewReader(message))
	if err != nil {
		t.Fatal(err)
	}
	return w.schema.Validate(v) == nil
}

// lookAhead is Go's engine. It accepts every string for a pattern that it cannot compile; the spec has no such pattern either.
func lookAhead(source string) (validator.Regexp, error) { return newPattern(source) }

func (e example) witness(t *testing.T) witness {
	t.Helper()
	uris := map[string][]byte{}
	for name, data := range e.Files {
		uris["file:///x/"+name] = data
		uris["https://example.org/image/"+name] = data // the folder of the identifier that one example has
	}
	root := "file:///x/" + e.Sources[0]
	if e.Root != "" {
		root += "#/definitions/" + e.Root
	}
	return newWitness(t, uris, root, e.Formats)
}

// TestExamples imports schemas of our own and compares the verdicts of samples, and of mutants of them, with those of an independent validator.
func TestExamples(t *testing.T) {
	for name, e := range examples(t) {
		t.Run(name, func(t *testing.T) {
			result := imported(t, e.options())
			effects := effectsOf(result)
			if !slices.Equal(effects, e.Effects) {
				t.Errorf("the changes have the effects %v, want %v", effects, e.Effects)
			}
			j, w := newJudge(t, result.Spec), e.witness(t)
			for _, typ := range e.Types {
				if !slices.ContainsFunc(j.protocol.Types, func(have *ir.Type) bool { return have.Name == typ }) {
					t.Errorf("the spec has no type %s:\n%s", typ, result.Spec)
				}
			}
			for want, samples := range map[bool][]json.RawMessage{true: e.Valid, false: e.Invalid} {
				for _, s := range samples {
					if j.valid(t, "", s) != want || w.valid(t, s) != want && len(effects) == 0 {
						t.Errorf("%s: the spec says %v, the witness %v, want %v\n%s", s, j.valid(t, "", s), w.valid(t, s), want, result.Spec)
					}
				}
			}
			for _, s := range slices.Concat(e.Valid, e.Invalid) {
				compareMutants(t, s, "", j, w, effects, 1<<20)
			}
		})
	}
}

// effectsOf returns the effects of the changes, other than same.
func effectsOf(r *importer.Result) []importer.Effect {
	var effects []importer.Effect
	for _, c := range r.Changes {
		if c.Effect != importer.Same && !slices.Contains(effects, c.Effect) {
			effects = append(effects, c.Effect)
		}
	}
	return effects
}

// mutantsOfSample bounds how many mutants of one sample of a published schema are compared.
const mutantsOfSample = 20

// compareMutants compares the verdicts of changed messages, at most so many, and returns their number.
func compareMutants(t *testing.T, sample []byte, typ string, j judge, w witness, effects []importer.Effect, most int) int {
	t.Helper()
	n := 0
	list := mutants(t, sample)
	for i := 0; i < len(list); i += max(1, len(list)/most) {
		n++
		m := list[i]
		ours, theirs := j.valid(t, typ, m), w.valid(t, m)
		switch {
		case ours == theirs:
		case ours && slices.Contains(effects, importer.Weaker), theirs && slices.Contains(effects, importer.Stricter):
		default:
			t.Errorf("%s: the spec says %v, the witness %v", shortened(m), ours, theirs)
		}
	}
	return n
}

func shortened(m []byte) []byte { return m[:min(len(m), 2000)] }

// mutants returns messages that differ from a sample in one place.
func mutants(t *testing.T, sample []byte) [][]byte {
	t.Helper()
	var root any
	decoder := json.NewDecoder(bytes.NewReader(sample))
	decoder.UseNumber()
	if err := decoder.Decode(&root); err != nil {
		t.Fatal(err)
	}
	var list [][]byte
	emit := func() {
		data, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, data)
	}
	var visit func(v any, set func(any))
	visit = func(v any, set func(any)) {
		for _, other := range []any{nil, true, json.Number("0"), json.Number("-1"), json.Number("1.5"), json.Number("3.0"), "", "x", "x-y", []any{}, map[string]any{}} {
			set(other)
			emit()
		}
		set(v)
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				value := v[key]
				delete(v, key)
				emit()
				v[key] = value
				visit(value, func(to any) { v[key] = to })
			}
			v["unheardOf"] = json.Number("1")
			emit()
			delete(v, "unheardOf")
		case []any:
			for i, value := range v {
				visit(value, func(to any) { v[i] = to })
			}
			if len(v) > 0 {
				set(append(slices.Clone(v), v[0]))
				emit()
				set(v[1:])
				emit()
				set(v)
			}
		}
	}
	visit(root, func(to any) { root = to })
	return list
}

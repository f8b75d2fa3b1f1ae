package importer_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/envgen/envgen/internal/importer"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// sampled is a folder of testdata/KIND: a document in files as published, and samples.json with instances of its types.
type sampled struct {
	About   string
	Sources []string
	Root    string
	Formats string
	Effects []importer.Effect // of the changes other than same
	Names   []string          // types that the spec has
	Absent  []string          // types that it does not have
	Tagged  []string          // unions by a tag
	From    map[string]string // senders of types
	Samples []struct {
		Type string
		At   string   // the schema in the sources, or "" if there is none
		Any  []string // the schemas of which one must be valid
		Valid,
		Invalid []json.RawMessage
	}
	folder, kind string
}

// sampledDocuments returns the examples of a kind by name.
func sampledDocuments(t *testing.T, kind string) map[string]sampled {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", kind, "*", "samples.json"))
	if err != nil || len(files) < 8 {
		t.Fatalf("%s: %d examples, %v", kind, len(files), err)
	}
	list := map[string]sampled{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := sampled{folder: filepath.Dir(file), kind: kind}
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list[filepath.Base(s.folder)] = s
	}
	return list
}

func (s sampled) options() importer.Options {
	o := importer.Options{File: "main.yaml", Root: s.Root, Formats: s.Formats, Check: named}
	for _, source := range s.Sources {
		o.Sources = append(o.Sources, importer.Source{File: source, Header: source})
	}
	o.Read = func(_, file string) ([]byte, error) { return fs.ReadFile(os.DirFS(s.folder), filepath.ToSlash(file)) }
	return o
}

// witness is an independent validator on the schemas at the places, of which one must be valid.
func (s sampled) witness(t *testing.T, places ...string) func(t *testing.T, message []byte) bool {
	t.Helper()
	var all []witness
	for _, at := range places {
		file, pointer, _ := strings.Cut(at, "#")
		data, err := os.ReadFile(filepath.Join(s.folder, file))
		if err != nil {
			t.Fatal(err)
		}
		root, diags := syntax.Source(file, data)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		document, of := plain(root), validator.Draft2020
		switch version := fmt.Sprint(document); {
		case s.kind == "asyncapi":
			of = validator.Draft7
		case s.kind == "openapi" && strings.Contains(version, "openapi:3.0"):
			document, of = asDraft4(document), validator.Draft4
		case s.kind == "mcp-tools":
			for token := range strings.SplitSeq(pointer[1:], "/") {
				if list, isList := document.([]any); isList {
					document = list[token[0]-'0']
				} else {
					document = document.(map[string]any)[token]
				}
			}
			pointer = ""
		}
		text, err := json.Marshal(document)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, newWitnessIn(t, of, map[string][]byte{"file:///x/" + file: text}, "file:///x/"+file+"#"+pointer, s.Formats))
	}
	return func(t *testing.T, message []byte) bool {
		return slices.ContainsFunc(all, func(w witness) bool { return w.valid(t, message) })
	}
}

// plain returns the value of a node.
func plain(n *syntax.Node) any {
	switch n.Kind {
	case syntax.NullNode:
		return nil
	case syntax.BoolNode:
		return n.Bool
	case syntax.NumberNode:
		return json.Number(n.Literal)
	case syntax.TextNode:
		return n.Text
	case syntax.ListNode:
		list := []any{}
		for _, i := range n.Items {
			list = append(list, plain(i))
		}
		return list
	}
	members := map[string]any{}
	for _, m := range n.Members {
		members[m.Key.Value] = plain(m.Value)
	}
	return members
}

// asDraft4 rewrites the schemas of OpenAPI 3.0: draft 4 has no `nullable`, and more keywords.
func asDraft4(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = asDraft4(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = asDraft4(v[k])
		}
		typ, isName := v["type"].(string)
		values, _ := v["enum"].([]any)
		if isName {
			delete(v, "patternProperties")
			if v["nullable"] == true && (values == nil || slices.Contains(values, nil)) {
				v["type"] = []any{typ, "null"}
			}
		}
	}
	return v
}

// TestDocuments imports documents of each kind and compares the verdicts of samples and their mutants with those of an independent validator on the
// schemas as published.
func TestDocuments(t *testing.T) {
	for _, kind := range []string{"openapi", "asyncapi", "mcp-tools"} {
		for name, s := range sampledDocuments(t, kind) {
			t.Run(path.Join(kind, name), func(t *testing.T) {
				o := s.options()
				result := imported(t, o)
				o.Kind = kind
				if again := imported(t, o); strings.ReplaceAll(string(again.Spec), "  kind: "+kind+"\n", "") != string(result.Spec) {
					t.Errorf("another spec with --kind %s:\n%s", kind, again.Spec)
				}
				effects := effectsOf(result)
				if !slices.Equal(effects, s.Effects) {
					t.Errorf("the changes have the effects %v, want %v: %v", effects, s.Effects, result.Changes)
				}
				j := newJudge(t, result.Spec)
				s.checkTypes(t, j.protocol)
				s.checkSamples(t, j, effects)
				if t.Failed() {
					t.Logf("%s", result.Spec)
				}
			})
		}
	}
}

// checkTypes compares the names, tags and senders of types.
func (s sampled) checkTypes(t *testing.T, p *ir.Protocol) {
	t.Helper()
	types := map[string]*ir.Type{}
	for _, typ := range p.Types {
		types[typ.Name] = typ
	}
	for _, name := range s.Names {
		if types[name] == nil {
			t.Errorf("there is no type %s", name)
		}
	}
	for _, name := range s.Absent {
		if types[name] != nil {
			t.Errorf("there is a type %s", name)
		}
	}
	for _, name := range s.Tagged {
		if typ := types[name]; typ == nil || !isTagged(typ) {
			t.Errorf("%s is no union by a tag", name)
		}
	}
	for name, side := range s.From {
		if typ := types[name]; typ == nil || typ.Side != side {
			t.Errorf("%s is not sent by %q", name, side)
		}
	}
}

func isTagged(t *ir.Type) bool {
	u, ok := t.Value.Kind.(*ir.Union)
	return ok && u.By == ir.ByString
}

// checkSamples compares the verdicts.
func (s sampled) checkSamples(t *testing.T, j judge, effects []importer.Effect) {
	t.Helper()
	for _, sample := range s.Samples {
		places := sample.Any
		if sample.At != "" {
			places = []string{sample.At}
		}
		valid := s.witness(t, places...)
		for want, list := range map[bool][]json.RawMessage{true: sample.Valid, false: sample.Invalid} {
			for _, m := range list {
				if got := j.valid(t, sample.Type, m); got != want {
					t.Errorf("%s %s: the spec says %v", sample.Type, m, got)
				}
				if len(places) > 0 && len(effects) == 0 && valid(t, m) != want {
					t.Errorf("%s %s: the witness says %v", sample.Type, m, !want)
				}
				for _, mutant := range mutants(t, m) {
					if len(places) > 0 && len(effects) == 0 && j.valid(t, sample.Type, mutant) != valid(t, mutant) {
						t.Errorf("%s %s: the witness says %v", sample.Type, mutant, valid(t, mutant))
					}
				}
			}
		}
	}
}

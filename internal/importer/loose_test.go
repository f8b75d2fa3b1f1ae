package importer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/importer"
)

// loose returns the options for one schema in a file.
func loose(file, schema string) importer.Options {
	return importer.Options{File: "main.yaml", Check: named, Sources: []importer.Source{{File: file, Header: file}},
		Read: func(_, _ string) ([]byte, error) { return []byte(schema), nil }}
}

const draft04, draft07 = `"$schema":"http://json-schema.org/draft-04/schema#",`, `"$schema":"http://json-schema.org/draft-07/schema#",`

// TestLooseSchemas imports schemas that a strict validator refuses, although their meaning is clear. So there is no witness.
func TestLooseSchemas(t *testing.T) {
	for name, c := range map[string]struct {
		file, schema   string
		effects        []importer.Effect
		valid, invalid []string
	}{
		"exclusive numbers in draft 4": {"main.json", `{` + draft04 + `"type":"object","properties":{"a":{"type":"number","exclusiveMinimum":0,"minimum":-1,"exclusiveMaximum":9.5}}}`,
			[]importer.Effect{importer.Stricter}, []string{`{"a":0.5}`, `{"a":9}`}, []string{`{"a":0}`, `{"a":-1}`, `{"a":9.5}`}},
		"one identifier in two inner schemas": {"main.json", `{` + draft07 + `"type":"object","properties":{"a":{"$id":"http://x.example/t","type":"string"},"b":{"$id":"http://x.example/t","type":"integer"}}}`,
			nil, []string{`{"a":"x","b":1}`}, []string{`{"a":1}`, `{"b":"x"}`}},
		"one definition without users": {"main.json", `{` + draft07 + `"definitions":{"Leaf":{"type":"string"},"Tree":{"type":"object","required":["leaf"],"properties":{"leaf":{"$ref":"#/definitions/Leaf"}}}}}`,
			nil, []string{`{"leaf":"a"}`}, []string{`{}`, `"a"`}},
		"a definition with the name of the file": {"metaModel.schema.json", `{` + draft07 + `"definitions":{"Kind":{"type":"string"},"MetaModel":{"type":"object","required":["a"]}}}`,
			nil, []string{`{"a":1}`}, []string{`{}`, `"a"`}},
		"classes at the ends of ranges": {"main.json", `{` + draft07 + `"type":"string","pattern":"^[\\w-.]+[+-\\d]\\u{61}{[^-\\s]}$"}`,
			nil, []string{`"a-b.7a{x}"`, `"a+a{x}"`, `"a-a{x}"`}, []string{`"a,a{x}"`, `"a7b{x}"`, `"a7a{ }"`}},
		"a file with a name of 70 characters": {strings.Repeat("long-name-", 7) + ".json", `{` + draft07 + `"type":"object"}`,
			nil, []string{`{}`}, []string{`1`}},
		"a description of 9 MiB": {"main.json", `{` + draft07 + `"type":"object","description":"` + strings.Repeat("x", 9<<20) + `"}`,
			nil, []string{`{}`}, []string{`1`}},
	} {
		t.Run(name, func(t *testing.T) {
			o := loose(c.file, c.schema)
			o.Descriptions = importer.Drop
			result := imported(t, o)
			if effects := effectsOf(result); !slices.Equal(effects, c.effects) {
				t.Errorf("the changes have the effects %v, want %v", effects, c.effects)
			}
			j := newJudge(t, result.Spec)
			for want, list := range map[bool][]string{true: c.valid, false: c.invalid} {
				for _, m := range list {
					if j.valid(t, "", []byte(m)) != want {
						t.Errorf("%s: the spec says %v\n%s", m, !want, result.Spec)
					}
				}
			}
		})
	}
}

// TestLooseReferences refuses references whose target is a matter of opinion.
func TestLooseReferences(t *testing.T) {
	for name, schema := range map[string]string{
		"identifier": `{` + draft07 + `"type":"object","properties":{"a":{"$id":"http://x.example/t","type":"string"},"b":{"$id":"http://x.example/t","type":"integer"},"c":{"$ref":"http://x.example/t"}}}`,
		"no-root":    `{` + draft07 + `"definitions":{"A":{"type":"string"},"B":{"type":"integer"}}}`,
	} {
		_, diags, err := importer.Import(loose("main.json", schema))
		if err != nil || !slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return fmt.Sprint(d.Code) == name }) {
			t.Errorf("%s: %v, %v", name, diags, err)
		}
	}
}

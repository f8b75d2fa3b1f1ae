package syntax

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"
)

// TestEditorSchema compares the schema for editors with the keys that the reader accepts.
func TestEditorSchema(t *testing.T) {
	data, err := os.ReadFile("../../spec/spec.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties map[string]any
		Defs       map[string]struct {
			Properties map[string]any
			Enum       []string
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	for what, pair := range map[string][2][]string{
		"top level": {slices.Sorted(maps.Keys(schema.Properties)), slices.Sorted(slices.Values(fileKeys))},
		"keywords":  {slices.Sorted(maps.Keys(schema.Defs["keywords"].Properties)), slices.Sorted(slices.Values(schemaKeys))},
		"types":     {schema.Defs["typeName"].Enum, typeNames},
	} {
		if !slices.Equal(pair[0], pair[1]) {
			t.Errorf("%s: the schema has %q, the reader takes %q", what, pair[0], pair[1])
		}
	}
}

func TestPositionsInsideScalars(t *testing.T) {
	text := "a: plain text\nb: 'it''s quoted'\nc: \"tab\\tA\\u00e9B\"\nd: |\n  block\n\n    in\n   de\ne: >-\n  fol\n  ded\n\n  x\nf: plain\n   over\n   lines\ng: \"a\\\n   b\n  c\"\n"
	r := &reader{file: "x"}
	root := r.read([]byte(text))
	f := &File{Data: []byte(text)}
	for _, test := range []struct {
		key                  string
		offset, line, column int
	}{
		{"a", 0, 1, 4}, {"a", 6, 1, 10},
		{"b", 0, 2, 5}, {"b", 2, 2, 7}, {"b", 3, 2, 9},
		{"c", 3, 3, 8}, {"c", 4, 3, 10}, {"c", 5, 3, 11}, {"c", 6, 3, 17},
		{"d", 2, 5, 5}, {"a", 99, 1, 4}, {"d", 9, 7, 5}, {"d", 13, 8, 4},
		{"e", 1, 10, 4}, {"e", 4, 11, 3}, {"e", 8, 13, 3}, {"f", 6, 15, 4}, {"f", 11, 16, 4}, {"g", 1, 18, 4}, {"g", 3, 19, 3},
	} {
		n := root.Member(test.key)
		pos := f.At(Text{n.Pos, n.Text, n.style}, test.offset)
		if pos.Line != test.line || pos.Column != test.column {
			t.Errorf("%s+%d is at %d:%d, want %d:%d", test.key, test.offset, pos.Line, pos.Column, test.line, test.column)
		}
	}
}

func TestScalarsKeepTheirMeaning(t *testing.T) {
	r := &reader{file: "x"}
	root := r.read([]byte(`{a: 1.0, b: -0, c: 1e2, d: "1", e: true, f: null, g: y, h: 1.2.3, i: 'null', j: "\u2028"}`))
	if len(r.diags) > 0 {
		t.Fatal(r.diags)
	}
	for key, want := range map[string]Node{
		"a": {Kind: NumberNode, Number: 1}, "b": {Kind: NumberNode}, "c": {Kind: NumberNode, Number: 100}, "d": {Kind: TextNode, Text: "1"},
		"e": {Kind: BoolNode, Bool: true}, "f": {Kind: NullNode}, "g": {Kind: TextNode, Text: "y"}, "h": {Kind: TextNode, Text: "1.2.3"},
		"i": {Kind: TextNode, Text: "null"}, "j": {Kind: TextNode, Text: "\u2028"},
	} {
		n := root.Member(key)
		if n.Kind != want.Kind || n.Number != want.Number || n.Bool != want.Bool || n.Kind == TextNode && n.Text != want.Text {
			t.Errorf("%s is %+v", key, n)
		}
	}
}

// silent are the keywords that do not constrain values by themselves, and those that refer to another schema.
var silent = []string{"$ref", "$id", "$anchor", "$dynamicAnchor", "$defs", "$schema", "$vocabulary", "contentEncoding", "contentMediaType", "contentSchema", "title", "description", "source", "$comment", "default", "examples", "deprecated", "readOnly",
	"writeOnly", "discriminator", "then", "else", "x-name", "x-value-names", "x-from", "x-error", "x-part", "x-stage", "x-auto", "x-secret", "x-stability"}

// TestKeywordsConstrain reads every keyword alone: one that Constrains, HasScalars or Scalars forgets is ignored by the compiler.
func TestKeywordsConstrain(t *testing.T) {
	for _, keyword := range schemaKeys {
		if slices.Contains(silent, keyword) {
			continue
		}
		read := false
		for _, value := range []string{"1", "true", "x", "string", "[x]", "[{}]", "{a: [x]}", "{a: {}}"} {
			file, diags := Parse("t.yaml", []byte("envgen: 1\nprotocol: p\nversion: \"1\"\nroot: T\ntypes: {T: {"+keyword+": "+value+"}}\n"))
			if diags.HasErrors() {
				continue
			}
			read = true
			s := file.Types[0].Schema
			if !s.Constrains() {
				t.Errorf("%s: %s constrains nothing", keyword, value)
			}
			if s.HasScalars() && (!s.Scalars().HasScalars() || s.WithoutScalars().HasScalars()) {
				t.Errorf("%s: %s is no scalar keyword everywhere", keyword, value)
			}
		}
		if !read {
			t.Errorf("no value of this test is one of %s", keyword)
		}
	}
}

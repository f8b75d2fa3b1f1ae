package importer_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/importer"
)

// typeNamesOf returns the names of all types of a spec, those of inline schemas included.
func typeNamesOf(t *testing.T, spec []byte) []string {
	t.Helper()
	p, diags := compile.Source("main.yaml", spec)
	if p == nil {
		t.Fatal(diags)
	}
	var names []string
	for _, typ := range p.Types {
		names = append(names, typ.Name)
	}
	slices.Sort(names)
	return names
}

// withAnother returns a schema with one more definition, which comes first.
func withAnother(t *testing.T, schema []byte) []byte {
	t.Helper()
	var root map[string]json.RawMessage
	if err := json.Unmarshal(schema, &root); err != nil {
		t.Fatal(err)
	}
	keyword := "definitions"
	if _, newer := root["$defs"]; newer {
		keyword = "$defs"
	}
	another := `"AddedByTheTest":{"type":"object","properties":{"kind":{"enum":["a","b"]},"inner":{"type":"object","properties":{"x":{"type":"string"}}}}}`
	if _, has := root[keyword]; !has {
		return slices.Concat([]byte(`{"`+keyword+`":{`+another+`},`), bytes.TrimSpace(schema)[1:])
	}
	at := memberOfRoot(t, schema, keyword)
	return slices.Concat(schema[:at], []byte(another+","), schema[at:])
}

// memberOfRoot returns the offset behind the opening brace of a member of the root.
func memberOfRoot(t *testing.T, schema []byte, name string) int {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(schema))
	for depth := 0; ; {
		token, err := decoder.Token()
		if err != nil {
			t.Fatal(err)
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		case name:
			next, err := decoder.Token()
			if err != nil {
				t.Fatal(err)
			}
			if depth == 1 && next == json.Delim('{') {
				return int(decoder.InputOffset())
			}
			if next == json.Delim('{') || next == json.Delim('[') {
				depth++
			}
		}
	}
}

// TestStableNames adds a type to each schema: all others keep their names.
func TestStableNames(t *testing.T) {
	compare := func(name string, o importer.Options, source string) {
		before := typeNamesOf(t, imported(t, o).Spec)
		read := o.Read
		o.Read = func(from, file string) ([]byte, error) {
			data, err := read(from, file)
			if file == source && err == nil {
				data = withAnother(t, data)
			}
			return data, err
		}
		after := typeNamesOf(t, imported(t, o).Spec)
		added := []string{"AddedByTheTest", "AddedByTheTest.inner", "AddedByTheTest.kind"}
		after = slices.DeleteFunc(after, func(name string) bool { return slices.Contains(added, name) })
		if !slices.Equal(before, after) {
			gone := slices.DeleteFunc(slices.Clone(before), func(name string) bool { return slices.Contains(after, name) })
			came := slices.DeleteFunc(after, func(name string) bool { return slices.Contains(before, name) })
			t.Errorf("%s: the names %v are replaced by %v", name, gone, came)
		}
	}
	list := examples(t)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		compare(name, list[name].options(), list[name].Sources[0])
	}
	for _, p := range publishedSchemas(t) {
		compare(p.Name, p.options(), path.Join(p.folder, p.Schema))
	}
}

// counted is the name that the compiler gives a branch without a better one.
var counted = regexp.MustCompile(`(?i)\bbranch[0-9]+`)

var finalDigits = regexp.MustCompile(`[0-9]+$`)

// TestNoCountedNames finds no number at the end of a name that is not in the source.
func TestNoCountedNames(t *testing.T) {
	check := func(name string, spec []byte, source string) {
		for _, typ := range typeNamesOf(t, spec) {
			if counted.MatchString(typ) {
				t.Errorf("%s: %s is counted", name, typ)
			}
			if digits := finalDigits.FindString(typ); digits != "" && !strings.Contains(source, digits) {
				t.Errorf("%s: %s ends with a number that the source does not contain", name, typ)
			}
		}
	}
	for name, e := range examples(t) {
		text := ""
		for _, data := range e.Files {
			text += string(data)
		}
		check(name, imported(t, e.options()).Spec, text)
	}
	for _, p := range publishedSchemas(t) {
		text := ""
		files, err := os.ReadDir(path.Join(p.folder, "schema"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			data, err := os.ReadFile(path.Join(p.folder, "schema", f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			text += string(data)
		}
		check(p.Name, imported(t, p.options()).Spec, text)
	}
}

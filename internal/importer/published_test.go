package importer_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/importer"
)

// published is the manifest of a folder of published schemas.
type published struct {
	Name, Schema, Root string
	URIs               map[string]string
	Samples            []struct{ File, Label, Type string }
	folder             string
}

// publishedSchemas returns the schemas in ../shared/schemas beside the checkout. They are not part of the repository, and the list is empty without
// them.
func publishedSchemas(t *testing.T) []published {
	t.Helper()
	files, err := filepath.Glob("../../../shared/schemas/*/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []published
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := published{folder: filepath.Dir(file)}
		if err := json.Unmarshal(data, &p); err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

func (p published) options() importer.Options {
	source := func(file string) importer.Source { return importer.Source{File: file, Header: filepath.Base(file)} }
	o := importer.Options{File: "main.yaml", Root: p.Root, Protocol: "published", Sources: []importer.Source{source(path.Join(p.folder, p.Schema))},
		Read: func(_, file string) ([]byte, error) { return os.ReadFile(file) }, Check: named}
	for uri, file := range p.URIs {
		o.Refs = append(o.Refs, importer.Ref{URI: uri, Source: source(path.Join(p.folder, "schema", file))})
	}
	slices.SortFunc(o.Refs, func(a, b importer.Ref) int { return strings.Compare(a.URI, b.URI) })
	return o
}

// witness compiles a definition of the published schema, or its root.
func (p published) witness(t *testing.T, typ string) witness {
	t.Helper()
	uris, root := map[string][]byte{}, ""
	for uri, file := range p.URIs {
		data, err := os.ReadFile(filepath.Join(p.folder, "schema", file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(uri, "//json-schema.org/") { // the witness has the metaschemas
			uris[uri] = data
		}
		if path.Base(p.Schema) == file && (root == "" || uri < root) {
			root = uri
		}
	}
	data, err := os.ReadFile(filepath.Join(p.folder, p.Schema))
	if err != nil {
		t.Fatal(err)
	}
	if root == "" {
		root = "file:///schema/" + path.Base(p.Schema)
		uris[root] = data
	}
	if typ == "" {
		typ = p.Root
	}
	if typ != "" && bytes.Contains(data, []byte(`"definitions"`)) {
		root += "#/definitions/" + typ
	} else if typ != "" {
		root += "#/$defs/" + typ
	}
	return newWitness(t, uris, root, "")
}

// TestPublishedSchemas imports schemas as published and compares the verdicts of their publishers' samples.
func TestPublishedSchemas(t *testing.T) {
	exact := 0
	list := publishedSchemas(t)
	for _, p := range list {
		result := imported(t, p.options())
		if result.Worst() == 0 {
			exact++
		}
		j := newJudge(t, result.Spec)
		witnesses := map[string]witness{}
		compared := 0
		for _, s := range p.Samples {
			data, err := os.ReadFile(filepath.Join(p.folder, s.File))
			if err != nil {
				t.Fatal(err)
			}
			if want := s.Label == "valid"; j.valid(t, s.Type, data) != want {
				t.Errorf("%s: %s is not %s", p.Name, s.File, s.Label)
			}
			if _, known := witnesses[s.Type]; !known {
				witnesses[s.Type] = p.witness(t, s.Type)
			}
			compared += compareMutants(t, data, s.Type, j, witnesses[s.Type], effectsOf(result), mutantsOfSample)
		}
		t.Logf("%s: %d mutants, %d changes, %d with an effect", p.Name, compared, len(result.Changes), result.Worst())
	}
	if exact < len(list) {
		t.Errorf("only %d of %d imports are exact", exact, len(list))
	}
}

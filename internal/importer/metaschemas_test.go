package importer_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/importer"
)

// TestMetaschemas compares the bundled metaschemas with the published ones, on the schemas of the examples and on mutants of them.
func TestMetaschemas(t *testing.T) {
	list := examples(t)
	for _, uri := range []string{"http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema#", "http://json-schema.org/draft-07/schema#",
		"https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"} {
		schema, err := json.Marshal(map[string]string{"$ref": uri, "$schema": "http://json-schema.org/draft-07/schema#"})
		if err != nil {
			t.Fatal(err)
		}
		e := example{Sources: []string{"main.json"}, Files: map[string]json.RawMessage{"main.json": schema}}
		j := newJudge(t, imported(t, e.options()).Spec)
		w := newWitness(t, nil, uri, importer.Assert)
		for _, name := range slices.Sorted(maps.Keys(list)) {
			for _, file := range slices.Sorted(maps.Keys(list[name].Files)) {
				sample := []byte(list[name].Files[file])
				if strings.Contains(uri, "draft-0") {
					sample = withoutDisputed(t, sample)
				}
				compareMutants(t, sample, "", j, w, nil, 50)
			}
		}
	}
}

// withoutDisputed removes the keywords about which the witness's metaschemas differ from the published ones.
func withoutDisputed(t *testing.T, sample []byte) []byte {
	t.Helper()
	var root any
	if err := json.Unmarshal(sample, &root); err != nil {
		t.Fatal(err)
	}
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range []string{"$ref", "$schema", "id", "enum", "examples"} {
				delete(v, key)
			}
			for _, inner := range v { // in any order: it removes keys
				visit(inner)
			}
		case []any:
			for _, inner := range v {
				visit(inner)
			}
		}
	}
	visit(root)
	data, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

package spec_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"github.com/envgen/envgen/spec"
)

func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := spec.FS.ReadFile("spec.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("spec.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("spec.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func check(t *testing.T, s *jsonschema.Schema, data []byte) error {
	t.Helper()
	var v any
	if err := yaml.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return s.Validate(v)
}

func TestShippedSpecsSatisfyTheEditorSchema(t *testing.T) {
	s := schema(t)
	files, err := fs.Glob(spec.FS, "*.yaml")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		data, err := spec.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := check(t, s, data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestEditorsSeeMistakes takes bad specs whose fault a schema can see.
func TestEditorsSeeMistakes(t *testing.T) {
	s := schema(t)
	for _, name := range []string{"missing-keys", "language-version", "misspelt-section", "misspelt-keyword", "misspelt-type-name", "section-to-come", "count",
		"type-name", "protocol-envelope", "protocol-device", "protocol-folder", "protocol-long", "protocol-name", "protocol-underscore", "schema-is-a-list", "types-empty", "discriminator-alone",
		"catalog-keys", "catalog-column", "catalog-names", "import-keys", "side", "value-type-everywhere", "count-of-members", "keyword-of-old-drafts", "value-names"} {
		data, err := os.ReadFile(filepath.Join("../internal/compile/testdata/bad", name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		if check(t, s, data) == nil {
			t.Errorf("%s satisfies the schema", name)
		}
	}
}

package compile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/needs"
	"github.com/envgen/envgen/internal/syntax"
)

// TestAskSuite puts the values of JSON-Schema-Test-Suite as examples beside its schemas, where these compile.
func TestAskSuite(t *testing.T) {
	for _, suite := range needs.Suites(t, "JSON-Schema-Test-Suite", "tests", "draft2020-12") {
		t.Run(suite.Name(), func(t *testing.T) { askSuite(t, suite.Path) })
	}
}

func askSuite(t *testing.T, folder string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct {
			Description string
			Schema      json.RawMessage
			Tests       []struct {
				Description string
				Data        json.RawMessage
				Valid       bool
			}
		}
		if err := json.Unmarshal(data, &groups); err != nil {
			t.Fatal(err)
		}
		for _, g := range groups {
			if p, _ := Source("x.yaml", suiteSpec(g.Schema, "")); p == nil || filepath.Base(file) == "format.json" {
				continue
			}
			for _, c := range g.Tests {
				if !isReadable(c.Data) {
					continue
				}
				asked++
				_, diags := Source("x.yaml", suiteSpec(g.Schema, string(c.Data)))
				refused := slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return strings.HasPrefix(d.Message, "the example is not valid") })
				if refused == c.Valid || !refused && diags.HasErrors() {
					t.Errorf("%s: %s: %s: %v", strings.TrimSuffix(filepath.Base(file), ".json"), g.Description, c.Description, diags)
				}
			}
		}
	}
	t.Logf("%d values", asked)
	if asked < 1000 {
		t.Errorf("only %d values were asked", asked)
	}
}

// suiteSpec is a spec with a schema of the suite and examples beside its keywords.
func suiteSpec(schema json.RawMessage, examples string) []byte {
	keywords, isObject := strings.CutPrefix(string(schema), "{")
	if !isObject {
		keywords = `"allOf": [` + keywords + "]}" // true or false
	}
	return []byte("envgen: 1\nprotocol: p\nversion: \"1\"\nroot: T\ntypes: {\"T\": {\"examples\": [" + examples + "], " + keywords + "}\n")
}

// isReadable reports whether a value can be written in YAML.
func isReadable(data json.RawMessage) bool {
	_, diags := syntax.Parse("x.yaml", suiteSpec(json.RawMessage("{}"), string(data)))
	return len(diags) == 0
}

package compile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/syntax"
)

// TestAskSuite puts the values of JSON-Schema-Test-Suite as examples beside its schemas, where these compile.
func TestAskSuite(t *testing.T) {
	root := os.Getenv("ENVGEN_SUITES")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "suites")
	}
	files, err := filepath.Glob(filepath.Join(root, "JSON-Schema-Test-Suite", "tests", "draft2020-12", "*.json"))
	if err != nil || len(files) == 0 {
		t.Skipf("no external suites here (set ENVGEN_SUITES): %v", err)
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
			spec := "envgen: 1\nprotocol: p\nversion: \"1\"\nroot: T\ntypes: {\"T\": " + string(g.Schema) + "}\n"
			p, _ := Source("x.yaml", []byte(spec))
			if p == nil || filepath.Base(file) == "format.json" {
				continue
			}
			for _, c := range g.Tests {
				n := suiteValue(c.Data)
				if n == nil {
					continue
				}
				asked++
				if r := newAsker().value(&p.Root.Value, n); (r == nil) != c.Valid {
					t.Errorf("%s: %s: %s: %v", strings.TrimSuffix(filepath.Base(file), ".json"), g.Description, c.Description, r)
				}
			}
		}
	}
	t.Logf("%d values", asked)
	if asked < 1000 {
		t.Errorf("only %d values were asked", asked)
	}
}

// suiteValue reads a value, or returns nil if YAML cannot hold it.
func suiteValue(data []byte) *syntax.Node {
	f, diags := syntax.Parse("x.yaml", []byte("envgen: 1\nprotocol: p\nversion: "+strconv.Quote("1")+"\nroot: T\ntypes: {T: {enum: ["+string(data)+"]}}\n"))
	if len(diags) > 0 {
		return nil
	}
	return f.Types[0].Schema.Enum.Items[0]
}

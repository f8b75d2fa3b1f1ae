package envgen_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance/fixtures"
)

// TestProperties checks conformance/properties.json, which names a test in each language for each property of the support code. A fixture or an odd
// spec covers all languages.
func TestProperties(t *testing.T) {
	data, err := os.ReadFile("conformance/properties.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Property string   `json:"property"`
		Tests    []string `json:"tests"`
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	fixtures := map[string]bool{}
	for _, c := range cases {
		fixtures[c.ID] = true
	}
	for _, row := range rows {
		var shown []string
		for _, test := range row.Tests {
			kind, rest, _ := strings.Cut(test, " ")
			if !testExists(t, kind, rest, fixtures) {
				t.Errorf("%s: there is no test %q", row.Property, test)
			}
			if kind == "fixture" || kind == "odd" {
				shown = append(shown, "go", "ts", "py")
			}
			shown = append(shown, kind)
		}
		for _, language := range []string{"go", "ts", "py"} {
			if !slices.Contains(shown, language) {
				t.Errorf("%s: no test shows it in %s", row.Property, language)
			}
		}
	}
}

// testExists finds "FOLDER TestName" in Go, "FILE words of the name" in TypeScript, "FILE test_name" in Python, the id of a fixture, or an odd spec.
func testExists(t *testing.T, kind, rest string, fixtures map[string]bool) bool {
	t.Helper()
	place, name, _ := strings.Cut(rest, " ")
	files := []string{place}
	switch kind {
	case "fixture":
		return fixtures[rest]
	case "odd":
		files, name = []string{"conformance/odd/" + rest + ".yaml"}, ""
	case "go":
		var err error
		if files, err = filepath.Glob(place + "/*_test.go"); err != nil {
			t.Fatal(err)
		}
		name = "func " + name + "("
	case "py":
		name = "def " + name + "("
	case "ts":
		name = `("` + name
	default:
		t.Fatalf("%q is no kind of test", kind)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		data, err := os.ReadFile(file)
		return err == nil && strings.Contains(string(data), name)
	})
}

package pattern

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// group is a group of tests of the JSON-Schema-Test-Suite.
type group struct {
	Description string `json:"description"`
	Schema      schema `json:"schema"`
	Tests       []struct {
		Description string `json:"description"`
		Data        any    `json:"data"`
		Valid       bool   `json:"valid"`
	} `json:"tests"`
}

// schema is the part of JSON Schema that the groups about patterns use.
type schema struct {
	always, never        bool
	Type                 string            `json:"type"`
	Pattern              *string           `json:"pattern"`
	PatternProperties    map[string]schema `json:"patternProperties"`
	AdditionalProperties *schema           `json:"additionalProperties"`
	Maximum              *float64          `json:"maximum"`
	Format               string            `json:"format"`
}

// UnmarshalJSON reads the schemas true and false too.
func (s *schema) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case "true":
		s.always = true
		return nil
	case "false":
		s.never = true
		return nil
	}
	type plain schema
	return json.Unmarshal(data, (*plain)(s))
}

func (s *schema) accepts(t *testing.T, value any) bool {
	if s.always || s.never {
		return s.always
	}
	switch value := value.(type) {
	case string:
		if s.Pattern != nil && !local(t, translate(t, *s.Pattern), value) {
			return false
		}
		if s.Format == "regex" {
			_, refused := Translate(value)
			return refused == nil || refused.Kind != Syntax
		}
	case float64:
		if s.Maximum != nil && value > *s.Maximum {
			return false
		}
	case map[string]any:
		if !s.acceptsMembers(t, value) {
			return false
		}
	}
	return s.Type == "" || s.Type == typeOf(value) || s.Type == "number" && typeOf(value) == "integer"
}

func (s *schema) acceptsMembers(t *testing.T, object map[string]any) bool {
	for name, value := range object {
		matched := false
		for source, member := range s.PatternProperties {
			if local(t, translate(t, source), name) {
				matched = true
				if !member.accepts(t, value) {
					return false
				}
			}
		}
		if !matched && s.AdditionalProperties != nil && !s.AdditionalProperties.accepts(t, value) {
			return false
		}
	}
	return true
}

func typeOf(value any) string {
	switch value := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case float64:
		if value == float64(int64(value)) {
			return "integer"
		}
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

// Every pattern of the suite is translated, and every test passes.
func TestJSONSchemaTestSuite(t *testing.T) {
	least := map[string]int{ // newer states of the suite have more tests
		"pattern.json":                          9,
		"patternProperties.json":                23,
		"optional/ecmascript-regex.json":        74,
		"optional/non-bmp-regex.json":           12,
		"optional/format/regex.json":            8,
		"optional/format/ecmascript-regex.json": 1,
	}
	for _, suite := range needs.Suites(t, "JSON-Schema-Test-Suite", "tests", "draft2020-12") {
		for file, least := range least {
			t.Run(suite.Name()+"/"+file, func(t *testing.T) { testSuiteFile(t, filepath.Join(suite.Path, file), least) })
		}
	}
}

func testSuiteFile(t *testing.T, file string, least int) {
	t.Helper()
	passed := 0
	for _, g := range readSuite(t, file) {
		for _, c := range g.Tests {
			if got := g.Schema.accepts(t, c.Data); got != c.Valid {
				t.Errorf("%s: %s: got %v", g.Description, c.Description, got)
				continue
			}
			passed++
		}
	}
	if passed < least {
		t.Errorf("%d tests passed, want %d at least", passed, least)
	}
}

func readSuite(t *testing.T, file string) []group {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var groups []group
	if err := json.Unmarshal(data, &groups); err != nil {
		t.Fatal(err)
	}
	return groups
}

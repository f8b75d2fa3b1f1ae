package formats

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

// decodeLines decodes a file of conformance/formats.
func decodeLines[T any](t *testing.T, name string) []T {
	t.Helper()
	var list []T
	data, err := os.ReadFile(filepath.Join("..", "..", "conformance", "formats", name))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(data) {
		var item T
		if err := json.Unmarshal(line, &item); err != nil {
			t.Fatal(err)
		}
		list = append(list, item)
	}
	if len(list) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return list
}

type edge struct {
	Format ir.FormatName
	Value  string
	Valid  bool
	Why    string
	Only   string // where an exception is met: "pinned", "beside", or in both states of the suite
}

func TestEdgesOfFormats(t *testing.T) {
	seen := map[ir.FormatName]bool{}
	for _, e := range decodeLines[edge](t, "edges.ndjson") {
		seen[e.Format] = true
		if got := Matches(e.Format, e.Value); got != e.Valid {
			t.Errorf("%s: %q is %v, want %v: %s", e.Format, e.Value, got, e.Valid, e.Why)
		}
	}
	for _, name := range ir.Formats() {
		if !seen[name] {
			t.Errorf("no edges of %s", name)
		}
	}
}

// Go's regular expressions are linear, but slow: a part of each string will do.
func TestLongStringsOfFormats(t *testing.T) {
	type long struct {
		Format           ir.FormatName
		Start, Unit, End string
		Times            int
		Valid            bool
	}
	for _, l := range decodeLines[long](t, "long.ndjson") {
		if got := Matches(l.Format, l.Start+strings.Repeat(l.Unit, l.Times/64)+l.End); got != l.Valid {
			t.Errorf("%s: %q many times is %v, want %v", l.Format, l.Unit, got, l.Valid)
		}
	}
}

func TestDateTime(t *testing.T) {
	for s, want := range map[string]bool{
		"2026-05-01T10:00:00Z": true, "2026-05-01t10:00:00z": true, "2026-05-01T10:00:00.5-00:00": true,
		"2024-02-29T00:00:00Z": true, "2026-02-29T00:00:00Z": false, "0000-01-01T00:00:00Z": true, "1900-02-29T00:00:00Z": false,
		"2016-12-31T23:59:60Z": true, "2017-01-01T00:59:60+01:00": true, "2016-12-31T23:59:60+01:00": false, "2016-12-31T00:29:60-23:30": true,
		"2026-05-01 10:00:00Z": false, "2026-05-01T10:00:00": false, "2026-05-01T10:00Z": false, "2026-05-01T10:00:00.Z": false,
		"2026-05-01T10:00:00+24:00": false, "2026-05-01T10:00:00+0100": false, "2026-13-01T10:00:00Z": false, "2026-00-01T10:00:00Z": false,
		"2026-05-01T10:00:00Z\n": false, "2026-05-01T10:00:00,5Z": false, "": false,
	} {
		if got := Matches(ir.DateTime, s); got != want {
			t.Errorf("%q: got %v", s, got)
		}
	}
}

func TestFormatSuites(t *testing.T) {
	for _, suite := range needs.Suites(t, "JSON-Schema-Test-Suite", "tests", "draft2020-12", "optional", "format") {
		t.Run(suite.Name(), func(t *testing.T) { testFormatSuite(t, suite) })
	}
}

func testFormatSuite(t *testing.T, suite needs.Folder) {
	t.Helper()
	exceptions := map[edge]bool{}
	for _, e := range decodeLines[edge](t, "exceptions.ndjson") {
		if e.Only == "" || e.Only == suite.Name() {
			exceptions[edge{Format: e.Format, Value: e.Value}] = true
		}
	}
	met := 0
	for name, accepts := range matchers {
		data, err := os.ReadFile(filepath.Join(suite.Path, string(name)+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var groups []struct {
			Tests []struct {
				Description string
				Data        any
				Valid       bool
			}
		}
		if err := json.Unmarshal(data, &groups); err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, g := range groups {
			for _, c := range g.Tests {
				s, isString := c.Data.(string)
				if !isString {
					continue
				}
				count++
				exception := exceptions[edge{Format: name, Value: s}]
				if exception {
					met++
				}
				if got := accepts(s); got != (c.Valid != exception) {
					t.Errorf("%s: %s: %q is %v (an exception: %v)", name, c.Description, s, got, exception)
				}
			}
		}
		if count == 0 {
			t.Errorf("%s: no strings", name)
		}
	}
	if met != len(exceptions) {
		t.Errorf("the suite holds %d of %d exceptions", met, len(exceptions))
	}
}

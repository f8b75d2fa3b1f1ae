package wire

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

var formats = map[string]func(string) bool{
	"date-time": IsDateTime, "date": IsDate, "time": IsTime, "duration": IsDuration, "uuid": IsUUID, "uri": IsURI, "uri-reference": IsURIReference,
	"email": IsEmail, "hostname": IsHostname, "ipv4": IsIPv4, "ipv6": IsIPv6, "json-pointer": IsJSONPointer,
	"relative-json-pointer": IsRelativeJSONPointer, "uri-template": IsURITemplate,
}

// formatCase is a line of the files in conformance/formats.
type formatCase struct {
	Format, Value    string
	Valid            bool
	Why, Only        string // Only names the state of the suite in which an exception occurs, if not both
	Start, Unit, End string
	Times            int
}

func formatCases(t *testing.T, name string) []formatCase {
	t.Helper()
	file, err := os.Open(filepath.Join("..", "..", "..", "..", "conformance", "formats", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var list []formatCase
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var c formatCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return list
}

func TestEdgesOfFormats(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range formatCases(t, "edges.ndjson") {
		seen[c.Format] = true
		if got := formats[c.Format](c.Value); got != c.Valid {
			t.Errorf("%s: %q is %v, want %v: %s", c.Format, c.Value, got, c.Valid, c.Why)
		}
	}
	for name := range formats {
		if !seen[name] {
			t.Errorf("no edge of %s", name)
		}
	}
}

// These would time out with a scanner that is not linear.
func TestLongStringsOfFormats(t *testing.T) {
	for _, c := range formatCases(t, "long.ndjson") {
		s := c.Start + strings.Repeat(c.Unit, c.Times) + c.End
		if got := formats[c.Format](s); got != c.Valid {
			t.Errorf("%s: %q many times is %v, want %v", c.Format, c.Unit, got, c.Valid)
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
	exceptions := map[[2]string]bool{}
	for _, c := range formatCases(t, "exceptions.ndjson") {
		if c.Only == "" || c.Only == suite.Name() {
			exceptions[[2]string{c.Format, c.Value}] = true
		}
	}
	met := 0
	for name, accepts := range formats {
		text, err := os.ReadFile(filepath.Join(suite.Path, name+".json"))
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
		if err := json.Unmarshal(text, &groups); err != nil {
			t.Fatal(err)
		}
		count := 0
		for _, g := range groups {
			for _, c := range g.Tests {
				s, isString := c.Data.(string)
				if !isString {
					continue // formats accept values of other types
				}
				count++
				exception := exceptions[[2]string{name, s}]
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

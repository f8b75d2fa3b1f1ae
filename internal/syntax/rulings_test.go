package syntax

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestRulings(t *testing.T) {
	const spec = `# A spec.
#
# Ruling: the whole
# is one.
# Ruling: and a second one.
envgen: 1
# No ruling.
types:
  # Ruling: of a type.
  A:
    type: object
    properties:
      # Ruling: of a member.
      a: {type: string}
rules:
  # Ruling: of a rule.
  - id: first
    check: "true"
  - check: "false"
`
	want := []Ruling{{nil, "the whole is one."}, {nil, "and a second one."}, {[]string{"types", "A"}, "of a type."},
		{[]string{"types", "A", "properties", "a"}, "of a member."}, {[]string{"rules", "first"}, "of a rule."}}
	if got := parsedRulings(spec); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}

// parsedRulings are those of a spec, which need not be complete.
func parsedRulings(spec string) []Ruling {
	r := &reader{}
	r.read([]byte(spec))
	return r.rulings
}

// No ruling of a shipped spec is lost: each comment line with the mark is one.
func TestShippedRulings(t *testing.T) {
	files, err := filepath.Glob("../../spec/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := len(parsedRulings(string(data))), strings.Count(string(data), "# "+rulingMark); got != want {
			t.Errorf("%s: %d rulings, want %d", file, got, want)
		}
	}
}

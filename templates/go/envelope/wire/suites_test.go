package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

// checkAccepted parses text and, if it is accepted, checks that writing it is stable and that the result decodes to the same value
// with encoding/json as the original.
func checkAccepted(t *testing.T, text []byte, want bool) {
	t.Helper()
	raw, err := ParseRaw(text)
	if got := err == nil; got != want {
		t.Errorf("accepted: %v, want %v (%v)", got, want, err)
		return
	}
	if err != nil {
		checkTextIssue(t, err)
		return
	}
	first, err := raw.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseRaw(first)
	if err != nil {
		t.Fatalf("own output %q: %v", first, err)
	}
	if second, err := again.MarshalJSON(); err != nil || !bytes.Equal(first, second) {
		t.Errorf("written again: %q, %v, want %q", second, err, first)
	}
	var meant, got any
	if json.Unmarshal(text, &meant) != nil {
		return // too deep for encoding/json
	}
	if err := json.Unmarshal(first, &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(meant, got) {
		t.Errorf("output %q means something else than %q", first, text)
	}
}

// checkTextIssue expects the single issue of a malformed text.
func checkTextIssue(t *testing.T, err error) {
	t.Helper()
	var invalid *ValidationError
	if !errors.As(err, &invalid) || len(invalid.Issues) != 1 {
		t.Fatalf("error %v, want one issue", err)
	}
	if i := invalid.Issues[0]; i.Rule != "json" || i.Path != "" || i.Level != Must || i.Message == "" {
		t.Errorf("issue %+v, want rule json at the root", i)
	}
}

func TestJSONTestSuite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(needs.Suite(t, "JSONTestSuite", "test_parsing"), "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		if strings.HasPrefix(name, "i_") {
			continue // implementation-defined; json-texts.ndjson has the verdicts of the contract
		}
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			// The contract is stricter than RFC 8259 in one point: it refuses duplicate names.
			duplicates := strings.HasPrefix(name, "y_object_duplicated_key")
			checkAccepted(t, text, strings.HasPrefix(name, "y_") && !duplicates)
		})
	}
}

func TestTextsOfTheContract(t *testing.T) {
	file, err := os.Open(needs.Suite(t, "json-texts.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var c struct {
			Name   string
			Base64 []byte
			Accept bool
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, func(t *testing.T) { checkAccepted(t, c.Base64, c.Accept) })
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

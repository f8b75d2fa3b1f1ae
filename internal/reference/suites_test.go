package reference

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/needs"
)

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// acceptedByChoice are the i_ texts that the contract accepts, all of them about numbers; it refuses the others.
var acceptedByChoice = map[string]bool{
	"i_number_double_huge_neg_exp.json":   true, // underflow is 0
	"i_number_real_underflow.json":        true,
	"i_number_too_big_neg_int.json":       true, // the nearest double
	"i_number_too_big_pos_int.json":       true,
	"i_number_very_big_negative_int.json": true,
}

// stricterThanRFC8259 are y_ texts that the contract refuses, as I-JSON does.
var stricterThanRFC8259 = map[string]bool{
	"y_object_duplicated_key.json":           true,
	"y_object_duplicated_key_and_value.json": true,
}

func TestJSONTestSuite(t *testing.T) {
	folder := needs.Suite(t, "JSONTestSuite", "test_parsing")
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		name := e.Name()
		want := strings.HasPrefix(name, "y_") && !stricterThanRFC8259[name] || acceptedByChoice[name]
		_, err := readText(readFile(t, filepath.Join(folder, name)), Options{}.withDefaults())
		if got := err == nil; got != want {
			t.Errorf("%s: accepted is %v, want %v (%v)", name, got, want, err)
		}
	}
}

func TestTextProfileSuite(t *testing.T) {
	lines := bufio.NewScanner(bytes.NewReader(readFile(t, needs.Suite(t, "json-texts.ndjson"))))
	lines.Buffer(nil, 1<<20)
	count := 0
	for lines.Scan() {
		var text struct {
			Name   string
			Base64 []byte
			Accept bool
		}
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			t.Fatal(err)
		}
		count++
		_, err := readText(text.Base64, Options{}.withDefaults())
		if got := err == nil; got != text.Accept {
			t.Errorf("%s: accepted is %v, want %v (%v)", text.Name, got, text.Accept, err)
		}
	}
	if count == 0 {
		t.Error("the suite is empty")
	}
}

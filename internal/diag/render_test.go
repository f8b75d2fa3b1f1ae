package diag_test

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/diag"
)

// TestUnknownFile renders a diagnostic whose note is in a file without a text.
func TestUnknownFile(t *testing.T) {
	list := diag.List{{
		Pos: diag.Pos{File: "a.yaml", Line: 1, Column: 2}, Code: "value", Message: "it differs",
		Notes: []diag.Note{{Pos: diag.Pos{File: "b.yaml", Line: 1, Column: 1}, Message: "the other one"}},
	}}
	var b strings.Builder
	texts := map[string][]byte{"a.yaml": []byte("abc\n")}
	if err := diag.WriteText(&b, list, func(file string) []byte { return texts[file] }); err != nil {
		t.Fatal(err)
	}
	const want = "a.yaml:1:2: error[value]: it differs\n 1 | abc\n   |  ^\nb.yaml:1:1: note: the other one\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
}

package normative_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/normative"
)

// TestCheck breaks a list in every way.
func TestCheck(t *testing.T) {
	const yaml = `
envgen: 1
protocol: p
version: "1"
types:
  A:
    type: object
    properties: {b: {type: string}, c: {type: string}}
root: A
rules:
  - id: has-b
    for: [A]
    check: |
      has(this.b)
    message: b must be there
builders:
  a:
    makes: A
    fills: {/c: '"c"'}
`
	p, diags := compile.Source("p.yaml", []byte(yaml))
	if p == nil {
		t.Fatal(diags)
	}
	cases := []normative.Case{
		{ID: "p/b", Issues: []normative.Issue{{Rule: "type", Path: "/b"}}},
		{ID: "p/has-b", Issues: []normative.Issue{{Rule: "has-b"}}},
		{ID: "p/valid", Valid: true},
		{ID: "p/built", Op: "build", Builder: "a", Valid: true},
		{ID: "p/other", Op: "build", Builder: "b", Valid: true},
		{ID: "p/digest", Op: "digest"},
		{ID: "p/refused", Op: "refuse"},
	}
	const good = `{"at": ["1"], "says": "it", "by": ["A", "A.b"], "rules": ["has-b"], "cases": ["p/b", "p/has-b"]}`
	for _, c := range []struct{ statements, want string }{
		{good, ""},
		{good + `, {"at": ["1"], "says": "later", "open": "builder", "why": "why"}`, ""},
		{good + `, {"at": ["1"], "says": "it may", "by": ["A.c"], "permits": true, "cases": ["p/valid"]}`, ""},
		{`{"at": ["1"], "says": "it", "by": ["A"], "cases": ["p/b"]}`, "p: no statement names the rule has-b"},
		{good + `, {"says": "it", "open": "builder", "why": "why"}`, "no sentence says it"},
		{good + `, {"at": ["1"], "says": "", "open": "builder", "why": "why"}`, "says nothing"},
		{good + `, {"at": ["1"], "says": "it"}`, "nothing carries it out, and it is not open"},
		{good + `, {"at": ["1"], "says": "it", "by": ["A"]}`, "no fixture breaks A"},
		{good + `, {"at": ["1"], "says": "it", "by": ["A"], "cases": ["p/valid"]}`, "no fixture breaks A"},
		{good + `, {"at": ["1"], "says": "it", "by": ["A.c"], "cases": ["p/b"]}`, "no fixture breaks A.c"},
		{good + `, {"at": ["1"], "says": "it", "rules": ["has-b"], "cases": ["p/b"]}`, "no fixture breaks the rule has-b"},
		{good + `, {"at": ["1"], "says": "it may", "by": ["A.b"], "permits": true, "cases": ["p/b"]}`, "no fixture shows that it may be so"},
		{good + `, {"at": ["1"], "says": "it", "open": "builder"}`, "open and why go together"},
		{good + `, {"at": ["1"], "says": "it", "by": ["A"], "cases": ["p/b"], "why": "why"}`, "open and why go together"},
		{good + `, {"at": ["1"], "says": "it", "by": ["A"], "cases": ["p/b"], "open": "builder", "why": "why"}`, "it is carried out and open: these are two statements"},
		{good + `, {"at": ["1"], "says": "it", "open": "never", "why": "why"}`, "never is nothing that it could be open for"},
		{good + `, {"at": ["1"], "says": "it", "by": ["B"], "cases": ["p/b"]}`, "there is no B"},
		{good + `, {"at": ["1"], "says": "it", "by": ["A.d"], "permits": true, "cases": ["p/valid"]}`, "there is no A.d"},
		{good + `, {"at": ["1"], "says": "it", "rules": ["has-c"], "permits": true, "cases": ["p/valid"]}`, "there is no rule has-c"},
		{good + `, {"at": ["1"], "says": "it", "rules": ["version"], "permits": true, "cases": ["p/valid"]}`, "there is no rule version"},
		{good + `, {"at": ["1"], "says": "it", "by": ["A"], "cases": ["p/b", "p/c"]}`, "there is no fixture p/c"},
		{built(good, "a: fill /c", "p/built"), ""},
		{built(good, "a: give /b", "p/built"), ""},
		{built(good, "a: secrets", "p/built"), ""},
		{built(good, "digest: compare", "p/digest"), ""},
		{built(good, "a: fill /c", "p/b"), "no fixture builds a"},
		{built(good, "digest: compare", "p/built"), "no fixture builds digest"},
		{built(good, "a", "p/built"), `"a" names no step of a builder`},
		{built(good, "a: fill /b", "p/built"), `there is no step "a: fill /b"`},
		{built(good, "a: fill /c by", "p/built"), `there is no step "a: fill /c by"`},
		{built(good, "a: give /d", "p/built"), `there is no step "a: give /d"`},
		{built(good, "a: secrets /b", "p/built"), `there is no step "a: secrets /b"`},
		{built(good, "a: copy /c", "p/built"), `there is no step "a: copy /c"`},
		{built(good, "b: fill /c", "p/other"), `there is no step "b: fill /c"`},
		{built(good, "output: indent", "p/built"), `there is no step "output: indent"`},
		{built(good, "refusal: limit", "p/refused"), `there is no step "refusal: limit"`},
	} {
		oneError(t, read(t, c.statements, "").Check(p, cases), c.statements, c.want)
	}
	for nothing, want := range map[string]string{
		`{"at": ["2"], "reason": "heading"}`:              "",
		`{"at": ["2"], "reason": "repeats", "of": "H 1"}`: "",
		`{"at": [], "reason": "heading"}`:                 "no sentence",
		`{"at": ["2"], "reason": "boring"}`:               `"boring" is no reason`,
		`{"at": ["2"], "reason": "repeats"}`:              "what repeats says of what",
		`{"at": ["2"], "reason": "heading", "of": "H 1"}`: "what repeats says of what",
	} {
		oneError(t, read(t, good, nothing).Check(p, cases), nothing, want)
	}
}

// built are statements with one more, which a step of a builder carries out.
func built(statements, step, fixture string) string {
	return statements + `, {"at": ["1"], "says": "it", "builders": ["` + step + `"], "cases": ["` + fixture + `"]}`
}

// oneError expects an error of one line with this end, or no error.
func oneError(t *testing.T, err error, about, want string) {
	t.Helper()
	if want == "" && err != nil || want != "" && (err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n")) {
		t.Errorf("%s: got %v", about, err)
	}
}

func read(t *testing.T, statements, nothing string) *normative.Document {
	t.Helper()
	text := `{"document": "d.txt", "protocol": "p", "sections": [{"heading": "H", "statements": [` + statements + `], "nothing": [` + nothing + `]}]}`
	d, err := normative.Read(fstest.MapFS{"p.json": {Data: []byte(text)}}, "p")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

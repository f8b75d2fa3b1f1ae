package acceptor_test

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/acceptor"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/reference"
)

// TestTexts compares verdicts on texts with those of the reference: a text that is no JSON is never accepted, and each of the usual ones is.
func TestTexts(t *testing.T) {
	p, diags := compile.Source("any.yaml", []byte("envgen: 1\nprotocol: any\nversion: \"1\"\ntypes: {Any: {}}\nroot: Any\n"))
	if p == nil {
		t.Fatal(diags)
	}
	r, err := reference.NewInterpreter(p)
	if err != nil {
		t.Fatal(err)
	}
	j, err := acceptor.New(p).Judge("", acceptor.Options{})
	if err != nil {
		t.Fatal(err)
	}
	many := func(n int, last string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(`"` + strings.Repeat("a", i+1) + `":0,`)
		}
		return "{" + b.String() + `"` + last + `":1}`
	}
	for _, text := range []string{
		"null", "true", "false", "0", "-0", "-1", "1.5", "-0.0", "1e2", "1E+2", "1e-2", "9007199254740991", "-9007199254740991", `""`, `"a"`, `"\u00e9é😀"`,
		`"\ud83d\ude00"`, `"\"\\\/\b\f\n\r\t"`, "[]", "[1, 2]", "{}", `{"a":{"a":[{}]}}`, " \t\r\n1 ", strings.Repeat("[", 128) + strings.Repeat("]", 128),
		many(7, "b"), many(40, "b"), `{"a":1,"A":2}`, `{"":1}`,
		"", " ", "nul", "nulll", "True", "01", "-", "1.", ".5", "+1", "1e", "1e+", "0x1", "NaN", "Infinity", "1 2", `"`, `"a`, `"\x"`, `"\u12"`, `"\ud83d"`, `"\ude00"`,
		`"\udc00"`, `"\udfff"`, `"\ud83d\u0041"`, `"\ud83dA"`, "\"\x00\"", "\"\x1f\"", "\"\xff\"", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "\xef\xbb\xbf1", "[", "[1", "[1,", "[1,]",
		"[,1]", "[1 2]", "]", "{", `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{a:1}`, `{1:1}`, `{"a" 1}`, "{,}", `{"a":1,"a":1}`, `{"a":1,"\u0061":2}`, `{"a":{"b":1,"b":2}}`,
		strings.Repeat("[", 129) + strings.Repeat("]", 129), many(7, "a"), many(40, "aaa"), "1e400", "-1e400", "[1]x", "/**/1", "'a'", "9007199254740993", "1e300",
	} {
		result, err := r.Verdict(p.Root, []byte(text), reference.Options{})
		if err != nil {
			t.Fatal(err)
		}
		accepted, clean := j.Accepts([]byte(text)), len(result.Issues) == 0
		if accepted && !clean {
			t.Errorf("%q is accepted: %v", text, result.Issues)
		}
		if !accepted && clean && text != "1e300" {
			t.Errorf("%q is not accepted", text)
		}
	}
}

package golang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile/pattern"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

// patterns cover every shape with a separate representation: walks and automata, of bytes and of code points, with loops, counts,
// alternatives and anchors, and without.
var patterns = []string{
	``, `^`, `$`, `^$`, `a`, `^a`, `a$`, `^a$`, `abc`, `^abc`, `^abc$`, `^[a-c]*$`, `^[a-c]+$`, `^[a-c]?b$`, `^[a-c]{3}$`, `^[a-c]{2,4}$`, `^[a-c]{2,}$`, `^a{0,3}b{1,2}`, `^ab[0-9]{2}c?$`,
	`^[^a]$`, `^[^a]{2}$`, `^[^a]*b`, `^é{2}[à-ü]?$`, `^[a-cé]{1,3}$`, `😀`, `^😀+$`, `^.$`, `.`, `a.c`, `^[\s\S]{2}$`, `[\s\S]`, `\bab\b`, `\Bb`, `\d{3}`, `^\w+\s\w+$`, `\p{Lu}\p{Ll}`, `^\P{L}*$`,
	`^(a|bc)*$`, `^(ab|a)(c|bcd)$`, `(a|b)c(a|b)`, `^(0|[1-9]\d*)\.(0|[1-9]\d*)$`, `^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$`, `^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*$`, `[^\d]$`, `a(b|$)`, `(^|a)b`, `^\u{1F600}|\x41$`,
	`^(a|é)`, `^(a|b)[^a]`, `^(a|b)`, `^(a|b)(c|d)`, `^[^a](b|é)|^a`, `^(?:a|b)[\s\S]`, `^(?:a|)b[^]`, `a\W\B`, `^^a$$`, `^(a|b|)$`,
}

// alphabet contains the characters of random strings.
var alphabet = []rune("aabbccd019.-/+eE _A\néàüÀ😀\U0001f601\uffff\u2028\x00")

func TestPatterns(t *testing.T) {
	needs.Time(t, "builds a program")
	p := &ir.Protocol{Name: "odd", File: "patterns.yaml"}
	for i, source := range patterns {
		re, refused := pattern.Translate(source)
		if refused != nil {
			t.Fatalf("%s: %s", source, refused.Message)
		}
		p.Types = append(p.Types, named(fmt.Sprintf("Pattern%d", i), value(ir.String{}, ir.Pattern{Regexp: re, Failure: must("pattern")})))
	}
	p.Root = p.Types[0]
	dir := writeDriver(t, p)

	var in bytes.Buffer
	texts := randomTexts(400)
	for _, typ := range p.Types {
		for _, text := range texts {
			quoted, err := json.Marshal(text)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.NewEncoder(&in).Encode(request{typ.Name, quoted, 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	answers := json.NewDecoder(bytes.NewReader(goTool(t, dir, in.Bytes(), "run", ".")))
	for i, typ := range p.Types {
		re := regexp.MustCompile(typ.Value.Checks[0].(ir.Pattern).Regexp.RE2)
		for _, text := range texts {
			var got answer
			if err := answers.Decode(&got); err != nil {
				t.Fatal(err)
			}
			if want := re.MatchString(text); got.Valid != want {
				t.Errorf("%s on %q: %v, want %v", patterns[i], text, got.Valid, want)
			}
		}
	}
}

func randomTexts(n int) []string {
	random := rand.New(rand.NewPCG(5, 6))
	texts := []string{"", "a", "ab", "abc", "ab12", "ab12c", "0.10", "-1.5e+3", "a-b/c-0", "bcabc", "éé", "ééü", "😀😀", "\n"}
	for range n {
		var b strings.Builder
		for range random.IntN(7) {
			b.WriteRune(alphabet[random.IntN(len(alphabet))])
		}
		texts = append(texts, b.String())
	}
	return texts
}

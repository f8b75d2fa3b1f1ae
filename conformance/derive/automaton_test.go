package derive

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/reference"
)

// patterns compiles them as members of a record.
func patterns(t *testing.T, list ...string) []*ir.Regexp {
	t.Helper()
	var b strings.Builder
	b.WriteString("envgen: 1\nprotocol: p\nversion: \"1\"\nroot: T0\ntypes:\n")
	for i, p := range list {
		fmt.Fprintf(&b, "  T%d: {type: string, pattern: '%s'}\n", i, p)
	}
	p, diags := compile.Source("p.yaml", []byte(b.String()))
	if p == nil {
		t.Fatal(diags)
	}
	var all []*ir.Regexp
	for _, typ := range p.Types {
		all = append(all, typ.Value.Checks[0].(ir.Pattern).Regexp)
	}
	return all
}

func TestShortest(t *testing.T) {
	for _, c := range []struct {
		pattern     string
		least, most int
		want        string
	}{
		{`^[a-z]{2,3}$`, 0, -1, "aa"},
		{`^[a-z]{2,3}$`, 3, -1, "aaa"},
		{`^[a-z]{2,3}$`, 4, -1, "none"},
		{`^(a|bc)+$`, 2, 2, "aa"},
		{`^(bc)+$`, 3, 3, "none"},
		{`^(bc)+$`, 3, -1, "bcbc"},
		{`x`, 0, -1, "x"},
		{`x`, 3, 3, "aax"},
		{`^x`, 3, 3, "xaa"},
		{`^[0-9]+-[0-9]{2}$`, 0, -1, "0-00"},
		{`^[0-9]*[5-9]$`, 2, -1, "05"},
		{`^\u{10ffff}$`, 0, -1, "\U0010ffff"},
		{`^\n"$`, 0, -1, "\n\""},
		{``, 0, -1, ""},
	} {
		re := patterns(t, c.pattern)[0]
		got, ok := shortest([]*ir.Regexp{re}, c.least, c.most)
		if !ok {
			got = "none"
		}
		if got != c.want {
			t.Errorf("%s from %d to %d: %q, want %q", c.pattern, c.least, c.most, got, c.want)
		}
		if n := utf8.RuneCountInString(got); ok && (!regexp.MustCompile(re.RE2).MatchString(got) || n < c.least || c.most >= 0 && n > c.most) {
			t.Errorf("%s does not match %q", c.pattern, got)
		}
	}
}

// reads reports whether the automaton matches somewhere in s.
func reads(a automaton, s string) bool {
	var at state
next:
	for _, r := range s {
		for _, e := range a.edges(at) {
			if e.lo <= r && r <= e.hi {
				at = e.to
				continue next
			}
		}
		return false
	}
	return a.accepts(at)
}

// Several patterns have to match at once, and each is read as regexp reads it.
func TestAutomata(t *testing.T) {
	res := patterns(t, `^[a-z0-9]+$`, `[0-9]{2}`, `z`, `^.{0,64}$`, `^[a-z0-9][a-z0-9._-]{0,127}$`)
	var all []automaton
	for _, re := range res {
		all = append(all, automatonOf(re))
	}
	got, ok := shortest(res, 0, -1)
	if !ok || got != "00z" {
		t.Errorf("got %q, %v", got, ok)
	}
	for _, s := range []string{"", "a", "z00", "00z", "a00", "Z00", "z0", "\n", strings.Repeat("z00", 22), "é00z", strings.Repeat("a", 128), strings.Repeat("a", 129), "-a"} {
		for i, re := range res {
			if want := regexp.MustCompile(re.RE2).MatchString(s); reads(all[i], s) != want {
				t.Errorf("%s and %q: not %v", re.Source, s, want)
			}
		}
	}
}

// The samples of formats have the declared validity.
func TestFormatSamples(t *testing.T) {
	for _, f := range ir.Formats() {
		source := fmt.Sprintf("envgen: 1\nprotocol: p\nversion: \"1\"\nroot: T\ntypes: {T: {type: string, format: %s}}\n", f)
		p, diags := compile.Source("p.yaml", []byte(source))
		if p == nil {
			t.Fatal(diags)
		}
		bundle, err := jsonschema.Bundle(p)
		if err != nil {
			t.Fatal(err)
		}
		oracle, err := reference.New(reference.Source{Protocol: p, Bundle: bundle, Spec: &oracle.Spec{Name: "p.yaml", Data: []byte(source)}})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range append([]string{formatSamples[f].bad}, formatSamples[f].good...) {
			result, err := oracle.Check("p", "T", []byte(write(s)), reference.Options{})
			if err != nil || result.Valid == (s == formatSamples[f].bad) {
				t.Errorf("%s: %q is valid: %v, %v", f, s, result.Valid, err)
			}
		}
	}
}

func TestReadAndWrite(t *testing.T) {
	const text = `{"b":[1.50,-0,1e3,"a\"\\\n<é😀",true,false,null,{},[]],"a":{"__proto__":0}}`
	v, err := read(text)
	if err != nil || write(v) != text {
		t.Errorf("got %s, %v", write(v), err)
	}
	if _, err := read("1 2"); err == nil {
		t.Error("two values are read as one")
	}
	changed := replace(v, []string{"b", "7"}, object{{"x", nil}})
	if write(v) != text || !strings.Contains(write(changed), `,{"x":null},[]]`) {
		t.Errorf("got %s and %s", write(v), write(changed))
	}
}

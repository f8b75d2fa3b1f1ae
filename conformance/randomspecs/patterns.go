package randomspecs

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// pattern is a regular expression with the same meaning in the spellings of ECMA-262 and Python, with strings that match it.
type pattern struct {
	kind  patternKind
	parts []*pattern
	class *class // of a single character
	least int    // of a repetition
	most  int    // -1: without limit
}

type patternKind int

const (
	single patternKind = iota
	sequence
	choice
	repetition
	begin
	end
	boundary
)

// class is a set of characters in both spellings, with some of its members.
type class struct{ ecma, python, some string }

var classes = []class{
	{"a", "a", "a"}, {"b", "b", "b"}, {"[a-z]", "[a-z]", "abz"}, {"[A-Z]", "[A-Z]", "ABZ"}, {`\d`, "[0-9]", "0159"}, {`\w`, "[A-Za-z0-9_]", "aZ0_"},
	{"[^a-c]", "[^a-c]", "dé😀 \n"}, {".", `[^\n\r\u2028\u2029]`, "aé😀 "}, {`\s`, `[\t\n\v\f\r \u00a0\ufeff\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`, " \t\u00a0"},
	{`\S`, `[^\t\n\v\f\r \u00a0\ufeff\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`, "aé"}, {`\.`, `\.`, "."}, {"-", "-", "-"}, {`\/`, "/", "/"}, {"é", "é", "é"},
	{"[😀-😂]", "[😀-😂]", "😀😁"}, {`\W`, "[^A-Za-z0-9_]", "- é"}, {`\D`, "[^0-9]", "a-é"}, {`[\w.-]`, `[A-Za-z0-9_.\-]`, "a.-"}, {`\u{1F600}`, "😀", "😀"}, {`\x41`, "A", "A"},
	{`[\]^]`, `[\]\^]`, "]^"}, {`\$`, `\$`, "$"},
}

// versionPattern accepts some versions, and nothing else.
func versionPattern() *pattern {
	digit, point := &pattern{kind: single, class: &class{`\d`, "[0-9]", "0159"}}, &pattern{kind: single, class: &class{`\.`, `\.`, "."}}
	major := &pattern{kind: single, class: &class{"[0-3]", "[0-3]", "0123"}}
	return &pattern{kind: sequence, parts: []*pattern{{kind: begin}, major, point, digit, point, digit, {kind: end}}}
}

// newPattern writes a pattern: some parts in a row, with or without anchors.
func newPattern(r *rand.Rand) *pattern {
	p := &pattern{kind: sequence}
	if r.IntN(2) == 0 {
		p.parts = append(p.parts, &pattern{kind: begin})
	}
	unlimited := false
	for range 1 + r.IntN(3) {
		part := newPart(r, 1, &unlimited)
		p.parts = append(p.parts, part)
	}
	switch {
	case r.IntN(2) == 0:
		p.parts = append(p.parts, &pattern{kind: end})
	case r.IntN(6) == 0:
		p.parts = append(p.parts, &pattern{kind: boundary})
	}
	return p
}

// newPart repeats without limit once in a pattern: where two such repetitions meet, some engine may take more than linear time.
func newPart(r *rand.Rand, depth int, unlimited *bool) *pattern {
	part := &pattern{kind: single, class: &classes[r.IntN(len(classes))]}
	if depth > 0 && r.IntN(4) == 0 {
		part = &pattern{kind: choice}
		for range 2 + r.IntN(2) {
			way := &pattern{kind: sequence}
			for range 1 + r.IntN(2) {
				way.parts = append(way.parts, newPart(r, depth-1, unlimited))
			}
			part.parts = append(part.parts, way)
		}
	}
	if r.IntN(3) > 0 {
		return part
	}
	p := &pattern{kind: repetition, parts: []*pattern{part}}
	least := 0
	if depth == 0 { // repeating a part that may be empty is rejected
		least = 1
	}
	switch {
	case part.kind == single && !*unlimited && r.IntN(2) == 0:
		*unlimited = true
		p.least, p.most = max(least, r.IntN(2)), -1
	case r.IntN(3) == 0:
		p.least, p.most = least, 1
	default:
		p.least = max(least, r.IntN(3))
		p.most = max(1, p.least+r.IntN(3))
	}
	return p
}

func (p *pattern) ecma() string { return p.spell(func(c *class) string { return c.ecma }, `$`, `\b`) }
func (p *pattern) python() string {
	return p.spell(func(c *class) string { return c.python }, `\Z`, `(?a:\b)`)
}

func (p *pattern) spell(of func(*class) string, end, boundaryText string) string {
	switch p.kind {
	case single:
		return of(p.class)
	case begin:
		return "^"
	case boundary:
		return boundaryText
	case repetition:
		return p.parts[0].spell(of, end, boundaryText) + p.quantifier()
	}
	var parts []string
	for _, part := range p.parts {
		parts = append(parts, part.spell(of, end, boundaryText))
	}
	switch p.kind {
	case sequence:
		return strings.Join(parts, "")
	case choice:
		return "(?:" + strings.Join(parts, "|") + ")"
	}
	return end
}

func (p *pattern) quantifier() string {
	switch {
	case p.least == 0 && p.most == 1:
		return "?"
	case p.least == 0 && p.most < 0:
		return "*"
	case p.least == 1 && p.most < 0:
		return "+"
	case p.most < 0:
		return fmt.Sprintf("{%d,}", p.least)
	case p.least == p.most:
		return fmt.Sprintf("{%d}", p.least)
	}
	return fmt.Sprintf("{%d,%d}", p.least, p.most)
}

// sample is a string that matches, boundaries aside.
func (p *pattern) sample(r *rand.Rand) string {
	switch p.kind {
	case single:
		some := []rune(p.class.some)
		return string(some[r.IntN(len(some))])
	case choice:
		return p.parts[r.IntN(len(p.parts))].sample(r)
	case repetition:
		most := p.most
		if most < 0 {
			most = p.least + 3
		}
		var b strings.Builder
		for range p.least + r.IntN(most-p.least+1) {
			b.WriteString(p.parts[0].sample(r))
		}
		return b.String()
	case sequence:
		var b strings.Builder
		for _, part := range p.parts {
			b.WriteString(part.sample(r))
		}
		return b.String()
	}
	return ""
}

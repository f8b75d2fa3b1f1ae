package python

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/output"
)

// ruleWriter makes up rules.
type ruleWriter struct{ *rand.Rand }

func (w ruleWriter) pick(list ...string) string { return list[w.IntN(len(list))] }

func (w ruleWriter) condition(depth int) string {
	if depth == 0 {
		return w.atom()
	}
	x, y := w.condition(depth-1), w.condition(depth-1)
	switch w.IntN(5) {
	case 0:
		return "!(" + x + ")"
	case 1:
		return "(" + x + " ? " + y + " : " + w.condition(depth-1) + ")"
	case 2, 3:
		return "(" + x + " && " + y + ")"
	}
	return "(" + x + " || " + y + ")"
}

func (w ruleWriter) atom() string {
	n := fmt.Sprint(w.IntN(4))
	switch w.IntN(8) {
	case 0:
		return w.pick("this.a / this.b == ", "this.a % this.b < ", "this.a + this.b > ", "(has(this.o) ? this.o : this.a / this.b) > ") + n
	case 1:
		return "has(this.o) && this.o > " + n
	case 2:
		return "this.tags" + w.pick(".all", ".exists", ".exists_one") + "(t, " + w.ofTag(1) + ")"
	case 3:
		return "this.tags[" + n + "] == 'b'"
	case 4:
		return "this.counts['" + w.pick("m", "n") + "'] > " + n
	case 5:
		return "size(this.tags.filter(t, " + w.ofTag(1) + ")) > " + n
	case 6:
		return "this.tags.map(t, t + '!') == ['b!']"
	}
	return "this.x / double(this.a) >= " + n + ".5"
}

func (w ruleWriter) ofTag(depth int) string {
	switch w.IntN(5) {
	case 0:
		return "t > 'b'"
	case 1:
		return "this.a / (size(t) - 1) >= 1"
	case 2:
		return "t != 'c' && this.tags.exists(u, u == t + 'b')"
	case 3:
		if depth > 0 {
			return "(" + w.ofTag(depth-1) + w.pick(" && ", " || ") + w.ofTag(depth-1) + ")"
		}
	}
	return "!(t in this.counts)"
}

const anyItem = `envgen: 1
protocol: random
version: "1"
root: Item
types:
  Item:
    type: object
    required: [a, b, x, tags, counts]
    properties:
      a: {type: integer}
      b: {type: integer}
      o: {type: integer}
      x: {type: number}
      tags: {type: array, items: {type: string}}
      counts: {type: object, additionalProperties: {type: integer}}
rules:
`

// TestSimplifiedProgramsMeanTheSame asks rules as they come and as they are written down of the same values.
func TestSimplifiedProgramsMeanTheSame(t *testing.T) {
	w := ruleWriter{rand.New(rand.NewPCG(5, 7))}
	spec := anyItem
	for i := range 150 {
		spec += fmt.Sprintf("  - {id: r%d, for: [Item], message: m, check: %q}\n", i, w.condition(i%4))
	}
	p, diags := compile.Library{}.Source("random.yaml", []byte(spec))
	if p == nil {
		t.Fatal(diags)
	}
	j := named(t, p)
	files := generated(t, j)
	table := newRuleTable(newGenerator(j))
	for i, f := range files {
		if !strings.HasSuffix(f.Path, "random/_rules.py") {
			continue
		}
		code := string(f.Data)
		for _, r := range table.rules {
			plain := &program{ruleTable: table, Program: r.Program, printer: &printer{indent: "    "}, temps: map[int]string{}, named: map[string]int{}}
			plain.statements(plain.Steps)
			plain.returns(plain.term(plain.Holds))
			code += "\n\ndef plain" + r.function + "(this, given):\n" + plain.b.String()
		}
		code = strings.Replace(code, "from .._functions import (", "from .._functions import *\nfrom .._functions import (", 1)
		files[i] = output.File{Path: f.Path, Data: []byte(code)}
	}
	python(t, nil, filepath.Join("testdata", "random_rules.py"), written(t, files))
}

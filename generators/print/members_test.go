package print

import (
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// membersOf prints the test of a member as its name. It prints that not exactly one of some conditions is true as a call.
func membersOf(o Operators) Members[Text] {
	m := Members[Text]{Printer: Printer[Text]{Operators: o, Emitter: Texts{}}}
	m.Atom = func(a ir.Atom) Term[Text] {
		if a.Not {
			return m.Deny(Word(a.Member, Atom))
		}
		return Word(a.Member, Atom)
	}
	m.NotOne = func(sides []Term[Text]) Term[Text] {
		code := Word("one", Atom).Code
		for _, side := range sides {
			code = Enclosed(code.Flat+"(", side.Code, ")")
		}
		return Term[Text]{Code: code, Binds: Atom}
	}
	return m
}

func TestMembers(t *testing.T) {
	x, y, z := ir.Atom{Member: "x"}, ir.Atom{Member: "y"}, ir.Atom{Member: "z"}
	notY := ir.Atom{Member: "y", Not: true}
	of := func(conditions ...[]ir.Atom) [][]ir.Atom { return conditions }
	where := func(g ir.Guard, others ...string) func(Members[Text]) Term[Text] {
		return func(m Members[Text]) Term[Text] {
			var terms []Term[Text]
			for _, other := range others {
				terms = append(terms, Word(other, Atom))
			}
			return m.Where(g, terms...)
		}
	}
	broken := func(c ir.Count) func(Members[Text]) Term[Text] {
		return func(m Members[Text]) Term[Text] { return m.Broken(c) }
	}
	both := ir.Guard{If: []ir.Atom{x, notY}}
	other := ir.Guard{If: both.If, Not: true}
	for name, test := range map[string]struct {
		spell          func(Members[Text]) Term[Text]
		golang, ts, py string
	}{
		"only what stands beside":    {where(ir.Guard{}, "p"), "p", "p", "p"},
		"all hold":                   {where(both), "x && !y", "x && !y", "x and not y"},
		"not all hold":               {where(other), "!x || y", "!x || y", "not x or y"},
		"not all hold, and another":  {where(other, "p"), "(!x || y) && p", "(!x || y) && p", "(not x or y) and p"},
		"none may hold":              {broken(ir.Count{Of: of([]ir.Atom{x, y}), Most: 0}), "x && y", "x && y", "x and y"},
		"at least one of two":        {broken(ir.Count{Of: of([]ir.Atom{x}, []ir.Atom{notY, z}), Most: 2}), "!x && (y || !z)", "!x && (y || !z)", "not x and (y or not z)"},
		"at least one of one":        {broken(ir.Count{Of: of([]ir.Atom{x, y}), Most: 1}), "!x || !y", "!x || !y", "not x or not y"},
		"exactly one of two":         {broken(ir.Count{Of: of([]ir.Atom{x}, []ir.Atom{y}), Most: 1}), "x == y", "x === y", "x == y"},
		"exactly one of two, longer": {broken(ir.Count{Of: of([]ir.Atom{x, y}, []ir.Atom{notY}), Most: 1}), "(x && y) == !y", "(x && y) === !y", "(x and y) == (not y)"},
		"exactly one of three":       {broken(ir.Count{Of: of([]ir.Atom{x}, []ir.Atom{y}, []ir.Atom{z}), Most: 1}), "one(x)(y)(z)", "one(x)(y)(z)", "one(x)(y)(z)"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, language := range []struct {
				operators Operators
				want      string
			}{{Go, test.golang}, {TypeScript, test.ts}, {Python, test.py}} {
				if got := test.spell(membersOf(language.operators)).Code.Flat; got != language.want {
					t.Errorf("%q, want %q", got, language.want)
				}
			}
		})
	}
}

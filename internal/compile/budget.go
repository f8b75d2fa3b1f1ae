package compile

import (
	"math"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// budget bounds the expansion of a spec and the work of compiling it. Compositions of recursive types multiply, and each type of a chain of `allOf`
// contains every member again. A spec within the bounds is generated in seconds.
type budget struct {
	types, members, merged, patterns, automata, tables, rules allowance
}

type allowance struct {
	limit int
	what  string
	spent int
}

func newBudget() budget {
	return budget{
		types:    allowance{limit: 20_000, what: "types"},
		members:  allowance{limit: 50_000, what: "members and values, counted in each type that has them"},
		merged:   allowance{limit: 2_000_000, what: "keywords to compose, counted in each type that has them"},
		patterns: allowance{limit: 300_000, what: "bytes of patterns"},
		rules:    allowance{limit: 1_000_000, what: "parts of rules, counted in each type that has them"},
		automata: allowance{limit: 100_000, what: "states and edges in the automata of its patterns"},
		tables:   allowance{limit: 500_000, what: "entries in the tables of its patterns"},
	}
}

// spend takes n from an allowance. Once one of them is used up nothing is unfolded any more.
func (c *compiler) spend(a *allowance, n int, pos diag.Pos) {
	a.spent += n
	if a.spent > a.limit && !c.exhausted {
		c.exhausted = true
		c.Fail(pos, "too-large", "", "the spec has more than %d %s", a.limit, a.what)
	}
}

// spendAutomata takes the entries that back ends print of a pattern beside the pattern itself: Go a walk or a table, the others a
// table where their own engine is not good enough.
func (c *compiler) spendAutomata(re *ir.Regexp, pos diag.Pos) {
	table := re.Table()
	if re.Walk == nil {
		n := len(re.DFA.States)
		for _, s := range re.DFA.States {
			n += len(s.Edges)
		}
		c.spend(&c.budget.automata, n, pos)
		table = re.Automaton()
	}
	if table != nil {
		c.spend(&c.budget.tables, table.Cells(), pos)
	}
}

// maxNesting bounds how many references and arrays lead from a type to a record or scalar. Messages are no deeper
// (contract section 1), and back ends follow such chains again and again.
const maxNesting = 128

// depths reports types that are nested too deep.
func (c *compiler) depths(types []*ir.Type) {
	depth := map[*ir.Type]int{}
	var of func(v ir.Value) int
	of = func(v ir.Value) int {
		switch k := v.Kind.(type) {
		case ir.Array:
			return of(*k.Items) + 1
		case ir.Map:
			return of(*k.Values) + 1
		case ir.Ref:
			if _, known := depth[k.Type]; !known {
				depth[k.Type] = 0 // a type that contains itself is met again here
				d := of(k.Type.Value) + 1
				if d > maxNesting {
					c.Fail(k.Type.Pos, "too-deep", "", "the path from here to a value of another kind has more than %d references and arrays", maxNesting)
					d = math.MinInt / 2 // once is enough
				}
				depth[k.Type] = d
			}
			return depth[k.Type]
		}
		return 0
	}
	for _, t := range types {
		of(ir.Value{Kind: ir.Ref{Type: t}})
	}
}

package compile

import (
	"iter"

	"github.com/envgen/envgen/internal/compile/host"
	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// inside is the compiler as its parts see it.
type inside struct {
	*compiler
	unit *unit
	from *unit // the spec of the expressions: the unit, or one that it imports
}

// spec returns the view of a unit for parts of the compiler.
func (c *compiler) spec(u *unit, used map[*ir.Param]bool) *host.Spec {
	s := &host.Spec{Reporter: c.Reporter, Compiler: inside{c, u, u}, File: u.file, Protocol: u.protocol, Used: used, Rules: map[string]diag.Pos{}}
	for _, other := range append(c.reachable(u), u) {
		for _, p := range other.rules {
			s.Rules[p.rule.ID] = p.rule.Pos
		}
	}
	return s
}

func (i inside) Type(name syntax.Text) *host.Type {
	d := i.lookup(i.unit, name)
	if d == nil {
		return nil
	}
	return &host.Type{Type: d.typ, Declared: d.name.Pos, Own: d.unit == i.unit}
}

func (i inside) Scope() *rules.Scope { return i.scopeOf(i.unit, i.from, false) }

func (i inside) Part(name string) *ir.Type {
	if d := i.unit.byName[name]; d != nil && d.schema.Part.Value {
		return d.typ
	}
	return nil
}

func (i inside) Inherited(t *ir.Type) iter.Seq2[*host.Spec, *syntax.Builder] {
	return func(yield func(*host.Spec, *syntax.Builder) bool) {
		for _, d := range i.contains[t] {
			if d.unit == i.unit && !d.schema.Part.Value || d.typ == t {
				continue
			}
			from := &host.Spec{Reporter: i.Reporter, Compiler: inside{i.compiler, i.unit, d.unit}, File: d.unit.file}
			for n := range d.unit.file.Builders {
				w := &d.unit.file.Builders[n]
				if w.Makes.Value == d.name.Value && !w.Answers.Pos.IsValid() && !yield(from, w) {
					return
				}
			}
		}
	}
}

func (i inside) Spend(work int, pos diag.Pos) { i.spend(&i.budget.rules, work, pos) }

func (i inside) Exhausted() bool { return i.exhausted }

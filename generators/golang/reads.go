package golang

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// readProgram notes what the rule reads. Nothing is computed for itself alone: the compiler has left that out.
func (p *programPrinter) readProgram() {
	p.reads = map[int]int{}
	p.readsOf(p.steps)
}

func (p *programPrinter) readsOf(list []ir.Statement) {
	for _, s := range list {
		switch s := s.(type) {
		case conclusion:
			p.reading(s.value)
		case ir.Let:
			p.reading(s.Value)
		case ir.Set:
			p.reading(s.Value)
		case ir.Try:
			p.reading(s.Call)
		case ir.Branch:
			p.reading(s.Cond)
			p.readsOf(s.Then)
			p.readsOf(s.Else)
		case ir.Loop:
			p.reading(s.Over)
			p.readsOf(s.Body)
		}
	}
}

func (p *programPrinter) isRead(temp int) bool { return p.reads[temp] > 0 }

// reading notes what an expression reads.
func (p *programPrinter) reading(e ir.Expr) {
	switch e := e.(type) {
	case ir.Now:
		p.now = true
	case ir.Name:
		p.named = true
	case ir.ParamValue:
		if param := p.g.protocol.Params[e.Index]; !slices.Contains(p.params, param) {
			p.params = append(p.params, param)
		}
	case ir.Temp:
		p.reads[e.Number]++
	}
	for _, part := range ir.Operands(e) {
		p.reading(part)
	}
}

func unhandledRule(part any) string { return fmt.Sprintf("golang: unhandled part of a rule %T", part) }

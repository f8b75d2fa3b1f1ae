package golang

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// readProgram notes what the rule reads. What is computed only for what nobody reads does not count, which may take several
// rounds to find out.
func (p *programPrinter) readProgram() {
	for before := -1; before != len(p.reads); {
		wanted := p.reads
		before = len(wanted)
		p.reads, p.now, p.named, p.params = map[int]int{}, false, false, nil
		p.readsOf(p.steps, func(temp int) bool { return wanted == nil || wanted[temp] > 0 })
	}
}

// readsOf notes what statements read, as far as what they give values to is wanted.
func (p *programPrinter) readsOf(list []ir.Statement, wanted func(temp int) bool) {
	for _, s := range list {
		switch s := s.(type) {
		case conclusion:
			p.reading(s.value)
		case ir.Let:
			if wanted(s.Temp) {
				p.reading(s.Value)
			}
		case ir.Set:
			if wanted(s.Temp) {
				p.reading(s.Value)
			}
		case ir.Try:
			if wanted(s.Temp) || wanted(s.OK) {
				p.reading(s.Call)
			}
		case ir.Branch:
			p.reading(s.Cond)
			p.readsOf(s.Then, wanted)
			p.readsOf(s.Else, wanted)
		case ir.Loop:
			p.reading(s.Over)
			p.readsOf(s.Body, wanted)
		}
	}
}

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

package golang

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// readProgram notes what the rule reads: what its conclusions do, what that is computed from, and so on, until nothing comes to it.
// What is computed for itself alone does not count.
func (p *programPrinter) readProgram() {
	for before := -1; before != len(p.reads); {
		wanted := p.reads
		before = len(wanted)
		p.reads, p.now, p.named, p.params = map[int]int{}, false, false, nil
		p.readsOf(p.steps, func(temp int) bool { return wanted[temp] > 0 })
	}
}

// readsOf notes what statements read, as far as what they give values to is wanted.
func (p *programPrinter) readsOf(list []ir.Statement, wanted func(temp int) bool) {
	for _, s := range list {
		if !matters(s, wanted, true) {
			continue
		}
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
			p.readsOf(s.Then, wanted)
			p.readsOf(s.Else, wanted)
		case ir.Loop:
			p.reading(s.Over)
			p.readsOf(s.Body, wanted)
		}
	}
}

// matters reports whether a statement does anything that is wanted; to leave a loop, only where breaks says so: a loop that does
// nothing else may be left out.
func matters(s ir.Statement, wanted func(temp int) bool, breaks bool) bool {
	any := func(list []ir.Statement, breaks bool) bool {
		return slices.ContainsFunc(list, func(s ir.Statement) bool { return matters(s, wanted, breaks) })
	}
	switch s := s.(type) {
	case ir.Let:
		return wanted(s.Temp)
	case ir.Set:
		return wanted(s.Temp)
	case ir.Try:
		return wanted(s.Temp) || wanted(s.OK)
	case ir.Branch:
		return any(s.Then, breaks) || any(s.Else, breaks)
	case ir.Loop:
		return any(s.Body, false)
	case ir.Break:
		return breaks
	}
	return true // a conclusion
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

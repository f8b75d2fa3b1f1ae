package golang

import (
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// readProgram notes what the rule reads. Nothing is computed for itself alone: the compiler has left that out.
func (p *programPrinter) readProgram() {
	ir.Visit(p.rule.Program.Steps, func(s ir.Statement) { ir.VisitExprs(ir.Asked(s), p.reading) })
	ir.VisitExprs([]ir.Expr{p.rule.Program.Holds}, p.reading)
}

func (p *programPrinter) isRead(temp int) bool { return p.Reads[temp] > 0 }

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
	}
}

func unhandledRule(part any) string { return fmt.Sprintf("golang: unhandled part of a rule %T", part) }

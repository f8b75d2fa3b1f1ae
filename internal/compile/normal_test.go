package compile_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
)

// TestRulesAreNormal checks the rules of shipped and odd specs for the property that back ends rely on: nothing is left to simplify.
func TestRulesAreNormal(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../spec/*.yaml", "../../conformance/odd/*.yaml", "../../conformance/testbed/testdata/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("nothing is called %s: %v", pattern, err)
		}
		files = append(files, found...)
	}
	rules := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, _ := compile.Source(filepath.Base(file), text)
		if p == nil {
			continue // some need others beside them
		}
		for _, typ := range p.Types {
			for _, rule := range typ.Rules {
				rules++
				n := normal{t, filepath.Base(file) + ": " + rule.ID + " of " + typ.Name}
				n.program(rule.Program)
				n.program(rule.Folded)
				if rule.Each != nil {
					ir.VisitExprs([]ir.Expr{rule.Each.There}, n.expr)
				}
			}
		}
	}
	if rules < 400 {
		t.Errorf("only %d rules were looked at", rules)
	}
}

type normal struct {
	t    *testing.T
	rule string
}

func (n normal) program(p ir.Program) {
	ir.Visit(p.Steps, func(s ir.Statement) {
		ir.VisitExprs(ir.Asked(s), n.expr)
		branch, is := s.(ir.Branch)
		if _, decided := ir.Decided(branch.Cond); is && (len(branch.Then) == 0 || decided) {
			n.t.Errorf("%s: a branch that does nothing, or is always taken: %v", n.rule, branch)
		}
	})
	ir.VisitExprs([]ir.Expr{p.Holds}, n.expr)
}

func (n normal) expr(e ir.Expr) {
	isConstant := func(e ir.Expr) bool { _, is := e.(ir.Constant); return is }
	switch e := e.(type) {
	case ir.HasMember:
		if e.Field.Required {
			n.t.Errorf("%s: %s is always there", n.rule, e.Field.Name)
		}
	case ir.IsNull:
		value := e.Field.Value
		for ref, is := value.Kind.(ir.Ref); is && !value.Nullable; ref, is = value.Kind.(ir.Ref) {
			value = ref.Type.Value
		}
		if _, isAny := value.Kind.(ir.Any); !isAny && !value.Nullable {
			n.t.Errorf("%s: %s is never null, or always", n.rule, e.Field.Name)
		}
	case ir.Logic:
		if isConstant(e.L) || isConstant(e.R) {
			n.t.Errorf("%s: a condition is known: %v", n.rule, e)
		}
	case ir.Negation:
		switch x := e.X.(type) {
		case ir.Constant, ir.Negation, ir.Logic, ir.Choose:
			n.t.Errorf("%s: a negation stands in front of %T", n.rule, x)
		case ir.Comparison:
			if x.Op <= ir.Unequal || x.Type.Kind != ir.DoubleExpr {
				n.t.Errorf("%s: a comparison is denied: %v", n.rule, x)
			}
		}
	case ir.Comparison:
		if isConstant(e.L) && (!isConstant(e.R) || e.Op <= ir.Unequal) || isConstant(e.R) && e.Type.Kind == ir.BoolExpr {
			n.t.Errorf("%s: a comparison with a constant: %v", n.rule, e)
		}
	case ir.Choose:
		if isConstant(e.If) {
			n.t.Errorf("%s: a choice is known: %v", n.rule, e)
		}
	}
}

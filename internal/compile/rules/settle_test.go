package rules

import (
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// a, b and c are conditions of which nothing is known.
var (
	a = ir.Expr(ir.Temp{Number: 1})
	b = ir.Expr(ir.Temp{Number: 2})
	c = ir.Expr(ir.Temp{Number: 3})
)

func and(l, r ir.Expr) ir.Expr { return ir.Logic{L: l, R: r} }
func or(l, r ir.Expr) ir.Expr  { return ir.Logic{Or: true, L: l, R: r} }
func not(x ir.Expr) ir.Expr    { return ir.Negation{X: x} }

func is(op ir.CompareOp, word string) ir.Expr {
	return ir.Comparison{Op: op, Type: stringType, L: ir.Name{}, R: ir.Constant{Type: stringType, String: word}}
}

func TestSettle(t *testing.T) {
	field, further := &ir.Field{}, &ir.Field{Name: "further"}
	has, null := ir.Expr(ir.HasMember{Of: ir.This{}, Field: field}), ir.Expr(ir.IsNull{Of: ir.This{}, Field: field})
	other := ir.Expr(ir.HasMember{Of: ir.This{}, Field: further})
	one, two := ir.Expr(ir.Constant{Type: intType, Int: 1}), ir.Expr(ir.Constant{Type: intType, Int: 2})
	for name, test := range map[string]struct{ from, to ir.Expr }{
		"asked twice":                               {and(a, and(b, a)), and(a, b)},
		"asked twice, or":                           {or(a, or(b, a)), or(a, b)},
		"a conditional twice":                       {and(ir.Choose{If: a, Then: c, Else: b}, and(b, ir.Choose{If: a, Then: c, Else: b})), and(ir.Choose{If: a, Then: c, Else: b}, b)},
		"one of two, twice":                         {and(or(a, b), and(c, or(a, b))), and(or(a, b), c)},
		"both of two, twice":                        {or(and(a, b), or(c, and(a, b))), or(and(a, b), c)},
		"opposed":                                   {and(a, not(a)), boolean(false)},
		"opposed, or":                               {or(a, not(a)), boolean(true)},
		"one of two, then the other":                {and(or(not(a), b), and(a, b)), and(or(not(a), b), a)},
		"not both, then one":                        {or(and(a, b), and(a, not(b))), or(and(a, b), a)},
		"through two":                               {and(or(not(a), b), and(or(not(b), c), and(a, c))), and(or(not(a), b), and(or(not(b), c), a))},
		"equal to another word":                     {and(is(ir.Equal, "x"), is(ir.Equal, "y")), boolean(false)},
		"unequal to another word":                   {and(is(ir.Equal, "x"), is(ir.Unequal, "y")), is(ir.Equal, "x")},
		"unequal says little":                       {and(is(ir.Unequal, "x"), is(ir.Equal, "y")), and(is(ir.Unequal, "x"), is(ir.Equal, "y"))},
		"a value that is chosen":                    {and(a, ir.Comparison{Op: ir.Greater, Type: intType, L: ir.Choose{If: a, Then: one, Else: two}, R: one}), boolean(false)},
		"forgotten behind it":                       {or(and(a, b), and(c, b)), or(and(a, b), and(c, b))},
		"what is left of a member":                  {and(not(and(has, null)), and(has, not(null))), and(or(not(has), not(null)), has)},
		"what is left of one that was perhaps null": {and(not(and(has, or(null, a))), and(has, not(null))), and(or(not(has), and(not(null), not(a))), has)},
		"what no type checker sees":                 {and(or(not(has), other), and(has, other)), and(or(not(has), other), and(has, other))},
		"what both sides say":                       {and(or(and(has, a), and(has, b)), has), or(and(has, a), and(has, b))},
		"a conditional of conditions":               {ir.Choose{If: a, Then: a, Else: b}, or(a, b)},
	} {
		if got := settle(ir.Program{Holds: test.from}).Holds; key(got) != key(test.to) {
			t.Errorf("%s: got %s\nwant %s", name, key(got), key(test.to))
		}
	}
}

// The facts of a branch that returns remain after it, those of members too, unless an earlier temporary hides them.
func TestSettleReturns(t *testing.T) {
	has := ir.Expr(ir.HasMember{Of: ir.This{}})
	ends := func(cond ir.Expr) ir.Statement {
		return ir.Branch{Cond: cond, Then: []ir.Statement{ir.Return{Holds: boolean(false)}}}
	}
	for name, test := range map[string]struct {
		steps []ir.Statement
		want  ir.Expr
	}{
		"as printed":               {[]ir.Statement{ends(not(has))}, boolean(true)},
		"declared in front":        {[]ir.Statement{ir.Let{Temp: 1, Value: has}, ends(not(a))}, boolean(true)},
		"declared long before":     {[]ir.Statement{ir.Let{Temp: 1, Value: has}, ir.Let{Temp: 2, Value: ir.Now{}}, ends(not(a))}, has},
		"at the end of both sides": {[]ir.Statement{ir.Branch{Cond: a, Then: []ir.Statement{ends(not(has))}, Else: []ir.Statement{ends(not(has))}}}, boolean(true)},
		"at the end of one side":   {[]ir.Statement{ir.Branch{Cond: a, Then: []ir.Statement{ends(not(has))}}}, has},
		"beside what changes":      {[]ir.Statement{ir.Let{Temp: 1, Value: boolean(true)}, ir.Set{Temp: 1, Value: ir.Now{}}, ends(or(a, not(has)))}, boolean(true)},
		"a branch that goes on":    {[]ir.Statement{ir.Branch{Cond: not(has), Then: []ir.Statement{ir.Set{Temp: 1, Value: boolean(true)}}}}, has},
	} {
		if got := settle(ir.Program{Steps: test.steps, Holds: has}).Holds; key(got) != key(test.want) {
			t.Errorf("%s: got %s, want %s", name, key(got), key(test.want))
		}
	}
}

// The value of a temporary is known in a branch until a statement changes it.
func TestSettleStatements(t *testing.T) {
	has := ir.Expr(ir.HasMember{Of: ir.This{}})
	set := func(x ir.Expr) ir.Statement { return ir.Set{Temp: 1, Value: x} }
	steps := []ir.Statement{
		ir.Let{Temp: 1, Value: has},
		ir.Branch{Cond: not(a), Then: []ir.Statement{set(has)}, Else: []ir.Statement{set(has), set(a)}},
		ir.Branch{Cond: a, Then: []ir.Statement{set(has)}},
	}
	got := settle(ir.Program{Steps: steps, Holds: a}).Steps
	first, second := got[1].(ir.Branch), got[2].(ir.Branch)
	for _, test := range []struct {
		got  ir.Statement
		want ir.Expr
	}{{first.Then[0], boolean(false)}, {first.Else[0], boolean(true)}, {first.Else[1], a}, {second.Then[0], has}} {
		if x := test.got.(ir.Set).Value; key(x) != key(test.want) {
			t.Errorf("got %s, want %s", key(x), key(test.want))
		}
	}
}

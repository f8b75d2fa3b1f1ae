package rules

import (
	"reflect"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

func TestTerse(t *testing.T) {
	nullable, any := &ir.Field{Value: ir.Value{Kind: ir.String{}, Nullable: true}}, &ir.Field{Value: ir.Value{Kind: ir.Any{}}}
	has := func(f *ir.Field) ir.Expr { return ir.HasMember{Of: ir.This{}, Field: f} }
	null := func(f *ir.Field) ir.Expr { return ir.IsNull{Of: ir.This{}, Field: f} }
	for name, test := range map[string]struct{ from, to, folded ir.Expr }{
		"there and null":          {and(has(nullable), null(nullable)), null(nullable), null(nullable)},
		"neither":                 {or(not(has(nullable)), not(null(nullable))), not(null(nullable)), not(null(nullable))},
		"there and not null":      {and(has(nullable), not(null(nullable))), and(has(nullable), not(null(nullable))), and(has(nullable), not(null(nullable)))},
		"inside of a chain":       {and(and(a, has(nullable)), and(null(nullable), b)), and(a, and(null(nullable), b)), and(a, and(null(nullable), b))},
		"with others between":     {and(and(has(nullable), a), null(nullable)), and(and(has(nullable), a), null(nullable)), and(and(has(nullable), a), null(nullable))},
		"what may be anything":    {and(has(any), null(any)), and(has(any), null(any)), null(any)},
		"that of another member":  {and(has(any), null(nullable)), and(has(any), null(nullable)), and(has(any), null(nullable))},
		"inside of a conditional": {ir.Choose{If: and(has(nullable), null(nullable)), Then: a, Else: b}, ir.Choose{If: null(nullable), Then: a, Else: b}, ir.Choose{If: null(nullable), Then: a, Else: b}},
	} {
		for fold, want := range map[terse]ir.Expr{false: test.to, true: test.folded} {
			if got := fold.expr(test.from); key(got) != key(want) {
				t.Errorf("%s, folded %t: got %s, want %s", name, fold, key(got), key(want))
			}
		}
	}
}

// Statements after a branch must read the value of the condition before the branch.
func TestPaired(t *testing.T) {
	x, y := is(ir.Equal, "x"), is(ir.Equal, "y")
	for name, test := range map[string]struct{ from, want []ir.Statement }{
		"a condition that goes on":      {[]ir.Statement{let(1, x), when(a, let(2, y), set(1, b))}, []ir.Statement{let(1, boolean(false)), when(x, let(2, y), set(1, b))}},
		"one that is denied":            {[]ir.Statement{let(1, x), when(not(a), let(2, y), set(1, b))}, []ir.Statement{let(1, boolean(true)), when(negate(x), let(2, y), set(1, b))}},
		"one that stays as it was":      {[]ir.Statement{let(1, x), when(a, let(2, y))}, []ir.Statement{let(1, boolean(false)), when(x, set(1, boolean(true)), let(2, y))}},
		"one that is read inside of it": {[]ir.Statement{let(1, x), when(a, let(2, a), set(1, b))}, []ir.Statement{let(1, boolean(false)), when(x, set(1, boolean(true)), let(2, a), set(1, b))}},
		"another condition":             {[]ir.Statement{let(1, x), when(b, set(1, y))}, []ir.Statement{let(1, x), when(b, set(1, y))}},
		"inside of another":             {[]ir.Statement{when(b, let(1, x), when(a, set(1, y)))}, []ir.Statement{when(b, let(1, boolean(false)), when(x, set(1, y)))}},
	} {
		if got := paired(test.from); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

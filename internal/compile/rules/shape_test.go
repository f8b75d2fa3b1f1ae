package rules

import (
	"reflect"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// flagged is a program whose temporaries 1 to 3 are conditions.
func flagged(holds ir.Expr, steps ...ir.Statement) ir.Program {
	return ir.Program{Temps: []ir.ExprType{boolType, boolType, boolType, boolType, stringType, boolType, boolType}, Steps: steps, Holds: holds}
}

func let(temp int, x ir.Expr) ir.Statement { return ir.Let{Temp: temp, Value: x} }

func set(temp int, x ir.Expr) ir.Statement { return ir.Set{Temp: temp, Value: x} }

func when(cond ir.Expr, then ...ir.Statement) ir.Statement { return ir.Branch{Cond: cond, Then: then} }

func returns(b bool) ir.Statement { return ir.Return{Holds: boolean(b)} }

func TestShaped(t *testing.T) {
	x, y, z := is(ir.Equal, "x"), is(ir.Equal, "y"), is(ir.Less, "z")
	try := ir.Try{Temp: 0, OK: 3, Call: ir.Call{Function: ir.TextToBool, Type: boolType, Args: []ir.Expr{ir.Name{}}}}
	again := ir.Try{Temp: 5, OK: 6, Call: try.Call}
	loop := func(body ...ir.Statement) ir.Statement {
		return ir.Loop{Over: ir.ParamValue{}, Item: 4, Index: -1, Body: body}
	}
	item := ir.Expr(ir.Comparison{Op: ir.Equal, Type: stringType, L: ir.Temp{Number: 4}, R: ir.Name{}})
	for name, test := range map[string]struct{ from, want ir.Program }{
		"a flag that is set once":     {flagged(a, let(1, boolean(false)), when(x, set(1, z))), flagged(and(x, z))},
		"a flag that is asked again":  {flagged(a, let(1, x), when(not(a), set(1, z))), flagged(or(x, z))},
		"a call behind a condition":   {flagged(a, let(1, x), when(a, try, set(1, and(c, z)))), flagged(and(c, z), when(negate(x), returns(false)), try)},
		"both sides":                  {flagged(a, let(1, boolean(false)), ir.Branch{Cond: x, Then: []ir.Statement{try, set(1, c)}, Else: []ir.Statement{set(1, z)}}), flagged(z, when(x, try, ir.Return{Holds: c}))},
		"a search":                    {flagged(a, let(1, boolean(true)), loop(when(item, set(1, boolean(false)), ir.Break{}))), flagged(boolean(true), loop(when(item, returns(false))))},
		"calls that fail alike":       {flagged(a, let(1, boolean(false)), try, when(c, set(1, z)), when(a, again, set(1, ir.Temp{Number: 6}))), flagged(ir.Temp{Number: 6}, try, when(or(not(c), negate(z)), returns(false)), again)},
		"what comes to nothing":       {flagged(or(and(x, y), and(x, boolean(false)))), flagged(boolean(false))},
		"a loop that goes on":         {flagged(a, let(1, boolean(true)), loop(let(2, boolean(false)), when(item, set(2, boolean(true))), when(not(b), set(1, boolean(false)), ir.Break{}))), flagged(boolean(true), loop(when(negate(item), returns(false))))},
		"a condition inside of other": {flagged(z, when(x, when(item, returns(true)))), flagged(or(and(x, item), z))},
	} {
		if got := shaped(test.from, false); !reflect.DeepEqual(got.Steps, test.want.Steps) && len(got.Steps)+len(test.want.Steps) > 0 || key(got.Holds) != key(test.want.Holds) {
			t.Errorf("%s: got %v, then %s\nwant %v, then %s", name, got.Steps, key(got.Holds), test.want.Steps, key(test.want.Holds))
		}
	}
}

func TestFolded(t *testing.T) {
	item := ir.Expr(ir.Comparison{Op: ir.Equal, Type: stringType, L: ir.Temp{Number: 4}, R: ir.Name{}})
	loop := ir.Loop{Over: ir.ParamValue{}, Item: 4, Index: -1}
	search := func(all bool, cond ir.Expr) ir.Expr { return ir.Search{All: all, Loop: loop, Cond: cond} }
	through := func(body ...ir.Statement) ir.Statement {
		l := loop
		l.Body = body
		return l
	}
	x := is(ir.Equal, "x")
	got := shaped(flagged(or(x, a), let(1, boolean(true)), through(when(item, set(1, boolean(false)), ir.Break{}))), true)
	if len(got.Steps) > 0 || key(got.Holds) != key(or(x, search(true, negate(item)))) {
		t.Errorf("got %v, then %s", got.Steps, key(got.Holds))
	}
	got = shaped(flagged(and(a, b), let(1, boolean(false)), through(when(item, set(1, boolean(true)), ir.Break{})), let(2, x)), true)
	if len(got.Steps) > 0 || key(got.Holds) != key(and(search(false, item), x)) {
		t.Errorf("got %v, then %s", got.Steps, key(got.Holds))
	}
}

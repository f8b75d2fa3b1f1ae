package ir

import (
	"reflect"
	"testing"
)

func TestPrune(t *testing.T) {
	temp := func(n int) Temp { return Temp{Number: n} }
	yes, no := Constant{Bool: true}, Constant{}
	set := func(n int, value Expr) Statement { return Set{Temp: n, Value: value} }
	let := func(n int, value Expr) Statement { return Let{Temp: n, Value: value} }
	for name, c := range map[string]struct {
		steps []Statement
		holds Expr
		want  []Statement
	}{
		"nobody reads it":             {[]Statement{let(0, yes)}, yes, nil},
		"what is read is kept":        {[]Statement{let(0, Now{}), let(1, temp(0))}, temp(1), []Statement{let(0, Now{}), let(1, temp(0))}},
		"read for itself alone":       {[]Statement{let(0, yes), Branch{Cond: temp(0), Then: []Statement{set(0, no)}}}, yes, nil},
		"a call whose success counts": {[]Statement{Try{Temp: 0, OK: 1}, Try{Temp: 2, OK: 3}}, temp(1), []Statement{Try{Temp: 0, OK: 1}}},
		"what one side of a branch sets": {[]Statement{let(0, yes), Branch{Cond: This{}, Else: []Statement{set(0, no)}}}, temp(0),
			[]Statement{let(0, yes), Branch{Cond: This{}, Else: []Statement{set(0, no)}}}},
		"behind a return": {[]Statement{Branch{Cond: This{}, Then: []Statement{Return{Holds: yes}, let(0, yes)}}}, no,
			[]Statement{Branch{Cond: This{}, Then: []Statement{Return{Holds: yes}}}}},
		"a return at the end":            {[]Statement{let(0, Now{}), Return{Holds: temp(0)}, let(1, yes)}, yes, []Statement{let(0, Now{})}},
		"a branch that is taken":         {[]Statement{Branch{Cond: Negation{X: no}, Then: []Statement{set(0, yes)}, Else: []Statement{set(0, no)}}}, temp(0), []Statement{set(0, yes)}},
		"a branch that is not":           {[]Statement{Branch{Cond: no, Then: []Statement{set(0, yes)}}}, temp(0), nil},
		"a condition that never changes": {[]Statement{Let{Temp: 1, Value: Constant{Type: ExprType{Kind: BoolExpr}, Bool: true}}, Branch{Cond: temp(1), Then: []Statement{set(0, yes)}}}, temp(0), []Statement{set(0, yes)}},
		"behind a break": {[]Statement{Loop{Over: This{}, Item: -1, Index: -1, Body: []Statement{set(0, yes), Break{}, set(0, no)}}}, temp(0),
			[]Statement{Loop{Over: This{}, Item: -1, Index: -1, Body: []Statement{set(0, yes), Break{}}}}},
		"a loop that only ends": {[]Statement{Loop{Over: This{}, Item: 0, Index: -1, Body: []Statement{Branch{Cond: temp(0), Then: []Statement{Break{}}}}}}, yes, nil},
		"where a loop ends": {[]Statement{Loop{Over: This{}, Item: 0, Index: -1, Body: []Statement{let(1, temp(0)), Branch{Cond: temp(1), Then: []Statement{Break{}}}, set(2, yes)}}}, temp(2),
			[]Statement{Loop{Over: This{}, Item: 0, Index: -1, Body: []Statement{let(1, temp(0)), Branch{Cond: temp(1), Then: []Statement{Break{}}}, set(2, yes)}}}},
	} {
		if got := Prune(Program{Steps: c.steps, Holds: c.holds}).Steps; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

func TestOperands(t *testing.T) {
	a, b, c := Temp{Number: 1}, Temp{Number: 2}, Temp{Number: 3}
	for _, x := range []Expr{ListOf{Items: []Expr{a, b, c}}, Choose{If: a, Then: b, Else: c}, Call{Args: []Expr{a, b, c}}} {
		if got := Operands(x); !reflect.DeepEqual(got, []Expr{a, b, c}) {
			t.Errorf("%T: got %v", x, got)
		}
		changed := WithOperands(x, func(Expr) Expr { return This{} })
		if got := Operands(changed); !reflect.DeepEqual(got, []Expr{This{}, This{}, This{}}) || reflect.DeepEqual(changed, x) {
			t.Errorf("%T: changed to %v", x, got)
		}
	}
	for _, x := range []Expr{MemberOf{Of: a}, HasMember{Of: a}, IsNull{Of: a}, Cell{Word: a}, Negation{X: a}} {
		if got := Operands(WithOperands(x, func(Expr) Expr { return b })); !reflect.DeepEqual(got, []Expr{b}) {
			t.Errorf("%T: got %v", x, got)
		}
	}
	for _, x := range []Expr{Logic{L: a, R: b}, Comparison{L: a, R: b}} {
		if got := Operands(x); !reflect.DeepEqual(got, []Expr{a, b}) {
			t.Errorf("%T: got %v", x, got)
		}
	}
	if got := Operands(a); got != nil {
		t.Errorf("a temporary: got %v", got)
	}
}

package ir

import (
	"math"
	"reflect"
	"testing"
)

func TestFits(t *testing.T) {
	size := func(of Expr) Expr { return Call{Function: JSONSize, Args: []Expr{of}} }
	limit := func(n int64) Expr { return Constant{Type: ExprType{Kind: IntExpr}, Int: n} }
	member, item := MemberOf{Of: This{}}, Expr(Temp{Number: 1})
	for name, test := range map[string]struct {
		given Comparison
		want  Fits
		ok    bool
	}{
		"at most":                  {Comparison{Op: LessOrEqual, L: size(member), R: limit(5)}, Fits{Measured: member, Limit: limit(5), Part: true}, true},
		"less than":                {Comparison{Op: Less, L: size(This{}), R: limit(5)}, Fits{Measured: This{}, Limit: limit(4), Part: true}, true},
		"more than":                {Comparison{Op: Greater, L: size(item), R: limit(5)}, Fits{Measured: item, Limit: limit(5), Not: true}, true},
		"at least":                 {Comparison{Op: GreaterOrEqual, L: size(item), R: limit(5)}, Fits{Measured: item, Limit: limit(4), Not: true}, true},
		"at most a parameter":      {Comparison{Op: LessOrEqual, L: size(item), R: Now{}}, Fits{Measured: item, Limit: Now{}}, true},
		"less than a parameter":    {given: Comparison{Op: Less, L: size(item), R: Now{}}},
		"less than any":            {given: Comparison{Op: Less, L: size(item), R: limit(math.MinInt64)}},
		"exactly":                  {given: Comparison{Op: Equal, L: size(item), R: limit(5)}},
		"something else than size": {given: Comparison{Op: LessOrEqual, L: item, R: limit(5)}},
	} {
		got, ok := test.given.Fits()
		if ok != test.ok || ok && !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, %t, want %+v, %t", name, got, ok, test.want, test.ok)
		}
	}
}

package typescript

import (
	"testing"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

func TestTimeLiteral(t *testing.T) {
	s := &generator{uses: map[string]bool{}}
	for _, c := range []struct {
		seconds int64
		nanos   int32
		want    string
	}{
		{0, 0, "0"},
		{0, 1, `rules.big("1")`},
		{0, -1, `rules.big("-1")`},
		{0, 1_000, "1"},
		{0, -1_001, `rules.big("-1001")`},
		{1200, 0, "1_200_000_000"},
		{-1, 999_999_000, "-1"}, // a timestamp of a microsecond before 1970
		{-1, 999_999_999, `rules.big("-1")`},
		{9_007_199_254, 740_991_000, "9_007_199_254_740_991"},
		{9_007_199_254, 740_992_000, `rules.big("9007199254740992000")`},
		{253_402_300_799, 999_999_999, `rules.big("253402300799999999999")`},
	} {
		constant := ir.Constant{Type: ir.ExprType{Kind: ir.TimestampExpr}, Int: c.seconds, Nanos: c.nanos}
		if got := s.timeLiteral(constant); got != c.want {
			t.Errorf("%d s and %d ns are %s, want %s", c.seconds, c.nanos, got, c.want)
		}
	}
}

func TestFits(t *testing.T) {
	size := ir.Call{Function: ir.JSONSize, Type: ir.ExprType{Kind: ir.IntExpr}, Args: []ir.Expr{ir.This{}}}
	of := func(n int64) ir.Expr { return ir.Constant{Type: ir.ExprType{Kind: ir.IntExpr}, Int: n} }
	for _, c := range []struct {
		l    ir.Expr
		op   ir.CompareOp
		r    ir.Expr
		want string
	}{
		{size, ir.LessOrEqual, of(8), "rules.partFits(run, self, 8)"},
		{size, ir.Greater, of(8), "!rules.partFits(run, self, 8)"},
		{size, ir.Less, of(8), "rules.partFits(run, self, 7)"},
		{size, ir.Equal, of(8), ""},
	} {
		w := &ruleWriter{generator: &generator{uses: map[string]bool{}}, self: "self"}
		w.Printer = print.Printer[print.Text]{Operators: print.TypeScript, Emitter: print.Texts{}, Leaves: w, Tag: func(e ir.TagOf) string { return e.Tag }}
		got, ok := w.fits(ir.Comparison{Op: c.op, L: c.l, R: c.r, Type: ir.ExprType{Kind: ir.IntExpr}})
		if got.Code.Flat != c.want || ok != (c.want != "") {
			t.Errorf("%q, want %q", got.Code.Flat, c.want)
		}
	}
}

func TestPlainPattern(t *testing.T) {
	for pattern, want := range map[string][2]string{
		"Z$":     {"Z", "endsWith"},
		"^ab/c":  {}, // a slash may be written in two ways
		"^a:b-c": {"a:b-c", "startsWith"},
		"b":      {"b", "includes"},
		"^b$":    {"b", ""}, // no method tests it
		"a.b":    {},
		"^$":     {},
		`\d$`:    {},
		"a|b":    {},
	} {
		if text, method := plainPattern(pattern); text != want[0] || method != want[1] {
			t.Errorf("%s: %s %q, want %v", pattern, method, text, want)
		}
	}
}

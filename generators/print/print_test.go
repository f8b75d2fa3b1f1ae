package print

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

var (
	boolType   = ir.ExprType{Kind: ir.BoolExpr}
	intType    = ir.ExprType{Kind: ir.IntExpr}
	doubleType = ir.ExprType{Kind: ir.DoubleExpr}
	listType   = ir.ExprType{Kind: ir.ListExpr, Elem: &intType}
)

// letters prints temporaries as letters, and calls as f with the arguments.
type letters struct {
	Printer[Text]
}

func (l *letters) Leaf(e ir.Expr) Term[Text] {
	switch e := e.(type) {
	case ir.Temp:
		return Word(string(rune('a'+e.Number)), Atom)
	case ir.IsNull:
		return l.Test(Word("x", Atom), "is", "is not", Word("null", Atom))
	case ir.Call:
		if e.Function == ir.NegDouble {
			return l.Minus(l.Expr(e.Args[0]))
		}
		return Term[Text]{Code: Enclosed("f(", l.Code(e.Args[0]), ")"), Binds: Atom}
	}
	return Word("leaf", Atom)
}

func (l *letters) Comparison(c ir.Comparison) Term[Text] {
	return l.Compare(c.Op, l.Expr(c.L), l.Expr(c.R))
}

func printerOf(o Operators) *letters {
	l := &letters{}
	l.Printer = Printer[Text]{Operators: o, Emitter: Texts{}, Leaves: l}
	return l
}

var a, b, c = ir.Expr(ir.Temp{Number: 0}), ir.Expr(ir.Temp{Number: 1}), ir.Expr(ir.Temp{Number: 2})

func both(l, r ir.Expr) ir.Expr   { return ir.Logic{L: l, R: r} }
func either(l, r ir.Expr) ir.Expr { return ir.Logic{Or: true, L: l, R: r} }
func not(x ir.Expr) ir.Expr       { return ir.Negation{X: x} }
func less(l, r ir.Expr) ir.Expr   { return ir.Comparison{Op: ir.Less, Type: doubleType, L: l, R: r} }
func same(l, r ir.Expr) ir.Expr   { return ir.Comparison{Op: ir.Equal, Type: boolType, L: l, R: r} }
func call(f ir.Function, t ir.ExprType, args ...ir.Expr) ir.Expr {
	return ir.Call{Function: f, Type: t, Args: args}
}

func TestPrecedence(t *testing.T) {
	plus := func(l, r ir.Expr) ir.Expr { return call(ir.AddDouble, doubleType, l, r) }
	minus := func(l, r ir.Expr) ir.Expr { return call(ir.SubDouble, doubleType, l, r) }
	times := func(l, r ir.Expr) ir.Expr { return call(ir.MulDouble, doubleType, l, r) }
	for name, test := range map[string]struct {
		e              ir.Expr
		golang, ts, py string
	}{
		"a chain":                    {both(both(a, b), both(c, a)), "a && b && c && a", "a && b && c && a", "a and b and c and a"},
		"and inside of or":           {either(both(a, b), c), "a && b || c", "(a && b) || c", "(a and b) or c"},
		"or inside of and":           {both(either(a, b), c), "(a || b) && c", "(a || b) && c", "(a or b) and c"},
		"a negation in a chain":      {either(not(a), b), "!a || b", "!a || b", "not a or b"},
		"a negation that is equal":   {same(not(a), b), "!a == b", "!a === b", "(not a) == b"},
		"comparisons do not chain":   {same(same(a, b), c), "(a == b) == c", "(a === b) === c", "(a == b) == c"},
		"a comparison of conditions": {same(either(a, b), less(b, c)), "(a || b) == (b < c)", "(a || b) === (b < c)", "(a or b) == (b < c)"},
		"a denied order":             {not(less(a, b)), "!(a < b)", "!(a < b)", "not (a < b)"},
		"what has a contrary":        {not(ir.IsNull{}), "x is not null", "x is not null", "x is not null"},
		"what has one in a chain":    {both(not(ir.IsNull{}), a), "x is not null && a", "x is not null && a", "x is not null and a"},
		"sums group from the left":   {minus(a, minus(b, c)), "", "a - (b - c)", "a - (b - c)"},
		"sums in products":           {times(plus(a, b), c), "", "(a + b) * c", "(a + b) * c"},
		"products in sums":           {plus(times(a, b), c), "", "a * b + c", "a * b + c"},
		"opposites of opposites":     {call(ir.NegDouble, doubleType, call(ir.NegDouble, doubleType, a)), "-(-a)", "-(-a)", "-(-a)"},
		"a sum that is compared":     {less(plus(a, b), c), "", "a + b < c", "a + b < c"},
		"a conditional":              {ir.Choose{If: either(a, b), Then: b, Else: c}, "leaf", "a || b ? b : c", "b if a or b else c"},
		"one inside of another":      {ir.Choose{If: a, Then: b, Else: ir.Choose{If: b, Then: a, Else: c}}, "leaf", "a ? b : (b ? a : c)", "b if a else (a if b else c)"},
		"one that is denied":         {not(ir.Choose{If: a, Then: b, Else: c}), "!leaf", "!(a ? b : c)", "not (b if a else c)"},
		"strings are joined":         {call(ir.Concat, ir.ExprType{Kind: ir.StringExpr}, a, b), "a + b", "a + b", "a + b"},
		"lists are where they can":   {call(ir.Concat, listType, a, b), "f(a)", "f(a)", "a + b"},
	} {
		for _, in := range []struct {
			language string
			Operators
			want string
		}{{"Go", Go, test.golang}, {"TypeScript", TypeScript, test.ts}, {"Python", Python, test.py}} {
			if in.want == "" {
				continue // Go has its own code for arithmetic
			}
			if got := printerOf(in.Operators).Code(test.e).Flat; got != in.want {
				t.Errorf("%s in %s: got %s, want %s", name, in.language, got, in.want)
			}
		}
	}
}

// Every language has a word for each comparison, and every order has its contrary.
func TestComparisons(t *testing.T) {
	for name, o := range map[string]Operators{"Go": Go, "TypeScript": TypeScript, "Python": Python} {
		seen := map[string]bool{}
		for op, word := range o.Comparisons {
			if word == "" || seen[word] {
				t.Errorf("%s spells comparison %d %q", name, op, word)
			}
			seen[word] = true
		}
	}
}

func TestBreaking(t *testing.T) {
	long := both(both(a, either(b, c)), less(a, call(ir.SizeOf, intType, b)))
	chosen := ir.Choose{If: either(a, b), Then: b, Else: c}
	ts, py := Layout{Width: 20, Indent: "  "}, Layout{Width: 20, Indent: "    ", Hangs: true}
	for name, test := range map[string]struct {
		Operators
		Layout
		before string
		e      ir.Expr
		after  string
		want   []string
	}{
		"what fits":                {TypeScript, ts, "return ", both(a, b), ";", []string{"return a && b;"}},
		"operators at ends":        {TypeScript, ts, "return ", long, ";", []string{"return (", "  a &&", "  (b || c) &&", "  a < f(b)", ");"}},
		"brackets that are there":  {TypeScript, ts, "if (", long, ") {", []string{"if (", "  a &&", "  (b || c) &&", "  a < f(b)", ") {"}},
		"a conditional":            {TypeScript, ts, "return ", chosen, "; // why", []string{"return a || b", "  ? b", "  : c; // why"}},
		"what is denied":           {TypeScript, ts, "const value = ", not(less(a, b)), ";", []string{"const value = !(a <", "  b);"}},
		"a name alone":             {TypeScript, ts, "const aVeryLongName = ", a, ";", []string{"const aVeryLongName = a;"}},
		"operators at beginnings":  {Python, py, "return ", long, "", []string{"return (", "    a", "    and (b or c)", "    and a < f(b)", ")"}},
		"brackets at the end":      {Python, py, "a_name = ", less(a, call(ir.SizeOf, intType, both(a, b))), "", []string{"a_name = a < f(", "    a and b", ")"}},
		"a call":                   {Python, py, "a_value_1 = ", call(ir.SizeOf, intType, both(a, b)), "", []string{"a_value_1 = f(", "    a and b", ")"}},
		"none in those of a call":  {Python, py, "list.append(", less(a, call(ir.SizeOf, intType, b)), ")", []string{"list.append(", "    a < f(b)", ")"}},
		"a conditional in Python":  {Python, py, "a_name = ", chosen, "", []string{"a_name = (", "    b", "    if a or b", "    else c", ")"}},
		"what is denied in Python": {Python, py, "a_value = ", not(less(a, b)), "", []string{"a_value = not (", "    a < b", ")"}},
		"brackets that break further": {Python, py, "return ", both(a, either(both(b, c), both(a, c))), "",
			[]string{"return a and (", "    (b and c)", "    or (a and c)", ")"}},
	} {
		l := Lines{Layout: test.Layout}
		l.Statement(test.before, printerOf(test.Operators).Code(test.e), test.after)
		if got, want := l.String(), strings.Join(test.want, "\n")+"\n"; got != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
}

func TestComprehensions(t *testing.T) {
	parts := []string{"item.name", "for item in items"}
	inside := Texts{}.Infix(Or, []Text{Plain("item.name"), Plain("item.other")}, []string{"or"})
	for _, test := range []struct {
		t     Text
		width int
		want  string
	}{
		{Listed("[", Plain(parts[0]), parts[1:], "]"), 40, "x = [item.name for item in items]\n"},
		{Listed("[", Plain(parts[0]), parts[1:], "]"), 31, "x = [\n    item.name\n    for item in items\n]\n"},
		{Enclosed("any(", Listed("", Plain(parts[0]), parts[1:], ""), ")"), 31, "x = any(\n    item.name for item in items\n)\n"},
		{Enclosed("any(", Listed("", Plain(parts[0]), parts[1:], ""), ")"), 24, "x = any(\n    item.name\n    for item in items\n)\n"},
		{Enclosed("any(", Listed("", inside, parts[1:], ""), ")"), 24, "x = any(\n    item.name\n    or item.other\n    for item in items\n)\n"},
		{Enclosed("any(", Listed("", Texts{}.Prefix("not ", Enclosed("all(", Listed("", inside, parts[1:], ""), ")")), parts[1:], ""), ")"), 30,
			"x = any(\n    not all(\n        item.name\n        or item.other\n        for item in items\n    )\n    for item in items\n)\n"},
	} {
		l := Lines{Layout: Layout{Width: test.width, Indent: "    ", Hangs: true}}
		l.Statement("x = ", test.t, "")
		if l.String() != test.want {
			t.Errorf("%d columns: got\n%swant\n%s", test.width, l.String(), test.want)
		}
	}
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"": 0, "abc": 3, "名前": 4, "é": 1, "e\u0301": 1, "😀": 2, "ＡＢ": 4, "a\u200db": 2} {
		if got := Columns(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

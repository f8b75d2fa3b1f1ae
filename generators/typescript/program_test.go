package typescript

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

func expressions(p probe) []trial {
	pattern := &ir.Regexp{Engine: ir.ShortStrings, JS: "^a", DFA: ir.DFA{States: []ir.State{{Edges: []ir.Edge{{Lo: 'a', Hi: 'a', To: 1}}}, {Final: true}}}}
	level := func(word ir.Expr, of *ir.Type) ir.Expr { return ir.Cell{Catalog: of, Word: word, Column: 0} }
	e, w := p.member("e"), p.member("w")
	return []trial{
		{"strings by code points", true, holding(compareAs(stringType, ir.Less, constText("\uff5e"), constText("😀")))},
		{"code points are counted", true, holding(equals(intType, apply(ir.SizeOf, intType, p.member("s")), constInt(2)))},
		{"lists are counted", true, holding(equals(intType, apply(ir.SizeOf, intType, p.member("l")), constInt(2)))},
		{"maps are counted", true, holding(equals(intType, apply(ir.SizeOf, intType, p.member("m")), constInt(2)))},
		{"prefix, suffix, part", true, holding(both(apply(ir.StartsWith, boolType, p.member("s"), constText("a")),
			both(apply(ir.EndsWith, boolType, p.member("s"), constText("😀")), apply(ir.ContainsText, boolType, p.member("s"), constText("")))))},
		{"pattern", true, holding(ir.Call{Function: ir.Matches, Type: boolType, Args: []ir.Expr{p.member("s")}, Regexp: pattern})},
		{"joined strings", true, holding(equals(stringType, apply(ir.Concat, stringType, p.member("s"), apply(ir.IntToText, stringType, p.member("i"))), constText("a😀-7")))},
		{"joined lists", true, holding(equals(strings_, apply(ir.Concat, strings_, p.member("l"), constList(stringType, constText("y"))),
			constList(stringType, constText("x"), constText("～"), constText("y"))))},
		{"string in list", true, holding(apply(ir.InList, boolType, p.member("s"), constList(stringType, constText("b"), constText("a😀"))))},
		{"integer in list", true, holding(apply(ir.InList, boolType, constInt(2), p.member("il")))},
		{"large integer in list", true, holding(apply(ir.InList, boolType, constInt(1<<60), constList(intType, p.member("i"), constInt(1<<60))))},
		{"NaN in list", false, holding(apply(ir.InList, boolType, constDouble(math.NaN()), constList(doubleType, constDouble(math.NaN()))))},
		{"list in list", true, holding(apply(ir.InList, boolType, p.member("il"), constList(ints, constList(intType), constList(intType, constInt(1), constInt(2)))))},
		{"in empty list", false, holding(apply(ir.InList, boolType, p.member("s"), constList(stringType)))},
		{"boolean in list", true, holding(apply(ir.InList, boolType, p.member("b"), constList(boolType, constBool(true))))},
		{"time in list", true, holding(apply(ir.InList, boolType, ir.Now{}, constList(timeType, constTime(1, 5))))},
		{"in map", false, holding(apply(ir.InMap, boolType, constText("constructor"), p.member("m")))},
		{"in map, __proto__", true, holding(apply(ir.InMap, boolType, constText("__proto__"), p.member("m")))},
		{"size as JSON", true, holding(equals(intType, apply(ir.JSONSize, intType, p.member("j")), constInt(8)))},
		{"doubles", true, holding(equals(doubleType, apply(ir.AddDouble, doubleType, constDouble(0.1), constDouble(0.2)), constDouble(0.30000000000000004)))},
		{"doubles nest", true, holding(equals(doubleType, apply(ir.DivDouble, doubleType, apply(ir.SubDouble, doubleType, constDouble(1), apply(ir.SubDouble, doubleType, constDouble(2), constDouble(-3))),
			apply(ir.MulDouble, doubleType, constDouble(2), apply(ir.NegDouble, doubleType, constDouble(-1)))), constDouble(-2)))},
		{"double by zero", true, holding(equals(doubleType, apply(ir.DivDouble, doubleType, constDouble(1), constDouble(0)), constDouble(math.Inf(1))))},
		{"NaN", false, holding(equals(doubleType, apply(ir.AddDouble, doubleType, constDouble(math.Inf(1)), constDouble(math.Inf(-1))), constDouble(math.NaN())))},
		{"not less is not greater or equal", true, holding(not(compareAs(doubleType, ir.Less, constDouble(math.NaN()), p.member("d"))))},
		{"double of integer", true, holding(equals(doubleType, apply(ir.IntToDouble, doubleType, constInt(1<<53+1)), constDouble(1<<53)))},
		{"text of integer", true, holding(equals(stringType, apply(ir.IntToText, stringType, constInt(math.MinInt64)), constText("-9223372036854775808")))},
		{"large literals", true, holding(both(not(equals(intType, p.member("big"), constInt(1<<53+1))), compareAs(intType, ir.Less, p.member("big"), constInt(math.MaxInt64))))},
		{"text of a double", true, holding(equals(stringType, apply(ir.DoubleToText, stringType, constDouble(-1e-7)), constText("-1e-7")))},
		{"text of a boolean", true, holding(equals(stringType, apply(ir.BoolToText, stringType, p.member("b")), constText("true")))},
		{"text of a time", true, holding(equals(stringType, apply(ir.TimeToText, stringType, constTime(-1, 500_000_000)), constText("1969-12-31T23:59:59.5Z")))},
		{"text of a duration", true, holding(equals(stringType, apply(ir.DurationToText, stringType, constSpan(-1, -500_000_000)), constText("-1.5s")))},
		{"seconds of a time", true, holding(equals(intType, apply(ir.TimeToInt, intType, constTime(-1, 999_999_999)), constInt(-1)))},
		{"times and durations", true, holding(both(compareAs(timeType, ir.Less, constTime(-1, 500_000_000), ir.Now{}), compareAs(durationType, ir.Greater, constSpan(0, -1), constSpan(-1, -500_000_000))))},
		{"zero time", true, holding(compareAs(timeType, ir.GreaterOrEqual, ir.Now{}, constTime(0, 0)))},
		{"in a closed catalog", true, holding(apply(ir.InCatalog, ir.ExprType{Kind: ir.BoolExpr, Record: p.closed}, e))},
		{"in an open catalog", false, holding(apply(ir.InCatalog, ir.ExprType{Kind: ir.BoolExpr, Record: p.open}, w))},
		{"cell of a member's word", true, holding(equals(intType, level(e, p.closed), constInt(1)))},
		{"cell with an odd name", true, holding(equals(stringType, ir.Cell{Catalog: p.open, Word: constText("constructor"), Column: 1}, constText("c")))},
		{"cell that may be empty", true, holding(compareAs(intType, ir.Less, ir.Cell{Catalog: p.closed, Word: e, Column: 2}, constInt(2)))},
		{"a member that every object inherits", true, holding(both(p.has("constructor"), equals(stringType, p.member("constructor"), constText("c"))))},
		{"an absent member", false, holding(p.has("o"))},
		{"a null member", true, holding(both(p.has("n"), p.isNull("n")))},
		{"guards by or", true, holding(either(not(p.has("o")), equals(intType, apply(ir.SizeOf, intType, p.member("o")), constInt(1))))},
		{"guards of what is absent or null", true, holding(either(either(not(p.has("on")), p.isNull("on")), apply(ir.StartsWith, boolType, p.member("on"), constText("a"))))},
		{"guards under a negation", true, holding(not(both(both(p.has("r"), p.has("r.x")), compareAs(stringType, ir.Less, p.member("r.x"), constText("b")))))},
		{"guards by a conditional", false, holding(ir.Choose{If: p.has("r"), Then: compareAs(intType, ir.Greater, p.member("r.y"), constInt(1)), Else: constBool(true)})},
		{"guards that the compiler does not see", true, holding(either(equals(boolType, p.has("o"), constBool(false)), apply(ir.StartsWith, boolType, p.member("o"), constText("a"))))},
		{"both ways guard", true, holding(ir.Choose{If: either(both(p.has("o"), constBool(true)), both(p.has("o"), p.member("b"))), Then: apply(ir.StartsWith, boolType, p.member("o"), constText("a")), Else: constBool(true)})},
		{"contradictions compile", false, holding(both(either(equals(stringType, e, constText("a")), equals(stringType, e, constText("b"))), equals(stringType, constText("c"), e)))},
		{"contradictions of integers compile", false, holding(both(equals(intType, p.member("i"), constInt(-7)), not(equals(intType, p.member("i"), constInt(-7)))))},
		{"contradictions of booleans compile", false, holding(both(both(p.member("b"), equals(boolType, p.member("b"), constBool(true))), compareAs(boolType, ir.Unequal, constBool(true), p.member("b"))))},
		{"constants compare", false, holding(equals(stringType, constText("a"), constText("b")))},
		{"equality of conditions", true, holding(equals(boolType, p.has("o"), compareAs(intType, ir.Greater, p.member("i"), constInt(0))))},
		{"negated conditions", true, holding(not(either(p.has("o"), not(not(not(p.has("n")))))))},
		{"maps are equal", true, holding(equals(ir.ExprType{Kind: ir.MapExpr, Elem: &intType}, p.member("m"), p.member("m")))},
		{"parameters", true, holding(both(equals(intType, ir.ParamValue{Index: 0}, constInt(1024)), both(equals(durationType, ir.ParamValue{Index: 1}, constSpan(1, 500_000_000)),
			both(ir.ParamValue{Index: 2}, both(equals(stringType, ir.ParamValue{Index: 3}, constText("*/")), equals(doubleType, ir.ParamValue{Index: 4}, constDouble(-0.5)))))))},
		{"nothing is read", true, holding(constBool(true))},
		{"mixed operators", true, holding(either(both(p.has("o"), either(p.member("b"), p.has("n"))), ir.Choose{If: p.member("b"), Then: either(p.has("o"), p.member("b")), Else: constBool(false)}))},
		{"long conditions", true, holding(equals(boolType, either(both(apply(ir.StartsWith, boolType, p.member("s"), constText(strings.Repeat("a", 60))), both(p.has("n"), apply(ir.InList, boolType, p.member("s"), constList(stringType, constText(strings.Repeat("b", 80)))))),
			ir.Choose{If: both(p.has("o"), apply(ir.EndsWith, boolType, p.member("o"), constText(strings.Repeat("c", 90)))), Then: p.member("b"), Else: not(p.member("b"))}), constBool(false)))},
	}
}

func tries(p probe) []trial {
	list := []trial{}
	add := func(about string, holds bool, t ir.ExprType, c ir.Call, want ir.Expr) {
		list = append(list, trial{about, holds, trying(t, c, want)})
	}
	most, least := constInt(math.MaxInt64), constInt(math.MinInt64)
	ints := func(f ir.Function, args ...ir.Expr) ir.Call { return apply(f, intType, args...) }
	add("sum", true, intType, ints(ir.AddInt, p.member("big"), constInt(2)), constInt(1<<53+1))
	add("sum beyond", false, intType, ints(ir.AddInt, most, constInt(1)), least)
	add("difference", true, intType, ints(ir.SubInt, least, constInt(-1)), constInt(math.MinInt64+1))
	add("product beyond", false, intType, ints(ir.MulInt, p.member("big"), p.member("big")), constInt(0))
	add("quotient", true, intType, ints(ir.DivInt, p.member("i"), constInt(2)), constInt(-3))
	add("quotient by zero", false, intType, ints(ir.DivInt, p.member("i"), constInt(0)), constInt(0))
	add("remainder", true, intType, ints(ir.ModInt, p.member("i"), constInt(2)), constInt(-1))
	add("negative", true, intType, ints(ir.NegInt, p.member("i")), constInt(7))
	add("negative beyond", false, intType, ints(ir.NegInt, least), least)
	add("integer of double", true, intType, ints(ir.DoubleToInt, constDouble(-1.9)), constInt(-1))
	add("integer of text", true, intType, ints(ir.TextToInt, constText("+9223372036854775807")), most)
	add("double of text", true, doubleType, apply(ir.TextToDouble, doubleType, constText("-.5e1")), constDouble(-5))
	add("double of bad text", false, doubleType, apply(ir.TextToDouble, doubleType, constText("0x1")), constDouble(1))
	add("boolean of text", true, boolType, apply(ir.TextToBool, boolType, constText("F")), constBool(false))
	add("boolean of bad text", false, boolType, apply(ir.TextToBool, boolType, p.member("s")), constBool(false))
	add("time of text", true, timeType, apply(ir.TextToTimestamp, timeType, constText("1970-01-01T01:00:01.0000000059+01:00")), constTime(1, 5))
	add("time of bad text", false, timeType, apply(ir.TextToTimestamp, timeType, p.member("s")), constTime(0, 0))
	add("time of seconds", true, timeType, apply(ir.IntToTimestamp, timeType, constInt(-7)), constTime(-7, 0))
	add("duration of text", true, durationType, apply(ir.TextToDuration, durationType, constText("-1m0.5s")), constSpan(-60, -500_000_000))
	add("later", true, timeType, apply(ir.AddTime, timeType, ir.Now{}, constSpan(-1, -5)), constTime(0, 0))
	add("earlier", true, timeType, apply(ir.SubTime, timeType, ir.Now{}, constSpan(1, 5)), constTime(0, 0))
	add("between", true, durationType, apply(ir.TimeBetween, durationType, constTime(0, 0), ir.Now{}), constSpan(-1, -5))
	add("durations", true, durationType, apply(ir.AddDuration, durationType, constSpan(9_223_372_036, 0), constSpan(-1, 0)), constSpan(9_223_372_035, 0))
	add("durations beyond", false, durationType, apply(ir.SubDuration, durationType, constSpan(-9_223_372_036, 0), constSpan(1, 0)), constSpan(0, 0))
	add("item", true, stringType, apply(ir.ItemAt, stringType, p.member("l"), constInt(1)), constText("～"))
	add("no item", false, stringType, apply(ir.ItemAt, stringType, p.member("l"), constInt(-1)), constText(""))
	add("value", true, intType, ints(ir.ValueAt, p.member("m"), constText("__proto__")), constInt(2))
	add("no value", false, intType, ints(ir.ValueAt, p.member("m"), constText("constructor")), constInt(0))
	add("entry", true, stringType, apply(ir.EntryOf, ir.ExprType{Kind: ir.StringExpr, Record: p.open}, constText("constructor")), constText("constructor"))
	add("no entry", false, stringType, apply(ir.EntryOf, ir.ExprType{Kind: ir.StringExpr, Record: p.open}, p.member("w")), constText("zzz"))
	return list
}

// narrowed are expressions for which the compiler infers more than rules state: the remaining literals, that none remains, that an integer is a
// bigint.
func narrowed(p probe) []trial {
	b, s, e, on, x := p.member("b"), p.member("s"), p.member("e"), p.member("on"), p.member("r.x")
	isText := func(of ir.Expr, s string) ir.Expr { return equals(stringType, of, constText(s)) }
	choose := func(then, otherwise ir.Expr) ir.Expr { return ir.Choose{If: b, Then: then, Else: otherwise} }
	starts := func(of ir.Expr) ir.Expr { return apply(ir.StartsWith, boolType, of, constText("a")) }
	hasText, hasX := both(p.has("on"), not(p.isNull("on"))), both(p.has("r"), p.has("r.x"))
	huge, lists := constInt(1<<60), listOf(ints)
	innerType := ir.ExprType{Kind: ir.RecordExpr, Record: p.inner}
	itemX := ir.MemberOf{Of: temp(0), Record: p.inner, Field: p.fields["r.x"]}
	return []trial{
		{"a large integer in a list of others", false, holding(apply(ir.InList, boolType, huge, p.member("il")))},
		{"a list of integers of 64 bits in a list of lists", true, ir.Program{Temps: []ir.ExprType{ints, lists, boolType, intType, boolType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constList(intType)},
			ir.Try{Temp: 3, OK: 4, Call: apply(ir.AddInt, intType, constInt(1), constInt(1))},
			ir.Branch{Cond: temp(4), Then: []ir.Statement{ir.Set{Temp: 0, Value: apply(ir.Concat, ints, temp(0), constList(intType, temp(3)))}}},
			ir.Let{Temp: 1, Value: constList(ints, p.member("il"), constList(intType, constInt(2)))},
		}, Holds: both(apply(ir.InList, boolType, temp(0), temp(1)), not(apply(ir.InList, boolType, p.member("il"), constList(ints, temp(0)))))}},
		{"nothing is left of what is null", true, holding(ir.Choose{If: both(hasText, starts(on)), Then: b, Else: not(both(hasText, starts(on)))})},
		{"nothing is left of an object", true, holding(ir.Choose{If: p.has("r"), Then: b, Else: not(both(hasX, starts(x)))})},
		{"nothing is left inside of an object", true, holding(either(both(not(hasX), both(hasX, starts(x))), not(both(hasX, starts(x)))))},
		{"nothing is left, as both sides say", false, holding(both(either(not(p.has("on")), p.isNull("on")), both(hasText, starts(on))))},
		{"nothing is left where something is", false, holding(both(hasText, both(p.isNull("on"), starts(on))))},
		{"nothing is left, says a constant", true, ir.Program{Temps: []ir.ExprType{boolType}, Steps: []ir.Statement{ir.Let{Temp: 0, Value: not(p.has("r"))}},
			Holds: either(both(temp(0), both(p.has("r"), starts(x))), not(temp(0)))}},
		{"nothing is left behind a break", true, ir.Program{Temps: []ir.ExprType{boolType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constBool(true)},
			ir.Loop{Over: p.member("l"), Item: -1, Index: -1, Body: []ir.Statement{
				ir.Branch{Cond: p.has("o"), Then: []ir.Statement{ir.Break{}}},
				ir.Branch{Cond: not(p.has("r")), Then: []ir.Statement{ir.Set{Temp: 0, Value: b}}, Else: []ir.Statement{ir.Break{}}},
				ir.Set{Temp: 0, Value: either(both(p.has("o"), starts(p.member("o"))), both(hasX, starts(x)))},
			}},
		}, Holds: temp(0)}},
		{"nothing is left of what failed", false, ir.Program{Temps: []ir.ExprType{stringType, boolType}, Steps: []ir.Statement{
			ir.Try{Temp: 0, OK: 1, Call: apply(ir.ItemAt, stringType, p.member("l"), constInt(7))},
		}, Holds: both(not(temp(1)), both(temp(1), starts(temp(0))))}},
		{"nothing is left of an object that failed", false, ir.Program{Temps: []ir.ExprType{innerType, boolType}, Steps: []ir.Statement{
			ir.Try{Temp: 0, OK: 1, Call: apply(ir.ItemAt, innerType, p.member("rl"), constInt(7))},
		}, Holds: both(not(temp(1)), both(temp(1), both(ir.HasMember(itemX), starts(itemX))))}},
		{"literals on both sides", false, holding(equals(timeType, choose(constTime(1, 0), constTime(2, 0)), constTime(3, 0)))},
		{"literals of a constant", false, ir.Program{Temps: []ir.ExprType{timeType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: choose(constTime(1, 0), constTime(2, 0))},
		}, Holds: either(equals(timeType, temp(0), constTime(3, 0)), equals(timeType, constTime(4, 0), temp(0)))}},
		{"negative literals", true, holding(compareAs(doubleType, ir.Unequal, apply(ir.NegDouble, doubleType, constDouble(1)), constDouble(1)))},
		{"large literals of a choice", true, holding(compareAs(intType, ir.Unequal, choose(huge, constInt(1<<60+1)), p.member("i")))},
		{"large literals of a list", false, ir.Program{Temps: []ir.ExprType{intType, boolType}, Steps: []ir.Statement{
			ir.Let{Temp: 1, Value: constBool(false)},
			ir.Loop{Over: apply(ir.Concat, ints, constList(intType, huge), constList(intType, huge)), Item: 0, Index: -1, Body: []ir.Statement{ir.Set{Temp: 1, Value: equals(intType, temp(0), p.member("i"))}}},
		}, Holds: temp(1)}},
		{"a large literal at first", false, ir.Program{Temps: []ir.ExprType{intType, intType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: huge}, ir.Branch{Cond: equals(intType, temp(0), p.member("i")), Then: []ir.Statement{ir.Set{Temp: 0, Value: constInt(1)}}},
			ir.Let{Temp: 1, Value: constInt(1)}, ir.Set{Temp: 1, Value: huge},
		}, Holds: either(equals(intType, temp(0), p.member("i")), equals(intType, temp(1), p.member("i")))}},
		{"a literal that another member has", false, holding(both(both(isText(s, "a"), equals(stringType, s, e)), isText(e, "b")))},
		{"a literal in a list", false, holding(both(isText(s, "a"), both(apply(ir.InList, boolType, constText("b"), constList(stringType, s)), isText(e, "b"))))},
		{"the word of an entry in a list", false, ir.Program{Temps: []ir.ExprType{stringType, boolType}, Steps: []ir.Statement{
			ir.Try{Temp: 0, OK: 1, Call: apply(ir.EntryOf, ir.ExprType{Kind: ir.StringExpr, Record: p.closed}, s)},
		}, Holds: both(temp(1), apply(ir.InList, boolType, constText("zzz"), constList(stringType, temp(0))))}},
		{"a literal that is chosen", false, holding(equals(stringType, ir.Choose{If: isText(s, "a"), Then: s, Else: constText("b")}, constText("c")))},
		{"truth values that are known", false, holding(both(both(b, not(p.isNull("n"))), both(equals(boolType, b, not(b)), equals(boolType, both(b, not(b)), b))))},
		{"truth values that follow", false, ir.Program{Temps: []ir.ExprType{boolType, boolType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: p.has("o")}, ir.Let{Temp: 1, Value: p.has("on")},
		}, Holds: either(both(b, either(both(compareAs(boolType, ir.Unequal, temp(0), b), equals(boolType, temp(0), b)), both(not(temp(0)), equals(boolType, temp(0), b)))),
			both(b, both(equals(boolType, temp(1), b), both(compareAs(boolType, ir.Unequal, temp(1), b), temp(0)))))}},
	}
}

// statements are programs that loop, branch and change temporaries.
func statements(p probe) []trial {
	innerType := ir.ExprType{Kind: ir.RecordExpr, Record: p.inner}
	x := func(n int) ir.MemberOf { return ir.MemberOf{Of: temp(n), Record: p.inner, Field: p.fields["r.x"]} }
	y := func(n int) ir.MemberOf { return ir.MemberOf{Of: temp(n), Record: p.inner, Field: p.fields["r.y"]} }
	appending := func(list int, t ir.ExprType, item ir.Expr) ir.Statement {
		return ir.Set{Temp: list, Value: apply(ir.Concat, t, temp(list), constList(*t.Elem, item))}
	}
	return []trial{
		{"an item exists", true, ir.Program{Temps: []ir.ExprType{boolType, innerType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constBool(false)},
			ir.Loop{Over: p.member("rl"), Item: 1, Index: -1, Body: []ir.Statement{
				ir.Branch{Cond: both(ir.HasMember(x(1)), apply(ir.StartsWith, boolType, x(1), constText("a"))), Then: []ir.Statement{ir.Set{Temp: 0, Value: constBool(true)}, ir.Break{}}},
			}},
		}, Holds: temp(0)}},
		{"what is left behind a break is known", true, ir.Program{Temps: []ir.ExprType{boolType, innerType, intType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constBool(true)},
			ir.Loop{Over: p.member("rl"), Item: 1, Index: -1, Body: []ir.Statement{
				ir.Branch{Cond: not(ir.HasMember(x(1))), Then: []ir.Statement{ir.Break{}}},
				ir.Let{Temp: 2, Value: apply(ir.SizeOf, intType, x(1))},
				ir.Set{Temp: 0, Value: equals(intType, temp(2), constInt(1))},
			}},
		}, Holds: temp(0)}},
		{"nested loops, with indexes", true, ir.Program{Temps: []ir.ExprType{intType, intType, intType, intType, intType, intType, boolType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constInt(0)},
			ir.Loop{Over: p.member("il"), Item: 1, Index: 2, Body: []ir.Statement{
				ir.Loop{Over: p.member("dl"), Item: -1, Index: 3, Body: []ir.Statement{
					ir.Try{Temp: 4, OK: 6, Call: apply(ir.AddInt, intType, temp(0), temp(1))},
					ir.Branch{Cond: temp(6), Then: []ir.Statement{ir.Set{Temp: 0, Value: temp(4)}}, Else: []ir.Statement{ir.Break{}}},
					ir.Branch{Cond: compareAs(intType, ir.Less, temp(2), temp(3)), Then: []ir.Statement{ir.Set{Temp: 0, Value: constInt(100)}}},
				}},
				ir.Loop{Over: p.member("l"), Item: 5, Index: -1, Body: []ir.Statement{ir.Break{}}},
			}},
		}, Holds: equals(intType, temp(0), constInt(3))}},
		{"names of a map", true, ir.Program{Temps: []ir.ExprType{strings_, stringType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constList(stringType)},
			ir.Loop{Over: p.member("m"), Item: 1, Index: -1, Body: []ir.Statement{appending(0, strings_, temp(1))}},
		}, Holds: equals(strings_, temp(0), constList(stringType, constText("k"), constText("__proto__")))}},
		{"lists of records and of lists", true, ir.Program{Temps: []ir.ExprType{listOf(innerType), listOf(strings_), innerType, ints}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constList(innerType)},
			ir.Let{Temp: 1, Value: constList(strings_)},
			ir.Loop{Over: p.member("rl"), Item: 2, Index: -1, Body: []ir.Statement{
				appending(0, listOf(innerType), temp(2)), appending(1, listOf(strings_), p.member("l")),
			}},
			ir.Let{Temp: 3, Value: constList(intType, constInt(1))},
			ir.Loop{Over: temp(0), Item: 2, Index: -1, Body: []ir.Statement{ir.Set{Temp: 3, Value: constList(intType, y(2))}}},
		}, Holds: both(equals(ints, temp(3), constList(intType, constInt(2))), equals(intType, apply(ir.SizeOf, intType, temp(1)), constInt(2)))}},
		{"what is not used is not there", true, ir.Program{Temps: []ir.ExprType{boolType, intType, boolType, stringType, boolType, boolType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constBool(true)}, ir.Set{Temp: 0, Value: constBool(false)},
			ir.Try{Temp: 1, OK: 2, Call: apply(ir.AddInt, intType, constInt(1), constInt(1))},
			ir.Try{Temp: 3, OK: 4, Call: apply(ir.ItemAt, stringType, p.member("l"), constInt(0))},
			ir.Branch{Cond: constBool(false), Then: []ir.Statement{ir.Let{Temp: 5, Value: temp(0)}}},
			ir.Branch{Cond: p.member("b")},
		}, Holds: temp(4)}},
		{"what only the unused uses is not there", true, ir.Program{Temps: []ir.ExprType{boolType, timeType, boolType, stringType, boolType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constBool(false)},
			ir.Try{Temp: 1, OK: 2, Call: apply(ir.TextToTimestamp, timeType, p.member("s"))},
			ir.Branch{Cond: temp(2), Then: []ir.Statement{ir.Set{Temp: 0, Value: compareAs(timeType, ir.Less, temp(1), ir.Now{})}}},
			ir.Let{Temp: 4, Value: p.member("b")},
			ir.Loop{Over: p.member("l"), Item: 3, Index: -1, Body: []ir.Statement{
				ir.Branch{Cond: equals(stringType, temp(3), constText("x")), Then: []ir.Statement{ir.Break{}}, Else: []ir.Statement{ir.Branch{Cond: temp(4), Else: []ir.Statement{ir.Break{}}}}},
			}},
		}, Holds: constBool(true)}},
		{"nothing stands behind the end of a loop", true, ir.Program{Temps: []ir.ExprType{intType, boolType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constInt(0)},
			ir.Let{Temp: 1, Value: constBool(false)},
			ir.Loop{Over: p.member("l"), Item: -1, Index: -1, Body: []ir.Statement{
				ir.Branch{Cond: temp(1), Then: []ir.Statement{ir.Set{Temp: 0, Value: constInt(1)}}, Else: []ir.Statement{ir.Set{Temp: 0, Value: constInt(2)}}},
				ir.Branch{Cond: not(constBool(false)), Then: []ir.Statement{ir.Break{}}},
				ir.Set{Temp: 0, Value: constInt(3)},
			}},
		}, Holds: equals(intType, temp(0), constInt(2))}},
		{"a condition that is a constant", true, ir.Program{Temps: []ir.ExprType{boolType, intType}, Steps: []ir.Statement{
			ir.Let{Temp: 1, Value: constInt(1)},
			ir.Let{Temp: 0, Value: constBool(false)},
			ir.Branch{Cond: temp(0), Then: []ir.Statement{ir.Set{Temp: 1, Value: constInt(2)}}},
		}, Holds: equals(intType, temp(1), constInt(1))}},
		{"conditions that are literals", true, ir.Program{Temps: []ir.ExprType{intType}, Steps: []ir.Statement{
			ir.Let{Temp: 0, Value: constInt(0)},
			ir.Branch{Cond: not(constBool(false)), Then: []ir.Statement{ir.Set{Temp: 0, Value: constInt(1 << 60)}}, Else: []ir.Statement{ir.Set{Temp: 0, Value: constInt(2)}}},
			ir.Branch{Cond: p.has("o"), Else: []ir.Statement{ir.Branch{Cond: p.member("b"), Then: []ir.Statement{ir.Set{Temp: 0, Value: constInt(3)}}, Else: []ir.Statement{ir.Set{Temp: 0, Value: constInt(4)}}}}},
		}, Holds: equals(intType, temp(0), constInt(3))}},
		{"an entry and its cells", true, ir.Program{Temps: []ir.ExprType{stringType, boolType, boolType}, Steps: []ir.Statement{
			ir.Let{Temp: 2, Value: constBool(false)},
			ir.Try{Temp: 0, OK: 1, Call: apply(ir.EntryOf, ir.ExprType{Kind: ir.StringExpr, Record: p.closed}, p.member("s"))},
			ir.Branch{Cond: not(temp(1)), Then: []ir.Statement{ir.Set{Temp: 2, Value: constBool(true)}},
				Else: []ir.Statement{ir.Set{Temp: 2, Value: equals(intType, ir.Cell{Catalog: p.closed, Word: temp(0), Column: 0}, constInt(1))}}},
		}, Holds: temp(2)}},
		{"temporaries of every type", true, ir.Program{Temps: []ir.ExprType{doubleType, timeType, durationType, stringType, innerType, {Kind: ir.MapExpr, Elem: &intType}, {Kind: ir.JSONExpr}}, Steps: []ir.Statement{
			ir.Branch{Cond: both(p.has("r"), p.has("j")), Then: []ir.Statement{
				ir.Let{Temp: 4, Value: p.member("r")}, ir.Set{Temp: 4, Value: p.member("r")},
				ir.Let{Temp: 6, Value: p.member("j")}, ir.Set{Temp: 6, Value: p.member("j")},
				ir.Let{Temp: 0, Value: ir.Choose{If: compareAs(intType, ir.Less, y(4), apply(ir.JSONSize, intType, temp(6))), Then: constDouble(1), Else: constDouble(2)}},
				ir.Branch{Cond: compareAs(doubleType, ir.LessOrEqual, temp(0), constDouble(1)), Then: []ir.Statement{ir.Set{Temp: 0, Value: constDouble(2)}}},
			}},
			ir.Let{Temp: 1, Value: ir.Now{}}, ir.Set{Temp: 1, Value: constTime(2, 0)},
			ir.Let{Temp: 2, Value: constSpan(2, 0)}, ir.Set{Temp: 2, Value: constSpan(3, 0)},
			ir.Let{Temp: 3, Value: p.member("e")}, ir.Set{Temp: 3, Value: constText("other")},
			ir.Let{Temp: 5, Value: p.member("m")},
		}, Holds: both(both(equals(timeType, temp(1), constTime(2, 0)), equals(durationType, temp(2), constSpan(3, 0))),
			both(equals(stringType, temp(3), constText("other")), apply(ir.InMap, boolType, constText("k"), temp(5))))}},
	}
}

// TestPrograms spells programs of every kind, compiles them with the strictest settings, and runs them.
func TestPrograms(t *testing.T) {
	_, broken := programs()
	runCases(t, "programs", [][]string{{"Probe", probeText, strings.Join(broken, "|"), `{"now":"1970-01-01T00:00:01.000000005Z"}`}})
}

// programs returns a protocol with all programs as rules, and the beginnings of the issues of those that are false.
func programs() (protocol *ir.Protocol, broken []string) {
	p := newProbe()
	var trials []trial
	trials = append(trials, expressions(p)...)
	trials = append(trials, tries(p)...)
	trials = append(trials, narrowed(p)...)
	trials = append(trials, statements(p)...)
	protocol = protocolOf(p)
	for i, trial := range trials {
		rule := ruleFor(i, trial)
		p.record.Rules = append(p.record.Rules, rule)
		if !trial.holds {
			broken = append(broken, rule.ID+" ")
		}
	}
	return protocol, broken
}

func ruleFor(i int, t trial) *ir.Rule {
	id := fmt.Sprintf("r%03d-%s", i, t.about)
	return &ir.Rule{ID: id, Text: t.about + "\n" + evil, Source: evil, Program: ir.Prune(t.program), Failure: must(id)}
}

// TestRuleText shows that a rule that can be one expression is one, and that guards and failing calls read like written by a person.
func TestRuleText(t *testing.T) {
	p := newProbe()
	o, quotient := p.member("o"), apply(ir.DivInt, intType, p.member("i"), p.member("big"))
	p.record.Rules = []*ir.Rule{
		{ID: "o-first", Text: "!has(this.o) || this.o < this.s", Program: holding(either(not(p.has("o")), compareAs(stringType, ir.Less, o, p.member("s"))))},
		{ID: "in-part", Text: "!(this.i / this.big > 0)", Source: "Section", Program: ir.Program{Temps: []ir.ExprType{intType, boolType},
			Steps: []ir.Statement{ir.Try{Temp: 0, OK: 1, Call: quotient}}, Holds: both(temp(1), compareAs(intType, ir.LessOrEqual, temp(0), constInt(0)))}},
		{ID: "unless-zero", Text: "this.i == 0 || this.i / this.big > 0", Program: ir.Program{Temps: []ir.ExprType{intType, boolType},
			Steps: []ir.Statement{ir.Branch{Cond: equals(intType, p.member("i"), constInt(0)), Then: []ir.Statement{ir.Return{Holds: constBool(true)}}}, ir.Try{Temp: 0, OK: 1, Call: quotient}},
			Holds: both(temp(1), compareAs(intType, ir.Greater, temp(0), constInt(0)))}},
	}
	want := `/**
 * The rule o-first:
 * !has(this.o) || this.o < this.s
 */
function ruleOFirst(self: any): boolean {
  return self.o === undefined || rules.compareCodePoints(self.o, self.s) < 0;
}

/**
 * The rule in-part:
 * !(this.i / this.big > 0)
 *
 * Source: Section.
 */
function ruleInPart(self: any): boolean {
  const quotient: any = rules.divInt(self.i, self.big);
  return quotient !== undefined && quotient <= 0;
}

/**
 * The rule unless-zero:
 * this.i == 0 || this.i / this.big > 0
 */
function ruleUnlessZero(self: any): boolean {
  if (self.i === 0) {
    return true;
  }
  const quotient: any = rules.divInt(self.i, self.big);
  return quotient !== undefined && quotient > 0;
}
`
	if module := string(generated(t, protocolOf(p)).Data); !strings.Contains(module, want) {
		t.Errorf("want\n%s\nin\n%s", want, module)
	}
}

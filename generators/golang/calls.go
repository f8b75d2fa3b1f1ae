package golang

import (
	"math"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// call prints a function that cannot fail.
func (p *programPrinter) call(c ir.Call) operand {
	switch c.Function {
	case ir.SizeOf, ir.JSONSize, ir.JSONDepth, ir.JSONItems, ir.UTF8Size:
		return primary(jen.Int64().Call(p.count(c)))
	case ir.Satisfies:
		return primary(p.g.wire("Satisfies").Call(p.writing(c.Args[0]), p.writing(c.Args[1])))
	case ir.StartsWith:
		return p.stringsCall("HasPrefix", c)
	case ir.EndsWith:
		return p.stringsCall("HasSuffix", c)
	case ir.ContainsText:
		return p.stringsCall("Contains", c)
	case ir.Matches:
		return primary(p.g.pattern(c.Regexp, p.g.names.Type(p.This)).Call(p.Code(c.Args[0])))
	case ir.Concat:
		return p.concat(c)
	case ir.InList:
		return p.inList(c)
	case ir.InMap:
		return primary(p.native(c.Args[1]).Code.Dot("Has").Call(p.Code(c.Args[0])))
	case ir.InCatalog:
		return primary(p.isKnown(c))
	case ir.TimeToInt:
		return primary(p.At(c.Args[0], print.Atom).Dot("Unix").Call())
	case ir.TimeToText:
		return primary(p.At(c.Args[0], print.Atom).Dot("UTC").Call().Dot("Format").Call(jen.Qual("time", "RFC3339Nano")))
	case ir.DurationToText:
		return primary(p.g.wire("DurationText").Call(p.Code(c.Args[0])))
	case ir.DoubleToText:
		return primary(p.g.wire("DoubleText").Call(p.Code(c.Args[0])))
	case ir.HoursIn, ir.MinutesIn, ir.SecondsIn:
		return primary(jen.Int64().Call(p.At(c.Args[0], print.Product).Op("/").Qual("time", unitsIn[c.Function])))
	case ir.BoolToText:
		return primary(jen.Qual("strconv", "FormatBool").Call(p.Code(c.Args[0])))
	case ir.IntToDouble:
		return primary(jen.Float64().Call(p.Code(c.Args[0])))
	case ir.IntToText:
		return primary(jen.Qual("strconv", "FormatInt").Call(p.Code(c.Args[0]), jen.Lit(10)))
	}
	if part, ok := timeParts[c.Function]; ok {
		return p.timePart(c, part)
	}
	return p.double(c)
}

// timePart is the method of package time for a part of a moment, and the number of the first part in Go.
type timePart struct {
	method string
	first  int
}

var (
	timeParts = map[ir.Function]timePart{ir.YearOf: {"Year", 0}, ir.MonthOf: {"Month", 1}, ir.DateOf: {"Day", 0}, ir.DayOfMonth: {"Day", 1}, ir.DayOfYear: {"YearDay", 1},
		ir.DayOfWeek: {"Weekday", 0}, ir.HourOf: {"Hour", 0}, ir.MinuteOf: {"Minute", 0}, ir.SecondOf: {"Second", 0}, ir.MillisecondOf: {"Nanosecond", 0}}
	unitsIn = map[ir.Function]string{ir.HoursIn: "Hour", ir.MinutesIn: "Minute", ir.SecondsIn: "Second"}
)

func (p *programPrinter) timePart(c ir.Call, part timePart) operand {
	x := p.At(c.Args[0], print.Atom).Dot("UTC").Call().Dot(part.method).Call()
	if c.Function == ir.MillisecondOf {
		x.Op("/").Id("1e6")
	}
	if part.first == 0 {
		return primary(jen.Int64().Call(x))
	}
	return p.Infix(print.Infix{Binds: print.Sum, Word: "-"}, primary(jen.Int64().Call(x)), primary(jen.Lit(part.first)))
}

func (p *programPrinter) stringsCall(name string, c ir.Call) operand {
	return primary(jen.Qual("strings", name).Call(p.Code(c.Args[0]), p.Code(c.Args[1])))
}

// count returns a size with Go's type int.
func (p *programPrinter) count(c ir.Call) *jen.Statement {
	arg := c.Args[0]
	switch c.Function {
	case ir.JSONSize, ir.JSONDepth, ir.JSONItems:
		name := map[ir.Function]string{ir.JSONSize: "JSONSize", ir.JSONDepth: "JSONDepth", ir.JSONItems: "JSONItems"}[c.Function]
		return p.g.wire(name).Call(p.writing(arg))
	case ir.UTF8Size:
		return jen.Len(p.Code(arg))
	}
	switch p.TypeOf(arg).Kind {
	case ir.StringExpr:
		return p.g.wire("Length").Call(p.Code(arg))
	case ir.MapExpr:
		return p.native(arg).Code.Dot("Len").Call()
	}
	return jen.Len(p.native(arg).Code)
}

// writing returns a function that writes the value of an expression.
func (p *programPrinter) writing(e ir.Expr) *jen.Statement {
	return jen.Func().Params(p.g.writerParam()).Add(inBraces(p.write(e)))
}

// write returns the statement that writes the value of an expression.
func (p *programPrinter) write(e ir.Expr) jen.Code {
	typ := p.TypeOf(e)
	owner := p.g.names.Type(p.This) + exported(p.name)
	if member, ok := e.(ir.MemberOf); ok && !isStored(member.Field) {
		return p.g.writeConstant(jen.Id("w"), member.Field.Value)
	}
	if typ.Kind == ir.RecordExpr && typ.Record != nil && isRecord(typ.Record.Value.Kind) {
		return encode(p.Code(e), jen.Id("w"))
	}
	if typ.Value != nil {
		v := *typ.Value
		native := p.native(e).Code
		if temp, ok := e.(ir.Temp); ok {
			native = p.present(native, v, modeOf(v, true), false)
			if p.items[temp.Number] == nil {
				return p.writeComputed(e, typ)
			}
		}
		return p.g.writeValue(jen.Id("w"), v, native, owner)
	}
	return p.writeComputed(e, typ)
}

func (p *programPrinter) writeComputed(e ir.Expr, typ ir.ExprType) jen.Code {
	x := p.Code(e)
	switch typ.Kind {
	case ir.BoolExpr:
		return call(jen.Id("w"), "Boolean", x)
	case ir.IntExpr:
		return call(jen.Id("w"), "Integer", x)
	case ir.DoubleExpr:
		return call(jen.Id("w"), "Number", x)
	case ir.StringExpr:
		return call(jen.Id("w"), "String", x)
	}
	return call(jen.Id("w"), "Raw", x)
}

// pointer returns a pointer to a record.
func (p *programPrinter) pointer(e ir.Expr) *jen.Statement {
	member, ok := e.(ir.MemberOf)
	x := p.Code(e)
	if temp, isTemp := e.(ir.Temp); isTemp && p.items[temp.Number] != nil {
		return jen.Op("&").Add(x) // a pointer to the copy of an item
	}
	if ok && p.variantsFunction(member.Of, member.Field, askValue) != nil {
		return x // a function returns a pointer
	}
	if ok && member.Field.Required && !isNullable(member.Field.Value) && !p.g.cycles.byPointer(member.Record, member.Field.Value) {
		return jen.Op("&").Add(x)
	}
	return x
}

// concat joins lists.
func (p *programPrinter) concat(c ir.Call) operand {
	elem := *c.Type.Elem
	return primary(jen.Qual("slices", "Concat").Call(p.list(c.Args[0], elem), p.list(c.Args[1], elem)))
}

// inList searches a list for a value.
func (p *programPrinter) inList(c ir.Call) operand {
	list := p.TypeOf(c.Args[1])
	if literal, ok := c.Args[1].(ir.ListOf); ok {
		if place, enum := p.enumPlace(c.Args[0]); enum != nil && !p.g.isForeign(enum) {
			var words []jen.Code
			for _, item := range literal.Items {
				words = append(words, p.wordOf(enum, item))
			}
			return primary(jen.Qual("slices", "Contains").Call(jen.Index().Add(p.g.typeName(enum)).Values(words...), place))
		}
	}
	elem := *list.Elem
	if isScalar(elem.Kind) && p.itemOf(list) == nil {
		return primary(jen.Qual("slices", "Contains").Call(p.native(c.Args[1]).Code, p.Code(c.Args[0])))
	}
	if item := p.itemOf(list); isScalar(elem.Kind) && modeOf(*item, true) == plain {
		if named := p.g.owner(*item); named != nil {
			return primary(jen.Qual("slices", "Contains").Call(p.native(c.Args[1]).Code, p.wordOf(named, c.Args[0])))
		}
	}
	item := p.free("item")
	same := p.same(elem, jen.Id(item), p.itemOf(list), p.Code(c.Args[0]), nil)
	return primary(jen.Qual("slices", "ContainsFunc").Call(p.native(c.Args[1]).Code,
		jen.Func().Params(jen.Id(item).Add(p.g.heldType(elem))).Bool().Block(jen.Return(same))))
}

// isScalar reports whether Go's == has the same result as the comparison in rules.
func isScalar(k ir.ExprKind) bool {
	switch k {
	case ir.BoolExpr, ir.IntExpr, ir.DoubleExpr, ir.StringExpr, ir.DurationExpr:
		return true
	}
	return false
}

func (p *programPrinter) isKnown(c ir.Call) *jen.Statement {
	catalog := c.Type.Record
	test := "IsValid"
	if catalog.Value.Kind.(*ir.Enum).Open {
		test = "IsKnown"
	}
	return p.word(catalog, c.Args[0]).Dot(test).Call()
}

var arithmetic = map[ir.Function]print.Infix{ir.AddDouble: {Binds: print.Sum, Word: "+"}, ir.SubDouble: {Binds: print.Sum, Word: "-"},
	ir.MulDouble: {Binds: print.Product, Word: "*"}, ir.DivDouble: {Binds: print.Product, Word: "/"}}

// double prints arithmetic with doubles. The conversion prevents a fused multiply-add. The function Double prevents exact arithmetic with
// constants.
func (p *programPrinter) double(c ir.Call) operand {
	l := p.Expr(c.Args[0])
	hide := func(o operand, e ir.Expr) operand {
		if constant, ok := e.(ir.Constant); ok {
			return primary(p.g.wire("Double").Call(double(constant.Double)))
		}
		return o
	}
	if c.Function == ir.NegDouble {
		return p.Minus(hide(l, c.Args[0]))
	}
	op, ok := arithmetic[c.Function]
	if !ok {
		panic("golang: unhandled function " + strconv.Itoa(int(c.Function)))
	}
	r := p.Expr(c.Args[1])
	if _, both := c.Args[0].(ir.Constant); both || c.Function == ir.DivDouble {
		r = hide(r, c.Args[1])
	}
	if c.Function == ir.MulDouble {
		return primary(jen.Float64().Call(p.Infix(op, l, r).Code))
	}
	return p.Infix(op, l, r)
}

// tries contains the functions of package wire that can fail, and the names of their results in generated code.
var tries = map[ir.Function]struct{ name, result string }{
	ir.AddInt: {"AddInt", "sum"}, ir.SubInt: {"SubInt", "difference"}, ir.MulInt: {"MulInt", "product"}, ir.DivInt: {"DivInt", "quotient"},
	ir.ModInt: {"ModInt", "remainder"}, ir.NegInt: {"NegInt", "n"}, ir.DoubleToInt: {"TruncateDouble", "n"}, ir.TextToInt: {"ParseInt", "n"},
	ir.TextToDouble: {"ParseDouble", "f"}, ir.TextToBool: {"ParseBool", "b"},
	ir.TextToTimestamp: {"ParseTime", "t"}, ir.TextToDuration: {"ParseDuration", "d"}, ir.IntToTimestamp: {"TimeAt", "t"},
	ir.AddTime: {"AddTime", "t"}, ir.SubTime: {"SubTime", "t"}, ir.TimeBetween: {"TimeBetween", "d"}, ir.AddDuration: {"AddDuration", "d"},
	ir.SubDuration: {"SubDuration", "d"}, ir.ItemAt: {"ItemAt", "item"},
}

// try prints a function that can fail.
func (p *programPrinter) try(s ir.Try) []jen.Code {
	result, ok := "value", "_"
	wanted := p.isRead(s.Temp)
	c := s.Call
	f, isSupport := tries[c.Function]
	var value *jen.Statement
	switch {
	case c.Function == ir.EntryOf:
		return p.entry(s, wanted)
	case c.Function == ir.ValueAt:
		value = p.native(c.Args[0]).Code.Dot("Get").Call(p.Code(c.Args[1]))
	case c.Function == ir.ItemAt:
		value = p.g.wire(f.name).Call(p.native(c.Args[0]).Code, p.Code(c.Args[1]))
	case isSupport:
		var args []jen.Code
		for _, arg := range c.Args {
			args = append(args, p.Code(arg))
		}
		value = p.g.wire(f.name).Call(args...)
	default:
		panic("golang: unhandled function " + strconv.Itoa(int(c.Function)))
	}
	if isSupport {
		result = f.result
	}
	if wanted {
		result = p.declare(s.Temp, result)
		if c.Function == ir.ItemAt || c.Function == ir.ValueAt {
			p.items[s.Temp] = p.itemOf(p.TypeOf(c.Args[0]))
		}
	} else {
		result = "_"
	}
	if p.isRead(s.OK) {
		ok = p.succeeded(s.OK, wanted)
	}
	return []jen.Code{jen.List(jen.Id(result), jen.Id(ok)).Op(":=").Add(value)}
}

// succeeded names the condition that a call was successful.
func (p *programPrinter) succeeded(temp int, hasResult bool) string {
	if p.shared[temp] && hasResult {
		p.names[temp] = "ok"
		return "ok"
	}
	return p.declare(temp, "found")
}

// entry checks whether a catalog has a word.
func (p *programPrinter) entry(s ir.Try, wanted bool) []jen.Code {
	known := p.isKnown(s.Call)
	switch {
	case !wanted:
		return []jen.Code{jen.Id(p.succeeded(s.OK, false)).Op(":=").Add(known)}
	case !p.isRead(s.OK):
		return []jen.Code{jen.Id(p.declare(s.Temp, "word")).Op(":=").Add(p.Code(s.Call.Args[0]))}
	}
	word := p.Code(s.Call.Args[0])
	return []jen.Code{jen.List(jen.Id(p.declare(s.Temp, "word")), jen.Id(p.succeeded(s.OK, true))).Op(":=").List(word, known)}
}

// integerText prints an integer. The smallest integer needs another form: Go has no literal with its absolute value.
func integerText(n int64) string {
	if n == math.MinInt64 {
		return "-1 << 63"
	}
	return strconv.FormatInt(n, 10)
}

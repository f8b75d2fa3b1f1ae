package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// operatorsOf are functions that are operators in Python.
var operatorsOf = map[ir.Function]struct {
	bind int
	word string
}{
	ir.Concat: {bindSum, "+"}, ir.AddDouble: {bindSum, "+"}, ir.SubDouble: {bindSum, "-"}, ir.MulDouble: {bindProduct, "*"},
}

// functions are those that Python has, or the support code for what Python means otherwise.
var functions = map[ir.Function]string{ir.SizeOf: "len", ir.IntToDouble: "float", ir.IntToText: "str", ir.JSONSize: "json_size", ir.DivDouble: "div_double",
	ir.AddInt: "add_int", ir.SubInt: "sub_int", ir.MulInt: "mul_int", ir.DivInt: "div_int", ir.ModInt: "mod_int", ir.NegInt: "neg_int", ir.DoubleToInt: "double_to_int",
	ir.TextToInt: "text_to_int", ir.TextToDouble: "text_to_double", ir.TextToBool: "text_to_bool",
	ir.DoubleToText: "double_to_text", ir.TimeToText: "timestamp_to_text", ir.DurationToText: "duration_to_text", ir.TextToTimestamp: "text_to_timestamp", ir.TextToDuration: "text_to_duration", ir.IntToTimestamp: "int_to_timestamp",
	ir.AddTime: "add_time", ir.SubTime: "sub_time", ir.TimeBetween: "time_between", ir.AddDuration: "add_duration", ir.SubDuration: "sub_duration",
	ir.ItemAt: "item_at", ir.ValueAt: "value_at"}

// datePart is what a datetime calls a part, and what makes CEL's of it.
type datePart struct {
	name string
	bind int
	rest string
}

var dateParts = map[ir.Function]datePart{
	ir.YearOf: {"year", bindAtom, ""}, ir.MonthOf: {"month", bindSum, " - 1"}, ir.DateOf: {"day", bindAtom, ""}, ir.DayOfMonth: {"day", bindSum, " - 1"},
	ir.DayOfYear: {"timetuple().tm_yday", bindSum, " - 1"}, ir.DayOfWeek: {"isoweekday()", bindProduct, " % 7"}, ir.HourOf: {"hour", bindAtom, ""},
	ir.MinuteOf: {"minute", bindAtom, ""}, ir.SecondOf: {"second", bindAtom, ""}, ir.MillisecondOf: {"microsecond", bindProduct, " // 1000"},
}

// unitsIn are units of durations, in front of a second.
var unitsIn = map[ir.Function]string{ir.HoursIn: "3600 * ", ir.MinutesIn: "60 * ", ir.SecondsIn: ""}

// call spells a call. Functions that can fail return their result and whether there is one.
func (p *program) call(c ir.Call) term {
	args := make([]term, len(c.Args))
	for i, a := range c.Args {
		args[i] = p.term(a)
	}
	if o, ok := operatorsOf[c.Function]; ok {
		return binary(o.bind, args[0], o.word, args[1])
	}
	if t, ok := p.ofTime(c.Function, args); ok {
		return t
	}
	switch c.Function {
	case ir.BoolToText:
		return p.choose(ir.Choose{If: c.Args[0], Then: constantText("true"), Else: constantText("false")})
	case ir.NegDouble:
		return term{text: "-" + args[0].in(bindSign), bind: bindSign}
	case ir.StartsWith:
		return atom("%s.startswith(%s)", args[0].in(bindAtom), args[1].text)
	case ir.EndsWith:
		return atom("%s.endswith(%s)", args[0].in(bindAtom), args[1].text)
	case ir.ContainsText:
		return within(args[1], args[0])
	case ir.InMap:
		return within(args[0], args[1])
	case ir.InCatalog:
		return within(args[0], atom("%s", p.catalog(c.Type.Record)))
	case ir.EntryOf:
		return atom("%s, %s", args[0].text, within(args[0], atom("%s", p.catalog(c.Type.Record))).text)
	case ir.InList:
		return p.inList(c, args)
	case ir.Matches:
		found := fmt.Sprintf("%s.search(%s)", p.patterns.name(c.Regexp), args[0].text)
		return term{text: found + " is not None", bind: bindComparison, not: found + " is None"}
	}
	name, ok := functions[c.Function]
	if !ok {
		panic(fmt.Sprintf("python: no spelling for function %d", c.Function))
	}
	if strings.Contains(name, "_") {
		p.uses.support.use(name)
	}
	texts := make([]string, len(args))
	for i, a := range args {
		texts[i] = a.text
	}
	return atom("%s(%s)", name, strings.Join(texts, ", "))
}

func constantText(s string) ir.Constant {
	return ir.Constant{Type: ir.ExprType{Kind: ir.StringExpr}, String: s}
}

// ofTime spells what a timestamp or a duration is in whole units.
func (p *program) ofTime(f ir.Function, args []term) (t term, ok bool) {
	if part, ok := dateParts[f]; ok {
		return term{text: p.uses.support.use("date_of") + "(" + args[0].text + ")." + part.name + part.rest, bind: part.bind}, true
	}
	if seconds, ok := unitsIn[f]; ok {
		return atom("%s(%s, %s%s)", p.uses.support.use("units_in"), args[0].text, seconds, p.uses.support.use("SECOND")), true
	}
	if f == ir.TimeToInt {
		return binary(bindProduct, args[0], "//", atom("%s", p.uses.support.use("SECOND"))), true
	}
	return term{}, false
}

func within(what, in term) term {
	t := binary(bindComparison, what, "in", in)
	t.not = binary(bindComparison, what, "not in", in).text
	return t
}

func (p *program) inList(c ir.Call, args []term) term {
	if l, ok := c.Args[1].(ir.ListOf); ok {
		if l.Elem.Kind != ir.DoubleExpr && l.Elem.Elem == nil {
			return within(args[0], p.list(l, "(", ")"))
		}
	} else if _, ok := c.Args[1].(ir.MemberOf); ok {
		return within(args[0], args[1]) // JSON has no NaN
	}
	if t := p.typeOf(c.Args[1]); !holdsDoubles(t) {
		return within(args[0], args[1])
	}
	return atom("%s(%s, %s)", p.uses.support.use("among"), args[0].text, args[1].text)
}

// typeOf returns the type of a list that is computed, and tells maps.
func (p *program) typeOf(e ir.Expr) ir.ExprType {
	switch e := e.(type) {
	case ir.Temp:
		return p.Temps[e.Number]
	case ir.ListOf:
		return ir.ExprType{Kind: ir.ListExpr, Elem: &e.Elem}
	case ir.Call:
		return e.Type
	case ir.Choose:
		return p.typeOf(e.Then)
	case ir.MemberOf:
		if _, ok := resolve(&e.Field.Value).kind.(ir.Map); ok {
			return ir.ExprType{Kind: ir.MapExpr}
		}
	}
	return ir.ExprType{}
}

package python

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// functions contains functions of Python, or of the support code if Python's semantics differ.
var functions = map[ir.Function]string{ir.SizeOf: "len", ir.IntToDouble: "float", ir.IntToText: "str", ir.JSONSize: "json_size", ir.JSONDepth: "json_depth", ir.JSONItems: "json_items", ir.Satisfies: "satisfies_schema", ir.DivDouble: "div_double",
	ir.AddInt: "add_int", ir.SubInt: "sub_int", ir.MulInt: "mul_int", ir.DivInt: "div_int", ir.ModInt: "mod_int", ir.NegInt: "neg_int", ir.DoubleToInt: "double_to_int",
	ir.TextToInt: "text_to_int", ir.TextToDouble: "text_to_double", ir.TextToBool: "text_to_bool",
	ir.DoubleToText: "double_to_text", ir.TimeToText: "timestamp_to_text", ir.DurationToText: "duration_to_text", ir.TextToTimestamp: "text_to_timestamp", ir.TextToDuration: "text_to_duration", ir.IntToTimestamp: "int_to_timestamp",
	ir.AddTime: "add_time", ir.SubTime: "sub_time", ir.TimeBetween: "time_between", ir.AddDuration: "add_duration", ir.SubDuration: "sub_duration",
	ir.ItemAt: "item_at", ir.ValueAt: "value_at"}

// datePart is the attribute of a datetime for a part, and the correction to CEL's value.
type datePart struct {
	name  string
	binds print.Level
	rest  string
}

var dateParts = map[ir.Function]datePart{
	ir.YearOf: {"year", print.Atom, ""}, ir.MonthOf: {"month", print.Sum, " - 1"}, ir.DateOf: {"day", print.Atom, ""}, ir.DayOfMonth: {"day", print.Sum, " - 1"},
	ir.DayOfYear: {"timetuple().tm_yday", print.Sum, " - 1"}, ir.DayOfWeek: {"isoweekday()", print.Product, " % 7"}, ir.HourOf: {"hour", print.Atom, ""},
	ir.MinuteOf: {"minute", print.Atom, ""}, ir.SecondOf: {"second", print.Atom, ""}, ir.MillisecondOf: {"microsecond", print.Product, " // 1000"},
}

// unitsIn contains units of durations in seconds, as factors before a number.
var unitsIn = map[ir.Function]string{ir.HoursIn: "3600 * ", ir.MinutesIn: "60 * ", ir.SecondsIn: ""}

// call prints a call. A function that can fail returns its result and whether it succeeded.
func (p *program) call(c ir.Call) term {
	args := make([]term, len(c.Args))
	for i, a := range c.Args {
		args[i] = p.Expr(a)
	}
	if t, ok := p.ofTime(c.Function, args); ok {
		return t
	}
	switch c.Function {
	case ir.BoolToText:
		return p.Choose(args[0], atom(`"true"`), atom(`"false"`))
	case ir.NegDouble:
		return p.Minus(args[0])
	case ir.UTF8Size:
		return called("len", atom("%s", p.Operand(args[0], print.Atom).Flat+".encode()"))
	case ir.StartsWith:
		return called(p.Operand(args[0], print.Atom).Flat+".startswith", args[1])
	case ir.EndsWith:
		return called(p.Operand(args[0], print.Atom).Flat+".endswith", args[1])
	case ir.ContainsText:
		return p.within(args[1], args[0])
	case ir.InMap:
		return p.within(args[0], args[1])
	case ir.InCatalog:
		return p.within(args[0], atom("%s", p.catalog(c.Type.Record)))
	case ir.EntryOf:
		return atom("%s, %s", args[0].Code.Flat, p.within(args[0], atom("%s", p.catalog(c.Type.Record))).Code.Flat)
	case ir.InList:
		return p.inList(c, args)
	case ir.Matches:
		return p.Test(called(p.patterns.name(c.Regexp)+".search", args[0]), "is not", "is", atom("None"))
	}
	name, ok := functions[c.Function]
	if !ok {
		panic(fmt.Sprintf("python: no spelling for function %d", c.Function))
	}
	if strings.Contains(name, "_") {
		p.uses.support.use(name)
	}
	return called(name, args...)
}

// ofTime prints a part of a timestamp or a duration in whole units.
func (p *program) ofTime(f ir.Function, args []term) (t term, ok bool) {
	if part, ok := dateParts[f]; ok {
		return print.Word(called(p.uses.support.use("date_of"), args[0]).Code.Flat+"."+part.name+part.rest, part.binds), true
	}
	if seconds, ok := unitsIn[f]; ok {
		return called(p.uses.support.use("units_in"), args[0], atom("%s%s", seconds, p.uses.support.use("SECOND"))), true
	}
	if f == ir.TimeToInt {
		return p.Infix(print.Infix{Binds: print.Product, Word: "//"}, args[0], atom("%s", p.uses.support.use("SECOND"))), true
	}
	return term{}, false
}

func (p *program) within(what, in term) term { return p.Test(what, "in", "not in", in) }

func (p *program) inList(c ir.Call, args []term) term {
	if l, ok := c.Args[1].(ir.ListOf); ok {
		if l.Elem.Kind != ir.DoubleExpr && l.Elem.Elem == nil {
			return p.within(args[0], p.list(l, "(", ")"))
		}
	} else if _, ok := c.Args[1].(ir.MemberOf); ok {
		return p.within(args[0], args[1]) // JSON has no NaN
	}
	if t := p.TypeOf(c.Args[1]); !holdsDoubles(t) {
		return p.within(args[0], args[1])
	}
	return called(p.uses.support.use("among"), args...)
}

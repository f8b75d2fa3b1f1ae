package typescript

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// functions are the support functions behind functions of rules that are nothing but a call.
var functions = map[ir.Function]string{
	ir.JSONSize:        "jsonSize",
	ir.AddInt:          "addInt",
	ir.SubInt:          "subInt",
	ir.MulInt:          "mulInt",
	ir.DivInt:          "divInt",
	ir.ModInt:          "modInt",
	ir.NegInt:          "negInt",
	ir.DoubleToInt:     "intOfDouble",
	ir.TextToInt:       "intOfText",
	ir.TextToDouble:    "doubleOfText",
	ir.TextToBool:      "booleanOfText",
	ir.TextToTimestamp: "timestampOfText",
	ir.TextToDuration:  "durationOfText",
	ir.IntToTimestamp:  "timestampOfInt",
	ir.TimeToInt:       "intOfTimestamp",
	ir.TimeToText:      "textOfTimestamp",
	ir.DurationToText:  "textOfDuration",
	ir.DayOfYear:       "dayOfYear",
	ir.AddTime:         "addTime",
	ir.SubTime:         "subTime",
	ir.TimeBetween:     "timeBetween",
	ir.AddDuration:     "addDuration",
	ir.SubDuration:     "subDuration",
	ir.ItemAt:          "itemAt",
	ir.ValueAt:         "own",
}

// dateParts are the methods of a Date that give a part of it, of UTC.
var dateParts = map[ir.Function]string{ir.YearOf: "FullYear", ir.MonthOf: "Month", ir.DateOf: "Date", ir.DayOfMonth: "Date", ir.DayOfWeek: "Day", ir.HourOf: "Hours",
	ir.MinuteOf: "Minutes", ir.SecondOf: "Seconds", ir.MillisecondOf: "Milliseconds"}

// unitsIn are units of durations, in seconds.
var unitsIn = map[ir.Function]string{ir.HoursIn: "3600", ir.MinutesIn: "60", ir.SecondsIn: "1"}

// function spells a call.
func (w *ruleWriter) function(c ir.Call) term {
	if name, ok := functions[c.Function]; ok {
		return w.call(name, c.Args...)
	}
	arg := func(i int) term { return w.expr(c.Args[i], w.known) }
	method := func(name string) term { return whole(arg(0).in(alone).flat + "." + name + "(" + arg(1).flat + ")") }
	if t, ok := w.ofTime(c); ok {
		return t
	}
	switch c.Function {
	case ir.SizeOf:
		return w.size(c.Args[0])
	case ir.StartsWith:
		return method("startsWith")
	case ir.EndsWith:
		return method("endsWith")
	case ir.ContainsText:
		return method("includes")
	case ir.Matches:
		return whole(w.pattern(c.Regexp) + ".test(" + arg(0).flat + ")")
	case ir.Concat:
		if c.Type.Kind == ir.ListExpr {
			return whole("[..." + arg(0).in(byOr).flat + ", ..." + arg(1).in(byOr).flat + "]")
		}
		return binary(arg(0), "+", arg(1), bySum)
	case ir.InList:
		return w.inList(c.Args[0], c.Args[1])
	case ir.InMap:
		return term{flat: w.call("own", c.Args[1], c.Args[0]).flat + " !== undefined", level: byEquality}
	case ir.InCatalog:
		return whole("Object.hasOwn(" + w.wordsOf(c.Type.Record) + ", " + arg(0).flat + ")")
	case ir.AddDouble:
		return binary(arg(0), "+", arg(1), bySum)
	case ir.SubDouble:
		return binary(arg(0), "-", arg(1), bySum)
	case ir.MulDouble:
		return binary(arg(0), "*", arg(1), byProduct)
	case ir.DivDouble:
		return binary(arg(0), "/", arg(1), byProduct)
	case ir.NegDouble:
		return term{flat: "-" + arg(0).in(alone).flat, level: bySign}
	case ir.IntToDouble:
		return whole("Number(" + arg(0).flat + ")")
	case ir.IntToText, ir.DoubleToText, ir.BoolToText:
		return whole("String(" + arg(0).flat + ")")
	case ir.EntryOf:
		return whole(w.find(c.Type.Record) + "(" + arg(0).flat + ")")
	default:
		panic(fmt.Sprintf("unknown function %d", c.Function))
	}
}

// ofTime spells what a timestamp or a duration is in whole units.
func (w *ruleWriter) ofTime(c ir.Call) (t term, ok bool) {
	if method, ok := dateParts[c.Function]; ok {
		part := whole(w.call("dateOf", c.Args[0]).flat + ".getUTC" + method + "()")
		if c.Function == ir.DayOfMonth {
			part = binary(part, "-", whole("1"), bySum)
		}
		return part, true
	}
	if unit, ok := unitsIn[c.Function]; ok {
		return whole(w.support("timesIn") + "(" + w.flat(c.Args[0]) + ", " + unit + ")"), true
	}
	return term{}, false
}

func (w *ruleWriter) size(of ir.Expr) term {
	switch w.typeOf(of).Kind {
	case ir.StringExpr:
		return w.call("countCodePoints", of)
	case ir.ListExpr:
		return whole(w.expr(of, w.known).in(alone).flat + ".length")
	default:
		return whole(w.call("membersOf", of).flat + ".length")
	}
}

// inList asks a list of strings itself, unless the compiler takes its items for less.
func (w *ruleWriter) inList(item, list ir.Expr) term {
	if w.breadth(list, true) == anything && w.typeOf(item).Kind == ir.StringExpr {
		return whole(w.expr(list, w.known).in(alone).flat + ".includes(" + w.flat(item) + ")")
	}
	return w.call("includes", list, item)
}

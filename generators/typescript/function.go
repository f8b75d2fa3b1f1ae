package typescript

import (
	"fmt"

	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// functions are the support functions behind functions of rules that are nothing but a call.
var functions = map[ir.Function]string{
	ir.JSONSize:        "jsonSize",
	ir.JSONDepth:       "jsonDepth",
	ir.JSONItems:       "jsonItems",
	ir.Satisfies:       "satisfiesSchema",
	ir.UTF8Size:        "utf8Length",
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
	if t, ok := w.ofTime(c); ok {
		return t
	}
	method := func(name string) term { return whole(w.alone(c.Args[0]) + "." + name + "(" + w.flat(c.Args[1]) + ")") }
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
		return whole(w.pattern(c.Regexp) + ".test(" + w.flat(c.Args[0]) + ")")
	case ir.Concat:
		return whole("[..." + w.At(c.Args[0], print.Or).Flat + ", ..." + w.At(c.Args[1], print.Or).Flat + "]")
	case ir.InList:
		return w.inList(c.Args[0], c.Args[1])
	case ir.InMap:
		return defined(w.call("own", c.Args[1], c.Args[0]).Code.Flat)
	case ir.InCatalog:
		return w.inCatalog(c.Type.Record, w.flat(c.Args[0]))
	case ir.NegDouble:
		return w.Minus(w.Expr(c.Args[0]))
	case ir.IntToDouble:
		return whole("Number(" + w.flat(c.Args[0]) + ")")
	case ir.IntToText, ir.DoubleToText, ir.BoolToText:
		return whole("String(" + w.flat(c.Args[0]) + ")")
	case ir.EntryOf:
		return whole(w.find(c.Type.Record) + "(" + w.flat(c.Args[0]) + ")")
	default:
		panic(fmt.Sprintf("unknown function %d", c.Function))
	}
}

// ofTime spells a part of a timestamp, or a duration in whole units.
func (w *ruleWriter) ofTime(c ir.Call) (t term, ok bool) {
	if method, ok := dateParts[c.Function]; ok {
		part := whole(w.call("dateOf", c.Args[0]).Code.Flat + ".getUTC" + method + "()")
		if c.Function == ir.DayOfMonth {
			part = w.Infix(print.Infix{Binds: print.Sum, Word: "-"}, part, whole("1"))
		}
		return part, true
	}
	if unit, ok := unitsIn[c.Function]; ok {
		return whole(w.support("timesIn") + "(" + w.flat(c.Args[0]) + ", " + unit + ")"), true
	}
	return term{}, false
}

func (w *ruleWriter) size(of ir.Expr) term {
	switch w.TypeOf(of).Kind {
	case ir.StringExpr:
		return w.call("countCodePoints", of)
	case ir.ListExpr:
		return whole(w.alone(of) + ".length")
	default:
		return whole(w.call("membersOf", of).Code.Flat + ".length")
	}
}

// inList reads a list of strings itself.
func (w *ruleWriter) inList(item, list ir.Expr) term {
	if _, isLiteral := list.(ir.ListOf); !isLiteral && w.TypeOf(item).Kind == ir.StringExpr {
		return whole(w.alone(list) + ".includes(" + w.flat(item) + ")")
	}
	return w.call("includes", list, item)
}

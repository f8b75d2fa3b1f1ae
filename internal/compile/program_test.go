package compile_test

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// text writes a lowered program: one statement on each line, then the result.
func text(p *ir.Program) string {
	var b strings.Builder
	for _, line := range statements(p.Steps, "") {
		b.WriteString(line + "\n")
	}
	return b.String() + expr(p.Holds)
}

func statements(list []ir.Statement, indent string) []string {
	var lines []string
	add := func(format string, args ...any) { lines = append(lines, indent+fmt.Sprintf(format, args...)) }
	for _, s := range list {
		switch s := s.(type) {
		case ir.Let:
			add("let t%d = %s", s.Temp, expr(s.Value))
		case ir.Try:
			add("try t%d, t%d = %s", s.Temp, s.OK, expr(s.Call))
		case ir.Set:
			add("t%d = %s", s.Temp, expr(s.Value))
		case ir.Branch:
			add("if %s", expr(s.Cond))
			lines = append(lines, statements(s.Then, indent+"  ")...)
			if len(s.Else) > 0 {
				add("else")
				lines = append(lines, statements(s.Else, indent+"  ")...)
			}
		case ir.Loop:
			add("%s", through(s))
			lines = append(lines, statements(s.Body, indent+"  ")...)
		case ir.Break:
			add("break")
		case ir.Return:
			add("return %s", expr(s.Holds))
		default:
			panic(fmt.Sprintf("unhandled statement %T", s))
		}
	}
	return lines
}

func through(s ir.Loop) string {
	var names []string
	for _, temp := range []int{s.Index, s.Item} {
		if temp >= 0 {
			names = append(names, fmt.Sprintf("t%d", temp))
		} else if temp == s.Item {
			names = append(names, "_")
		}
	}
	return "for " + strings.Join(names, ", ") + " in " + expr(s.Over)
}

var functionNames = map[ir.Function]string{ir.SizeOf: "size", ir.StartsWith: "startsWith", ir.EndsWith: "endsWith", ir.ContainsText: "contains", ir.Matches: "matches",
	ir.Concat: "concat", ir.InList: "inList", ir.InMap: "inMap", ir.InCatalog: "inCatalog", ir.JSONSize: "jsonSize", ir.JSONDepth: "jsonDepth", ir.JSONItems: "jsonItems", ir.Satisfies: "satisfies", ir.UTF8Size: "utf8Size", ir.AddDouble: "addDouble", ir.SubDouble: "subDouble",
	ir.MulDouble: "mulDouble", ir.DivDouble: "divDouble", ir.NegDouble: "negDouble", ir.IntToDouble: "intToDouble", ir.IntToText: "intToText", ir.TimeToInt: "timeToInt",
	ir.YearOf: "yearOf", ir.MonthOf: "monthOf", ir.DateOf: "dateOf", ir.DayOfMonth: "dayOfMonth", ir.DayOfYear: "dayOfYear", ir.DayOfWeek: "dayOfWeek", ir.HourOf: "hourOf", ir.MinuteOf: "minuteOf", ir.SecondOf: "secondOf", ir.MillisecondOf: "millisecondOf", ir.HoursIn: "hoursIn", ir.MinutesIn: "minutesIn", ir.SecondsIn: "secondsIn",
	ir.BoolToText: "boolToText", ir.DoubleToText: "doubleToText", ir.TimeToText: "timeToText", ir.DurationToText: "durationToText", ir.TextToDouble: "textToDouble",
	ir.TextToBool: "textToBool",
	ir.AddInt:     "addInt", ir.SubInt: "subInt", ir.MulInt: "mulInt", ir.DivInt: "divInt", ir.ModInt: "modInt", ir.NegInt: "negInt", ir.DoubleToInt: "doubleToInt",
	ir.TextToInt: "textToInt", ir.TextToTimestamp: "timestamp", ir.TextToDuration: "duration", ir.IntToTimestamp: "timestampOf", ir.AddTime: "addTime",
	ir.SubTime: "subTime", ir.TimeBetween: "timeBetween", ir.AddDuration: "addDuration", ir.SubDuration: "subDuration", ir.ItemAt: "itemAt", ir.ValueAt: "valueAt",
	ir.EntryOf: "entryOf"}

var compareNames = [...]string{"==", "!=", "<", "<=", ">", ">="}

func expr(e ir.Expr) string {
	switch e := e.(type) {
	case ir.This:
		return "this"
	case ir.Now:
		return "now"
	case ir.Name:
		return "name"
	case ir.ParamValue:
		return fmt.Sprintf("param%d", e.Index)
	case ir.Temp:
		return fmt.Sprintf("t%d", e.Number)
	case ir.Constant:
		return constant(e)
	case ir.ListOf:
		return "[" + exprs(e.Items) + "]"
	case ir.MemberOf:
		return expr(e.Of) + "." + e.Field.Name
	case ir.HasMember:
		return "has(" + expr(e.Of) + "." + e.Field.Name + ")"
	case ir.IsNull:
		return "null(" + expr(e.Of) + "." + e.Field.Name + ")"
	case ir.Cell:
		return e.Catalog.Name + "[" + expr(e.Word) + "]." + e.Catalog.Value.Kind.(*ir.Enum).Catalog.Columns[e.Column].Name
	case ir.Logic:
		op := " && "
		if e.Or {
			op = " || "
		}
		return "(" + expr(e.L) + op + expr(e.R) + ")"
	case ir.Negation:
		return "!" + expr(e.X)
	case ir.Search:
		quantifier := "any"
		if e.All {
			quantifier = "all"
		}
		return quantifier + "(" + expr(e.Cond) + " " + through(e.Loop) + ")"
	case ir.Collect:
		where := ""
		if e.Cond != nil {
			where = " if " + expr(e.Cond)
		}
		return "[" + expr(e.Made) + " " + through(e.Loop) + where + "]"
	case ir.Choose:
		return "(" + expr(e.If) + " ? " + expr(e.Then) + " : " + expr(e.Else) + ")"
	case ir.Comparison:
		return "(" + expr(e.L) + " " + compareNames[e.Op] + " " + expr(e.R) + ")"
	case ir.Call:
		args := exprs(e.Args)
		if e.Regexp != nil {
			args += ", " + e.Regexp.JS
		}
		return functionNames[e.Function] + "(" + args + ")"
	}
	panic(fmt.Sprintf("unhandled expression %T", e))
}

func exprs(list []ir.Expr) string {
	var items []string
	for _, e := range list {
		items = append(items, expr(e))
	}
	return strings.Join(items, ", ")
}

func constant(c ir.Constant) string {
	switch c.Type.Kind {
	case ir.BoolExpr:
		return fmt.Sprint(c.Bool)
	case ir.IntExpr:
		return fmt.Sprint(c.Int)
	case ir.DoubleExpr:
		return fmt.Sprintf("%.1f", c.Double)
	case ir.StringExpr:
		return fmt.Sprintf("%q", c.String)
	}
	return fmt.Sprintf("%ds%dns", c.Int, c.Nanos)
}

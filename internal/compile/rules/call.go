package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// overload is one meaning of a function: the function of ir for arguments of some types.
type overload struct {
	name   string
	args   string // a letter each: see letters
	method bool
	f      ir.Function
	result ir.ExprType
	swap   bool // the arguments change places
}

// letters name the types of arguments in overloads.
var letters = map[ir.ExprKind]byte{ir.BoolExpr: 'b', ir.IntExpr: 'i', ir.DoubleExpr: 'd', ir.StringExpr: 's', ir.TimestampExpr: 't', ir.DurationExpr: 'u',
	ir.ListExpr: 'l', ir.MapExpr: 'm', ir.RecordExpr: 'o', ir.JSONExpr: 'j'}

var overloads = []overload{
	{name: "size", args: "s", f: ir.SizeOf, result: intType}, {name: "size", args: "l", f: ir.SizeOf, result: intType}, {name: "size", args: "m", f: ir.SizeOf, result: intType},
	{name: "size", args: "s", method: true, f: ir.SizeOf, result: intType}, {name: "size", args: "l", method: true, f: ir.SizeOf, result: intType},
	{name: "size", args: "m", method: true, f: ir.SizeOf, result: intType},
	{name: "startsWith", args: "ss", method: true, f: ir.StartsWith, result: boolType}, {name: "endsWith", args: "ss", method: true, f: ir.EndsWith, result: boolType},
	{name: "contains", args: "ss", method: true, f: ir.ContainsText, result: boolType},
	{name: "_+_", args: "ss", f: ir.Concat, result: stringType},
	{name: "_+_", args: "dd", f: ir.AddDouble, result: doubleType}, {name: "_-_", args: "dd", f: ir.SubDouble, result: doubleType},
	{name: "_*_", args: "dd", f: ir.MulDouble, result: doubleType}, {name: "_/_", args: "dd", f: ir.DivDouble, result: doubleType},
	{name: "-_", args: "d", f: ir.NegDouble, result: doubleType},
	{name: "_+_", args: "ii", f: ir.AddInt, result: intType}, {name: "_-_", args: "ii", f: ir.SubInt, result: intType},
	{name: "_*_", args: "ii", f: ir.MulInt, result: intType}, {name: "_/_", args: "ii", f: ir.DivInt, result: intType},
	{name: "_%_", args: "ii", f: ir.ModInt, result: intType}, {name: "-_", args: "i", f: ir.NegInt, result: intType},
	{name: "_+_", args: "tu", f: ir.AddTime, result: timeType}, {name: "_+_", args: "ut", f: ir.AddTime, result: timeType, swap: true},
	{name: "_-_", args: "tu", f: ir.SubTime, result: timeType}, {name: "_-_", args: "tt", f: ir.TimeBetween, result: spanType},
	{name: "_+_", args: "uu", f: ir.AddDuration, result: spanType}, {name: "_-_", args: "uu", f: ir.SubDuration, result: spanType},
	{name: "double", args: "i", f: ir.IntToDouble, result: doubleType}, {name: "int", args: "d", f: ir.DoubleToInt, result: intType},
	{name: "int", args: "s", f: ir.TextToInt, result: intType}, {name: "string", args: "i", f: ir.IntToText, result: stringType},
	{name: "int", args: "t", f: ir.TimeToInt, result: intType},
	{name: "double", args: "s", f: ir.TextToDouble, result: doubleType}, {name: "bool", args: "s", f: ir.TextToBool, result: boolType},
	{name: "string", args: "b", f: ir.BoolToText, result: stringType}, {name: "string", args: "d", f: ir.DoubleToText, result: stringType},
	{name: "string", args: "t", f: ir.TimeToText, result: stringType}, {name: "string", args: "u", f: ir.DurationToText, result: stringType},
	{name: "timestamp", args: "s", f: ir.TextToTimestamp, result: timeType}, {name: "timestamp", args: "i", f: ir.IntToTimestamp, result: timeType},
	{name: "duration", args: "s", f: ir.TextToDuration, result: spanType},
	{name: "getFullYear", args: "t", method: true, f: ir.YearOf, result: intType}, {name: "getMonth", args: "t", method: true, f: ir.MonthOf, result: intType},
	{name: "getDate", args: "t", method: true, f: ir.DateOf, result: intType}, {name: "getDayOfMonth", args: "t", method: true, f: ir.DayOfMonth, result: intType},
	{name: "getDayOfYear", args: "t", method: true, f: ir.DayOfYear, result: intType}, {name: "getDayOfWeek", args: "t", method: true, f: ir.DayOfWeek, result: intType},
	{name: "getHours", args: "t", method: true, f: ir.HourOf, result: intType}, {name: "getMinutes", args: "t", method: true, f: ir.MinuteOf, result: intType},
	{name: "getSeconds", args: "t", method: true, f: ir.SecondOf, result: intType}, {name: "getMilliseconds", args: "t", method: true, f: ir.MillisecondOf, result: intType},
	{name: "getHours", args: "u", method: true, f: ir.HoursIn, result: intType}, {name: "getMinutes", args: "u", method: true, f: ir.MinutesIn, result: intType},
	{name: "getSeconds", args: "u", method: true, f: ir.SecondsIn, result: intType},
}

// identities are conversions to the type that the argument has.
var identities = map[string]ir.ExprKind{"int": ir.IntExpr, "double": ir.DoubleExpr, "string": ir.StringExpr, "timestamp": ir.TimestampExpr,
	"duration": ir.DurationExpr, "bool": ir.BoolExpr}

// functions are the names that a rule can call.
var functions = func() []string {
	list := []string{"has", "matches", "jsonSize", "jsonDepth", "jsonItems", "satisfies", "all", "exists", "exists_one", "existsOne", "filter", "map", "transformList"}
	for _, o := range overloads {
		if operators[o.name] == "" && !slices.Contains(list, o.name) {
			list = append(list, o.name)
		}
	}
	return list
}()

var comparisons = map[string]ir.CompareOp{"_==_": ir.Equal, "_!=_": ir.Unequal, "_<_": ir.Less, "_<=_": ir.LessOrEqual, "_>_": ir.Greater, "_>=_": ir.GreaterOrEqual}

func (l *lowering) call(n *node, done func(operand)) {
	if op, isComparison := comparisons[n.name]; isComparison {
		l.compare(n, op, done)
		return
	}
	switch n.name {
	case "!_", "_&&_", "_||_":
		l.decided(n, done)
	case "_?_:_":
		l.choose(n, done)
	case "has":
		l.has(n, done)
	case "@in":
		l.in(n, done)
	case "_[_]":
		l.value(n.args[0], func(of operand) { l.index(n, of, done) })
	case "matches":
		l.matches(n, done)
	case "jsonSize":
		l.ofJSON(n, ir.JSONSize, done)
	case "jsonItems":
		l.ofJSON(n, ir.JSONItems, done)
	case "jsonDepth":
		l.ofJSON(n, ir.JSONDepth, done)
	case "satisfies":
		l.satisfies(n, done)
	case "size":
		if len(n.args) == 1 && n.args[0].kind == callNode && n.args[0].name == "bytes" {
			l.utf8Size(n, n.args[0], done)
			return
		}
		l.function(n, done)
	case "filter", "map", "transformList":
		l.collect(n, done)
	case "exists_one", "existsOne":
		l.single(n, done)
	case "all", "exists":
		if n.variables() == 0 {
			l.function(n, done)
			return
		}
		l.decided(n, done)
	default:
		l.function(n, done)
	}
}

func (l *lowering) function(n *node, done func(operand)) {
	if n.name == "timestamp" || n.name == "duration" {
		if len(n.args) == 1 && n.args[0].kind == literalNode {
			if text, isText := n.args[0].lit.(string); isText {
				l.moment(n, text, done)
				return
			}
		}
	}
	l.values(n.args, func(args []operand) { l.apply(n, args, done) })
}

// apply selects the function of ir by the types of the arguments.
func (l *lowering) apply(n *node, args []operand, done func(operand)) {
	l.unify(args)
	var kinds strings.Builder
	var exprs []ir.Expr
	for _, a := range args {
		kinds.WriteByte(letters[a.typ.Kind])
		exprs = append(exprs, a.expr)
	}
	kind, isConversion := identities[n.name]
	switch {
	case isConversion && len(args) == 1 && !n.method && args[0].typ.Kind == kind:
		done(args[0])
		return
	case n.name == "_+_" && kinds.String() == "ll" && same(args[0].typ, args[1].typ):
		t := plain(args[0].typ)
		done(operand{node: n, typ: t, expr: ir.Call{Function: ir.Concat, Type: t, Args: exprs}})
		return
	}
	i := slices.IndexFunc(overloads, func(o overload) bool { return o.name == n.name && o.method == n.method && o.args == kinds.String() })
	if i < 0 {
		l.noOverload(n, args)
		return
	}
	o := overloads[i]
	if o.swap {
		slices.Reverse(exprs)
	}
	if o.f.Total() {
		done(operand{node: n, typ: o.result, expr: computed(ir.Call{Function: o.f, Type: o.result, Args: exprs})})
	} else {
		l.try(n, o.f, o.result, exprs, done)
	}
}

// computed returns a call, or its constant result: type checkers compute some results, and report comparisons with them.
func computed(c ir.Call) ir.Expr {
	var known []ir.Constant
	for _, arg := range c.Args {
		if constant, is := arg.(ir.Constant); is {
			known = append(known, constant)
		}
	}
	switch {
	case len(known) < len(c.Args):
	case c.Function == ir.Concat:
		return ir.Constant{Type: stringType, String: known[0].String + known[1].String}
	case c.Function == ir.UTF8Size:
		return ir.Constant{Type: intType, Int: int64(len(known[0].String))}
	case c.Function == ir.BoolToText:
		return ir.Constant{Type: stringType, String: strconv.FormatBool(known[0].Bool)}
	}
	return c
}

// operators are how CEL writes its functions with other names.
var operators = map[string]string{"_+_": "+", "_-_": "-", "_*_": "*", "_/_": "/", "_%_": "%", "-_": "-"}

func (l *lowering) noOverload(n *node, args []operand) {
	var kinds []string
	for _, a := range args {
		kinds = append(kinds, word(a.typ))
	}
	name := n.name
	if op := operators[name]; op != "" {
		name = op
	} else if !slices.Contains(functions, name) {
		l.fail(n, "rule-name", diag.DidYouMean(name, functions), "rules have no function %q", name)
		return
	}
	l.fail(n, "rule-type", "", "`%s` does not accept %s", name, strings.Join(kinds, " and "))
}

// unify converts whole numbers beside doubles to doubles.
func (l *lowering) unify(args []operand) {
	if len(args) != 2 {
		return
	}
	for i := range args {
		c, isConstant := args[i].expr.(ir.Constant)
		if args[1-i].typ.Kind == ir.DoubleExpr && args[i].typ.Kind == ir.IntExpr && isConstant && args[i].node.kind == literalNode {
			l.promoted[args[i].node.offset] = args[i].node
			args[i].typ, args[i].expr = doubleType, ir.Constant{Type: doubleType, Double: float64(c.Int)}
		}
	}
}

// manyDecimals shows where package time, which reads durations as floating point, might be a nanosecond off.
var manyDecimals = regexp.MustCompile(`\.[0-9]{10}`)

// moment is a literal timestamp or duration.
func (l *lowering) moment(n *node, text string, done func(operand)) {
	if n.name == "duration" {
		d, err := time.ParseDuration(text)
		if err != nil || manyDecimals.MatchString(text) {
			l.fail(n.args[0], "rule-literal", "write a duration such as 300s or 1h30m, with at most nine decimals", "%q is not a duration", text)
			return
		}
		done(operand{node: n, typ: spanType, expr: ir.Constant{Type: spanType, Int: int64(d / time.Second), Nanos: int32(d % time.Second)}})
		return
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil || t.Year() < 1 || strings.Contains(text, ",") {
		l.fail(n.args[0], "rule-literal", "write a timestamp such as 2026-05-12T00:00:00Z", "%q is not a timestamp", text)
		return
	}
	done(operand{node: n, typ: timeType, expr: ir.Constant{Type: timeType, Int: t.Unix(), Nanos: int32(t.Nanosecond())}})
}

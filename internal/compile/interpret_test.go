package compile_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/ir"
)

// machine executes the statements of a lowered program: records and maps are map[string]any, lists []any.
type machine struct {
	this   map[string]any
	now    time.Time
	params []any
	temps  []any
	// outcome is the value of the executed return.
	outcome bool
}

var errBreak, errReturn = errors.New("break"), errors.New("return")

func (m *machine) holds(p *ir.Program) bool {
	m.temps = make([]any, len(p.Temps))
	switch err := m.run(p.Steps); {
	case errors.Is(err, errReturn):
		return m.outcome
	case err != nil:
		panic(err)
	}
	return m.eval(p.Holds).(bool)
}

func (m *machine) run(list []ir.Statement) error {
	for _, s := range list {
		switch s := s.(type) {
		case ir.Let:
			m.temps[s.Temp] = m.eval(s.Value)
		case ir.Set:
			if m.temps[s.Temp] == nil {
				panic(fmt.Sprintf("t%d is set before it is declared", s.Temp))
			}
			m.temps[s.Temp] = m.eval(s.Value)
		case ir.Try:
			v, ok := m.call(s.Call)
			m.temps[s.Temp], m.temps[s.OK] = v, ok
		case ir.Branch:
			steps := s.Else
			if m.eval(s.Cond).(bool) {
				steps = s.Then
			}
			if err := m.run(steps); err != nil {
				return err
			}
		case ir.Loop:
			if err := m.loop(s); err != nil {
				return err
			}
		case ir.Break:
			return errBreak
		case ir.Return:
			m.outcome = m.eval(s.Holds).(bool)
			return errReturn
		}
	}
	return nil
}

func (m *machine) loop(s ir.Loop) error {
	var ended error
	m.items(s, func() bool {
		ended = m.run(s.Body)
		return ended == nil
	})
	if errors.Is(ended, errBreak) {
		return nil
	}
	return ended
}

// items binds the variables of a loop to each item, as long as body continues.
func (m *machine) items(s ir.Loop, body func() bool) {
	over := m.eval(s.Over)
	if object, isMap := over.(map[string]any); isMap {
		var names []any
		for name := range object {
			names = append(names, name)
		}
		over = names
	}
	for i, item := range over.([]any) {
		if s.Item >= 0 {
			m.temps[s.Item] = item
		}
		if s.Index >= 0 {
			m.temps[s.Index] = int64(i)
		}
		if !body() {
			return
		}
	}
}

func (m *machine) eval(e ir.Expr) any {
	switch e := e.(type) {
	case ir.This:
		return m.this
	case ir.Now:
		return m.now
	case ir.ParamValue:
		return m.params[e.Index]
	case ir.Temp:
		return m.temps[e.Number]
	case ir.Constant:
		return valueOf(e)
	case ir.ListOf:
		list := []any{}
		for _, item := range e.Items {
			list = append(list, m.eval(item))
		}
		return list
	case ir.MemberOf:
		v, present := m.eval(e.Of).(map[string]any)[e.Field.Name]
		if !present {
			panic(e.Field.Name + " is read and absent")
		}
		return v
	case ir.HasMember:
		_, present := m.eval(e.Of).(map[string]any)[e.Field.Name]
		return present
	case ir.IsNull:
		v, present := m.eval(e.Of).(map[string]any)[e.Field.Name]
		if _, isAny := e.Field.Value.Kind.(ir.Any); isAny && !present {
			panic(e.Field.Name + " is asked and absent")
		}
		return present && v == nil
	case ir.Cell:
		catalog := e.Catalog.Value.Kind.(*ir.Enum)
		i := slices.IndexFunc(catalog.Values, func(v ir.EnumValue) bool { return v.Value == m.eval(e.Word) })
		return catalog.Values[i].Cells[e.Column].String
	case ir.Search:
		found := e.All
		m.items(e.Loop, func() bool {
			found = m.eval(e.Cond).(bool)
			return found == e.All
		})
		return found
	case ir.Collect:
		list := []any{}
		m.items(e.Loop, func() bool {
			if e.Cond == nil || m.eval(e.Cond).(bool) {
				list = append(list, m.eval(e.Made))
			}
			return true
		})
		return list
	case ir.Logic:
		if m.eval(e.L).(bool) == e.Or {
			return e.Or
		}
		return m.eval(e.R)
	case ir.Negation:
		return !m.eval(e.X).(bool)
	case ir.Choose:
		if m.eval(e.If).(bool) {
			return m.eval(e.Then)
		}
		return m.eval(e.Else)
	case ir.Comparison:
		return compared(e.Op, m.eval(e.L), m.eval(e.R))
	case ir.Call:
		v, ok := m.call(e)
		if !ok {
			panic(functionNames[e.Function] + " failed outside of a Try")
		}
		return v
	}
	panic(fmt.Sprintf("unhandled expression %T", e))
}

func valueOf(c ir.Constant) any {
	switch c.Type.Kind {
	case ir.BoolExpr:
		return c.Bool
	case ir.IntExpr:
		return c.Int
	case ir.DoubleExpr:
		return c.Double
	case ir.StringExpr:
		return c.String
	case ir.TimestampExpr:
		return time.Unix(c.Int, int64(c.Nanos)).UTC()
	}
	return time.Duration(c.Int)*time.Second + time.Duration(c.Nanos)
}

func compared(op ir.CompareOp, a, b any) bool {
	switch op {
	case ir.Equal:
		return reflect.DeepEqual(a, b)
	case ir.Unequal:
		return !reflect.DeepEqual(a, b)
	case ir.Less:
		return less(a, b)
	case ir.LessOrEqual:
		return less(a, b) || reflect.DeepEqual(a, b)
	case ir.Greater:
		return less(b, a)
	}
	return less(b, a) || reflect.DeepEqual(a, b)
}

func less(a, b any) bool {
	switch a := a.(type) {
	case int64:
		return a < b.(int64)
	case float64:
		return a < b.(float64)
	case string:
		return a < b.(string)
	case time.Time:
		return a.Before(b.(time.Time))
	}
	return a.(time.Duration) < b.(time.Duration)
}

// arithmetic is exact; results beyond 64 bits fail.
func arithmetic(f ir.Function, a, b int64) (any, bool) {
	x, y, z := big.NewInt(a), big.NewInt(b), new(big.Int)
	switch f {
	case ir.AddInt:
		z.Add(x, y)
	case ir.SubInt:
		z.Sub(x, y)
	case ir.MulInt:
		z.Mul(x, y)
	case ir.DivInt:
		if b == 0 {
			return int64(0), false
		}
		z.Quo(x, y)
	case ir.ModInt:
		if b == 0 {
			return int64(0), false
		}
		z.Rem(x, y)
	}
	return z.Int64(), z.IsInt64()
}

func (m *machine) call(c ir.Call) (any, bool) {
	var args []any
	for _, a := range c.Args {
		args = append(args, m.eval(a))
	}
	switch c.Function {
	case ir.AddInt, ir.SubInt, ir.MulInt, ir.DivInt, ir.ModInt:
		return arithmetic(c.Function, args[0].(int64), args[1].(int64))
	case ir.NegInt:
		return arithmetic(ir.SubInt, 0, args[0].(int64))
	case ir.SizeOf:
		return sizeOf(args[0]), true
	case ir.StartsWith:
		return strings.HasPrefix(args[0].(string), args[1].(string)), true
	case ir.EndsWith:
		return strings.HasSuffix(args[0].(string), args[1].(string)), true
	case ir.ContainsText:
		return strings.Contains(args[0].(string), args[1].(string)), true
	case ir.Matches:
		return regexp.MustCompile(c.Regexp.RE2).MatchString(args[0].(string)), true
	case ir.Concat:
		if text, isText := args[0].(string); isText {
			return text + args[1].(string), true
		}
		return slices.Concat(args[0].([]any), args[1].([]any)), true
	case ir.InList:
		return slices.ContainsFunc(args[1].([]any), func(item any) bool { return reflect.DeepEqual(item, args[0]) }), true
	case ir.InMap:
		_, present := args[1].(map[string]any)[args[0].(string)]
		return present, true
	case ir.InCatalog, ir.EntryOf:
		present := slices.ContainsFunc(c.Type.Record.Value.Kind.(*ir.Enum).Values, func(v ir.EnumValue) bool { return v.Value == args[0] })
		if c.Function == ir.InCatalog {
			return present, true
		}
		return args[0], present
	case ir.UTF8Size:
		return int64(len(args[0].(string))), true
	case ir.Satisfies:
		return isWanted(args[0], args[1]), true
	case ir.JSONItems:
		items, _ := args[0].([]any)
		return int64(len(items)), true
	case ir.JSONDepth:
		return int64(depthOf(args[0])), true
	case ir.JSONSize:
		text, err := json.Marshal(args[0])
		return int64(len(text)), err == nil
	case ir.AddDouble:
		return args[0].(float64) + args[1].(float64), true
	case ir.SubDouble:
		return args[0].(float64) - args[1].(float64), true
	case ir.MulDouble:
		return args[0].(float64) * args[1].(float64), true
	case ir.DivDouble:
		return args[0].(float64) / args[1].(float64), true
	case ir.NegDouble:
		return -args[0].(float64), true
	case ir.ItemAt:
		list, i := args[0].([]any), args[1].(int64)
		if i < 0 || i >= int64(len(list)) {
			return nil, false
		}
		return list[i], true
	case ir.ValueAt:
		v, present := args[0].(map[string]any)[args[1].(string)]
		return v, present
	}
	return conversion(c.Function, args)
}

func sizeOf(v any) int64 {
	switch v := v.(type) {
	case string:
		return int64(utf8.RuneCountInString(v))
	case []any:
		return int64(len(v))
	}
	return int64(len(v.(map[string]any)))
}

func conversion(f ir.Function, args []any) (any, bool) {
	switch f {
	case ir.IntToDouble:
		return float64(args[0].(int64)), true
	case ir.IntToText:
		return strconv.FormatInt(args[0].(int64), 10), true
	case ir.YearOf, ir.MonthOf, ir.DateOf, ir.DayOfMonth, ir.DayOfYear, ir.DayOfWeek, ir.HourOf, ir.MinuteOf, ir.SecondOf, ir.MillisecondOf:
		return partOf(f, args[0].(time.Time).UTC()), true
	case ir.HoursIn:
		return int64(args[0].(time.Duration).Hours()), true
	case ir.MinutesIn:
		return int64(args[0].(time.Duration).Minutes()), true
	case ir.SecondsIn:
		return int64(args[0].(time.Duration).Seconds()), true
	case ir.BoolToText:
		return strconv.FormatBool(args[0].(bool)), true
	case ir.DoubleToText:
		return strconv.FormatFloat(args[0].(float64), 'f', -1, 64), true
	case ir.TimeToText:
		return args[0].(time.Time).UTC().Format(time.RFC3339Nano), true
	case ir.DurationToText:
		return strconv.FormatFloat(args[0].(time.Duration).Seconds(), 'f', -1, 64) + "s", true
	case ir.TextToDouble:
		d, err := strconv.ParseFloat(args[0].(string), 64)
		return d, err == nil
	case ir.TextToBool:
		b, err := strconv.ParseBool(args[0].(string))
		return b, err == nil
	case ir.TimeToInt:
		return args[0].(time.Time).Unix(), true
	case ir.DoubleToInt:
		d := args[0].(float64)
		return int64(d), d > math.MinInt64 && d < math.MaxInt64
	case ir.TextToInt:
		i, err := strconv.ParseInt(args[0].(string), 10, 64)
		return i, err == nil
	case ir.TextToTimestamp:
		t, err := time.Parse(time.RFC3339, args[0].(string))
		return t.UTC(), err == nil
	case ir.TextToDuration:
		d, err := time.ParseDuration(args[0].(string))
		return d, err == nil
	case ir.IntToTimestamp:
		t := time.Unix(args[0].(int64), 0).UTC()
		return t, t.Year() >= 1 && t.Year() <= 9999
	case ir.AddTime:
		t := args[0].(time.Time).Add(args[1].(time.Duration))
		return t, t.Year() >= 1 && t.Year() <= 9999
	case ir.SubTime:
		t := args[0].(time.Time).Add(-args[1].(time.Duration))
		return t, t.Year() >= 1 && t.Year() <= 9999
	case ir.TimeBetween:
		d := args[0].(time.Time).Sub(args[1].(time.Time))
		return d, d != math.MaxInt64 && d != math.MinInt64
	case ir.AddDuration:
		return args[0].(time.Duration) + args[1].(time.Duration), true
	case ir.SubDuration:
		return args[0].(time.Duration) - args[1].(time.Duration), true
	}
	panic("unhandled function " + functionNames[f])
}

func partOf(f ir.Function, t time.Time) int64 {
	return int64(map[ir.Function]int{ir.YearOf: t.Year(), ir.MonthOf: int(t.Month()) - 1, ir.DateOf: t.Day(), ir.DayOfMonth: t.Day() - 1, ir.DayOfYear: t.YearDay() - 1,
		ir.DayOfWeek: int(t.Weekday()), ir.HourOf: t.Hour(), ir.MinuteOf: t.Minute(), ir.SecondOf: t.Second(), ir.MillisecondOf: t.Nanosecond() / 1e6}[f])
}

// isWanted implements the part of JSON Schema that the expressions of these tests need: it compares the type of a value with that of a schema.
func isWanted(value, schema any) bool {
	keywords, _ := schema.(map[string]any)
	wanted, is := keywords["type"].(string)
	_, isObject := value.(map[string]any)
	return !is || wanted != "object" || isObject
}

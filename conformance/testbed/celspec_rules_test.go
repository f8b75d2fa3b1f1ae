package testbed_test

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"cel.dev/expr"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// statement is CEL that is true, or else false or an error.
type statement struct {
	text  string
	holds bool
}

// itemTypes are the possible types of items for an empty list, tried in turn.
var itemTypes = []string{"{type: integer}", "{type: string}", "{type: number}", "{type: boolean}", "{type: array, items: {type: integer}}"}

// translate makes rules of a test, or returns the reason if it cannot.
func (c *celTest) translate(id string) {
	said, reason := c.statements()
	for _, aside := range []bool{false, true} {
		for _, items := range itemTypes {
			rules, untyped, unwritable := c.write(id, said, items, aside)
			why := cmp.Or(refusal(celSpec("suite", rules)), unwritable, reason)
			if why == "" {
				c.rules, c.refusal = rules, ""
				return
			}
			c.refusal = cmp.Or(c.refusal, why)
			if !untyped {
				break
			}
		}
	}
}

func (c *celTest) write(id string, said []statement, items string, aside bool) (rules []celRule, untyped bool, reason string) {
	for i, s := range said {
		w := writing{test: c, items: items, aside: aside, rule: celRule{id: id + string(rune('a'+i)), holds: s.holds}}
		rules = append(rules, w.write(s.text))
		untyped, reason = untyped || w.untyped, cmp.Or(reason, w.reason)
	}
	return rules, untyped, reason
}

// statements are the assertions of a test in CEL. If rules cannot express one, the reason is given, and the statement only shows
// whether the compiler accepts the expression itself.
func (c *celTest) statements() (list []statement, reason string) {
	e := "(" + c.Expr + ")"
	if strings.Contains(e, "//") {
		e = "(" + c.Expr + "\n)" // it may end with a comment
	}
	itself := statement{e + " == " + e, true}
	var want *expr.Value
	switch {
	case c.CheckOnly:
		return []statement{itself}, "the suite asks for the type only"
	case c.DisableMacros:
		return []statement{itself}, "the suite asks for what happens without macros"
	case c.GetUnknown() != nil || c.GetAnyUnknowns() != nil:
		return []statement{itself}, "the suite asks for unknown values"
	case c.GetEvalError() != nil || c.GetAnyEvalErrors() != nil:
		return []statement{{itself.text, false}}, ""
	case c.GetTypedResult() != nil:
		want = c.GetTypedResult().GetResult()
	case c.GetValue() != nil:
		want = c.GetValue()
	default:
		want = &expr.Value{Kind: &expr.Value_BoolValue{BoolValue: true}} // which the suite leaves out
	}
	switch v := want.GetKind().(type) {
	case *expr.Value_BoolValue:
		return []statement{{c.Expr, v.BoolValue}, {"!" + e, !v.BoolValue}}, ""
	case *expr.Value_DoubleValue:
		if math.IsNaN(v.DoubleValue) {
			return []statement{{e + " != " + e, true}, {itself.text, false}}, ""
		}
	}
	text, ok := literalOf(want)
	if !ok {
		return []statement{itself}, "the result is " + kindOf(want)
	}
	return []statement{{e + " == " + text, true}, {e + " != " + text, false}}, ""
}

// literalOf spells a value in CEL.
func literalOf(v *expr.Value) (text string, ok bool) {
	switch v := v.GetKind().(type) {
	case *expr.Value_NullValue:
		return "null", true
	case *expr.Value_BoolValue:
		return strconv.FormatBool(v.BoolValue), true
	case *expr.Value_Int64Value:
		return strconv.FormatInt(v.Int64Value, 10), true
	case *expr.Value_DoubleValue:
		return doubleOf(v.DoubleValue), true
	case *expr.Value_StringValue:
		return strconv.Quote(v.StringValue), true
	case *expr.Value_ListValue:
		var items []string
		for _, item := range v.ListValue.Values {
			text, ok := literalOf(item)
			if !ok {
				return "", false
			}
			items = append(items, text)
		}
		return "[" + strings.Join(items, ", ") + "]", true
	case *expr.Value_MapValue:
		var entries []string
		for _, e := range v.MapValue.Entries {
			key, isKey := literalOf(e.Key)
			value, isValue := literalOf(e.Value)
			if !isKey || !isValue {
				return "", false
			}
			entries = append(entries, key+": "+value)
		}
		return "{" + strings.Join(entries, ", ") + "}", true
	case *expr.Value_ObjectValue:
		return momentOf(v)
	}
	return "", false
}

func doubleOf(d float64) string {
	switch {
	case math.IsNaN(d):
		return "(0.0 / 0.0)"
	case math.IsInf(d, 0):
		return "(" + strconv.FormatFloat(math.Copysign(1, d), 'f', 1, 64) + " / 0.0)"
	}
	text := strconv.FormatFloat(d, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text
}

func momentOf(v *expr.Value_ObjectValue) (text string, ok bool) {
	switch m := messageOf(v).(type) {
	case *timestamppb.Timestamp:
		return `timestamp("` + m.AsTime().Format("2006-01-02T15:04:05.999999999Z") + `")`, true
	case *durationpb.Duration:
		return `duration("` + m.AsDuration().String() + `")`, true
	}
	return "", false
}

func messageOf(v *expr.Value_ObjectValue) proto.Message {
	m, err := v.ObjectValue.UnmarshalNew()
	if err != nil {
		return nil
	}
	return m
}

// kindOf names the kinds of values that rules do not have.
func kindOf(v *expr.Value) string {
	switch v.GetKind().(type) {
	case *expr.Value_Uint64Value:
		return "an unsigned number"
	case *expr.Value_BytesValue:
		return "bytes"
	case *expr.Value_TypeValue:
		return "a type"
	case *expr.Value_ObjectValue, *expr.Value_EnumValue:
		return "a message or an enum of protobuf"
	case *expr.Value_ListValue, *expr.Value_MapValue:
		return "a list or a map of what rules have no values of"
	}
	return "no value of rules"
}

package testbed_test

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/expr"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// constantOf is a literal of the expression as JSON, with its schema.
func (w *writing) constantOf(e ast.Expr) (schema, value string, ok bool) {
	switch e.Kind() {
	case ast.LiteralKind:
		switch v := e.AsLiteral().(type) {
		case types.Bool:
			return scalarOf(bool(v))
		case types.Int:
			return scalarOf(int64(v))
		case types.Double:
			return scalarOf(float64(v))
		case types.String:
			return scalarOf(string(v))
		}
	case ast.ListKind:
		return listOf(w, e.AsList().Elements(), w.constantOf)
	case ast.MapKind:
		var names []string
		var values []ast.Expr
		for _, entry := range e.AsMap().Entries() {
			key := entry.AsMapEntry().Key()
			if key.Kind() != ast.LiteralKind || key.AsLiteral().Type() != types.StringType {
				return "", "", false
			}
			names, values = append(names, string(key.AsLiteral().(types.String))), append(values, entry.AsMapEntry().Value())
		}
		return mapOf(w, names, values, w.constantOf)
	}
	return "", "", false
}

// valueOf is a variable's value as JSON, with its schema.
func (w *writing) valueOf(v *expr.Value) (schema, value string, ok bool) {
	switch v := v.GetKind().(type) {
	case *expr.Value_NullValue:
		return `{type: "null"}`, "null", true
	case *expr.Value_BoolValue:
		return scalarOf(v.BoolValue)
	case *expr.Value_Int64Value:
		return scalarOf(v.Int64Value)
	case *expr.Value_DoubleValue:
		return scalarOf(v.DoubleValue)
	case *expr.Value_StringValue:
		return scalarOf(v.StringValue)
	case *expr.Value_ListValue:
		return listOf(w, v.ListValue.Values, w.valueOf)
	case *expr.Value_MapValue:
		var names []string
		var values []*expr.Value
		for _, e := range v.MapValue.Entries {
			name, isString := e.Key.GetKind().(*expr.Value_StringValue)
			if !isString {
				return "", "", false
			}
			names, values = append(names, name.StringValue), append(values, e.Value)
		}
		return mapOf(w, names, values, w.valueOf)
	case *expr.Value_ObjectValue:
		return w.messageValue(v)
	}
	return "", "", false
}

// messageValue returns the value of JSON that a protobuf message of the suite represents.
func (w *writing) messageValue(v *expr.Value_ObjectValue) (schema, value string, ok bool) {
	switch m := messageOf(v).(type) {
	case *wrapperspb.BoolValue:
		return scalarOf(m.Value)
	case *wrapperspb.Int32Value:
		return scalarOf(int64(m.Value))
	case *wrapperspb.Int64Value:
		return scalarOf(m.Value)
	case *wrapperspb.FloatValue:
		return scalarOf(float64(m.Value))
	case *wrapperspb.DoubleValue:
		return scalarOf(m.Value)
	case *wrapperspb.StringValue:
		return scalarOf(m.Value)
	case *structpb.Value:
		return w.plainOf(m.AsInterface())
	case *structpb.ListValue:
		return w.plainOf(m.AsSlice())
	case *structpb.Struct:
		return w.plainOf(m.AsMap())
	}
	return "", "", false
}

// plainOf is a value of JSON.
func (w *writing) plainOf(v any) (schema, value string, ok bool) {
	switch v := v.(type) {
	case nil:
		return `{type: "null"}`, "null", true
	case bool:
		return scalarOf(v)
	case float64:
		return scalarOf(v)
	case string:
		return scalarOf(v)
	case []any:
		return listOf(w, v, w.plainOf)
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		var values []any
		for _, name := range names {
			values = append(values, v[name])
		}
		return mapOf(w, names, values, w.plainOf)
	}
	return "", "", false
}

const maxSafe = 1<<53 - 1

// scalarOf is a scalar as JSON, if JSON has it.
func scalarOf[T bool | int64 | float64 | string](v T) (schema, value string, ok bool) {
	switch v := any(v).(type) {
	case bool:
		return "{type: boolean}", strconv.FormatBool(v), true
	case int64:
		return "{type: integer}", strconv.FormatInt(v, 10), -maxSafe <= v && v <= maxSafe
	case float64:
		return "{type: number}", strconv.FormatFloat(v, 'g', -1, 64), !math.IsNaN(v) && !math.IsInf(v, 0)
	case string:
		text, err := json.Marshal(v)
		return "{type: string}", string(text), err == nil
	}
	return "", "", false
}

func listOf[T any](w *writing, items []T, of func(T) (schema, value string, ok bool)) (schema, value string, ok bool) {
	schema, values, ok := w.uniform(len(items), func(i int) (string, string, bool) { return of(items[i]) })
	return "{type: array, items: " + schema + "}", "[" + strings.Join(values, ",") + "]", ok
}

func mapOf[T any](w *writing, names []string, items []T, of func(T) (schema, value string, ok bool)) (schema, value string, ok bool) {
	if distinct := slices.Compact(slices.Sorted(slices.Values(names))); len(distinct) < len(names) {
		return "", "", false
	}
	var members []string
	record := map[string]string{}
	for i, name := range names {
		member, value, ok := of(items[i])
		if !ok {
			return "", "", false
		}
		members = append(members, strconv.Quote(name)+":"+value)
		record[name] = member
	}
	value = "{" + strings.Join(members, ",") + "}"
	if schema, _, ok := w.uniform(len(items), func(i int) (string, string, bool) { return of(items[i]) }); ok {
		return "{type: object, additionalProperties: " + schema + "}", value, true
	}
	return recordOf(record), value, w.aside
}

// recordOf is the schema of an object with these members.
func recordOf(members map[string]string) string {
	var names, properties []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		names = append(names, strconv.Quote(name))
		properties = append(properties, strconv.Quote(name)+": "+members[name])
	}
	return "{type: object, required: [" + strings.Join(names, ", ") + "], properties: {" + strings.Join(properties, ", ") + "}}"
}

// uniform is the one schema of several values.
func (w *writing) uniform(n int, of func(int) (schema, value string, ok bool)) (schema string, values []string, ok bool) {
	if n == 0 {
		w.untyped = true
		return w.items, nil, true
	}
	for i := range n {
		other, value, ok := of(i)
		if !ok || i > 0 && other != schema {
			return "", nil, false
		}
		schema, values = other, append(values, value)
	}
	return schema, values, true
}

// asText is a value that JSON has no type for as a string, with the conversion that reads it.
func asText(v *expr.Value, member string) (schema, value, read string, ok bool) {
	schema = "{type: string}"
	switch v := v.GetKind().(type) {
	case *expr.Value_Int64Value:
		return schema, strconv.Quote(strconv.FormatInt(v.Int64Value, 10)), "int(" + member + ")", true
	case *expr.Value_ObjectValue:
		if literal, isMoment := momentOf(v); isMoment {
			name, text, _ := strings.Cut(literal, "(")
			return schema, strings.TrimSuffix(text, ")"), name + "(" + member + ")", true
		}
	}
	return "", "", "", false
}

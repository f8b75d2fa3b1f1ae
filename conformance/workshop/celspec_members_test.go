package workshop_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/common"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/parser"
	"cel.dev/expr"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// celMember is a member of a message that stands for a variable of a test, or for a constant that a rule cannot write.
type celMember struct{ name, schema, value string }

// writing turns CEL with variables into a rule: variables become members, and so do maps and empty lists, of which
// rules have no literals.
type writing struct {
	test    *celTest
	items   string // the schema of items of what is empty
	aside   bool   // constants that the compiler would refuse as such become members, too
	rule    celRule
	untyped bool   // there is such
	reason  string // why a variable cannot be a member
	info    *ast.SourceInfo
	source  []rune
	changes []change
}

// change is a piece of the text to replace.
type change struct {
	start, end int // in code points
	text       string
}

func (w *writing) write(text string) celRule {
	w.rule.check = text
	p, err := parser.NewParser(parser.EnableIdentEscapeSyntax(true))
	if err != nil {
		panic(err) // the options are constant
	}
	tree, errs := p.Parse(common.NewTextSource(text))
	if len(errs.GetErrors()) > 0 {
		return w.rule // the compiler says what is wrong
	}
	w.info, w.source = tree.SourceInfo(), []rune(text)
	w.visit(tree.Expr(), nil)
	slices.SortFunc(w.changes, func(a, b change) int { return b.start - a.start })
	out := slices.Clone(w.source)
	for _, c := range w.changes {
		out = slices.Replace(out, c.start, c.end, []rune(c.text)...)
	}
	w.rule.check = string(out)
	return w.rule
}

// macros bind the name that is their first argument.
var macros = []string{"all", "exists", "exists_one", "existsOne", "filter", "map"}

func (w *writing) visit(e ast.Expr, bound []string) {
	if w.variable(e, bound) || w.constant(e) {
		return
	}
	switch e.Kind() {
	case ast.SelectKind:
		w.visit(e.AsSelect().Operand(), bound)
	case ast.CallKind:
		w.call(e.AsCall(), bound)
	case ast.ListKind:
		for _, item := range e.AsList().Elements() {
			w.visit(item, bound)
		}
	}
}

func (w *writing) call(c ast.CallExpr, bound []string) {
	args := c.Args()
	if c.IsMemberFunction() {
		w.visit(c.Target(), bound)
		if slices.Contains(macros, c.FunctionName()) && len(args) > 0 && args[0].Kind() == ast.IdentKind {
			bound, args = append(slices.Clone(bound), args[0].AsIdent()), args[1:]
		}
	}
	if name := c.FunctionName(); w.aside && (len(args) == 1 && (name == "timestamp" || name == "duration") || len(args) == 2 && (name == "_==_" || name == "_!=_") && nullLiteral(args[0])) {
		if w.scalar(args[0]) {
			args = args[1:]
		}
	}
	for _, arg := range args {
		w.visit(arg, bound)
	}
}

func nullLiteral(e ast.Expr) bool {
	return e.Kind() == ast.LiteralKind && e.AsLiteral().Type() == types.NullType
}

// variable replaces the name of a variable by what reads the member.
func (w *writing) variable(e ast.Expr, bound []string) bool {
	written := nameOf(e)
	first, _, _ := strings.Cut(written, ".")
	if slices.Contains(bound, first) {
		return false
	}
	name, binding := w.resolve(written)
	if binding == nil {
		return false
	}
	read := "this.`" + name + "`"
	schema, value, ok := w.valueOf(binding.GetValue())
	if !ok {
		if schema, value, read, ok = asText(binding.GetValue(), read); !ok {
			w.reason = "a variable is " + kindOf(binding.GetValue())
			return false
		}
	}
	start := w.offset(root(e))
	if first == "" && w.source[start] != '.' {
		start-- // CEL gives the name behind the dot
	}
	end := start + len([]rune(written))
	if end > len(w.source) || string(w.source[start:end]) != written {
		return false // with spaces in between
	}
	w.member(celMember{name, schema, value})
	w.changes = append(w.changes, change{start, end, read})
	return true
}

func root(e ast.Expr) ast.Expr {
	for e.Kind() == ast.SelectKind {
		e = e.AsSelect().Operand()
	}
	return e
}

// nameOf is a name with dots, or "".
func nameOf(e ast.Expr) string {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent()
	case ast.SelectKind:
		if of := nameOf(e.AsSelect().Operand()); of != "" {
			return of + "." + e.AsSelect().FieldName()
		}
	}
	return ""
}

// resolve finds the variable of a name, as CEL does: in the container, in those around it, and then outside.
func (w *writing) resolve(name string) (full string, binding *expr.ExprValue) {
	if absolute, isAbsolute := strings.CutPrefix(name, "."); isAbsolute {
		return absolute, w.test.Bindings[absolute]
	}
	for in := w.test.Container; in != ""; {
		if full := in + "." + name; w.test.Bindings[full] != nil {
			return full, w.test.Bindings[full]
		}
		in = in[:max(0, strings.LastIndexByte(in, '.'))]
	}
	return name, w.test.Bindings[name]
}

func (w *writing) member(m celMember) {
	if !slices.Contains(w.rule.members, m) {
		w.rule.members = append(w.rule.members, m)
	}
}

func (w *writing) offset(e ast.Expr) int {
	at, _ := w.info.GetOffsetRange(e.ID())
	return int(at.Start)
}

// constant replaces a list or map of constants that a rule cannot write by a member, if there can be one.
func (w *writing) constant(e ast.Expr) bool {
	if !unwritable(e) {
		return false
	}
	schema, value, ok := w.constantOf(e)
	return ok && w.move(e, bracketed(w.source[w.offset(e):]), schema, value)
}

// scalar replaces a string or null by a member.
func (w *writing) scalar(e ast.Expr) bool {
	switch {
	case nullLiteral(e):
		return w.move(e, len("null"), `{type: "null"}`, "null")
	case e.Kind() == ast.LiteralKind && e.AsLiteral().Type() == types.StringType:
		schema, value, _ := w.constantOf(e)
		return w.move(e, quoted(w.source[w.offset(e):]), schema, value)
	}
	return false
}

// move makes a constant of so many code points a member.
func (w *writing) move(e ast.Expr, length int, schema, value string) bool {
	if length == 0 {
		return false
	}
	name := fmt.Sprintf("constant%d", len(w.rule.members)+1)
	w.member(celMember{name, schema, value})
	w.changes = append(w.changes, change{w.offset(e), w.offset(e) + length, "this." + name})
	return true
}

// unwritable tells whether there is a map or something empty in a literal.
func unwritable(e ast.Expr) bool {
	return e.Kind() == ast.MapKind || e.Kind() == ast.ListKind && (e.AsList().Size() == 0 || slices.ContainsFunc(e.AsList().Elements(), unwritable))
}

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
	}
	return "", "", false
}

// plainOf is what a message that stands for JSON says.
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

// bracketed is the length of the literal in brackets that a text begins with, or 0.
func bracketed(text []rune) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\'', '"':
			i += max(0, quoted(text[i:])-1)
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}

// quoted is the length of the string that a text begins with, or 0.
func quoted(text []rune) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return 0
}

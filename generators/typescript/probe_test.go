package typescript

import (
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// The types of expressions.
var (
	boolType     = ir.ExprType{Kind: ir.BoolExpr}
	intType      = ir.ExprType{Kind: ir.IntExpr}
	doubleType   = ir.ExprType{Kind: ir.DoubleExpr}
	stringType   = ir.ExprType{Kind: ir.StringExpr}
	timeType     = ir.ExprType{Kind: ir.TimestampExpr}
	durationType = ir.ExprType{Kind: ir.DurationExpr}
	strings_     = listOf(stringType)
	ints         = listOf(intType)
)

func listOf(elem ir.ExprType) ir.ExprType { return ir.ExprType{Kind: ir.ListExpr, Elem: &elem} }

// probe is the record that programs are tried on, and its parts.
type probe struct {
	record, inner, closed, open *ir.Type
	fields                      map[string]*ir.Field
}

// probeText is the value that they are tried on.
const probeText = `{"s":"a😀","n":null,"i":-7,"d":0.1,"b":true,"l":["x","～"],"il":[1,2],"dl":[0.5],"r":{"y":1},` +
	`"rl":[{"x":"a","y":1},{"y":2}],"m":{"k":1,"__proto__":2},"e":"a","w":"zzz","j":[1,"é"],"big":9007199254740991,"constructor":"c"}`

func newProbe() probe {
	integer := ir.Integer{Range: must("integer-range")}
	columns := &ir.Catalog{Columns: []ir.Column{{Name: "level", Value: value(integer)}, {Name: "a b", Value: value(ir.String{})}, {Name: "most", Value: nullable(value(integer))}}}
	cells := func(level float64, s string) []ir.Literal { return []ir.Literal{num(level), text(s), num(level)} }
	p := probe{fields: map[string]*ir.Field{}}
	p.closed = named("Code", value(&ir.Enum{NotOneOf: must("enum"), Catalog: columns,
		Values: []ir.EnumValue{{Value: "a", Cells: cells(1, "one")}, {Value: "b", Cells: cells(2, "two")}}}))
	p.open = named("Word", value(&ir.Enum{Open: true, Catalog: columns, Values: []ir.EnumValue{{Value: "constructor", Cells: cells(3, "c")}}}))
	p.inner = named("Inner", value(&ir.Record{Fields: []*ir.Field{field("x", value(ir.String{})), required("y", value(integer))}}))
	inner, whole, number, word := value(ir.Ref{Type: p.inner}), value(integer), value(ir.Number{}), value(ir.String{})
	all := []*ir.Field{
		required("s", word), field("o", word), required("n", nullable(word)), field("on", nullable(word)), required("i", whole), required("d", number),
		required("b", value(ir.Boolean{})), required("l", value(array(word))), required("il", value(array(whole))), required("dl", value(array(number))),
		field("r", inner), required("rl", value(array(inner))), required("m", value(ir.Map{Values: &whole})), required("e", value(ir.Ref{Type: p.closed})),
		required("w", value(ir.Ref{Type: p.open})), field("j", value(ir.Any{})), required("big", whole), field("constructor", word),
	}
	for _, f := range all {
		p.fields[f.Name] = f
	}
	for _, f := range p.inner.Value.Kind.(*ir.Record).Fields {
		p.fields["r."+f.Name] = f
	}
	p.record = named("Probe", value(&ir.Record{Fields: all}))
	return p
}

func (p probe) member(path string) ir.MemberOf {
	if outer, inner, nested := strings.Cut(path, "."); nested {
		return ir.MemberOf{Of: p.member(outer), Record: p.inner, Field: p.fields["r."+inner]}
	}
	return ir.MemberOf{Of: ir.This{}, Record: p.record, Field: p.fields[path]}
}

func (p probe) has(path string) ir.Expr    { m := p.member(path); return ir.HasMember(m) }
func (p probe) isNull(path string) ir.Expr { m := p.member(path); return ir.IsNull(m) }

func constBool(b bool) ir.Constant      { return ir.Constant{Type: boolType, Bool: b} }
func constInt(i int64) ir.Constant      { return ir.Constant{Type: intType, Int: i} }
func constDouble(f float64) ir.Constant { return ir.Constant{Type: doubleType, Double: f} }
func constText(s string) ir.Constant    { return ir.Constant{Type: stringType, String: s} }
func constTime(seconds int64, nanos int32) ir.Constant {
	return ir.Constant{Type: timeType, Int: seconds, Nanos: nanos}
}
func constSpan(seconds int64, nanos int32) ir.Constant {
	return ir.Constant{Type: durationType, Int: seconds, Nanos: nanos}
}
func constList(elem ir.ExprType, items ...ir.Expr) ir.ListOf {
	return ir.ListOf{Elem: elem, Items: items}
}

func compareAs(t ir.ExprType, op ir.CompareOp, l, r ir.Expr) ir.Expr {
	return ir.Comparison{Op: op, Type: t, L: l, R: r}
}
func equals(t ir.ExprType, l, r ir.Expr) ir.Expr { return compareAs(t, ir.Equal, l, r) }
func both(l, r ir.Expr) ir.Expr                  { return ir.Logic{L: l, R: r} }
func either(l, r ir.Expr) ir.Expr                { return ir.Logic{Or: true, L: l, R: r} }
func not(x ir.Expr) ir.Expr                      { return ir.Negation{X: x} }
func temp(n int) ir.Temp                         { return ir.Temp{Number: n} }
func apply(f ir.Function, t ir.ExprType, args ...ir.Expr) ir.Call {
	return ir.Call{Function: f, Type: t, Args: args}
}

// trial is a program and its result.
type trial struct {
	about   string
	holds   bool
	program ir.Program
}

func holding(e ir.Expr) ir.Program { return ir.Program{Holds: e} }

// trying is the program that succeeds if a call does and returns the expected result.
func trying(t ir.ExprType, c ir.Call, want ir.Expr) ir.Program {
	return ir.Program{Temps: []ir.ExprType{t, boolType}, Steps: []ir.Statement{ir.Try{Temp: 0, OK: 1, Call: c}}, Holds: both(temp(1), equals(t, temp(0), want))}
}

func protocolOf(p probe) *ir.Protocol {
	return &ir.Protocol{Name: "nasty", File: "nasty.yaml", Root: p.record, Stages: []string{"rules"}, Types: []*ir.Type{p.closed, p.open, p.inner, p.record},
		Params: []*ir.Param{
			{Name: "inline_max", Type: intType, Size: true, Default: num(1024), Doc: ir.Doc{Text: evil, Source: evil}},
			{Name: "age", Type: durationType, Default: num(1.5e9)},
			{Name: "flag", Type: boolType, Default: ir.Literal{Kind: ir.BoolLiteral, Bool: true}},
			{Name: "text", Type: stringType, Default: text("*/")},
			{Name: "ratio", Type: doubleType, Default: num(-0.5)},
		}}
}

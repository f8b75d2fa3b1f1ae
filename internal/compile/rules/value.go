package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// operand is a lowered expression with the facts that rules need.
type operand struct {
	node *node
	expr ir.Expr
	typ  ir.ExprType
	path string // the same for the same place in the message; "" for computed values

	null ir.Expr // reports whether it is null, where that is possible and not excluded: then expr may not be evaluated

	tag     *tagRead // the operand is the tag of a union
	catalog *ir.Type // the operand is a catalog
	entry   *ir.Type // the operand is the catalog's entry for the word expr
	params  bool     // the operand is the parameters
	bound   bool     // the operand is the bound messages of a conversation
}

// bad reports an operand that has been reported.
func (v operand) bad() bool { return v.expr == nil && v.catalog == nil && !v.params && !v.bound }

// value lowers an expression and calls done with the operand, perhaps inside of statements; not at all if there is a problem.
// Where done is called everything that the operand needs has succeeded.
func (l *lowering) value(n *node, done func(operand)) {
	if !l.spend(n) {
		return
	}
	switch n.kind {
	case literalNode:
		done(l.literal(n))
	case nameNode:
		l.name(n, done)
	case memberNode:
		if of := n.args[0]; of.kind == nameNode && l.scope.Catalogs[of.name+"."+n.name] != nil {
			done(operand{node: n, path: of.name + "." + n.name, catalog: l.scope.Catalogs[of.name+"."+n.name]})
			return
		}
		l.value(n.args[0], func(of operand) { l.member(n, of, done) })
	case listNode:
		l.list(n, done)
	case callNode:
		l.call(n, func(v operand) {
			v.expr = l.shallow(n, v.expr, v.typ)
			done(v)
		})
	}
}

// values lowers several expressions.
func (l *lowering) values(nodes []*node, done func([]operand)) { l.valuesAfter(nil, nodes, done) }

func (l *lowering) valuesAfter(before []operand, nodes []*node, done func([]operand)) {
	if len(nodes) == 0 {
		done(before)
		return
	}
	l.value(nodes[0], func(v operand) {
		if v = l.need(v); !v.bad() {
			l.valuesAfter(append(before, v), nodes[1:], done)
		}
	})
}

// need reports an operand that may be null, or is nothing that has a value.
func (l *lowering) need(v operand) operand {
	switch {
	case v.bad():
	case v.null != nil && v.path == "":
		l.fail(v.node, "rule-guard", "", "this may be null, and a rule cannot check that here")
		return operand{}
	case v.null != nil:
		l.fail(v.node, "rule-guard", fmt.Sprintf("check `%s != null` first", l.spelled(v.node)), "this may be null here")
		return operand{}
	case v.catalog != nil || v.params || v.bound || v.entry != nil:
		help := ""
		if v.bound {
			help = "read a member of a bound message; a check passes before that message has come"
		}
		l.fail(v.node, "rule-type", help, "%s is not a value", l.spelled(v.node))
		return operand{}
	}
	return v
}

func (l *lowering) literal(n *node) operand {
	v := operand{node: n}
	switch lit := n.lit.(type) {
	case bool:
		v.typ, v.expr = boolType, boolean(lit)
	case int64:
		v.typ, v.expr = intType, ir.Constant{Type: intType, Int: lit}
	case float64:
		v.typ, v.expr = doubleType, ir.Constant{Type: doubleType, Double: lit}
	case string:
		v.typ, v.expr = stringType, ir.Constant{Type: stringType, String: lit}
	default:
		l.fail(n, "rule-type", "", "null can only be compared by == and != with a member that may be null")
	}
	return v
}

func (l *lowering) name(n *node, done func(operand)) {
	v := operand{node: n, path: n.name}
	bound, isBound := l.vars[n.name]
	switch {
	case isBound:
		l.read[bound.path] = true
		_, isName := bound.expr.(ir.Name)
		l.asksName = l.asksName || isName
		bound.node = n
		v = bound
	case n.name == "this":
		v.expr, v.typ = ir.This{}, ir.ExprType{Kind: ir.RecordExpr, Record: l.this, Value: &l.this.Value}
	case l.scope.earlier(n.name) >= 0:
		v = l.earlier(n, n.name)
	case n.name == boundName && len(l.scope.Earlier) > 0:
		v.bound = true
	case n.name == "now":
		v.expr, v.typ = ir.Now{}, timeType
	case n.name == openName && l.scope.Open:
		v.expr, v.typ = ir.Open{}, intType
	case n.name == "params":
		v.params = true
	case l.scope.Catalogs[n.name] != nil:
		v.catalog = l.scope.Catalogs[n.name]
	default:
		l.unknownName(n)
		return
	}
	done(v)
}

// ownNames are those that every expression can use.
var ownNames = []string{"this", "now", "params"}

func (l *lowering) unknownName(n *node) {
	names := slices.Concat(ownNames, slices.Collect(maps.Keys(l.scope.Catalogs)))
	if l.scope.Each {
		names = append(names, memberName)
	}
	slices.Sort(names)
	help := diag.DidYouMean(n.name, names)
	if IsTaken(n.name, l.scope.Each) {
		help = "`" + n.name + "` is a type in CEL; a catalog that rules read needs another name"
	}
	if n.name == memberName {
		help = "only rules with `each` can read `name`"
	}
	l.fail(n, "rule-name", help, "the name %q is unknown in rules", n.name)
}

// member lowers of.name.
func (l *lowering) member(n *node, of operand, done func(operand)) {
	switch {
	case of.bad():
	case of.params:
		l.param(n, done)
	case of.bound:
		l.boundMessage(n, done)
	case of.entry != nil:
		l.cell(n, of, done)
	case of.catalog != nil:
		l.fail(n, "rule-type", "write "+of.node.name+"[word]."+n.name, "a catalog has entries, not members")
	case selected(of) != nil:
		l.variant(n, of, selected(of), func(of operand) { l.member(n, of, done) })
	case taggedUnion(of) != nil:
		l.unionMember(n, of, done)
	case of.typ.Kind == ir.JSONExpr:
		l.noMembers(n, of)
	default:
		if of = l.need(of); of.bad() {
			return
		}
		switch of.typ.Kind {
		case ir.RecordExpr:
			if f := l.field(n, of); f != nil {
				l.fieldValue(n, of, f, done)
			}
		case ir.MapExpr:
			l.try(n, ir.ValueAt, *of.typ.Elem, []ir.Expr{of.expr, ir.Constant{Type: stringType, String: n.name}}, func(v operand) {
				done(l.element(v, of.path+step(n.name)))
			})
		default:
			l.noMembers(n, of)
		}
	}
}

// element completes an operand that is an item or a map's value.
func (l *lowering) element(v operand, path string) operand {
	v.path = path
	if v.typ.Value != nil && l.wide(v.node, v.typ.Value) {
		return v
	}
	if v.typ.Value != nil && nullable(v.typ.Value) {
		v.null, v.path = boolean(false), ""
	}
	return v
}

// field finds a member of a record, or reports that there is none.
func (l *lowering) field(n *node, of operand) *ir.Field {
	rec := of.typ.Record.Value.Kind.(*ir.Record)
	var names []string
	if l.forbidden(n.name, of) {
		l.fail(n, "rule-type", "check has() first", "%q is never present in %s", n.name, of.typ.Record.Name)
		return nil
	}
	for _, f := range rec.Fields {
		if f.Name == n.name {
			return f
		}
		names = append(names, f.Name)
	}
	l.fail(n, "rule-name", diag.DidYouMean(n.name, names), "%s has no member %q", of.typ.Record.Name, n.name)
	return nil
}

func (l *lowering) forbidden(name string, of operand) bool {
	rec := of.typ.Record.Value.Kind.(*ir.Record)
	return slices.ContainsFunc(rec.Forbidden, func(f ir.Forbidden) bool { return f.Name == name }) ||
		slices.ContainsFunc(rec.Fields, func(f *ir.Field) bool { return f.Name == name && f.Value.Schema != nil && never(f.Value.Schema) })
}

// never reports whether a schema accepts nothing.
func never(s *ir.Schema) bool {
	return slices.ContainsFunc(s.Assertions, func(a ir.Assertion) bool {
		all, isAll := a.(ir.AllOf)
		_, isNever := a.(ir.Never)
		return isNever || isAll && slices.ContainsFunc(all.Schemas, func(s *ir.Schema) bool { return !s.Recursive && never(s) })
	})
}

// fieldValue is a member that is there.
func (l *lowering) fieldValue(n *node, of operand, f *ir.Field, done func(operand)) {
	v := operand{node: n, path: of.path + step(f.Name), typ: ir.TypeOfValue(&f.Value), expr: ir.MemberOf{Of: of.expr, Record: of.typ.Record, Field: f}}
	if !f.Required && !l.facts[has+v.path] {
		l.fail(n, "rule-guard", fmt.Sprintf("check has(%s) first", l.spelled(n)), "%q may be absent here", f.Name)
		return
	}
	if l.waits(n, f) || l.wide(n, &f.Value) {
		return
	}
	shape := resolved(&f.Value)
	switch k := shape.Kind.(type) {
	case ir.Const:
		if !nullable(&f.Value) {
			c := constantOf(k.Literal)
			v.expr = c
		}
	case *ir.Enum:
		if !nullable(&f.Value) && !k.Open && len(k.Values) == 1 {
			v.expr = ir.Constant{Type: stringType, String: k.Values[0].Value}
		}
	case ir.Null:
		v.null = boolean(true)
	}
	_, untyped := shape.Kind.(ir.Any)
	_, isNull := shape.Kind.(ir.Null)
	null := ir.IsNull{Of: of.expr, Record: of.typ.Record, Field: f}
	some := l.facts["some "+v.path]
	if (nullable(&f.Value) || untyped) && !isNull && !some {
		v.null = null
	}
	l.there(f.Required, ir.HasMember{Of: of.expr, Record: of.typ.Record, Field: f}, true, func() {
		l.there(!nullable(&f.Value) || !some, null, false, func() { done(v) })
	})
}

// there runs f where a member is not only there, but printed to be, unless it is always.
func (l *lowering) there(always bool, x ir.Expr, sense bool, f func()) {
	if always {
		f()
		return
	}
	l.guarded(x, sense, f)
}

func (l *lowering) param(n *node, done func(operand)) {
	var names []string
	for i, p := range l.scope.Params {
		if p.Name == n.name {
			if l.scope.Used != nil {
				l.scope.Used[p] = true
			}
			done(operand{node: n, path: "params" + step(n.name), typ: p.Type, expr: ir.ParamValue{Index: i}})
			return
		}
		names = append(names, p.Name)
	}
	l.fail(n, "rule-name", diag.DidYouMean(n.name, names), "there is no parameter %q", n.name)
}

// cell is a column of a catalog's entry.
func (l *lowering) cell(n *node, of operand, done func(operand)) {
	catalog := of.entry.Value.Kind.(*ir.Enum)
	var names []string
	for i := range catalog.Catalog.Columns {
		column := &catalog.Catalog.Columns[i]
		if column.Name != n.name {
			names = append(names, column.Name)
			continue
		}
		v := operand{node: n, path: of.path + step(n.name), typ: ir.TypeOfValue(&column.Value), expr: ir.Cell{Catalog: of.entry, Word: of.expr, Column: i}}
		if nullable(&column.Value) && !l.facts["some "+v.path] {
			v.null = emptyCell(catalog, i, of.expr)
		}
		done(v)
		return
	}
	l.fail(n, "rule-name", diag.DidYouMean(n.name, names), "the catalog %s has no column %q", of.entry.Name, n.name)
}

// emptyCell reports whether the entry for a word leaves a column out.
func emptyCell(e *ir.Enum, column int, of ir.Expr) ir.Expr {
	list := ir.ListOf{Elem: stringType}
	for _, v := range e.Values {
		if v.Cells[column].Kind == ir.NullLiteral {
			list.Items = append(list.Items, ir.Constant{Type: stringType, String: v.Value})
		}
	}
	switch len(list.Items) {
	case 0:
		return boolean(false)
	case 1:
		return comparison(ir.Equal, operand{typ: stringType, expr: of}, operand{typ: stringType, expr: list.Items[0]})
	}
	return ir.Call{Function: ir.InList, Type: boolType, Args: []ir.Expr{of, list}}
}

// plain returns a type without the spec's restrictions on its place.
func plain(t ir.ExprType) ir.ExprType {
	if t.Kind != ir.RecordExpr && t.Kind != ir.JSONExpr {
		t.Value = nil
	}
	return t
}

// try calls a function that can fail; done is called where it succeeded.
func (l *lowering) try(n *node, f ir.Function, t ir.ExprType, args []ir.Expr, done func(operand)) {
	l.tries++
	temp, ok := l.temp(t), l.temp(boolType)
	l.emit(ir.Try{Temp: temp, OK: ok, Call: ir.Call{Function: f, Type: t, Args: args}})
	steps := l.within(func() { done(operand{node: n, expr: ir.Temp{Number: temp}, typ: t}) })
	l.emit(ir.Branch{Cond: ir.Temp{Number: ok}, Then: steps})
}

// path names the place that an expression reads, or is "".
func (l *lowering) path(n *node) string {
	switch n.kind {
	case nameNode:
		if v, isBound := l.vars[n.name]; isBound {
			return v.path
		}
		return n.name
	case memberNode:
		return l.path(n.args[0]) + step(n.name)
	case literalNode:
		return fmt.Sprintf("%q", fmt.Sprint(n.lit))
	case callNode:
		if n.name == "_[_]" {
			return l.path(n.args[0]) + "[" + l.path(n.args[1]) + "]"
		}
	}
	return "(" + strconv.Itoa(n.offset) + ")"
}

// step is the part of a path that leads to a member, whose name may have dots.
func step(name string) string { return "." + strconv.Quote(name) }

// spelled writes an expression for messages.
func (l *lowering) spelled(n *node) string {
	switch n.kind {
	case nameNode:
		return n.name
	case memberNode:
		return l.spelled(n.args[0]) + "." + n.name
	case callNode:
		if n.name == "_[_]" {
			return l.spelled(n.args[0]) + "[" + l.spelled(n.args[1]) + "]"
		}
	case literalNode:
		if s, isString := n.lit.(string); isString {
			return strconv.Quote(s)
		}
		return fmt.Sprint(n.lit)
	}
	return "this"
}

package rules

import (
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// Facts about members, in front of their path.
const (
	has   = "has "
	lacks = "lacks "
)

func (l *lowering) has(n *node, done func(operand)) {
	m := n.args[0]
	if m.kind != memberNode {
		l.fail(m, "rule-type", "write has(this.member)", "has() requires a member")
		return
	}
	if i := l.scope.earlier(n.tests()); i >= 0 {
		done(operand{node: n, typ: boolType, expr: boolean(!l.scope.Earlier[i].Missing)})
		return
	}
	l.value(m.args[0], func(of operand) {
		if of = l.need(of); !of.bad() {
			l.hasIn(n, of, done)
		}
	})
}

// hasIn tests for a member of a value.
func (l *lowering) hasIn(n *node, of operand, done func(operand)) {
	m := n.args[0]
	v := operand{node: n, typ: boolType}
	u := selected(of)
	switch {
	case u != nil && m.name == u.Tag:
		v.expr = l.unlessPrinted(hasTag(of, u))
	case u != nil:
		l.variant(m, of, u, func(of operand) { l.hasIn(n, of, done) })
		return
	case taggedUnion(of) != nil:
		l.hasUnionMember(n, of, done)
		return
	case of.typ.Kind == ir.MapExpr:
		v.expr = ir.Call{Function: ir.InMap, Type: boolType, Args: []ir.Expr{ir.Constant{Type: stringType, String: m.name}, of.expr}}
	case of.typ.Kind == ir.RecordExpr:
		if l.forbidden(m.name, of) {
			v.expr = boolean(false)
			break
		}
		f := l.field(m, of)
		if f == nil || l.waits(m, f) {
			return
		}
		v.expr = boolean(true)
		if !f.Required {
			v.expr = l.unlessPrinted(ir.HasMember{Of: of.expr, Record: of.typ.Record, Field: f})
		}
	default:
		l.noMembers(m, of)
		return
	}
	done(v)
}

// unlessPrinted returns a condition, or true if type checkers derive it from the enclosing conditions.
func (l *lowering) unlessPrinted(x ir.Expr) ir.Expr {
	if holds, known := l.printed.value(x); known && holds {
		return boolean(true)
	}
	return x
}

// index lowers of[...].
func (l *lowering) index(n *node, of operand, done func(operand)) {
	if of.bad() {
		return
	}
	if of.catalog == nil {
		if of = l.need(of); of.bad() {
			return
		}
	}
	l.value(n.args[1], func(at operand) {
		if at = l.need(at); at.bad() {
			return
		}
		switch {
		case of.catalog != nil && at.typ.Kind == ir.StringExpr:
			l.entry(n, of.catalog, at, done)
		case of.typ.Kind == ir.ListExpr && at.typ.Kind == ir.IntExpr:
			l.try(n, ir.ItemAt, *of.typ.Elem, []ir.Expr{of.expr, at.expr}, func(v operand) { done(l.element(v, l.path(n))) })
		case of.typ.Kind == ir.MapExpr && at.typ.Kind == ir.StringExpr:
			l.try(n, ir.ValueAt, *of.typ.Elem, []ir.Expr{of.expr, at.expr}, func(v operand) { done(l.element(v, l.path(n))) })
		case of.catalog != nil:
			l.fail(n.args[1], "rule-type", "", "the words of a catalog are strings, but this is %s", word(at.typ))
		default:
			l.fail(n, "rule-type", "", "`[]` requires a list and an integer or a map and a string, not %s and %s", word(of.typ), word(at.typ))
		}
	})
}

// entry is a catalog's entry for a word.
func (l *lowering) entry(n *node, catalog *ir.Type, at operand, done func(operand)) {
	e, known := catalog.Value.Kind.(*ir.Enum), false
	if e.Catalog == nil || len(e.Catalog.Columns) == 0 {
		l.fail(n, "rule-type", "", "the catalog %s has no columns", catalog.Name)
		return
	}
	inside := func(w string) bool { return slices.Contains(wordsOf(e), w) }
	v := operand{node: n, entry: catalog, expr: at.expr, typ: stringType, path: l.path(n)}
	if c, isConstant := at.expr.(ir.Constant); isConstant {
		if known = inside(c.String); !known {
			l.fail(at.node, "unknown-value", diag.DidYouMean(c.String, wordsOf(e)), "the catalog %s has no entry %q", catalog.Name, c.String)
			return
		}
	}
	if list, closed := words(at.typ); closed && !l.scope.Unchecked {
		known = known || !slices.ContainsFunc(list, func(w string) bool { return !inside(w) })
	}
	if known || l.facts["word "+l.path(n.args[0])+" "+l.path(n.args[1])] {
		done(v)
		return
	}
	l.try(n, ir.EntryOf, ir.ExprType{Kind: ir.StringExpr, Record: catalog}, []ir.Expr{at.expr}, func(w operand) {
		v.expr = w.expr
		done(v)
	})
}

func (l *lowering) in(n *node, done func(operand)) {
	l.value(n.args[0], func(x operand) {
		if x = l.need(x); x.bad() {
			return
		}
		l.value(n.args[1], func(of operand) {
			if of.catalog == nil {
				if of = l.need(of); of.bad() {
					return
				}
			}
			if found := l.membership(n, x, of); found != nil {
				done(operand{node: n, typ: boolType, expr: found})
			}
		})
	})
}

// membership reports whether x is in a list, map or catalog; it is nil if that cannot be.
func (l *lowering) membership(n *node, x, of operand) ir.Expr {
	args := []ir.Expr{x.expr, of.expr}
	switch {
	case of.catalog != nil && x.typ.Kind == ir.StringExpr:
		return ir.Call{Function: ir.InCatalog, Type: ir.ExprType{Kind: ir.BoolExpr, Record: of.catalog}, Args: args[:1]}
	case of.typ.Kind == ir.MapExpr && x.typ.Kind == ir.StringExpr:
		return ir.Call{Function: ir.InMap, Type: boolType, Args: args}
	case of.typ.Kind != ir.ListExpr || !same(x.typ, *of.typ.Elem) && !l.promotes(x, of):
		l.fail(n, "rule-type", "", "`in` requires a value and a list of such values, a string and a map, or a string and a catalog")
		return nil
	case maybeNull(of.typ):
		l.fail(n.args[1], "rule-unportable", "use a list whose items cannot be null", "items of this list may be null")
		return nil
	}
	l.knownWords(x, of)
	if tags, are := constantTags(of.expr); are && x.tag != nil {
		return x.tag.is(tags)
	}
	if c, isConstant := x.expr.(ir.Constant); isConstant {
		if found, decided := among(c, of.expr); decided {
			return boolean(found)
		}
	}
	if list, isLiteral := of.expr.(ir.ListOf); isLiteral && len(list.Items) == 1 && x.typ.Kind != ir.ListExpr {
		return comparison(ir.Equal, x, operand{typ: *of.typ.Elem, expr: list.Items[0]})
	}
	return ir.Call{Function: ir.InList, Type: boolType, Args: args}
}

// promotes makes the whole numbers of a literal list doubles if x is one.
func (l *lowering) promotes(x, list operand) bool {
	items, isLiteral := list.expr.(ir.ListOf)
	if !isLiteral || x.typ.Kind != ir.DoubleExpr || items.Elem.Kind != ir.IntExpr || list.node.kind != listNode {
		return false
	}
	for i, item := range list.node.args {
		c, isConstant := items.Items[i].(ir.Constant)
		if item.kind != literalNode || !isConstant {
			return false
		}
		l.promoted[item.offset] = item
		items.Items[i] = ir.Constant{Type: doubleType, Double: float64(c.Int)}
	}
	*list.typ.Elem = doubleType
	return true
}

// among reports whether a constant is in a literal list of constants.
func among(c ir.Constant, list ir.Expr) (found, decided bool) {
	items, isLiteral := list.(ir.ListOf)
	if !isLiteral {
		return false, false
	}
	for _, item := range items.Items {
		d, isConstant := item.(ir.Constant)
		if !isConstant {
			return false, false
		}
		found = found || equal(c, d)
	}
	return found, true
}

func equal(a, b ir.Constant) bool {
	return a.Bool == b.Bool && a.Int == b.Int && a.Nanos == b.Nanos && a.Double == b.Double && a.String == b.String
}

// knownWords reports words that are not in the vocabulary of the other operand.
func (l *lowering) knownWords(x, other operand) {
	list, closed := words(x.typ)
	if x.tag != nil {
		list, closed = x.tag.values()
	}
	if !closed {
		return
	}
	nodes := []*node{other.node}
	if other.node != nil && other.node.kind == listNode {
		nodes = other.node.args
	}
	for _, n := range nodes {
		w, isWord := n.lit.(string)
		spelled, suggestion := strconv.Quote(w), diag.DidYouMean(w, list)
		if number, isInteger := n.lit.(int64); isInteger && x.tag != nil {
			w, isWord = strconv.FormatInt(number, 10), true
			spelled, suggestion = w, "write "+wording.OneOfWords(list)
		}
		if isWord && n.kind == literalNode && !slices.Contains(list, w) {
			l.fail(n, "unknown-value", suggestion, "%s is not a value of `%s`", spelled, l.spelled(x.node))
		}
	}
}

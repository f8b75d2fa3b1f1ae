package rules

import "github.com/envgen/envgen/internal/ir"

// list lowers a literal list.
func (l *lowering) list(n *node, done func(operand)) {
	if len(n.args) == 0 {
		l.fail(n, "rule-unportable", "", "an empty list has no type")
		return
	}
	l.values(n.args, func(items []operand) {
		for _, item := range items {
			if item.typ.Kind == ir.RecordExpr || item.typ.Kind == ir.JSONExpr {
				l.fail(item.node, "rule-unportable", "", "%s cannot be an item of a list in a rule", word(item.typ))
				return
			}
		}
		for i := range items[1:] { // doubles and whole numbers, either way
			l.unify(items[i : i+2])
		}
		for i := len(items) - 1; i > 0; i-- {
			l.unify(items[i-1 : i+1])
		}
		list := ir.ListOf{Elem: plain(items[0].typ)}
		for _, item := range items {
			if !same(item.typ, list.Elem) {
				l.fail(item.node, "rule-type", "", "the items of a list must have one type: this is %s, the first is %s", word(item.typ), word(list.Elem))
				return
			}
			list.Items = append(list.Items, item.expr)
		}
		done(operand{node: n, expr: list, typ: ir.ExprType{Kind: ir.ListExpr, Elem: &list.Elem}})
	})
}

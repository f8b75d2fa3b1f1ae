package rules

import (
	"github.com/envgen/envgen/internal/compile/pattern"
	"github.com/envgen/envgen/internal/ir"
)

func (l *lowering) matches(n *node, done func(operand)) {
	if len(n.args) != 2 {
		l.fail(n, "rule-type", "write this.member.matches(\"pattern\")", "`matches` requires a string and a pattern")
		return
	}
	l.value(n.args[0], func(x operand) {
		if x = l.need(x); x.bad() {
			return
		}
		text, isText := n.args[1].lit.(string)
		switch {
		case x.typ.Kind != ir.StringExpr:
			l.fail(n, "rule-type", "", "`matches` does not accept %s", word(x.typ))
		case n.args[1].kind != literalNode || !isText:
			l.fail(n.args[1], "rule-unportable", "write the pattern as a string", "a computed pattern cannot be translated")
		default:
			source, err := ecma(text)
			if err != nil {
				l.fail(n.args[1], "rule-literal", "", "%s", err)
				return
			}
			re, refusal := pattern.Translate(source)
			if refusal != nil {
				l.fail(n.args[1], "rule-literal", "", "%s", refusal.Message)
				return
			}
			done(operand{node: n, typ: boolType, expr: ir.Call{Function: ir.Matches, Type: boolType, Args: []ir.Expr{x.expr}, Regexp: re}})
		}
	})
}

// utf8Size lowers size(bytes(x)), the one use of bytes that needs no bytes.
func (l *lowering) utf8Size(n, bytes *node, done func(operand)) {
	if len(bytes.args) != 1 || bytes.method {
		l.fail(bytes, "rule-type", "write size(bytes(this.member))", "`bytes` requires one string")
		return
	}
	l.value(bytes.args[0], func(x operand) {
		if x = l.need(x); x.bad() {
			return
		}
		if x.typ.Kind != ir.StringExpr {
			l.fail(bytes, "rule-type", "", "`bytes` does not accept %s", word(x.typ))
			return
		}
		done(operand{node: n, typ: intType, expr: ir.Call{Function: ir.UTF8Size, Type: intType, Args: []ir.Expr{x.expr}}})
	})
}

// ofJSON lowers jsonSize, jsonDepth and jsonItems.
func (l *lowering) ofJSON(n *node, f ir.Function, done func(operand)) {
	if len(n.args) != 1 || n.method {
		l.fail(n, "rule-type", "write "+n.name+"(this.member)", "`%s` requires one value", n.name)
		return
	}
	l.json(n, n.args[0], func(x operand) {
		done(operand{node: n, typ: intType, expr: ir.Call{Function: f, Type: intType, Args: []ir.Expr{x.expr}}})
	})
}

// satisfies lowers the function of that name.
func (l *lowering) satisfies(n *node, done func(operand)) {
	if len(n.args) != 2 || n.method {
		l.fail(n, "rule-type", "write satisfies(this.member, this.schema)", "`satisfies` requires a value and a schema")
		return
	}
	l.json(n, n.args[0], func(value operand) {
		l.json(n, n.args[1], func(schema operand) {
			done(operand{node: n, typ: boolType, expr: ir.Call{Function: ir.Satisfies, Type: boolType, Args: []ir.Expr{value.expr, schema.expr}}})
		})
	})
}

// json lowers an argument that is looked at as JSON.
func (l *lowering) json(n, arg *node, done func(operand)) {
	l.value(arg, func(x operand) {
		if _, untyped := x.null.(ir.IsNull); untyped && x.typ.Kind == ir.JSONExpr && x.typ.Value != nil && resolved(x.typ.Value).Kind == ir.Kind(ir.Any{}) {
			x.null = nil // null has a size too, and a depth
		}
		if x = l.need(x); x.bad() {
			return
		}
		if x.typ.Value == nil {
			l.fail(arg, "rule-unportable", "", "`%s` requires a value of the message", n.name)
			return
		}
		if f := l.later(x.typ.Value, map[*ir.Type]bool{}); f != nil {
			l.fail(arg, "rule-stage", "let the rule run in that stage, or later", "this contains %q, which is checked in the stage %s", f.Name, l.scope.Stages[f.Stage])
			return
		}
		done(x)
	})
}

// waits reports a member that is checked after the rule.
func (l *lowering) waits(n *node, f *ir.Field) bool {
	if !f.Staged || f.Stage <= l.stage {
		return false
	}
	p := l.scope.later(f)
	l.fail(n, p.Code, p.Suggestion, "%s", p.Message)
	return true
}

// later finds a member inside of a value that is checked after the rule.
func (l *lowering) later(v *ir.Value, seen map[*ir.Type]bool) *ir.Field {
	switch k := v.Kind.(type) {
	case ir.Ref:
		if !seen[k.Type] {
			seen[k.Type] = true
			l.work++
			return l.later(&k.Type.Value, seen)
		}
	case ir.Array:
		return l.later(k.Items, seen)
	case ir.Map:
		return l.later(k.Values, seen)
	case *ir.Union:
		for _, variant := range k.Variants {
			if f := l.later(&ir.Value{Kind: ir.Ref{Type: variant.Type}}, seen); f != nil {
				return f
			}
		}
	case *ir.Choice:
		for i := range k.Options {
			if f := l.later(&k.Options[i], seen); f != nil {
				return f
			}
		}
	case *ir.Record:
		for _, f := range k.Fields {
			if f.Staged && f.Stage > l.stage {
				return f
			}
			if inside := l.later(&f.Value, seen); inside != nil {
				return inside
			}
		}
	}
	return nil
}

package rules

import (
	"slices"

	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// boundName is the name of the bound messages in checks of a conversation.
const boundName = "bound"

// replyName is the name of the member of a reply whose type follows from the request.
const replyName = "reply"

// openName is the name of the number of open exchanges in checks of a conversation with exchanges.
const openName = "open"

// earlier is the number of an earlier message, or -1.
func (s *Scope) earlier(name string) int {
	return slices.IndexFunc(s.Earlier, func(e Earlier) bool { return e.Name == name })
}

// earlier lowers the name of an earlier message.
func (l *lowering) earlier(n *node, name string) operand {
	number := l.scope.earlier(name)
	t := l.scope.Earlier[number].Type
	return operand{node: n, path: name, expr: ir.Earlier{Number: number}, typ: ir.ExprType{Kind: ir.RecordExpr, Record: t, Value: &t.Value}}
}

// boundMessage lowers bound.name.
func (l *lowering) boundMessage(n *node, done func(operand)) {
	name := boundName + "." + n.name
	if l.scope.earlier(name) >= 0 {
		v := l.earlier(n, name)
		v.path = boundName + step(n.name)
		done(v)
		return
	}
	var names []string
	for _, e := range l.scope.Earlier {
		names = append(names, e.Name)
	}
	l.fail(n, "rule-name", diag.DidYouMean(name, names), "this conversation does not bind %q", n.name)
}

// Speaks returns the names that an expression has of the messages of a conversation, beside this one: prev, reply, and bound.name.
func (e *Expression) Speaks() []string {
	var names []string
	e.visit(func(n *node) {
		name := n.bound()
		if n.kind == nameNode && (n.name == "prev" || n.name == replyName) {
			name = n.name
		}
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	})
	return names
}

// Tests returns the names of the bound messages that an expression tests for: bound.name for has(bound.name).
func (e *Expression) Tests() []string {
	var names []string
	e.visit(func(n *node) {
		if name := n.tests(); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	})
	return names
}

func (e *Expression) visit(f func(*node)) {
	var visit func(*node)
	visit = func(n *node) {
		f(n)
		for _, arg := range n.args {
			visit(arg)
		}
	}
	visit(e.root)
}

// bound is the name of a bound message, or "".
func (n *node) bound() string {
	if n.kind == memberNode && n.args[0].kind == nameNode && n.args[0].name == boundName {
		return boundName + "." + n.name
	}
	return ""
}

// tests is the name of the bound message that a node tests for, or "".
func (n *node) tests() string {
	if n.kind == callNode && n.name == "has" && len(n.args) == 1 {
		return n.args[0].bound()
	}
	return ""
}

// Read is a member of this message that an expression reads or tests for.
type Read struct {
	Way    []string // from the message
	Offset int      // in code points, of the last name
}

// Reads returns the members of this message that an expression reads or tests for: those at the ends of their ways.
func (e *Expression) Reads() []Read {
	var list []Read
	inner := map[*node]bool{}
	e.visit(func(n *node) {
		if way := n.wayFromThis(); len(way) > 0 && !inner[n] {
			list = append(list, Read{way, n.offset})
			for at := n; at.kind == memberNode; at = at.args[0] {
				inner[at] = true
			}
		}
	})
	return list
}

// wayFromThis are the names from this message to a member, or nil.
func (n *node) wayFromThis() []string {
	if n.kind != memberNode {
		return nil
	}
	if around := n.args[0]; around.kind == nameNode && around.name == "this" {
		return []string{n.name}
	} else if way := around.wayFromThis(); way != nil {
		return append(way, n.name)
	}
	return nil
}

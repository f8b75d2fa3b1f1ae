package annotate

import (
	"strconv"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// unevaluated checks `unevaluatedProperties` and `unevaluatedItems` of s, whose other keywords accept n.
func (a *Validator) unevaluated(s *ir.Schema, n *syntax.Node) *Refusal {
	for _, assertion := range s.Assertions {
		var r *Refusal
		switch k := assertion.(type) {
		case ir.UnevaluatedProperties:
			if n.Kind == syntax.MapNode {
				r = a.leftover(s, n, k.Schema, k.Closed)
			}
		case ir.UnevaluatedItems:
			if n.Kind == syntax.ListNode {
				r = a.leftover(s, n, k.Schema, k.Closed)
			}
		}
		if r != nil {
			return r
		}
	}
	return nil
}

// leftover applies schema to the members or items that nothing else in s speaks of; if closed is set, there may be none.
func (a *Validator) leftover(s *ir.Schema, n *syntax.Node, schema *ir.Schema, closed *ir.Failure) *Refusal {
	met := evaluated{}
	for _, assertion := range s.Assertions {
		a.evaluate(assertion, n, met, false)
	}
	ask := func(part *syntax.Node, step string) *Refusal {
		switch {
		case met[part]:
			return nil
		case closed != nil:
			return (&Refusal{node: part, message: closed.Message}).in(step)
		}
		return a.Schema(schema, part).in(step)
	}
	for _, m := range n.Members {
		if r := ask(m.Value, m.Key.Value); r != nil {
			return r
		}
	}
	for i, item := range n.Items {
		if r := ask(item, strconv.Itoa(i)); r != nil {
			return r
		}
	}
	return nil
}

// evaluated contains the members or items of one value that a schema evaluates.
type evaluated map[*syntax.Node]bool

func (e evaluated) all(n *syntax.Node) {
	for _, m := range n.Members {
		e[m.Value] = true
	}
	for _, item := range n.Items {
		e[item] = true
	}
}

// inPlace adds the parts that a schema evaluates if it accepts n and applies in place.
func (a *Validator) inPlace(s *ir.Schema, n *syntax.Node, met evaluated) {
	if a.steps++; s == nil || a.overBudget() {
		return
	}
	for _, assertion := range s.Assertions {
		a.evaluate(assertion, n, met, true)
	}
}

// evaluate adds the parts that an assertion evaluates. Those of `unevaluated*` count for the enclosing schemas, but not for the schema itself.
func (a *Validator) evaluate(assertion ir.Assertion, n *syntax.Node, met evaluated, fromOutside bool) {
	switch k := assertion.(type) {
	case ir.Properties:
		a.evaluateMembers(k, n, met)
	case ir.ItemSchemas:
		if n.Kind == syntax.ListNode {
			a.evaluateItems(k, n, met)
		}
	case ir.Contains:
		for _, item := range n.Items {
			if a.accepts(k.Schema, item) {
				met[item] = true
			}
		}
	case ir.UnevaluatedProperties:
		if fromOutside && n.Kind == syntax.MapNode {
			met.all(n)
		}
	case ir.UnevaluatedItems:
		if fromOutside && n.Kind == syntax.ListNode {
			met.all(n)
		}
	default:
		for _, s := range a.applied(assertion, n) {
			a.inPlace(s, n, met)
		}
	}
}

func (a *Validator) evaluateMembers(k ir.Properties, n *syntax.Node, met evaluated) {
	if n.Kind != syntax.MapNode {
		return
	}
	named := make(map[string]bool, len(k.Named))
	for _, p := range k.Named {
		named[p.Name] = true
	}
	rest := k.Additional != nil || k.Closed != nil
	for _, m := range n.Members {
		if rest || named[m.Key.Value] || len(a.patterns(k, m.Key.Value)) > 0 {
			met[m.Value] = true
		}
	}
}

func (a *Validator) evaluateItems(k ir.ItemSchemas, n *syntax.Node, met evaluated) {
	for i, item := range n.Items {
		if i < len(k.Prefix) || k.Rest != nil || k.Closed != nil {
			met[item] = true
		}
	}
}

// applied are the schemas that an assertion applies in place of n and that accept it.
func (a *Validator) applied(assertion ir.Assertion, n *syntax.Node) []*ir.Schema {
	switch k := assertion.(type) {
	case ir.AllOf:
		return k.Schemas
	case ir.Nullable:
		return []*ir.Schema{k.Schema}
	case ir.DependentSchema:
		if n.Member(k.Trigger) != nil {
			return []*ir.Schema{k.Schema}
		}
	case ir.Select:
		return []*ir.Schema{caseOf(k, n.Member(k.Tag))}
	case ir.If:
		if a.accepts(k.If, n) {
			return []*ir.Schema{k.If, k.Then}
		}
		return []*ir.Schema{k.Else}
	case ir.AnyOf:
		return a.accepting(k.Schemas, n)
	case ir.ExactlyOne:
		return a.accepting(k.Schemas, n)
	}
	return nil
}

func (a *Validator) accepting(schemas []*ir.Schema, n *syntax.Node) []*ir.Schema {
	var list []*ir.Schema
	for _, s := range schemas {
		if a.accepts(s, n) {
			list = append(list, s)
		}
	}
	return list
}

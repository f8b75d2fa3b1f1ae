package annotate

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// accepts is schema without the reason.
func (a *Validator) accepts(s *ir.Schema, n *syntax.Node) bool {
	answer, found := a.known[evaluation{s, n}]
	return found && answer || !found && a.Schema(s, n) == nil
}

// Schema returns why s does not accept n, or nil if it does.
func (a *Validator) Schema(s *ir.Schema, n *syntax.Node) *Refusal {
	if a.steps++; a.overBudget() || a.known[evaluation{s, n}] {
		return nil
	}
	r := a.conjunction(s, n)
	if a.appliesOthers(s) {
		a.known[evaluation{s, n}] = r == nil
	}
	return r
}

func (a *Validator) appliesOthers(s *ir.Schema) bool {
	applies, known := a.applies[s]
	if !known {
		applies = len(s.Subschemas()) > 0
		a.applies[s] = applies
	}
	return applies
}

// conjunction checks all of s. `unevaluatedProperties` and `unevaluatedItems` come last, because they depend on the other keywords.
func (a *Validator) conjunction(s *ir.Schema, n *syntax.Node) *Refusal {
	for _, assertion := range s.Assertions {
		if r := a.assertion(assertion, n); r != nil {
			return r
		}
	}
	return a.unevaluated(s, n)
}

// assertion checks one keyword; those that speak of members or items only are object and array's.
func (a *Validator) assertion(assertion ir.Assertion, n *syntax.Node) *Refusal {
	switch k := assertion.(type) {
	case ir.IsType:
		return isType(k, n)
	case ir.Equals:
		a.steps += len(k.Texts)
		return a.refusedUnless(slices.Contains(k.Texts, a.text(n)), n, k.Failure)
	case ir.MultipleOf:
		return a.refusedUnless(n.Kind != syntax.NumberNode || isMultiple(k, n), n, k.Failure)
	case ir.Check:
		return a.refusedUnless(a.holds(k, n), n, k.Fails())
	case ir.AllOf:
		return a.all(k.Schemas, n)
	case ir.Nullable:
		if n.Kind != syntax.NullNode {
			return a.Schema(k.Schema, n)
		}
	case ir.AnyOf:
		return a.refusedUnless(slices.ContainsFunc(k.Schemas, func(s *ir.Schema) bool { return a.accepts(s, n) }), n, k.Failure)
	case ir.ExactlyOne:
		return a.refusedUnless(a.count(k.Schemas, n) == 1, n, k.Failure)
	case ir.Not:
		return a.refusedUnless(!a.accepts(k.Schema, n), n, k.Failure)
	case ir.If:
		if s := a.branch(k, n); s != nil {
			return a.Schema(s, n)
		}
	case ir.Never:
		return &Refusal{node: n, message: k.Failure.Message}
	case ir.Select:
		return a.selected(k, n)
	case ir.UniqueItems, ir.ItemSchemas, ir.Contains:
		return a.array(k, n)
	case ir.MemberCount, ir.Requires, ir.DependentRequired, ir.DependentSchema, ir.Properties, ir.PropertyNames:
		return a.object(k, n)
	case ir.UnevaluatedProperties, ir.UnevaluatedItems: // see unevaluated
	default:
		panic(fmt.Sprintf("compile: unhandled assertion %T", assertion))
	}
	return nil
}

func (a *Validator) refusedUnless(accepted bool, n *syntax.Node, f ir.Failure) *Refusal {
	if accepted {
		return nil
	}
	return &Refusal{node: n, message: f.Message}
}

func (a *Validator) all(schemas []*ir.Schema, n *syntax.Node) *Refusal {
	for _, s := range schemas {
		if r := a.Schema(s, n); r != nil {
			return r
		}
	}
	return nil
}

// count returns how many of schemas accept n; two are as good as more.
func (a *Validator) count(schemas []*ir.Schema, n *syntax.Node) int {
	count := 0
	for _, s := range schemas {
		if count < 2 && a.accepts(s, n) {
			count++
		}
	}
	return count
}

// branch returns the schema that an If applies to n, or nil.
func (a *Validator) branch(k ir.If, n *syntax.Node) *ir.Schema {
	if a.accepts(k.If, n) {
		return k.Then
	}
	return k.Else
}

func (a *Validator) selected(k ir.Select, n *syntax.Node) *Refusal {
	if n.Kind != syntax.MapNode {
		return &Refusal{node: n, message: k.Mismatch.Message}
	}
	tag := n.Member(k.Tag)
	if tag == nil {
		return (&Refusal{node: n, message: k.MissingTag.Message}).in(k.Tag)
	}
	if s := caseOf(k, tag); s != nil {
		return a.Schema(s, n)
	}
	return (&Refusal{node: tag, message: k.UnknownTag.Message}).in(k.Tag)
}

// tagText is a tag as cases spell it, if it is of their JSON type.
func tagText(by ir.Selection, tag *syntax.Node) (text string, is bool) {
	switch {
	case tag == nil:
		return "", false
	case by == ir.ByBoolean:
		return strconv.FormatBool(tag.Bool), tag.Kind == syntax.BoolNode
	case by == ir.ByInteger && tag.Kind == syntax.NumberNode:
		return by.TagOf(wording.Literal(tag))
	case by == ir.ByInteger:
		return "", false
	}
	return tag.Text, tag.Kind == syntax.TextNode
}

// caseOf returns the schema that a tag selects, or nil.
func caseOf(k ir.Select, tag *syntax.Node) *ir.Schema {
	for _, c := range k.Cases {
		if text, is := tagText(k.By, tag); is && slices.Contains(c.Tags, text) {
			return c.Schema
		}
	}
	if text, is := tagText(k.By, tag); is && !slices.Contains(k.Refused, text) {
		return k.Fallback()
	}
	return nil
}

func (a *Validator) array(assertion ir.Assertion, n *syntax.Node) *Refusal {
	if n.Kind != syntax.ListNode {
		return nil
	}
	switch k := assertion.(type) {
	case ir.UniqueItems:
		seen := map[string]bool{}
		for _, item := range n.Items {
			text := a.text(item)
			if seen[text] {
				return &Refusal{node: n, message: k.Failure.Message}
			}
			seen[text] = true
		}
	case ir.ItemSchemas:
		return a.itemSchemas(k, n)
	case ir.Contains:
		count := 0
		for _, item := range n.Items {
			if a.accepts(k.Schema, item) {
				count++
			}
		}
		switch {
		case count < k.Least:
			return &Refusal{node: n, message: k.TooFew.Message}
		case k.Most >= 0 && count > k.Most:
			return &Refusal{node: n, message: k.TooMany.Message}
		}
	}
	return nil
}

func (a *Validator) itemSchemas(k ir.ItemSchemas, n *syntax.Node) *Refusal {
	for i, item := range n.Items {
		s := k.Rest
		if i < len(k.Prefix) {
			s = k.Prefix[i]
		} else if k.Closed != nil {
			return (&Refusal{node: item, message: k.Closed.Message}).in(strconv.Itoa(i))
		}
		if s == nil {
			continue
		}
		if r := a.Schema(s, item).in(strconv.Itoa(i)); r != nil {
			return r
		}
	}
	return nil
}

func (a *Validator) object(assertion ir.Assertion, n *syntax.Node) *Refusal {
	if n.Kind != syntax.MapNode {
		return nil
	}
	switch k := assertion.(type) {
	case ir.MemberCount:
		return a.refusedUnless(k.Op.Holds(float64(len(n.Members)), float64(k.Limit)), n, k.Failure)
	case ir.Requires:
		return a.required(k.Members, k.Failure, n)
	case ir.DependentRequired:
		if n.Member(k.Trigger) != nil {
			return a.required(k.Members, k.Failure, n)
		}
	case ir.DependentSchema:
		if n.Member(k.Trigger) != nil {
			return a.Schema(k.Schema, n)
		}
	case ir.Properties:
		return a.properties(k, n)
	case ir.PropertyNames:
		for _, m := range n.Members {
			name := &syntax.Node{Pos: m.Key.Pos, Kind: syntax.TextNode, Text: m.Key.Value}
			if !a.accepts(k.Schema, name) {
				return (&Refusal{node: name, message: k.Failure.Message}).in(m.Key.Value)
			}
		}
	}
	return nil
}

func (a *Validator) required(members []string, f ir.Failure, n *syntax.Node) *Refusal {
	a.steps += len(members)
	present := make(map[string]bool, len(n.Members))
	for _, m := range n.Members {
		present[m.Key.Value] = true
	}
	for _, name := range members {
		if !present[name] {
			return (&Refusal{node: n, message: f.Message}).in(name)
		}
	}
	return nil
}

func (a *Validator) properties(k ir.Properties, n *syntax.Node) *Refusal {
	named := make(map[string]*ir.Schema, len(k.Named))
	for _, p := range k.Named {
		named[p.Name] = p.Schema
	}
	a.steps += len(k.Named)
	for _, m := range n.Members {
		schemas := a.patterns(k, m.Key.Value)
		if s := named[m.Key.Value]; s != nil {
			schemas = append(schemas, s)
		}
		switch {
		case len(schemas) > 0:
		case k.Closed != nil:
			return (&Refusal{node: m.Value, message: k.Closed.Message}).in(m.Key.Value)
		case k.Additional != nil:
			schemas = append(schemas, k.Additional)
		}
		if r := a.all(schemas, m.Value).in(m.Key.Value); r != nil {
			return r
		}
	}
	return nil
}

// patterns are the schemas of the patterns that match a member's name.
func (a *Validator) patterns(k ir.Properties, name string) []*ir.Schema {
	var schemas []*ir.Schema
	for _, p := range k.Patterns {
		a.steps += len(name)
		if p.Regexp.Match(name) {
			schemas = append(schemas, p.Schema)
		}
	}
	return schemas
}

// Package numbers finds the places of a type where a number has a declared type.
package numbers

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// Find stores for each type the places where its numbers have a declared type. It keeps only the parts that lead to such a place, to a member that
// waits for a stage, or to a tag.
func Find(p *ir.Protocol) {
	b := &numbersBuilder{types: map[*ir.Type]*ir.Numbers{}, schemas: map[*ir.Schema]*ir.Numbers{}, kept: map[*ir.Numbers]bool{}}
	b.declared, b.wide = b.add(ir.Numbers{Declared: true}), b.add(ir.Numbers{Declared: true, Wide: true})
	roots := make([]*ir.Numbers, len(p.Types))
	for i, t := range p.Types {
		roots[i] = b.typ(t)
	}
	b.lead()
	for i, t := range p.Types {
		t.Numbers = b.keep(roots[i], p)
	}
	share(p)
}

type numbersBuilder struct {
	types   map[*ir.Type]*ir.Numbers
	schemas map[*ir.Schema]*ir.Numbers
	all     []*ir.Numbers
	leading map[*ir.Numbers]bool
	kept    map[*ir.Numbers]bool
	// declared marks a declared number without further parts.
	declared *ir.Numbers
	// wide marks an integer of 64 bits.
	wide *ir.Numbers
}

func (b *numbersBuilder) add(n ir.Numbers) *ir.Numbers {
	b.all = append(b.all, &n)
	return &n
}

func (b *numbersBuilder) typ(t *ir.Type) *ir.Numbers {
	if known := b.types[t]; known != nil {
		return known
	}
	n := b.add(ir.Numbers{})
	b.types[t] = n
	n.Also = []*ir.Numbers{b.value(&t.Value)}
	return n
}

// value joins the numbers of the Schema with those of the Kind, because only the Kind has the members that wait for a stage.
func (b *numbersBuilder) value(v *ir.Value) *ir.Numbers {
	if v.Schema == nil {
		return b.kind(v.Kind)
	}
	return b.add(ir.Numbers{Also: []*ir.Numbers{b.schema(v.Schema), b.kind(v.Kind)}})
}

func (b *numbersBuilder) kind(kind ir.Kind) *ir.Numbers {
	var n ir.Numbers
	switch k := kind.(type) {
	case ir.Integer:
		if k.Width != ir.Safe {
			return b.wide
		}
		return b.declared
	case ir.Number:
		return b.declared
	case ir.Const:
		n.Declared = k.Literal.Kind == ir.NumberLiteral
	case ir.Array:
		n.Items = b.value(k.Items)
	case ir.Map:
		n.Rest = b.value(k.Values)
	case *ir.Record:
		for _, f := range k.Fields {
			stage := -1
			if f.Staged {
				stage = f.Stage
			}
			n.Members = append(n.Members, ir.NumbersMember{Name: f.Name, Stage: stage, To: b.value(&f.Value)})
		}
	case *ir.Union:
		if k.By == ir.ByBranch {
			for _, v := range k.Variants {
				n.Also = append(n.Also, b.typ(v.Type))
			}
			break
		}
		n.Tag = &ir.NumbersTag{Name: k.Tag, By: k.By}
		for i, v := range k.Variants {
			tags := v.Tags
			if k.By == ir.ByPresence {
				tags = []string{[]string{"true", "false"}[i]}
			}
			n.Tag.Cases = append(n.Tag.Cases, ir.NumbersCase{Tags: tags, To: b.typ(v.Type)})
		}
		if k.Fallback() != nil {
			setOther(n.Tag, k.Refused)
		}
	case *ir.Choice:
		for i := range k.Options {
			n.Also = append(n.Also, b.value(&k.Options[i]))
		}
	case ir.Ref:
		return b.typ(k.Type)
	}
	return b.add(n)
}

func (b *numbersBuilder) schema(s *ir.Schema) *ir.Numbers {
	if s == nil {
		return b.add(ir.Numbers{})
	}
	if known := b.schemas[s]; known != nil {
		return known
	}
	n := b.add(ir.Numbers{})
	b.schemas[s] = n
	for _, a := range s.Assertions {
		b.assertion(n, a)
	}
	return n
}

// assertion adds the numbers of an assertion. Assertions that test a value without applying to it (not, if, contains) add none.
func (b *numbersBuilder) assertion(n *ir.Numbers, assertion ir.Assertion) {
	also := func(list ...*ir.Schema) {
		for _, s := range list {
			n.Also = append(n.Also, b.schema(s))
		}
	}
	switch a := assertion.(type) {
	case ir.IsType:
		n.Declared = n.Declared || a.Types&(ir.NumberType|ir.IntegerType) != 0
		n.Wide = n.Wide || a.Types&ir.IntegerType != 0 && a.Width != ir.Safe
	case ir.Equals:
		n.Declared = n.Declared || slices.ContainsFunc(a.Texts, func(text string) bool { return strings.ContainsAny(text[:1], "-0123456789") })
	case ir.Properties:
		n.Also = append(n.Also, b.properties(a))
	case ir.ItemSchemas:
		items := ir.Numbers{Items: b.schema(a.Rest)}
		for _, s := range a.Prefix {
			items.Prefix = append(items.Prefix, b.schema(s))
		}
		n.Also = append(n.Also, b.add(items))
	case ir.DependentSchema:
		also(a.Schema)
	case ir.AllOf:
		also(a.Schemas...)
	case ir.Nullable:
		also(a.Schema)
	case ir.AnyOf:
		also(a.Schemas...)
	case ir.ExactlyOne:
		also(a.Schemas...)
	case ir.If:
		also(a.Then, a.Else)
	case ir.Select:
		n.Also = append(n.Also, b.selection(a))
	case ir.UnevaluatedProperties:
		n.Also = append(n.Also, b.add(ir.Numbers{Any: b.schema(a.Schema)}))
	case ir.UnevaluatedItems:
		n.Also = append(n.Also, b.add(ir.Numbers{Items: b.schema(a.Schema)}))
	}
}

func (b *numbersBuilder) properties(a ir.Properties) *ir.Numbers {
	var n ir.Numbers
	for _, m := range a.Named {
		n.Members = append(n.Members, ir.NumbersMember{Name: m.Name, Stage: -1, To: b.schema(m.Schema)})
	}
	for _, m := range a.Patterns {
		n.Patterns = append(n.Patterns, ir.NumbersPattern{Regexp: m.Regexp, To: b.schema(m.Schema)})
	}
	n.Rest = b.schema(a.Additional)
	return b.add(n)
}

func (b *numbersBuilder) selection(a ir.Select) *ir.Numbers {
	tag := &ir.NumbersTag{Name: a.Tag, By: a.By}
	for _, c := range a.Cases {
		tag.Cases = append(tag.Cases, ir.NumbersCase{Tags: c.Tags, To: b.schema(c.Schema)})
	}
	if a.Fallback() != nil {
		setOther(tag, a.Refused)
	}
	return b.add(ir.Numbers{Tag: tag})
}

// setOther takes the last case, which is that of a fallback.
func setOther(tag *ir.NumbersTag, refused []string) {
	last := len(tag.Cases) - 1
	tag.Other, tag.Refused, tag.Cases = tag.Cases[last].To, slices.Clone(refused), tag.Cases[:last]
}

// lead computes which parts lead to a number.
func (b *numbersBuilder) lead() {
	b.leading = reaching(b.all, func(n *ir.Numbers) bool {
		return n.Declared || n.Tag != nil && n.Tag.By != ir.ByPresence || slices.ContainsFunc(n.Members, isStaged)
	})
}

// Wide returns the places of a protocol that are of integers of 64 bits, and those that lead to such a place.
func Wide(p *ir.Protocol) map[*ir.Numbers]bool {
	return reaching(p.Numbers, func(n *ir.Numbers) bool { return n.Wide })
}

// reaching returns the parts that lead to one of some parts, and these, backwards from them.
func reaching(all []*ir.Numbers, goal func(*ir.Numbers) bool) map[*ir.Numbers]bool {
	reach, from := map[*ir.Numbers]bool{}, map[*ir.Numbers][]*ir.Numbers{}
	var waiting []*ir.Numbers
	for _, n := range all {
		if goal(n) {
			waiting = append(waiting, n)
		}
		for _, to := range links(n) {
			from[*to] = append(from[*to], n)
		}
	}
	for len(waiting) > 0 {
		n := waiting[len(waiting)-1]
		if waiting = waiting[:len(waiting)-1]; !reach[n] {
			reach[n] = true
			waiting = append(waiting, from[n]...)
		}
	}
	return reach
}

func isStaged(m ir.NumbersMember) bool { return m.Stage >= 0 }

// links are the fields of a part that lead to other parts, or nowhere. Rest, Any and Items are always among them.
func links(n *ir.Numbers) []**ir.Numbers {
	list := []**ir.Numbers{&n.Rest, &n.Any, &n.Items}
	for i := range n.Prefix {
		list = append(list, &n.Prefix[i])
	}
	for i := range n.Also {
		list = append(list, &n.Also[i])
	}
	for i := range n.Patterns {
		list = append(list, &n.Patterns[i].To)
	}
	for i := range n.Members {
		list = append(list, &n.Members[i].To)
	}
	if n.Tag != nil {
		for i := range n.Tag.Cases {
			list = append(list, &n.Tag.Cases[i].To)
		}
		list = append(list, &n.Tag.Other)
	}
	return list
}

// keep drops parts that lead to no number, and numbers the rest. Nil is a dropped part. All parts that only declare a number share one.
func (b *numbersBuilder) keep(n *ir.Numbers, p *ir.Protocol) *ir.Numbers {
	switch {
	case n == nil || !b.leading[n]:
		return nil
	case n.Wide && len(links(n)) == 3:
		n = b.wide
	case n.Declared && len(links(n)) == 3:
		n = b.declared
	case len(n.Also) == 1 && len(links(n)) == 4 && !n.Declared && n.Tag == nil:
		return b.keep(n.Also[0], p) // as an alias is
	}
	if !b.kept[n] {
		b.kept[n] = true
		n.Index = len(p.Numbers)
		p.Numbers = append(p.Numbers, n)
		b.prune(n, p)
	}
	return n
}

func (b *numbersBuilder) prune(n *ir.Numbers, p *ir.Protocol) {
	for _, to := range links(n) {
		*to = b.keep(*to, p)
	}
	n.Also = slices.DeleteFunc(n.Also, func(to *ir.Numbers) bool { return to == nil })
	if !slices.ContainsFunc(n.Prefix, func(to *ir.Numbers) bool { return to != nil }) && n.Items == nil {
		n.Prefix = nil
	}
	if n.Rest == nil {
		n.Patterns = slices.DeleteFunc(n.Patterns, func(m ir.NumbersPattern) bool { return m.To == nil })
		n.Members = slices.DeleteFunc(n.Members, func(m ir.NumbersMember) bool { return m.To == nil && !isStaged(m) })
	}
	if n.Tag == nil {
		return
	}
	if n.Tag.Other == nil {
		n.Tag.Refused = nil
	}
	for _, c := range n.Tag.Cases {
		if c.To == nil && n.Tag.Other != nil { // it is left out, but its tags are not those of the fallback
			n.Tag.Refused = append(n.Tag.Refused, c.Tags...)
		}
	}
	n.Tag.Cases = slices.DeleteFunc(n.Tag.Cases, func(c ir.NumbersCase) bool { return c.To == nil })
}

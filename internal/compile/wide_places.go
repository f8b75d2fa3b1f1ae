package compile

import (
	"fmt"
	"maps"
	"slices"

	"github.com/envgen/envgen/internal/compile/numbers"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
)

// widePlaces reports integers of 64 bits in places for which the generated code has another type. A choice of schemas may declare two types for one
// place, or leave it without a type; its integers would be bigints in one message and numbers in another one.
func (c *compiler) widePlaces(p *ir.Protocol) {
	if !c.hasWide {
		return
	}
	w := widePlaces{c: c, seen: map[string]bool{}, reaching: numbers.Wide(p), members: map[*ir.Numbers]map[string][]*ir.Numbers{}}
	for _, t := range p.Types {
		w.value(&t.Value, []*ir.Numbers{t.Numbers}, t.Pos)
	}
	w.replies(p)
}

// replies warns of results with integers of 64 bits in a member of any value, and notes them: the message contains doubles there.
func (w *widePlaces) replies(p *ir.Protocol) {
	warned := map[*ir.Type]bool{}
	reaching := maps.Clone(w.reaching)
	for _, other := range p.Imports {
		maps.Copy(reaching, numbers.Wide(other))
	}
	for _, talk := range p.Conversations {
		for _, x := range talk.Exchanges {
			if x.Replies == nil || len(x.Replies.At) == 0 {
				continue
			}
			for _, t := range x.Replies.All() {
				if !reaching[t.Numbers] {
					continue
				}
				x.Replies.Doubles = append(x.Replies.Doubles, t)
				if warned[t] {
					continue
				}
				warned[t] = true
				w.c.Diags.Add(diag.Diagnostic{Pos: t.Pos, Severity: diag.Warning, Code: "wide-integer", Suggestion: "write its 64-bit integers as `type: string`, if they may be greater",
					Message: fmt.Sprintf("numbers of %s are doubles in the member of a reply, so integers beyond ±(2^53-1) lose digits", t.Name)})
			}
		}
	}
}

type widePlaces struct {
	c        *compiler
	seen     map[string]bool                          // values with places
	reaching map[*ir.Numbers]bool                     // the places that lead to integers of 64 bits
	members  map[*ir.Numbers]map[string][]*ir.Numbers // the places of named members
}

// value checks a value and the places that speak of it.
func (w widePlaces) value(v *ir.Value, places []*ir.Numbers, pos diag.Pos) {
	declared := places
	places = w.applying(places, v.Kind)
	if len(places) == 0 {
		return
	}
	key := fmt.Sprintf("%p", v)
	for _, n := range places {
		key += fmt.Sprintf(" %d", n.Index)
	}
	if w.seen[key] || w.c.exhausted {
		return
	}
	w.seen[key] = true
	w.c.spend(&w.c.budget.merged, len(places), pos)
	switch k := v.Kind.(type) {
	case ir.Const:
		w.refuse(k.Literal.Kind == ir.NumberLiteral && slices.ContainsFunc(places, isWide), pos)
	case ir.Number:
		w.refuse(slices.ContainsFunc(places, isWide), pos)
	case ir.Integer:
		w.refuse(k.Width == ir.Safe && slices.ContainsFunc(places, isWide), pos)
	case ir.Any, ir.Object:
		w.refuse(true, pos)
	case ir.Ref:
		w.value(&k.Type.Value, declared, pos)
	case ir.Array:
		w.value(k.Items, below(places, func(n *ir.Numbers) []*ir.Numbers { return append(slices.Clip(n.Prefix), n.Items) }), pos)
	case ir.Map:
		w.value(k.Values, below(places, func(n *ir.Numbers) []*ir.Numbers { return append(allMembers(n), n.Rest, n.Any) }), pos)
	case *ir.Record:
		w.record(k, places, pos)
	case *ir.Union:
		w.union(k, places, pos)
	case *ir.Choice:
		for i := range k.Options {
			w.value(&k.Options[i], places, pos)
		}
	}
}

func isWide(n *ir.Numbers) bool { return n.Wide }

func (w widePlaces) refuse(misplaced bool, pos diag.Pos) {
	if misplaced {
		w.c.Fail(pos, "wide-place", "give all schemas of the place the same type of std, or use `discriminator`", "the place has integers of 64 bits by one schema, and other numbers or any value by another one")
	}
}

// applying returns the places that lead to integers of 64 bits, and those for the same value. The variants of a union select by its tag.
func (w widePlaces) applying(places []*ir.Numbers, kind ir.Kind) []*ir.Numbers {
	_, selects := kind.(*ir.Union)
	var list []*ir.Numbers
	for work := places; len(work) > 0; work = work[1:] {
		n := work[0]
		if n == nil || slices.Contains(list, n) || !w.reaching[n] {
			continue
		}
		list = append(list, n)
		work = append(slices.Clip(work), n.Also...)
		if n.Tag != nil && !selects {
			for _, c := range n.Tag.Cases {
				work = append(work, c.To)
			}
			work = append(work, n.Tag.Other)
		}
	}
	return list
}

func below(places []*ir.Numbers, lead func(*ir.Numbers) []*ir.Numbers) []*ir.Numbers {
	var list []*ir.Numbers
	for _, n := range places {
		list = append(list, lead(n)...)
	}
	return list
}

// allMembers returns the places of all named members.
func allMembers(n *ir.Numbers) []*ir.Numbers {
	var list []*ir.Numbers
	for _, m := range n.Members {
		list = append(list, m.To)
	}
	for _, m := range n.Patterns {
		list = append(list, m.To)
	}
	return list
}

// ofMember returns the places of a member.
func (w widePlaces) ofMember(n *ir.Numbers, name string) []*ir.Numbers {
	if w.members[n] == nil {
		w.members[n] = map[string][]*ir.Numbers{}
		for _, m := range n.Members {
			w.members[n][m.Name] = append(w.members[n][m.Name], m.To)
		}
	}
	list := slices.Clip(w.members[n][name])
	for _, m := range n.Patterns {
		if m.Regexp.Match(name) {
			list = append(list, m.To)
		}
	}
	return list
}

func (w widePlaces) record(k *ir.Record, places []*ir.Numbers, pos diag.Pos) {
	for _, f := range k.Fields {
		w.value(&f.Value, below(places, func(n *ir.Numbers) []*ir.Numbers {
			list := w.ofMember(n, f.Name)
			if len(list) == 0 {
				list = append(list, n.Rest)
			}
			return append(list, n.Any)
		}), f.Pos)
	}
	if k.Closed {
		return
	}
	declared := map[string]bool{}
	for _, f := range k.Fields {
		declared[f.Name] = true
	}
	others := below(places, func(n *ir.Numbers) []*ir.Numbers {
		list := []*ir.Numbers{n.Rest, n.Any}
		for _, m := range n.Patterns {
			list = append(list, m.To)
		}
		for _, m := range n.Members {
			if !declared[m.Name] {
				list = append(list, m.To)
			}
		}
		return list
	})
	w.refuse(len(w.applying(others, nil)) > 0, pos)
}

func (w widePlaces) union(k *ir.Union, places []*ir.Numbers, pos diag.Pos) {
	var always []*ir.Numbers // for every tag
	byTag := map[string][]*ir.Numbers{}
	var fallbacks []*ir.Numbers
	for _, n := range places {
		if n.Tag == nil || n.Tag.Name != k.Tag {
			always = append(always, n)
			continue
		}
		for _, c := range n.Tag.Cases {
			for _, tag := range c.Tags {
				byTag[tag] = append(byTag[tag], c.To)
			}
		}
		fallbacks = append(fallbacks, n.Tag.Other)
	}
	for i, v := range k.Variants {
		tags := v.Tags
		if k.By == ir.ByPresence {
			tags = []string{[]string{"true", "false"}[i]}
		}
		list := slices.Clip(always)
		for _, tag := range tags {
			list = append(list, byTag[tag]...)
		}
		if len(tags) == 0 {
			list = append(list, fallbacks...)
		}
		w.value(&v.Type.Value, list, pos)
	}
}

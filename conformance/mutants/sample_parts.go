package mutants

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// array makes an array with items for their places.
func (w *wish) array(depth int) *node {
	least, most := itemCounts(w.checks, depth)
	for _, c := range w.contains {
		least = max(least, c.Least)
	}
	length := least + w.below(max(1, most-least+1))
	places := make([][]*ir.Schema, length)
	for i := range places {
		places[i] = w.itemSchemas(i)
	}
	for _, c := range w.contains {
		for i := range min(c.Least, length) {
			places[i] = append(places[i], c.Schema)
		}
	}
	n := &node{kind: array}
	for _, all := range places {
		n.items = append(n.items, w.item(n, all, depth))
	}
	return n
}

// item makes another item of n.
func (w *wish) item(n *node, all []*ir.Schema, depth int) *node {
	return w.untilWithin(guessesBelow, func() *node { return w.part(all, depth) }, func(item *node) bool {
		return !w.unique || !slices.ContainsFunc(n.items, func(other *node) bool { return compact(other) == compact(item) })
	})
}

func (w *wish) itemSchemas(at int) []*ir.Schema {
	var all []*ir.Schema
	for _, a := range w.items {
		switch {
		case at < len(a.Prefix):
			all = append(all, a.Prefix[at])
		case a.Rest != nil:
			all = append(all, a.Rest)
		}
	}
	return all
}

// part is a member or an item that some schemas speak of, or none.
func (w *wish) part(all []*ir.Schema, depth int) *node {
	if len(all) == 0 {
		return w.strange()
	}
	return w.sampleAll(all, depth-1, guessesBelow)
}

// object makes an object with the required members, some of the optional ones, and sometimes another one.
func (w *wish) object(depth int) *node {
	for i := 0; i < len(w.properties); i++ { // a dependent schema may add more
		for _, m := range w.properties[i].Named {
			if !forbids(m.Schema) && depth > 0 && w.one(2) {
				w.required = append(w.required, m.Name)
			}
		}
		if depth > 0 && w.one(3) {
			w.required = append(w.required, w.otherName())
		}
		w.depend()
	}
	for _, c := range w.members {
		for tries := 0; c.Op == ir.AtLeast && len(w.required) < c.Limit && tries < guessesBelow*c.Limit; tries++ {
			add(&w.required, w.otherName())
		}
	}
	w.depend()
	n := &node{kind: object}
	for _, name := range w.required {
		all, closed := w.memberSchemas(name)
		if n.get(name) == nil && !closed {
			n.members = append(n.members, member{name: name, value: w.part(all, depth)})
		}
	}
	return n
}

// depend adds the members that the chosen members require.
func (w *wish) depend() {
	for at := 0; at < len(w.required); at++ {
		for i := range w.triggers {
			if t := w.triggers[i]; t.Trigger == w.required[at] {
				for _, name := range t.Members {
					add(&w.required, name)
				}
			}
		}
		for i := range w.dependents {
			if d := w.dependents[i]; d.Schema != nil && d.Trigger == w.required[at] {
				w.dependents[i].Schema = nil // once
				w.add(d.Schema)
			}
		}
	}
}

// forbids reports whether s is the schema false.
func forbids(s *ir.Schema) bool {
	return slices.ContainsFunc(s.Assertions, func(a ir.Assertion) bool {
		_, never := a.(ir.Never)
		return never
	})
}

// otherName is a name that schemas need not declare, as patterns and propertyNames require it.
func (w *wish) otherName() string {
	for _, a := range w.properties {
		if len(a.Patterns) > 0 && w.one(2) {
			return w.match(pick(w.dice, a.Patterns).Regexp)
		}
	}
	if len(w.names) > 0 {
		if n := w.sampleAll(w.names, 0, guessesBelow); n.kind == text {
			return n.text
		}
	}
	return w.name()
}

// memberSchemas are the schemas that speak of the named member, unless one refuses it.
func (w *wish) memberSchemas(name string) (all []*ir.Schema, closed bool) {
	for _, a := range w.properties {
		found := len(all)
		for _, m := range a.Named {
			if m.Name == name {
				all = append(all, m.Schema)
			}
		}
		for _, m := range a.Patterns {
			if m.Regexp.Match(name) {
				all = append(all, m.Schema)
			}
		}
		if len(all) == found {
			closed = closed || a.Closed != nil
			if a.Additional != nil {
				all = append(all, a.Additional)
			}
		}
	}
	return all, closed
}

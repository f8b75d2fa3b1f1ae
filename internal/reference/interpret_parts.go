package reference

import (
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
)

func (w *walker) ofArray(a ir.Assertion, items []any, p position) {
	switch a := a.(type) {
	case ir.Items:
		w.judge(a.Failure, a.Op.Holds(float64(len(items)), float64(a.Limit)), items, p)
	case ir.UniqueItems:
		w.judge(a.Failure, areUnique(items), items, p)
	case ir.ItemSchemas:
		w.items(a, items, p)
	case ir.Contains:
		w.contains(a, items, p)
	case ir.UnevaluatedItems:
		w.wait(unevaluated{a.Schema, a.Closed, items, p})
	default:
		onlyKnown(a)
	}
}

func (w *walker) items(a ir.ItemSchemas, items []any, p position) {
	for i, item := range items {
		switch {
		case i < len(a.Prefix):
			w.schema(a.Prefix[i], item, p.item(i).at)
		case a.Rest != nil:
			w.schema(a.Rest, item, p.item(i).at)
		case a.Closed != nil:
			w.judge(*a.Closed, false, item, position{p.item(i).at, p.place})
		}
	}
	if a.Closed != nil && len(items) <= len(a.Prefix) {
		w.judge(*a.Closed, true, items, p)
	}
}

func (w *walker) contains(a ir.Contains, items []any, p position) {
	count := 0
	for i, item := range items {
		if w.accepts(a.Schema, item, p.item(i).at) {
			count++
		}
	}
	if a.Least > 0 {
		w.judge(a.TooFew, count >= a.Least, float64(count), p)
	}
	if a.Most >= 0 {
		w.judge(a.TooMany, count <= a.Most, float64(count), p)
	}
}

func (w *walker) ofObject(a ir.Assertion, members object, p position) {
	switch a := a.(type) {
	case ir.MemberCount:
		w.judge(a.Failure, a.Op.Holds(float64(len(members)), float64(a.Limit)), float64(len(members)), p)
	case ir.Requires:
		w.requires(a.Members, a.Failure, members, p)
	case ir.DependentRequired:
		if _, present := members.get(a.Trigger); present {
			w.requires(a.Members, a.Failure, members, p)
		}
	case ir.DependentSchema:
		if _, present := members.get(a.Trigger); present {
			w.schema(a.Schema, members, p.at)
		}
	case ir.Properties:
		w.properties(a, members, p)
	case ir.PropertyNames:
		w.propertyNames(a, members, p)
	case ir.UnevaluatedProperties:
		w.wait(unevaluated{a.Schema, a.Closed, members, p})
	default:
		onlyKnown(a)
	}
}

func (w *walker) requires(wanted []string, f ir.Failure, members object, p position) {
	for _, name := range wanted {
		value, present := members.get(name)
		w.judge(f, present, value, p.member(name))
	}
}

func (w *walker) properties(a ir.Properties, members object, p position) {
	closed := a.Closed != nil
	for _, m := range members {
		at := p.at.with(segment{name: m.name})
		below := w.schemasOf(a, m.name)
		for _, s := range below {
			w.schema(s, m.value, at)
		}
		if len(below) == 0 && a.Closed != nil {
			closed = false
			w.judge(*a.Closed, false, m.value, position{at, p.place})
		}
	}
	if closed {
		w.judge(*a.Closed, true, members, p)
	}
}

// schemasOf are the schemas that a has for the named member: none if a is closed, or silent about it.
func (w *walker) schemasOf(a ir.Properties, name string) []*ir.Schema {
	var found []*ir.Schema
	for _, named := range a.Named {
		if named.Name == name {
			found = append(found, named.Schema)
		}
	}
	for _, pattern := range a.Patterns {
		if w.patterns[pattern.Regexp.Source].MatchString(name) {
			found = append(found, pattern.Schema)
		}
	}
	if len(found) == 0 && a.Additional != nil {
		found = append(found, a.Additional)
	}
	return found
}

// nameOf is a step from a member to its name, taken as a value. No text is spelt so: it is no UTF-8.
var nameOf = segment{name: "\xff"}

func (w *walker) propertyNames(a ir.PropertyNames, members object, p position) {
	for _, m := range members {
		at := p.at.with(segment{name: m.name})
		w.judge(a.Failure, w.accepts(a.Schema, m.name, at.with(nameOf)), m.name, position{at, p.place})
	}
}

// canonical is the text of a value that is the same for equal values.
func canonical(value any) string { return string(appendValue(nil, sorted(value))) }

// sorted puts the members of every object into the order of their names.
func sorted(value any) any {
	switch v := value.(type) {
	case []any:
		items := make([]any, len(v))
		for i := range v {
			items[i] = sorted(v[i])
		}
		return items
	case object:
		members := make(object, len(v))
		for i, m := range v {
			members[i] = member{m.name, sorted(m.value)}
		}
		sorting.Func(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
		return members
	default:
		return value
	}
}

func areUnique(items []any) bool {
	if len(items) < 2 {
		return true
	}
	texts := map[string]bool{}
	for _, item := range items {
		texts[canonical(item)] = true
	}
	return len(texts) == len(items)
}

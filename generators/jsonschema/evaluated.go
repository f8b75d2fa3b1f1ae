package jsonschema

import "slices"

// evaluated is a set of members and items that unevaluatedProperties and unevaluatedItems do not apply to.
type evaluated struct {
	names, patterns        []string
	everyMember, everyItem bool
	prefix                 int // the number of items from the first one on
}

func (e *evaluated) add(other evaluated) {
	e.names, e.patterns = union(e.names, other.names), union(e.patterns, other.patterns)
	e.everyMember, e.everyItem = e.everyMember || other.everyMember, e.everyItem || other.everyItem
	e.prefix = max(e.prefix, other.prefix)
}

// union returns both lists, each name once.
func union(one, other []string) []string {
	if len(other) == 0 {
		return one
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Concat(one, other), func(name string) bool {
		again := seen[name]
		seen[name] = true
		return again
	})
}

// covers reports whether the set contains the members of the other one. A name that only a pattern of e covers counts as missing.
func (e *evaluated) covers(other evaluated) bool {
	if other.everyMember {
		return e.everyMember
	}
	return containsAll(e.names, other.names) && containsAll(e.patterns, other.patterns)
}

func containsAll(have, want []string) bool {
	set := map[string]bool{}
	for _, name := range have {
		set[name] = true
	}
	return !slices.ContainsFunc(want, func(name string) bool { return !set[name] })
}

// evaluated returns the members and items that s evaluates in every valid value, and those that it evaluates in some. For the schema of an
// unevaluated keyword itself, the keyword does not count. The compiler refuses schemas that apply to the same value without end.
func (d *draft7) evaluated(s *schema, outermost bool) (always, sometimes evaluated) {
	if s == nil || s.never {
		return always, sometimes
	}
	if known, ok := d.sets[s]; ok && !outermost {
		return known[0], known[1]
	}
	always.add(s.evaluates(outermost))
	sometimes.add(always)
	sometimes.everyItem = sometimes.everyItem || s.Contains != nil // the items that it accepts, anywhere
	add := func(below *schema, applies bool) {
		inAll, inSome := d.evaluated(below, false)
		if applies {
			always.add(inAll)
		}
		sometimes.add(inSome)
	}
	add(d.definitions[s.Ref], true)
	for _, below := range s.AllOf {
		add(below, true)
	}
	for _, list := range [][]*schema{s.AnyOf, s.OneOf} {
		list = slices.DeleteFunc(slices.Clone(list), func(b *schema) bool { return b.Type == "null" || b.never })
		for _, below := range list {
			add(below, len(list) == 1) // it is the only branch for objects and arrays
		}
	}
	for _, below := range []*schema{s.If, s.Then, s.Else} {
		add(below, false)
	}
	for _, m := range s.DependentOn {
		add(m.Schema, false)
	}
	if !outermost {
		d.sets[s] = [2]evaluated{always, sometimes}
	}
	return always, sometimes
}

// evaluates returns the set of the keywords of s alone.
func (s *schema) evaluates(outermost bool) evaluated {
	own := evaluated{prefix: len(s.PrefixItems), everyItem: s.Items != nil, everyMember: s.Additional != nil}
	if !outermost {
		own.everyMember, own.everyItem = own.everyMember || s.RestMembers != nil, own.everyItem || s.RestItems != nil
	}
	for _, m := range s.Properties {
		own.names = append(own.names, m.Name)
	}
	for _, m := range s.Patterns {
		own.patterns = append(own.patterns, m.Name)
	}
	return own
}

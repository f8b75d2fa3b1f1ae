package source

import "slices"

// expand replaces the names of unions by their branches, in all types of an API.
func (a *api) expand(aliases map[string]typ) {
	for _, s := range a.list {
		s.full = func(t typ) typ { return t.expanded(aliases, 0) }
	}
}

func (t typ) expanded(aliases map[string]typ, depth int) typ {
	var list []string
	for _, branch := range t.any {
		if alias, is := aliases[branch]; is && depth < 20 {
			list = append(list, alias.expanded(aliases, depth+1).any...)
		} else {
			list = append(list, branch)
		}
	}
	slices.Sort(list)
	return typ{slices.Compact(list)}
}

// draft is a member that the input of a builder leaves out (without), or that may be absent in it (filled).
type draft struct{ name, kind string }

// drafts compares the inputs of a builder, as far as their message has the members in both versions.
func (c *comparer) drafts(old, new *symbol) {
	was, is := modes(old), modes(new)
	for _, name := range sortedKeys(merged(was, is)) {
		before, after := c.inherited(c.old, old, name), c.inherited(c.new, new, name)
		if before == nil || after == nil || was[name] == is[name] || c.new.symbols[new.name+"."+name] != nil {
			continue
		}
		switch {
		case is[name] == "without":
			c.report("removed", old.name+"."+name, old, new, "%s no longer takes the member %s", old.name, name)
		case is[name] == "" && !after.optional:
			c.report("required", old.name+"."+name, old, new, "%s requires the member %s", old.name, name)
		}
	}
}

func (c *comparer) inherited(in *api, s *symbol, name string) *symbol {
	for _, base := range s.bases {
		if m := in.member(base, name); m != nil {
			return m
		}
	}
	return nil
}

func modes(s *symbol) map[string]string {
	m := map[string]string{}
	for _, d := range s.drafts {
		m[d.name] = d.kind
	}
	return m
}

func merged(a, b map[string]string) map[string]string {
	m := map[string]string{}
	for _, one := range []map[string]string{a, b} {
		for k, v := range one {
			m[k] = v
		}
	}
	return m
}

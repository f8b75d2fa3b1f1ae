package plan

import "github.com/envgen/envgen/internal/ir"

// Place returns the index of a row in the table of Places, or 0.
func Place(n *ir.Numbers) Int {
	if n == nil {
		return 0
	}
	return Int(n.Index + 1)
}

// Places returns the table of the locations where numbers have a declared type. Its first row represents all other locations.
func Places(p *ir.Protocol) List {
	return append(List{record("Numbers")}, records(p.Numbers, numbers)...)
}

func numbers(n *ir.Numbers) Record {
	var members, stages Map
	for _, m := range n.Members {
		members = append(members, Entry{m.Name, Place(m.To)})
		if m.Stage >= 0 {
			stages = append(stages, Entry{m.Name, Int(m.Stage)})
		}
	}
	var patterns List
	for _, m := range n.Patterns {
		patterns = append(patterns, pair("NumbersPattern", "test", Regexp{m.Regexp}, "to", Place(m.To)))
	}
	r := record("Numbers")
	r.add("declared", Bool(n.Declared))
	r.add("wide", Bool(n.Wide))
	r.add("members", members)
	r.add("stages", stages)
	r.add("patterns", patterns)
	r.place("rest", n.Rest)
	r.place("any", n.Any)
	r.add("prefix", places(n.Prefix))
	r.place("items", n.Items)
	if n.Tag != nil {
		r.set("tag", tag(n.Tag))
	}
	r.add("also", places(n.Also))
	return r
}

func tag(t *ir.NumbersTag) Record {
	var cases Map
	for _, c := range t.Cases {
		for _, word := range c.Tags {
			cases = append(cases, Entry{word, Place(c.To)})
		}
	}
	r := record("NumbersTag", "name", Text(t.Name))
	r.add("presence", Bool(t.By == ir.ByPresence))
	r.add("cases", cases)
	r.place("other", t.Other)
	r.add("refused", texts(t.Refused))
	return r
}

func (r *Record) place(name string, n *ir.Numbers) {
	if n != nil {
		r.set(name, Place(n))
	}
}

func places(list []*ir.Numbers) (values List) {
	for _, n := range list {
		values = append(values, Place(n))
	}
	return values
}

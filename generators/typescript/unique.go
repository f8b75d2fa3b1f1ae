package typescript

import (
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// unique is an entry of what no two messages have in common. Records whose functions are spelled alike share them.
func (b *conversationSpeller) unique(u *ir.Unique) []part {
	var groups []*uniqueGroup
	for i, keys := range u.Keys {
		if keys == nil {
			continue
		}
		t := b.c.Records[i]
		w := b.ruleWriter("self", t, &u.Until[i].Program)
		w.body(u.Until[i].Program)
		same := slices.IndexFunc(groups, func(g *uniqueGroup) bool {
			return g.until.String() == w.String() && g.key([]*ir.Type{t}) == b.key([]*ir.Type{t}, keys)
		})
		if same < 0 {
			same = len(groups)
			groups = append(groups, &uniqueGroup{until: w, text: u.Until[i].Text, key: func(of []*ir.Type) string { return b.key(of, keys) }})
		}
		groups[same].types = append(groups[same].types, t)
	}
	var cases []node
	for _, g := range groups {
		name := b.free("Until")
		b.alone(name, comment("", "", "Returns how long a message is remembered:\n"+g.text), b.support("Time"), g.until, g.types)
		var of []int
		for _, t := range g.types {
			of = append(of, slices.Index(b.c.Records, t))
		}
		members := []part{{"of", numbers(of)}, code("key", g.key(g.types))}
		if len(u.By) > 1 {
			members = append(members, code("several", "true"))
		}
		cases = append(cases, object(append(members, code("until", name))...))
	}
	return []part{code("memory", b.support("remembering")), {"letters", numbers(u.Letters)}, quoted("at", pointer(u.At)), code("most", strconv.Itoa(u.Most)),
		quoted("message", u.Failure.Message), quoted("full", u.Full.Message), {"cases", list(cases...)}}
}

// uniqueGroup is records of which the same is remembered for as long.
type uniqueGroup struct {
	types []*ir.Type
	until *ruleWriter
	text  string
	key   func(of []*ir.Type) string
}

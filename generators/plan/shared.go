package plan

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Members are members that several records have alike: of a base type, or of the envelope around messages.
type Members struct {
	Records []*ir.Type // the first one names the group
	Number  int        // of the groups that it names, from 1
	Fields  []*ir.Field
}

// leastShared is how many members have to be alike: a function for fewer is no shorter.
const leastShared = 3

// SharedMembers finds, for each record, the groups of members that are checked alike in other records. Members that a guard of the record
// speaks of are no part of a group, since their checks differ.
func SharedMembers(p *ir.Protocol) map[*ir.Type][]*Members {
	type class struct {
		of     map[*ir.Type]*ir.Field
		sample *ir.Field
	}
	var order []*class
	byName := map[string][]*class{}
	for _, t := range p.Types {
		record, is := t.Value.Kind.(*ir.Record)
		if !is || t.Value.Evaluated() != nil {
			continue
		}
		for _, f := range record.Fields {
			if f.Staged || IsGuarded(record.Guards, f) { // a staged value is read later, for its own record
				continue
			}
			at := slices.IndexFunc(byName[f.Name], func(c *class) bool { return readsAlike(c.sample, f) })
			if at < 0 {
				at = len(byName[f.Name])
				byName[f.Name] = append(byName[f.Name], &class{map[*ir.Type]*ir.Field{}, f})
				order = append(order, byName[f.Name][at])
			}
			byName[f.Name][at].of[t] = f
		}
	}
	var list []*Members
	groups := map[string]*Members{} // by the records that have the members
	for _, c := range order {
		var records []*ir.Type
		key := ""
		for i, t := range p.Types {
			if c.of[t] != nil {
				records, key = append(records, t), fmt.Sprintf("%s %d", key, i)
			}
		}
		if groups[key] == nil {
			groups[key] = &Members{Records: records}
			list = append(list, groups[key])
		}
		groups[key].Fields = append(groups[key].Fields, c.of[records[0]])
	}
	shared, count := map[*ir.Type][]*Members{}, map[*ir.Type]int{}
	for _, g := range list {
		if len(g.Records) > 1 && len(g.Fields) >= leastShared {
			count[g.Records[0]]++
			g.Number = count[g.Records[0]]
			for _, t := range g.Records {
				shared[t] = append(shared[t], g)
			}
		}
	}
	return shared
}

// IsGuarded reports whether one of the guards of a record requires or narrows a member.
func IsGuarded(guards []ir.Guard, f *ir.Field) bool {
	return slices.ContainsFunc(guards, func(g ir.Guard) bool {
		return slices.ContainsFunc(g.Narrowed, func(n ir.Narrowing) bool { return n.Member == f.Name }) ||
			slices.ContainsFunc(g.Required, func(n ir.RequiredMember) bool { return n.Name == f.Name })
	})
}

// readsAlike reports whether two members are represented and checked alike.
func readsAlike(a, b *ir.Field) bool {
	return a.Required == b.Required && a.Missing == b.Missing && a.Staged == b.Staged && a.Stage == b.Stage && slices.Equal(a.Rename, b.Rename) &&
		reflect.DeepEqual(a.Value, b.Value)
}

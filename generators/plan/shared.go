package plan

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Members is a group of members that several records have in common: those of a base type, or of the envelope around messages.
type Members struct {
	Records []*ir.Type // the first one names the group
	Number  int        // the number among the groups of the first record, from 1
	Fields  []*ir.Field
}

// leastShared is the minimum number of common members: a function for fewer would not shorten the code.
const leastShared = 3

// member is a member that some records have in common.
type member struct {
	field   *ir.Field // of the first record
	records []*ir.Type
	key     []byte // the numbers of the records
}

// SharedMembers returns, for each record, the groups of members that are checked alike in other records. It excludes members in guards of
// the record, because their checks differ. It excludes staged members, because they are read later and for their own record.
func SharedMembers(p *ir.Protocol) map[*ir.Type][]*Members {
	var all []*member
	similar := map[string][]*member{} // reduces the number of full comparisons
	for i, t := range p.Types {
		record, is := t.Value.Kind.(*ir.Record)
		if !is || t.Value.Evaluated() != nil {
			continue
		}
		for _, f := range record.Fields {
			if f.Staged || IsGuarded(record.Guards, f) {
				continue
			}
			key := similarity(f)
			at := slices.IndexFunc(similar[key], func(m *member) bool { return readsAlike(m.field, f) })
			if at < 0 {
				at = len(similar[key])
				similar[key] = append(similar[key], &member{field: f})
				all = append(all, similar[key][at])
			}
			m := similar[key][at]
			m.records, m.key = append(m.records, t), fmt.Appendf(m.key, " %d", i)
		}
	}
	var list []*Members
	groups := map[string]*Members{} // by the records that have the members
	for _, m := range all {
		g := groups[string(m.key)]
		if g == nil {
			g = &Members{Records: m.records}
			groups[string(m.key)], list = g, append(list, g)
		}
		g.Fields = append(g.Fields, m.field)
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

// similarity returns a text that is equal for members with equal checks, and for few others.
func similarity(f *ir.Field) string {
	key := fmt.Sprintf("%s %t %T %q", f.Name, f.Required, f.Value.Kind, f.Value.Mismatch.Message)
	switch k := f.Value.Kind.(type) {
	case ir.Ref:
		key += k.Type.Protocol + "." + k.Type.Name
	case ir.Const:
		key += fmt.Sprintf("%#v", k.Literal)
	}
	for _, c := range f.Value.Checks {
		key += c.Fails().Message
	}
	return key
}

// Unshared returns the members of a record that are in none of some groups.
func Unshared(r *ir.Record, groups []*Members) []*ir.Field {
	return slices.DeleteFunc(slices.Clone(r.Fields), func(f *ir.Field) bool {
		return slices.ContainsFunc(groups, func(g *Members) bool {
			return slices.ContainsFunc(g.Fields, func(other *ir.Field) bool { return other.Name == f.Name })
		})
	})
}

// IsGuarded reports whether one of the guards of a record requires or narrows a member.
func IsGuarded(guards []ir.Guard, f *ir.Field) bool {
	return slices.ContainsFunc(guards, func(g ir.Guard) bool {
		return slices.ContainsFunc(g.Narrowed, func(n ir.Narrowing) bool { return n.Member == f.Name }) ||
			slices.ContainsFunc(g.Required, func(n ir.RequiredMember) bool { return n.Name == f.Name })
	})
}

// readsAlike reports whether two members have the same representation and the same checks.
func readsAlike(a, b *ir.Field) bool {
	return a.Required == b.Required && a.Missing == b.Missing && slices.Equal(a.Rename, b.Rename) &&
		reflect.DeepEqual(a.Value, b.Value)
}

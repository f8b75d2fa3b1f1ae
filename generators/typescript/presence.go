package typescript

import "github.com/envgen/envgen/internal/ir"

// A record that a union selects because a member is absent declares that member as undefined. So the compiler narrows by
// `value.member !== undefined`, also where records have an index signature. `"member" in value` would be wrong: a member that is
// undefined is absent.

// absences are, by record, the members whose absence selects it.
func absences(p *ir.Protocol) map[*ir.Type][]string {
	found := map[*ir.Type][]string{}
	for _, t := range p.Types {
		absentIn(t.Value, found)
	}
	return found
}

// absentIn visits the parts of a value, without those of other types.
func absentIn(v ir.Value, found map[*ir.Type][]string) {
	switch k := v.Kind.(type) {
	case *ir.Union:
		if k.By == ir.ByPresence {
			lacks(k.Variants[len(k.Variants)-1].Type, k.Tag, found)
		}
	case *ir.Record:
		for _, f := range k.Fields {
			absentIn(f.Value, found)
		}
	case ir.Array:
		absentIn(*k.Items, found)
	case ir.Map:
		absentIn(*k.Values, found)
	case *ir.Choice:
		for _, option := range k.Options {
			absentIn(option, found)
		}
	}
}

// lacks notes that a type is selected by the absence of a member. The records of a union lack the member, too.
func lacks(t *ir.Type, member string, found map[*ir.Type][]string) {
	switch k := t.Value.Kind.(type) {
	case *ir.Record:
		if !declares(k, member, found[t]) {
			found[t] = append(found[t], member)
		}
	case *ir.Union:
		for _, variant := range k.Variants {
			lacks(variant.Type, member, found)
		}
	}
}

// declares reports whether a record declares or forbids a member already.
func declares(record *ir.Record, member string, more []string) bool {
	for _, f := range record.Fields {
		more = append(more, f.Name)
	}
	for _, f := range record.Forbidden {
		more = append(more, f.Name)
	}
	for _, name := range more {
		if name == member {
			return true
		}
	}
	return false
}

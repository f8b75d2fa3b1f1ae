package compile

import (
	"maps"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// doubles finds places at which two keywords of one rule have different messages.
type doubles struct {
	clean map[*ir.Schema]bool // alone at a place, and known to lead to none
	done  map[*ir.Schema]bool // likewise, if the search that runs finds none
	steps int
}

// mostDoubles bounds the search in a spec that combines schemas in very many ways. Beyond the bound, the evaluator decides.
const mostDoubles = 100_000

// below searches a schema and all schemas below it. A schema without findings is not searched again.
func (d *doubles) below(s *ir.Schema) bool {
	d.done = map[*ir.Schema]bool{}
	if d.at([]*ir.Schema{s}) {
		return true
	}
	maps.Copy(d.clean, d.done)
	return false
}

// at reports whether some schemas that apply at one place report an issue twice, there or in a part of the value.
func (d *doubles) at(schemas []*ir.Schema) bool {
	if d.steps++; d.steps > mostDoubles {
		return true
	}
	if len(schemas) == 1 {
		if s := schemas[0]; d.clean[s] || d.done[s] {
			return false
		}
		d.done[schemas[0]] = true
	}
	all := together(schemas)
	said := map[string]string{}
	members, items := map[string][]*ir.Schema{}, []*ir.Schema(nil)
	var names []string
	for _, s := range all {
		for _, a := range s.Assertions {
			for _, f := range failuresOf(a) {
				if other, again := said[f.Rule]; again && other != f.Message {
					return true
				}
				said[f.Rule] = f.Message
			}
			switch a := a.(type) {
			case ir.Properties:
				if len(a.Patterns) > 0 || a.Additional != nil {
					return true
				}
				for _, m := range a.Named {
					if members[m.Name] == nil {
						names = append(names, m.Name)
					}
					members[m.Name] = append(members[m.Name], m.Schema)
				}
			case ir.ItemSchemas:
				items = append(items, given(append(slices.Clip(a.Prefix), a.Rest))...)
			}
		}
	}
	for _, name := range names {
		if d.at(members[name]) {
			return true
		}
	}
	return len(items) > 0 && d.at(items)
}

func given[T any](list []*T) []*T {
	return slices.DeleteFunc(list, func(s *T) bool { return s == nil })
}

// together returns schemas and all that they may apply to the same value.
func together(schemas []*ir.Schema) []*ir.Schema {
	var all []*ir.Schema
	seen := map[*ir.Schema]bool{}
	for work := slices.Clone(schemas); len(work) > 0; work = work[1:] {
		s := work[0]
		if seen[s] {
			continue
		}
		seen[s] = true
		all = append(all, s)
		for _, a := range s.Assertions {
			switch a := a.(type) {
			case ir.AllOf:
				work = append(work, a.Schemas...)
			case ir.Nullable:
				work = append(work, a.Schema)
			case ir.DependentSchema:
				work = append(work, a.Schema)
			case ir.If:
				work = append(work, given([]*ir.Schema{a.Then, a.Else})...)
			case ir.Select:
				for _, c := range a.Cases {
					work = append(work, c.Schema)
				}
			}
		}
	}
	return all
}

// failuresOf returns the failures of an assertion at the value itself.
func failuresOf(a ir.Assertion) []ir.Failure {
	switch a := a.(type) {
	case ir.Check:
		return []ir.Failure{a.Fails()}
	case ir.IsType:
		return []ir.Failure{a.Failure, a.Range}
	case ir.Equals:
		return []ir.Failure{a.Failure}
	case ir.MultipleOf:
		return []ir.Failure{a.Failure}
	case ir.MemberCount:
		return []ir.Failure{a.Failure}
	case ir.AnyOf:
		return []ir.Failure{a.Failure}
	case ir.ExactlyOne:
		return []ir.Failure{a.Failure}
	case ir.Not:
		return []ir.Failure{a.Failure}
	}
	return nil
}

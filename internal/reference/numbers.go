package reference

import (
	"math"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// lost finds the integers of a message that may lose digits: beyond ±(2^53-1), in a place where no type or schema that may apply declares a number. A
// stage's integers are in members that wait for it.
type lost struct {
	*walker
	stage int // -1 for the structure
}

// meaning is a definition for a place: a value, or a schema.
type meaning struct {
	value  *ir.Value
	schema *ir.Schema
}

// lose adds the failures of a step. Earlier failures hide some of them.
func (w *walker) lose(t *ir.Type, value any, stage int) {
	if !contains(value, func(v any) bool { n, is := v.(float64); return is && math.Abs(n) > maxInteger }) {
		return
	}
	buried := slices.Clone(w.failures)
	at := len(w.failures)
	lost{w, stage}.look(value, nil, []meaning{{value: &t.Value}}, -1)
	w.failures = append(w.failures[:at:at], slices.DeleteFunc(w.failures[at:], func(f failure) bool {
		return slices.ContainsFunc(buried, func(by failure) bool { return by.buries(f.at) })
	})...)
}

// contains reports whether a part of a value has a property. Most messages contain no number that needs a definition, and the walk along definitions is slow.
func contains(value any, has func(any) bool) bool {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			if contains(item, has) {
				return true
			}
		}
	case object:
		for _, m := range v {
			if contains(m.value, has) {
				return true
			}
		}
	}
	return has(value)
}

// leavesNothing are the rules of a value of the wrong kind, and of one that is too many.
var leavesNothing = []string{"type", "integer-range", "const", "enum", "discriminator", "additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "false-schema"}

// buries reports whether an enclosing failure hides all issues of a place.
func (f failure) buries(at path) bool {
	around := f.at
	if f.Rule == "discriminator" {
		around = around[:max(0, len(around)-1)]
	}
	return f.Level == ir.Must && slices.Contains(leavesNothing, f.Rule) && len(around) <= len(at) && around.compare(at[:len(around)]) == 0
}

func (l lost) look(value any, at path, said []meaning, stage int) {
	said, tagged := l.inPlace(value, said)
	if !tagged {
		return
	}
	switch v := value.(type) {
	case float64:
		if stage == l.stage && math.Abs(v) > maxInteger && !slices.ContainsFunc(said, meaning.isNumeric) {
			l.failures = append(l.failures, failure{Failure: ir.Loses, at: at, value: value})
		}
	case []any:
		for i, item := range v {
			var below []meaning
			for _, m := range said {
				below = append(below, m.item(i)...)
			}
			l.look(item, at.with(segment{index: i, isIndex: true}), below, stage)
		}
	case object:
		for _, m := range v {
			below, waits := l.member(said, m.name)
			l.look(m.value, at.with(segment{name: m.name}), below, max(stage, waits))
		}
	}
}

// inPlace adds the definitions for the same value. It reports whether each union there finds its tag.
func (l lost) inPlace(value any, said []meaning) (all []meaning, tagged bool) {
	members, isObject := value.(object)
	tagged = true
	for i := 0; i < len(said); i++ {
		for _, m := range said[i].also() {
			if !slices.Contains(said, m) {
				said = append(said, m)
			}
		}
		var to *meaning
		union, selects := said[i].union()
		switch {
		case union != nil:
			_, has := members.get(union.Tag)
			tagged = tagged && (!isObject || has || !union.Tagged())
			if union.By == ir.ByBranch { // each variant can declare a number
				for _, v := range union.Variants {
					if m := (meaning{value: &v.Type.Value}); !slices.Contains(said, m) {
						said = append(said, m)
					}
				}
				continue
			}
			if variant := selectVariant(union, members); isObject && variant != nil {
				to = &meaning{value: &variant.Value}
			}
		case selects != nil:
			tag, has := members.get(selects.Tag)
			tagged = tagged && (!isObject || has)
			if s := selectCase(*selects, tag); has && s != nil {
				to = &meaning{schema: s}
			}
		}
		if to != nil && !slices.Contains(said, *to) {
			said = append(said, *to)
		}
	}
	return said, tagged
}

// also returns all definitions that can apply to the same value, independent of their conditions.
func (m meaning) also() []meaning {
	if m.value != nil {
		return ofValue(m.value)
	}
	var list []meaning
	schemas := func(all ...*ir.Schema) {
		for _, s := range all {
			if s != nil {
				list = append(list, meaning{schema: s})
			}
		}
	}
	for _, assertion := range m.schema.Assertions {
		switch a := assertion.(type) {
		case ir.AllOf:
			schemas(a.Schemas...)
		case ir.AnyOf:
			schemas(a.Schemas...)
		case ir.ExactlyOne:
			schemas(a.Schemas...)
		case ir.Nullable:
			schemas(a.Schema)
		case ir.DependentSchema:
			schemas(a.Schema)
		case ir.If:
			schemas(a.Then, a.Else)
		}
	}
	return list
}

func ofValue(v *ir.Value) []meaning {
	var list []meaning
	if v.Schema != nil {
		list = append(list, meaning{schema: v.Schema})
	}
	switch k := v.Kind.(type) {
	case ir.Ref:
		list = append(list, meaning{value: &k.Type.Value})
	case *ir.Choice:
		for i := range k.Options {
			list = append(list, meaning{value: &k.Options[i]})
		}
	}
	return list
}

func (m meaning) union() (*ir.Union, *ir.Select) {
	if m.value != nil {
		union, _ := m.value.Kind.(*ir.Union)
		return union, nil
	}
	for _, assertion := range m.schema.Assertions {
		if a, is := assertion.(ir.Select); is {
			return nil, &a
		}
	}
	return nil, nil
}

func (m meaning) isNumeric() bool {
	if m.value != nil {
		switch k := m.value.Kind.(type) {
		case ir.Integer, ir.Number:
			return true
		case ir.Const:
			return k.Literal.Kind == ir.NumberLiteral
		}
		return false
	}
	return slices.ContainsFunc(m.schema.Assertions, func(assertion ir.Assertion) bool {
		switch a := assertion.(type) {
		case ir.IsType:
			return a.Types&(ir.NumberType|ir.IntegerType) != 0
		case ir.Equals:
			return slices.ContainsFunc(a.Texts, func(text string) bool { return text[0] == '-' || text[0] >= '0' && text[0] <= '9' })
		}
		return false
	})
}

// item returns the definitions for an item.
func (m meaning) item(i int) []meaning {
	if m.value != nil {
		if array, is := m.value.Kind.(ir.Array); is {
			return []meaning{{value: array.Items}}
		}
		return nil
	}
	var list []meaning
	for _, assertion := range m.schema.Assertions {
		var s *ir.Schema
		switch a := assertion.(type) {
		case ir.ItemSchemas:
			if s = a.Rest; i < len(a.Prefix) {
				s = a.Prefix[i]
			}
		case ir.UnevaluatedItems:
			s = a.Schema
		}
		if s != nil {
			list = append(list, meaning{schema: s})
		}
	}
	return list
}

// member returns the definitions for a member, and the stage that it waits for, or -1.
func (l lost) member(said []meaning, name string) (list []meaning, stage int) {
	stage = -1
	for _, m := range said {
		if m.value == nil {
			list = append(list, l.schemaMember(m.schema, name)...)
			continue
		}
		switch k := m.value.Kind.(type) {
		case ir.Map:
			list = append(list, meaning{value: k.Values})
		case *ir.Record:
			for _, f := range k.Fields {
				if f.Name != name {
					continue
				}
				list = append(list, meaning{value: &f.Value})
				if f.Staged {
					stage = max(stage, f.Stage)
				}
			}
		}
	}
	return list, stage
}

func (l lost) schemaMember(s *ir.Schema, name string) []meaning {
	var list []meaning
	for _, assertion := range s.Assertions {
		switch a := assertion.(type) {
		case ir.Properties:
			for _, below := range l.schemasOf(a, name) {
				list = append(list, meaning{schema: below})
			}
		case ir.UnevaluatedProperties:
			if a.Schema != nil {
				list = append(list, meaning{schema: a.Schema})
			}
		}
	}
	return list
}

package breaking

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// Bounds of the instances of one schema, of those of a part of it, and of the parts inside of parts.
const (
	mostInstances = 80
	mostOfPart    = 8
	mostLevels    = 6
	mostCopies    = 20
	mostParts     = 2_000 // that are visited for the instances of one schema
)

// instances are JSON texts that probably satisfy a schema, or nearly do: of each branch, with each optional member, and at the limits of counts. The search
// judges them before it uses them.
func instances(schemas ...*ir.Schema) []string {
	var texts []string
	for _, s := range slices.DeleteFunc(schemas, func(s *ir.Schema) bool { return s == nil }) {
		m := &instancer{left: mostParts}
		for _, v := range m.all([]*ir.Schema{s}, mostLevels, mostInstances) {
			texts = append(texts, jsontext.Of(v))
		}
	}
	return texts
}

type instancer struct {
	left int // parts that may still be visited
}

// all are instances of several schemas at once.
func (m *instancer) all(schemas []*ir.Schema, levels, most int) (list []any) {
	if m.left--; levels == 0 || m.left < 0 {
		return nil
	}
	var has []ir.Assertion
	for _, s := range schemas {
		if s != nil {
			has = append(has, conjunction(s, nil)...)
		}
	}
	if i := slices.IndexFunc(has, func(a ir.Assertion) bool { return len(choices(a)) > 0 }); i >= 0 {
		rest := &ir.Schema{Assertions: slices.Delete(slices.Clone(has), i, i+1)}
		branches := choices(has[i])
		each := max(2, most/len(branches))
		for _, branch := range branches[:min(len(branches), most)] {
			list = append(list, m.all(append([]*ir.Schema{rest}, branch...), levels-1, each)...)
		}
		return list[:min(len(list), most)]
	}
	for _, t := range typesOf(has) {
		list = append(list, m.typed(t, has, levels, most)...)
	}
	return list[:min(len(list), most)]
}

// choices are the lists of schemas that an assertion chooses between.
func choices(a ir.Assertion) (list [][]*ir.Schema) {
	switch a := a.(type) {
	case ir.AnyOf:
		for _, s := range a.Schemas {
			list = append(list, []*ir.Schema{s})
		}
	case ir.ExactlyOne:
		for _, s := range a.Schemas {
			list = append(list, []*ir.Schema{s})
		}
	case ir.Nullable:
		list = [][]*ir.Schema{{a.Schema}, {{Assertions: []ir.Assertion{ir.IsType{Types: ir.NullType}}}}}
	case ir.If:
		list = [][]*ir.Schema{{a.If, a.Then}, {a.Else}}
	case ir.Select:
		for _, c := range a.Cases {
			list = append(list, []*ir.Schema{c.Schema})
		}
	}
	return list
}

// typesOf are the JSON types that some assertions permit. Without `type`, they are those that the assertions are about.
func typesOf(has []ir.Assertion) (list []ir.JSONTypes) {
	types, about := ir.JSONTypes(1<<7-1), ir.JSONTypes(0)
	typed := false
	for _, a := range has {
		if is, ok := a.(ir.IsType); ok {
			typed, types = true, types&wider(is.Types)
		} else if s := scope(a); s != 1<<7-1 {
			about |= s
		}
	}
	if !typed && about != 0 {
		types = about | ir.NullType
	}
	for _, t := range []ir.JSONTypes{ir.StringType, ir.NumberType, ir.ObjectType, ir.ArrayType, ir.BooleanType, ir.NullType} {
		if types&t != 0 {
			list = append(list, t)
		}
	}
	return list
}

func (m *instancer) typed(t ir.JSONTypes, has []ir.Assertion, levels, most int) []any {
	for _, a := range has {
		if equals, is := a.(ir.Equals); is {
			return listedValues(equals, t)
		}
	}
	var checks []ir.Check
	for _, a := range has {
		if c, is := a.(ir.Check); is && scope(a)&t != 0 {
			checks = append(checks, c)
		}
	}
	switch t {
	case ir.ObjectType:
		return m.objects(has, levels, most)
	case ir.ArrayType:
		return m.arrays(has, checks, levels, most)
	case ir.StringType:
		return words(checks)
	case ir.NumberType:
		return numbers(has, checks)
	case ir.BooleanType:
		return []any{true, false}
	}
	return []any{nil}
}

// listedValues are the first values of a list that have one JSON type.
func listedValues(equals ir.Equals, t ir.JSONTypes) (list []any) {
	for _, text := range equals.Texts {
		if v, err := read(text); err == nil && wider(domainOf(text).types)&t != 0 && len(list) < mostOfPart {
			list = append(list, v)
		}
	}
	return list
}

// words are strings that satisfy some checks, some of them longer than they need to be.
func words(checks []ir.Check) (list []any) {
	r := ir.Resolved{Kind: ir.String{}, Checks: checks}
	short := wordsFor(r)
	for _, re := range regexps(checks) {
		if word, known := wordOf(re); known {
			short = append([]string{word, word + "x", word + "0"}, short...)
		}
	}
	for _, word := range short {
		if takes(r, ir.Literal{Kind: ir.StringLiteral, String: word}) && len(list) < mostOfPart/2 {
			list = append(list, word)
		}
	}
	return list
}

// numbers are those at the limits of some checks, and of the width of integers.
func numbers(has []ir.Assertion, checks []ir.Check) (list []any) {
	r := ir.Resolved{Kind: ir.Number{}, Checks: checks}
	in := intervalOf(r)
	texts := append(in.outside(in), "0", "1", "-1", "1.5")
	for _, a := range has {
		if is, ok := a.(ir.IsType); ok && is.Types&ir.IntegerType != 0 {
			texts = append(texts, is.Width.Most().String(), is.Width.Least().String())
		}
	}
	for _, text := range texts {
		if takes(r, numberLiteral(text)) && len(list) < mostOfPart && !slices.Contains(list, any(json.Number(text))) {
			list = append(list, json.Number(text))
		}
	}
	return list
}

// arrays have as few items as they may, one of each kind of item, and numbers of items around those that Contains counts.
func (m *instancer) arrays(has []ir.Assertion, checks []ir.Check, levels, most int) (list []any) {
	least, _ := counts(checks)
	var items ir.ItemSchemas
	for _, a := range has {
		if i, is := a.(ir.ItemSchemas); is {
			items = i
		}
	}
	var base []any
	for i := range min(max(least, len(items.Prefix)), mostCopies) {
		of := items.Rest
		if i < len(items.Prefix) {
			of = items.Prefix[i]
		}
		values := m.all([]*ir.Schema{of}, levels-1, mostOfPart)
		if len(values) == 0 {
			break
		}
		base = append(base, values[0])
		for _, v := range values[1:] {
			list = append(list, append(slices.Clone(base[:i]), v))
		}
	}
	list = append(list, []any{}, append([]any{}, base...))
	if items.Closed == nil {
		for _, v := range m.all([]*ir.Schema{items.Rest}, levels-1, mostOfPart) {
			list = append(list, append(slices.Clone(base), v), append(slices.Clone(base), v, v))
		}
	}
	for _, a := range has {
		if c, is := a.(ir.Contains); is {
			list = append(list, m.counted(c, levels)...)
		}
	}
	return list[:min(len(list), most)]
}

// counted are arrays with as many copies of a value as the limits permit, and with one more or less.
func (m *instancer) counted(c ir.Contains, levels int) (list []any) {
	for _, v := range m.all([]*ir.Schema{c.Schema}, levels-1, mostOfPart) {
		for _, n := range []int{c.Least - 1, c.Least, c.Most, c.Most + 1} {
			if n > 0 && n < mostCopies {
				list = append(list, slices.Repeat([]any{v}, n))
			}
		}
	}
	return list
}

// objects have the required members, then each other value of these, then each other member that is declared.
func (m *instancer) objects(has []ir.Assertion, levels, most int) (list []any) {
	base := map[string]any{}
	required := requiredBy(has)
	var variants []map[string]any
	with := func(name string, value any) map[string]any {
		members := maps.Clone(base)
		members[name] = value
		return members
	}
	others := map[string][]any{}
	for _, name := range required {
		values := m.all([]*ir.Schema{memberOf(has, name)}, levels-1, min(most, mostOfPart))
		if len(values) == 0 {
			return nil
		}
		base[name], others[name] = values[0], values[1:]
	}
	for _, name := range required {
		for _, v := range others[name] {
			variants = append(variants, with(name, v))
		}
	}
	for _, a := range has {
		members, is := a.(ir.Properties)
		if !is {
			continue
		}
		for _, n := range members.Named {
			if slices.Contains(required, n.Name) || len(variants) >= most {
				continue
			}
			for _, v := range m.all([]*ir.Schema{n.Schema}, levels-1, 2) {
				variants = append(variants, with(n.Name, v))
			}
		}
		for _, p := range members.Patterns {
			name, known := wordOf(p.Regexp)
			for _, v := range m.all([]*ir.Schema{p.Schema}, levels-1, 2) {
				if known {
					variants = append(variants, with(name, v))
				}
			}
		}
		if members.Closed == nil {
			for _, v := range m.all([]*ir.Schema{members.Additional}, levels-1, 2) {
				variants = append(variants, with("x", v))
			}
		}
	}
	list = append(list, base)
	for _, v := range variants[:min(len(variants), most)] {
		list = append(list, v)
	}
	return list[:min(len(list), most)]
}

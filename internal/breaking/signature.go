package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// signature spells the parts of a type that decide the issues of its values, beyond their verdict: the rule and level of each failure and the place where it is
// raised. Two versions of one language with the same signature report the same issues. Paired types are names, because each pair is compared alone.
type signature struct {
	paired func(*ir.Type) bool
	within []*ir.Type
	skip   func(path []string) bool // the members at unstable places, or nil
	path   []string
	layout bool // the order of members instead of failures: it decides the bytes
	types  map[*ir.Schema]*ir.Type
}

// issuesOf is the signature of a type's failures, and layoutOf that of the order of its members.
func issuesOf(t *ir.Type, paired func(*ir.Type) bool, skip func(path []string) bool, types map[*ir.Schema]*ir.Type) string {
	s := &signature{paired: paired, skip: skip, types: types}
	return s.typed(t)
}

func layoutOf(t *ir.Type, paired func(*ir.Type) bool, skip func(path []string) bool) string {
	s := &signature{paired: paired, skip: skip, layout: true}
	return s.typed(t)
}

func (s *signature) typed(t *ir.Type) string {
	if i := slices.Index(s.within, t); i >= 0 {
		return fmt.Sprintf("up%d", len(s.within)-i)
	}
	s.within = append(s.within, t)
	defer func() { s.within = s.within[:len(s.within)-1] }()
	return s.rules(t.Rules) + s.value(t.Value)
}

func (s *signature) rules(list []*ir.Rule) string {
	if s.layout {
		return ""
	}
	var all []string
	for _, r := range list {
		all = append(all, fmt.Sprintf("rule %s at %s: %s;", fails(r.Failure), strings.Join(r.At, "/"), strings.Join(strings.Fields(r.Text), " ")))
	}
	return sortedText(all)
}

func fails(f ir.Failure) string { return f.Rule + " " + f.Level.String() }

func sortedText(all []string) string {
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "")
}

func (s *signature) value(v ir.Value) string {
	if ref, is := v.Kind.(ir.Ref); is && v.Schema == nil {
		if s.paired(ref.Type) && len(s.within) > 0 {
			return fmt.Sprintf("<%s.%s>%s", ref.Type.Protocol, ref.Type.Name, s.checks(v.Checks))
		}
		return s.typed(ref.Type) + s.checks(v.Checks)
	}
	text := s.kind(v.Kind)
	if s.layout {
		return text
	}
	if schema := v.Evaluated(); schema != nil {
		return "schema" + s.schema(schema, nil)
	}
	return fmt.Sprintf("%s[%s null %v]%s", text, fails(v.Mismatch), v.AcceptsNull(), s.checks(v.Checks))
}

func (s *signature) checks(list []ir.Check) string {
	if s.layout {
		return ""
	}
	var all []string
	for _, c := range list {
		one := fails(c.Fails())
		switch c := c.(type) {
		case ir.Bound:
			one += fmt.Sprint(c.Op, limit(c))
		case ir.Length:
			one += fmt.Sprint(c.Op, c.Limit)
		case ir.Items:
			one += fmt.Sprint(c.Op, c.Limit)
		}
		all = append(all, "check "+one+";")
	}
	return sortedText(all)
}

func (s *signature) kind(k ir.Kind) string {
	switch k := k.(type) {
	case ir.Ref:
		return s.typed(k.Type)
	case *ir.Record:
		return s.record(k)
	case *ir.Union:
		return s.union(k)
	case *ir.Choice:
		var all []string
		for _, o := range k.Options {
			all = append(all, s.value(o)+"|")
		}
		return "choice(" + sortedText(all) + ")"
	case ir.Array:
		text, _ := s.step("*", *k.Items)
		return "array(" + text + ")"
	case ir.Map:
		text, _ := s.step("*", *k.Values)
		return "map(" + text + ")"
	case *ir.Enum:
		return "word " + fails(k.NotOneOf)
	case ir.Const:
		return "const " + fails(k.Failure)
	case ir.Integer:
		return "integer " + fails(k.Range)
	}
	return fmt.Sprintf("%T", k)
}

func (s *signature) record(k *ir.Record) string {
	var all []string
	for _, f := range k.Fields {
		text, counts := s.step(f.Name, f.Value)
		switch {
		case !counts, !s.layout && !f.Required && isAny(f.Value.Kind) && f.Value.Evaluated() == nil: // no failure is its own
		case s.layout:
			all = append(all, fmt.Sprintf("%q: %s;", f.Name, text))
		default:
			all = append(all, fmt.Sprintf("%q %v %s %v %d: %s;", f.Name, f.Required, fails(f.Missing), f.Staged, f.Stage, text))
		}
	}
	if s.layout {
		return "{" + strings.Join(all, "") + "}"
	}
	for _, f := range k.Forbidden {
		all = append(all, fmt.Sprintf("no %q %s;", f.Name, fails(f.Failure)))
	}
	for _, g := range k.Guards {
		all = append(all, s.guard(g))
	}
	return fmt.Sprintf("{%v %s %s}", k.Closed, fails(k.Surplus), sortedText(all))
}

// step is the signature of a part, unless its place is unstable.
func (s *signature) step(name string, v ir.Value) (text string, counts bool) {
	s.path = append(s.path, name)
	defer func() { s.path = s.path[:len(s.path)-1] }()
	if s.skip != nil && s.skip(s.path) {
		return "", false
	}
	return s.value(v), true
}

func (s *signature) guard(g ir.Guard) string {
	text := fmt.Sprintf("if %v %v ", g.If, g.Not)
	for _, m := range g.Required {
		text += m.Name + " " + fails(m.Failure) + ","
	}
	for _, n := range g.Narrowed {
		text += n.Member + " " + s.value(n.Value) + ","
	}
	for _, c := range g.Counts {
		text += fmt.Sprint(c.Of, c.Least, c.Most, fails(c.Failure))
	}
	return text + ";"
}

func (s *signature) union(k *ir.Union) string {
	var all []string
	for _, v := range k.Variants {
		tags := slices.Sorted(slices.Values(v.Tags))
		all = append(all, fmt.Sprintf("%q: %s|", tags, s.value(ir.Value{Kind: ir.Ref{Type: v.Type}})))
	}
	if s.layout {
		return "(" + sortedText(all) + ")"
	}
	return fmt.Sprintf("union %q %d %s %s(%s)", k.Tag, k.By, fails(k.MissingTag), fails(k.UnknownTag), sortedText(all))
}

// schema spells the keywords of a schema and their values. Schemas with one language may have others, and then other issues.
func (s *signature) schema(of *ir.Schema, within []*ir.Schema) string {
	if of == nil {
		return ""
	}
	if i := slices.Index(within, of); i >= 0 {
		return fmt.Sprintf("up%d", len(within)-i)
	}
	if t := s.types[unwrapped(of)]; t != nil && len(within) > 0 && s.paired(t) {
		return fmt.Sprintf("<%s.%s>", t.Protocol, t.Name)
	}
	within = append(slices.Clip(within), of)
	var all []string
	for _, a := range conjunction(of, nil) {
		all = append(all, s.assertion(a, within))
	}
	return "(" + sortedText(all) + ")"
}

func (s *signature) assertion(a ir.Assertion, within []*ir.Schema) string {
	text := fmt.Sprintf("%T", a)
	if check, is := a.(ir.Check); is {
		text += " " + fails(check.Fails())
	}
	switch a := a.(type) {
	case ir.Bound:
		text += fmt.Sprint(a.Op, limit(a))
	case ir.Length:
		text += fmt.Sprint(a.Op, a.Limit)
	case ir.Items:
		text += fmt.Sprint(a.Op, a.Limit)
	case ir.MemberCount:
		text += fmt.Sprint(a.Op, a.Limit)
	case ir.MultipleOf:
		text += fmt.Sprint(a.Divisor, a.Digits)
	case ir.IsType:
		text += fmt.Sprint(a.Types, a.Width)
	case ir.Equals:
		text += fmt.Sprint(slices.Compact(slices.Sorted(slices.Values(a.Texts))))
	case ir.Properties:
		text += fmt.Sprint(" ", a.Closed != nil)
		var names []string
		for _, n := range a.Named {
			names = append(names, fmt.Sprintf("%q%s", n.Name, s.schema(n.Schema, within)))
		}
		text += sortedText(names)
		for _, p := range a.Patterns {
			text += s.schema(p.Schema, within)
		}
		return text + s.schema(a.Additional, within) + ";"
	case ir.Select:
		text += a.Tag
	case ir.AnyOf, ir.ExactlyOne, ir.Not, ir.Contains, ir.PropertyNames:
		return text + ";" // nothing is reported from inside them
	}
	for _, inner := range subschemas(a) {
		text += s.schema(inner, within)
	}
	return text + ";"
}

func subschemas(a ir.Assertion) []*ir.Schema {
	return (&ir.Schema{Assertions: []ir.Assertion{a}}).Subschemas()
}

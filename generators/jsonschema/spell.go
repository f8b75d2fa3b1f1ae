package jsonschema

import (
	"reflect"
	"slices"
	"strings"
)

// findLoose finds the definitions that are loose, themselves or because of a definition that they refer to.
func (d *draft7) findLoose() {
	users := map[string][]string{}
	var found []string
	for ref, def := range d.definitions {
		walk(def, func(s *schema) {
			if s.Ref != "" {
				users[s.Ref] = append(users[s.Ref], ref)
			}
			if len(d.omitted[s]) > 0 {
				found = append(found, ref)
			}
		})
	}
	for len(found) > 0 {
		ref := found[0]
		if found = found[1:]; !d.loose[ref] {
			d.loose[ref] = true
			found = append(found, users[ref]...)
		}
	}
}

// isLoose reports whether s accepts more values than the original.
func (d *draft7) isLoose(s *schema) bool {
	if known, ok := d.known[s]; ok {
		return known
	}
	loose := len(d.omitted[s]) > 0 || d.loose[s.Ref]
	for _, p := range s.parts() {
		loose = d.isLoose(*p.here) || loose
	}
	d.known[s] = loose
	return loose
}

// spell writes the keywords of draft 7 in place. It reports the keywords that it leaves out, with the reference to the schema.
func (d *draft7) spell(here **schema, at string, report func(keywords []string, at string)) {
	s := *here
	d.isLoose(s) // before the schemas inside change
	d.guard(s)
	if keywords := d.omitted[s]; len(keywords) > 0 {
		report(keywords, at)
		note := "Draft 7 cannot express " + strings.Join(keywords, ", ") + " here: more values are valid."
		s.Comment = strings.TrimPrefix(s.Comment+". "+note, ". ")
	}
	for _, p := range s.parts() {
		d.spell(p.here, at+p.at, report)
	}
	if s.PrefixItems != nil {
		s.RestOfList, s.Items, s.PrefixItems = s.Items, &schema{list: s.PrefixItems}, nil
	}
	if d.untagged {
		s.Discriminator = nil
	}
	s.Enum = distinct(s.Enum)
	s.dependencies()
	s.aloneRef()
}

// distinct leaves out repeated values, which the meta-schema of draft 7 refuses.
func distinct(values []any) []any {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(values), func(v any) bool { // a copy of a schema has the same list
		text, err := marshal(v)
		again := err == nil && seen[string(text)]
		seen[string(text)] = true
		return again
	})
}

// guard removes the keywords for which a loose schema inside would refuse valid values.
func (d *draft7) guard(s *schema) {
	if s.Not != nil && d.isLoose(s.Not) {
		s.Not = nil
		d.omit(s, "not")
	}
	if s.If != nil && d.isLoose(s.If) {
		s.If, s.Then, s.Else = nil, nil, nil
		d.omit(s, "if")
	}
	// A loose branch with a tag still accepts no value of another branch.
	if s.Discriminator == nil && slices.ContainsFunc(s.OneOf, d.isLoose) {
		branches := s.OneOf
		s.OneOf = nil
		place(s, s.AnyOf == nil, func(t *schema) { t.AnyOf = branches })
		d.omit(s, "oneOf")
	}
}

// dependencies joins dependentRequired and dependentSchemas.
func (s *schema) dependencies() {
	s.Dependencies = s.Dependent
	s.Dependent = nil
	for _, m := range s.DependentOn {
		i := slices.IndexFunc(s.Dependencies, func(e entry) bool { return e.Name == m.Name })
		if i < 0 {
			s.Dependencies = append(s.Dependencies, entry{m.Name, m.Schema})
			continue
		}
		required := &schema{Required: s.Dependencies[i].Value.([]string)}
		s.Dependencies[i].Value = &schema{AllOf: []*schema{required, m.Schema}}
	}
	s.DependentOn = nil
}

// aloneRef moves a reference beside other keywords into allOf: draft 7 ignores the keywords beside a reference.
func (s *schema) aloneRef() {
	if s.Ref == "" {
		return
	}
	if bare := (schema{Ref: s.Ref}); !reflect.DeepEqual(*s, bare) {
		s.AllOf = append([]*schema{&bare}, s.AllOf...)
		s.Ref = ""
	}
}

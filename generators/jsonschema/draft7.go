package jsonschema

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/output"
)

// draft7Files writes a bundle for validators of draft 7.
func draft7Files(j target.Job) ([]output.File, diag.List, error) {
	p := j.Protocol
	file := p.Name + ".draft7.schema.json"
	e := newExporter(p, layout{definitions: "/definitions/"})
	defs, warnings := e.draft7(file)
	root := header(p)
	root.Dialect = "http://json-schema.org/draft-07/schema#"
	root.AllOf = []*schema{e.typ(p.Root)}
	root.Definitions = defs
	data, err := document(j, root)
	return []output.File{{Path: file, Data: data}}, warnings, err
}

// draft7 is a translation of definitions from 2020-12 to draft 7. A translated schema accepts every value that the original accepts. If
// draft 7 cannot express a keyword, the schema is loose: it may accept further values.
type draft7 struct {
	definitions map[string]*schema // by reference
	loose       map[string]bool    // the references to loose definitions
	omitted     map[*schema][]string
	known       map[*schema]bool         // whether a schema is loose
	sets        map[*schema][2]evaluated // always and sometimes, by schema inside another one
	untagged    bool                     // leave out discriminators
}

// draft7 returns the definitions in draft 7, with a warning for each keyword that is left out of a file.
func (e *exporter) draft7(file string) (members, diag.List) {
	defs := e.definitions()
	d := &draft7{definitions: map[string]*schema{}, loose: map[string]bool{}, omitted: map[*schema][]string{}, known: map[*schema]bool{},
		sets: map[*schema][2]evaluated{}, untagged: e.layout.untagged}
	for _, def := range defs {
		d.definitions[e.layout.ref(def.Name)] = def.Schema
	}
	var replacements []func()
	for _, def := range defs {
		walk(def.Schema, func(s *schema) { replacements = append(replacements, d.replacement(s)...) })
	}
	for _, replace := range replacements { // after all decisions, because they read other definitions
		replace()
	}
	d.findLoose()
	var warnings diag.List
	for i := range defs {
		at := e.layout.ref(defs[i].Name)
		d.spell(&defs[i].Schema, at, func(keywords []string, at string) {
			warnings.Add(diag.Diagnostic{Pos: e.position(i), Severity: diag.Warning, Code: "weaker",
				Message:    fmt.Sprintf("draft 7 cannot express %s at %s, so %s accepts more values than the spec", quoted(keywords), at, file),
				Suggestion: "validate with the 2020-12 bundle or the bindings where this matters"})
		})
	}
	return defs, warnings
}

// position returns the place in the spec of a definition. A shared schema has the place of the type that contains it.
func (e *exporter) position(definition int) diag.Pos {
	if definition < len(e.types) {
		return e.types[definition].Pos
	}
	place := e.shared[definition-len(e.types)].Place
	pos, length := e.protocol.Root.Pos, 0
	for _, t := range e.types {
		rest, found := strings.CutPrefix(place, t.Name)
		if found && len(t.Name) > length && (rest == "" || rest[0] == '/' || rest[0] == '.') {
			pos, length = t.Pos, len(t.Name)
		}
	}
	return pos
}

func quoted(keywords []string) string { return "`" + strings.Join(keywords, "`, `") + "`" }

// walk visits s and all schemas inside.
func walk(s *schema, visit func(*schema)) {
	visit(s)
	for _, p := range s.parts() {
		walk(*p.here, visit)
	}
}

// replacement returns the changes of s that replace keywords without a counterpart of the same meaning.
func (d *draft7) replacement(s *schema) []func() {
	var all []func()
	if s.RestMembers != nil {
		all = append(all, d.restOfMembers(s))
	}
	if s.RestItems != nil {
		all = append(all, d.restOfItems(s))
	}
	if s.Contains != nil {
		all = append(all, func() { d.contains(s) })
	}
	return all
}

func (d *draft7) omit(s *schema, keyword string) { d.omitted[s] = append(d.omitted[s], keyword) }

// restOfMembers replaces unevaluatedProperties by additionalProperties, if the same members are evaluated in every object.
func (d *draft7) restOfMembers(s *schema) func() {
	always, sometimes := d.evaluated(s, true)
	return func() {
		rest := s.RestMembers
		s.RestMembers = nil
		switch {
		case always.everyMember:
		case !always.covers(sometimes):
			d.omit(s, "unevaluatedProperties")
		default:
			s.Properties = s.Properties.with(always.names)
			s.Patterns = s.Patterns.with(always.patterns)
			s.Additional = rest
		}
	}
}

// with returns m with a schema that accepts everything for each name that m lacks.
func (m members) with(names []string) members {
	present := map[string]bool{}
	for _, one := range m {
		present[one.Name] = true
	}
	for _, name := range names {
		if !present[name] {
			m, present[name] = append(m, member{name, &schema{}}), true
		}
	}
	return m
}

// restOfItems replaces unevaluatedItems by items, if the same items are evaluated in every array.
func (d *draft7) restOfItems(s *schema) func() {
	always, sometimes := d.evaluated(s, true)
	return func() {
		rest := s.RestItems
		s.RestItems = nil
		switch {
		case always.everyItem:
		case sometimes.everyItem || sometimes.prefix > always.prefix:
			d.omit(s, "unevaluatedItems")
		default:
			for len(s.PrefixItems) < always.prefix {
				s.PrefixItems = append(s.PrefixItems, &schema{})
			}
			s.Items = rest
		}
	}
}

// contains expresses the counts of minContains and maxContains: at least none, at least one, and none at all.
func (d *draft7) contains(s *schema) {
	least, most := 1, -1
	if s.MinContains != nil {
		least = *s.MinContains
	}
	if s.MaxContains != nil {
		most = *s.MaxContains
	}
	s.MinContains, s.MaxContains = nil, nil
	if most == 0 {
		s.AllOf = append(s.AllOf, &schema{Items: &schema{Not: clone(s.Contains)}})
	}
	if most > 0 {
		d.omit(s, "maxContains")
	}
	if least > 1 {
		d.omit(s, "minContains")
	}
	if least == 0 {
		s.Contains = nil
	}
}

// clone copies a schema with the schemas inside, because spelling changes both.
func clone(s *schema) *schema {
	c := *s
	c.PrefixItems, c.OneOf, c.AnyOf, c.AllOf = copied(s.PrefixItems), copied(s.OneOf), copied(s.AnyOf), copied(s.AllOf)
	c.Properties, c.Patterns, c.DependentOn = append(members(nil), s.Properties...), append(members(nil), s.Patterns...), append(members(nil), s.DependentOn...)
	for _, p := range c.parts() {
		*p.here = clone(*p.here)
	}
	return &c
}

func copied(list []*schema) []*schema { return append([]*schema(nil), list...) }

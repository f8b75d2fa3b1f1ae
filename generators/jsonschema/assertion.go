package jsonschema

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// schema exports a general schema.
func (e *exporter) schema(from *ir.Schema) *schema {
	if len(from.Assertions) == 1 {
		switch a := from.Assertions[0].(type) {
		case ir.Never:
			return &schema{never: true}
		case ir.AllOf:
			if len(a.Schemas) == 1 {
				return e.use(a.Schemas[0])
			}
		}
	}
	s := &schema{}
	for _, a := range from.Assertions {
		e.assertion(s, a)
	}
	for _, part := range append([]*schema{s}, s.AllOf...) {
		part.boundInteger()
	}
	s.typeOfLiterals()
	return s
}

// typeOfLiterals writes the type that const or enum imply, if it is a single type: code generators need it.
func (s *schema) typeOfLiterals() {
	literals := s.Enum
	if s.Const != nil {
		literals = []any{s.Const}
	}
	if s.Type != nil || len(literals) == 0 {
		return
	}
	name := func(l any) string { return typeOfText(string(l.(json.RawMessage))) }
	first := name(literals[0])
	if !slices.ContainsFunc(literals, func(l any) bool { return name(l) != first }) {
		s.Type = first
	}
}

// typeOfText returns the JSON type of a text.
func typeOfText(text string) string {
	switch text[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// assertion adds one assertion. If its keywords are already present, it adds the assertion to a separate allOf, which is equivalent.
func (e *exporter) assertion(s *schema, assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.IsType:
		if a.Types != ir.ObjectType || s.Type != "object" { // a union has already written the type
			place(s, s.Type == nil, func(t *schema) { t.setTypes(a.Types, a.Width) })
		}
	case ir.Equals:
		s.equals(a)
	case ir.MultipleOf:
		place(s, s.MultipleOf == nil, func(t *schema) { t.MultipleOf = &limit{a.Divisor, a.Digits} })
	case ir.UniqueItems:
		s.UniqueItems = true
	case ir.MemberCount:
		count(s, a.Op, a.Limit, func(t *schema) (**int, **int) { return &t.MinMembers, &t.MaxMembers })
	case ir.Requires:
		s.Required = append(s.Required, a.Members...)
	case ir.DependentRequired:
		free := !slices.ContainsFunc(s.Dependent, func(d entry) bool { return d.Name == a.Trigger })
		place(s, free, func(t *schema) { t.Dependent = append(t.Dependent, entry{a.Trigger, append([]string{}, a.Members...)}) })
	case ir.Never:
		place(s, s.Not == nil, func(t *schema) { t.Not = &schema{} })
	case ir.Properties, ir.PropertyNames, ir.DependentSchema, ir.UnevaluatedProperties:
		e.ofObject(s, a)
	case ir.ItemSchemas, ir.Contains, ir.UnevaluatedItems:
		e.ofArray(s, a)
	case ir.AllOf, ir.Nullable, ir.AnyOf, ir.ExactlyOne, ir.Not, ir.If, ir.Select:
		e.applicator(s, a)
	default:
		s.constrain(assertion)
	}
}

// setTypes writes the types.
func (s *schema) setTypes(types ir.JSONTypes, width ir.Width) {
	names := types.Names()
	s.integer, s.width = slices.Contains(names, "integer"), width
	if s.Type = names; len(names) == 1 {
		s.Type = names[0]
	}
}

// equals writes the same keyword as the spec.
func (s *schema) equals(a ir.Equals) {
	var values []any
	for _, text := range a.Texts {
		values = append(values, json.RawMessage(text))
	}
	switch {
	case len(values) == 0:
		place(s, s.Not == nil, func(t *schema) { t.Not = &schema{} })
	case a.Failure.Rule == "const":
		place(s, s.Const == nil, func(t *schema) { t.Const = values[0] })
	default:
		place(s, s.Enum == nil, func(t *schema) { t.Enum = values })
	}
}

// closedOr returns false for a closed rest, else its schema, which may be nil.
func (e *exporter) closedOr(closed *ir.Failure, s *ir.Schema) *schema {
	switch {
	case closed != nil:
		return &schema{never: true}
	case s != nil:
		return e.use(s)
	}
	return nil
}

func (e *exporter) ofObject(s *schema, assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.Properties:
		free := s.Properties == nil && s.Patterns == nil && s.Additional == nil
		place(s, free, func(t *schema) { e.properties(t, a) })
	case ir.PropertyNames:
		place(s, s.Names == nil, func(t *schema) { t.Names = e.use(a.Schema) })
	case ir.DependentSchema:
		free := !slices.ContainsFunc(s.DependentOn, func(d member) bool { return d.Name == a.Trigger })
		place(s, free, func(t *schema) { t.DependentOn = append(t.DependentOn, member{a.Trigger, e.use(a.Schema)}) })
	case ir.UnevaluatedProperties:
		s.RestMembers = e.closedOr(a.Closed, a.Schema) // must stay here: the keyword depends on its neighbors
	}
}

func (e *exporter) properties(s *schema, a ir.Properties) {
	for _, n := range a.Named {
		s.Properties = append(s.Properties, member{n.Name, e.use(n.Schema)})
	}
	for _, p := range a.Patterns {
		s.Patterns = append(s.Patterns, member{p.Regexp.Source, e.use(p.Schema)})
	}
	s.Additional = e.closedOr(a.Closed, a.Additional)
}

func (e *exporter) ofArray(s *schema, assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.ItemSchemas:
		place(s, s.PrefixItems == nil && s.Items == nil, func(t *schema) {
			t.PrefixItems, t.Items = e.all(a.Prefix), e.closedOr(a.Closed, a.Rest)
		})
	case ir.Contains:
		place(s, s.Contains == nil, func(t *schema) { e.contains(t, a) })
	case ir.UnevaluatedItems:
		s.RestItems = e.closedOr(a.Closed, a.Schema)
	}
}

func (e *exporter) contains(s *schema, a ir.Contains) {
	s.Contains = e.use(a.Schema)
	if a.Least != 1 {
		s.MinContains = &a.Least
	}
	if a.Most >= 0 {
		s.MaxContains = &a.Most
	}
}

func (e *exporter) all(schemas []*ir.Schema) []*schema {
	var list []*schema
	for _, s := range schemas {
		list = append(list, e.use(s))
	}
	return list
}

// applicator adds an assertion that applies other schemas to the same value.
func (e *exporter) applicator(s *schema, assertion ir.Assertion) {
	switch a := assertion.(type) {
	case ir.AllOf:
		e.allOf(s, a)
	case ir.Nullable:
		place(s, s.AnyOf == nil, func(t *schema) { t.AnyOf = []*schema{e.use(a.Schema), {Type: "null"}} })
	case ir.AnyOf:
		place(s, s.AnyOf == nil, func(t *schema) { t.AnyOf = e.all(a.Schemas) })
	case ir.ExactlyOne:
		place(s, s.OneOf == nil, func(t *schema) { t.OneOf = e.all(a.Schemas) })
	case ir.Not:
		place(s, s.Not == nil, func(t *schema) { t.Not = e.use(a.Schema) })
	case ir.If:
		place(s, s.If == nil, func(t *schema) {
			t.If, t.Then, t.Else = e.use(a.If), e.closedOr(nil, a.Then), e.closedOr(nil, a.Else)
		})
	case ir.Select:
		place(s, s.OneOf == nil && (s.Type == nil || s.Type == "object"), func(t *schema) { e.selects(t, a) })
	default:
		panic(fmt.Sprintf("jsonschema: unhandled assertion %T", assertion))
	}
}

// allOf writes a single reference as $ref, if the keyword is unused.
func (e *exporter) allOf(s *schema, a ir.AllOf) {
	parts := e.all(a.Schemas)
	if len(parts) == 1 && s.Ref == "" && strings.HasPrefix(parts[0].Ref, "#") && reflect.DeepEqual(*parts[0], schema{Ref: parts[0].Ref}) {
		s.Ref = parts[0].Ref
		return
	}
	s.AllOf = append(s.AllOf, parts...)
}

// selects writes a union like all unions: oneOf also finds the branch, and every branch needs the type object.
func (e *exporter) selects(s *schema, a ir.Select) {
	s.Type = "object"
	var tags [][]string
	for _, c := range a.Cases {
		s.OneOf, tags = append(s.OneOf, e.use(c.Schema)), append(tags, c.Tags)
	}
	switch {
	case a.Fallback() != nil:
		s.fallback(a.Tag, a.By, append(slices.Concat(tags...), a.Refused...))
	case a.By == ir.ByString: // discriminators support only strings
		e.discriminate(s, a.Tag, tags)
	}
}

// fallback keeps the tags of other branches from the last branch. The union has no discriminator, because validators require one to list all tags.
func (s *schema) fallback(tag string, by ir.Selection, named []string) {
	last := s.OneOf[len(s.OneOf)-1]
	others := &schema{}
	for _, word := range named {
		others.Enum = append(others.Enum, literal(by.Literal(word)))
	}
	other := &schema{Type: "object", Properties: members{{tag, &schema{Type: by.JSONType(), Not: others}}}}
	if bare := (schema{Ref: last.Ref}); last.Ref != "" && reflect.DeepEqual(*last, bare) {
		other.Ref = last.Ref
	} else {
		other.AllOf = []*schema{last}
	}
	s.OneOf[len(s.OneOf)-1] = other
}

// discriminate adds the annotation of a tag, if the format has it. A mapping requires that each branch is a reference.
func (e *exporter) discriminate(s *schema, tag string, tags [][]string) {
	d := &discriminator{PropertyName: tag}
	if e.layout.mapping {
		for i, branch := range s.OneOf {
			if branch.Ref == "" {
				return
			}
			for _, value := range tags[i] {
				d.Mapping = append(d.Mapping, entry{value, branch.Ref})
			}
		}
	}
	s.Discriminator = d
}

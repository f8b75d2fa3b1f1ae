package randomspecs

import (
	"fmt"
	"slices"
)

var descriptions = []string{"What it is.", "Ends a comment: */ \"\"\" ''' -->\nand goes on.", "Über\u2028alles", "\\u0041 {{x}} ${y} `z` %s", "# heading\n\n- item", "A trailing \\"}

// annotate adds annotations to a type and to the schemas inside.
func (a *author) annotate(t *named) {
	t.schema = a.decorate(t.schema, "")
	s, isObject := t.schema.(*object)
	if !isObject {
		return
	}
	if t.side != "" {
		s.set("x-from", t.side)
	}
	if name := textMember(s); name != "" {
		s.set("x-error", name)
	}
	if a.one(6) {
		s.set("x-name", a.rename())
	}
	if a.one(10) {
		s.set("$schema", "https://json-schema.org/draft/2020-12/schema")
	}
	if values, has := s.get("enum").([]any); has && a.one(3) && !s.has("const") {
		if word, isText := pick(a, values...).(string); isText {
			s.set("x-value-names", obj(word, a.rename()))
		}
	}
}

// textMember is the last member of a plain record if that is a string, or "".
func textMember(s *object) string {
	properties, has := s.get("properties").(*object)
	if !has || s.get("type") != "object" || len(properties.members) == 0 || slices.ContainsFunc(s.members, func(m member) bool {
		return !slices.Contains([]string{"type", "properties", "required", "additionalProperties", "x-from", "x-stability", "description", "title"}, m.name)
	}) {
		return ""
	}
	last := properties.members[len(properties.members)-1]
	if of, isObject := last.value.(*object); !isObject || of.get("type") != "string" || of.has("x-stage") {
		return ""
	}
	return last.name
}

// rename is another name, which nothing else has, for all languages or for one.
func (a *author) rename() any {
	a.renamed++
	name := fmt.Sprintf("renamed%d", a.renamed)
	if a.one(2) {
		return name
	}
	return obj(pick(a, "go", "ts", "py"), name)
}

// decorate returns a copy with some annotations. keyword is the keyword of the schema.
func (a *author) decorate(s any, keyword string) any {
	o, isObject := s.(*object)
	if !isObject {
		return s
	}
	out := obj()
	for _, m := range o.members {
		out.members = append(out.members, member{m.name, a.decorated(m)})
	}
	if a.one(5) {
		a.remark(out)
	}
	if keyword == "properties" && a.one(10) {
		out.set("x-name", a.rename())
	}
	return out
}

func (a *author) decorated(m member) any {
	switch places[m.name] {
	case oneSchema:
		return a.decorate(m.value, m.name)
	case listOfSchemas:
		var list []any
		for _, s := range m.value.([]any) {
			list = append(list, a.decorate(s, m.name))
		}
		return list
	case namedSchemas:
		out := obj()
		for _, sub := range m.value.(*object).members {
			out.members = append(out.members, member{sub.name, a.decorate(sub.value, m.name)})
		}
		return out
	}
	return m.value
}

// remark adds one annotation.
func (a *author) remark(s *object) {
	switch word := pick(a, "description", "description", "title", "$comment", "source", "deprecated", "readOnly", "writeOnly", "x-stability", "default", "examples"); word {
	case "description", "title", "$comment", "source":
		s.set(word, pick(a, descriptions...))
	case "deprecated", "readOnly", "writeOnly":
		s.set(word, a.one(2))
	case "x-stability":
		s.set(word, pick(a, "stable", "unstable"))
	default:
		if values := valuesOf(s); len(values) > 0 && word == "default" {
			s.set(word, pick(a, values...))
		} else if len(values) > 0 {
			s.set(word, values)
		}
	}
}

// valuesOf are values that a schema surely accepts.
func valuesOf(s *object) []any {
	if slices.ContainsFunc(s.members, func(m member) bool { return m.name != "type" && m.name != "enum" && m.name != "const" }) {
		return nil
	}
	if values, has := s.get("enum").([]any); has && !s.has("const") && !s.has("type") {
		return values
	}
	if s.has("enum") || s.has("const") {
		return nil
	}
	switch s.get("type") {
	case "boolean":
		return []any{true, false}
	case "string":
		return []any{"", "*/", "\u2028"}
	case "integer":
		return []any{number("0"), number("-9007199254740991")}
	case "number":
		return []any{number("1e21"), number("0.1")}
	}
	return nil
}

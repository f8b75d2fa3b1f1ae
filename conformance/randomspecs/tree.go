package randomspecs

import (
	"slices"
	"strconv"
	"strings"
)

// A tree consists of nil, bool, string, number, []any and *object. In the place of a schema, or as the value of `$ref`, a reference represents a type
// of the spec.
type (
	// number is one as it is spelled.
	number string
	// object keeps its members in order.
	object struct{ members []member }
	member struct {
		name  string
		value any
	}
	// reference leads to a type or catalog of the spec.
	reference struct {
		name string
		long bool // spelled #/types/Name
	}
)

func obj(pairs ...any) *object {
	o := &object{}
	for i := 0; i < len(pairs); i += 2 {
		o.set(pairs[i].(string), pairs[i+1])
	}
	return o
}

func (o *object) get(name string) any {
	if i := o.index(name); i >= 0 {
		return o.members[i].value
	}
	return nil
}

func (o *object) has(name string) bool { return o.index(name) >= 0 }

func (o *object) index(name string) int {
	return slices.IndexFunc(o.members, func(m member) bool { return m.name == name })
}

func (o *object) set(name string, value any) {
	if i := o.index(name); i >= 0 {
		o.members[i].value = value
		return
	}
	o.members = append(o.members, member{name, value})
}

func (o *object) remove(name string) {
	o.members = slices.DeleteFunc(o.members, func(m member) bool { return m.name == name })
}

func texts(list []string) []any {
	all := make([]any, len(list))
	for i, s := range list {
		all[i] = s
	}
	return all
}

// place is the form in which a keyword contains schemas.
type place int

const (
	noSchema place = iota
	oneSchema
	listOfSchemas
	namedSchemas
)

var places = map[string]place{
	"not": oneSchema, "if": oneSchema, "then": oneSchema, "else": oneSchema, "items": oneSchema, "contains": oneSchema, "additionalProperties": oneSchema,
	"propertyNames": oneSchema, "unevaluatedProperties": oneSchema, "unevaluatedItems": oneSchema,
	"allOf": listOfSchemas, "anyOf": listOfSchemas, "oneOf": listOfSchemas, "prefixItems": listOfSchemas,
	"properties": namedSchemas, "patternProperties": namedSchemas, "dependentSchemas": namedSchemas, "$defs": namedSchemas,
}

// ours are the keywords that JSON Schema does not define, and the one that would make python-jsonschema ignore different decisions of this project.
var ours = []string{"$schema", "discriminator", "source", "x-name", "x-value-names", "x-from", "x-error", "x-part", "x-stage", "x-stability", "x-reversed", "x-taken", "x-auto", "x-secret"}

// document turns a schema of the spec into one of JSON Schema. With early, members that wait for a stage may be anything.
type document struct {
	address  func(typ string) string
	patterns map[string]*pattern // by their spelling in the spec
	early    bool
}

func (d document) schema(s any) any {
	switch s := s.(type) {
	case reference:
		return obj("$ref", d.address(s.name))
	case *object:
		out := &object{}
		for _, m := range s.members {
			if name, isName := m.value.(string); isName && m.name == "$ref" && standard[name] != nil {
				out.set("type", name)
				continue
			}
			if !slices.Contains(ours, m.name) {
				out.members = append(out.members, member{m.name, d.keyword(m)})
			}
		}
		tellApart(s, out)
		d.fallback(s, out)
		return out
	}
	return s
}

// tellApart adds a test for the presence of the member to the branches of a union by presence, because JSON Schema has no such union.
func tellApart(from, to *object) {
	discriminator, _ := from.get("discriminator").(*object)
	if discriminator == nil || !discriminator.has("presence") {
		return
	}
	there := obj("required", []any{discriminator.get("presence")})
	conditions := []any{there, obj("not", there)}
	if from.has("x-reversed") {
		slices.Reverse(conditions)
	}
	var list []any
	for i, branch := range to.get("oneOf").([]any) {
		list = append(list, obj("allOf", []any{branch, conditions[i]}))
	}
	to.set("oneOf", list)
}

// fallback adds the fallback of a union to its branches, without the tags that these have.
func (d document) fallback(from, to *object) {
	discriminator, _ := from.get("discriminator").(*object)
	if discriminator == nil || !discriminator.has("fallback") {
		return
	}
	others := obj("not", obj("enum", from.get("x-taken")))
	test := obj("properties", obj(discriminator.get("propertyName").(string), others))
	branch := obj("allOf", []any{d.schema(discriminator.get("fallback")), test})
	to.set("oneOf", append(slices.Clone(to.get("oneOf").([]any)), branch))
}

func (d document) keyword(m member) any {
	switch places[m.name] {
	case oneSchema:
		return d.schema(m.value)
	case listOfSchemas:
		var list []any
		for _, s := range m.value.([]any) {
			list = append(list, d.schema(s))
		}
		return list
	case namedSchemas:
		return d.named(m.name, m.value.(*object))
	}
	if to, is := m.value.(reference); is {
		return d.address(to.name)
	}
	if m.name == "pattern" {
		return d.patterns[m.value.(string)].python()
	}
	return m.value
}

func (d document) named(keyword string, all *object) any {
	out := &object{}
	for _, m := range all.members {
		s, isObject := m.value.(*object)
		switch {
		case keyword == "patternProperties":
			out.members = append(out.members, member{d.patterns[m.name].python(), d.schema(m.value)})
		case keyword == "properties" && d.early && isObject && s.has("x-stage"):
			out.set(m.name, true)
		default:
			out.set(m.name, d.schema(m.value))
		}
	}
	return out
}

// spelling writes a tree as JSON, which is YAML, too, as far as escapes mean the same in both.
func spelling(v any) string {
	var b strings.Builder
	write(&b, v)
	return b.String()
}

func write(b *strings.Builder, v any) {
	switch v := v.(type) {
	case nil:
		b.WriteString("null")
	case bool:
		b.WriteString(strconv.FormatBool(v))
	case int:
		b.WriteString(strconv.Itoa(v))
	case number:
		b.WriteString(string(v))
	case string:
		b.WriteString(quoted(v))
	case reference:
		if v.long {
			b.WriteString(quoted("#/types/" + v.name))
		} else {
			b.WriteString(quoted(v.name))
		}
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			separate(b, i)
			write(b, item)
		}
		b.WriteByte(']')
	case *object:
		b.WriteByte('{')
		for i, m := range v.members {
			separate(b, i)
			write(b, m.name)
			b.WriteString(": ")
			write(b, m.value)
		}
		b.WriteByte('}')
	}
}

func separate(b *strings.Builder, i int) {
	if i > 0 {
		b.WriteString(", ")
	}
}

// quoted escapes the characters that JSON or YAML readers require. Surrogate pairs are not escapes in YAML, so all other characters are literal.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff || r == 0xfffe || r == 0xffff:
			b.WriteString(`\u` + strconv.FormatInt(int64(r)+0x10000, 16)[1:])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

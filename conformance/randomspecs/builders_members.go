package randomspecs

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// fillMembers writes `x-auto` or `x-secret` at some members of a type.
func (m *makers) fillMembers(t *named, record *ir.Type) {
	s, isObject := t.schema.(*object)
	if !isObject || s.get("type") != "object" {
		return
	}
	properties, _ := s.get("properties").(*object)
	if properties == nil {
		return
	}
	for i := range properties.members {
		f := record.Field(properties.members[i].name)
		if f == nil || !m.one(5) {
			continue
		}
		var own *object
		switch v := properties.members[i].value.(type) {
		case reference:
			own = obj("$ref", v)
		case *object:
			own = obj(asPairs(v)...)
		default:
			continue
		}
		r := f.Value.Resolve()
		if _, isText := r.Kind.(ir.String); isText && r.Schema == nil && len(r.Checks) == 0 && m.one(3) {
			own.set("x-secret", true)
		} else if auto := m.source(f, r); auto != nil {
			own.set("x-auto", auto)
			m.late[f.Name] = m.late[f.Name] || auto == "elapsed"
			m.auto[f.Name] = m.auto[f.Name] || auto != "elapsed"
		}
		properties.members[i].value = own
	}
}

// source is the value that a builder writes into a member, or nil.
func (m *makers) source(f *ir.Field, r ir.Resolved) any {
	var list []any
	switch k := r.Kind.(type) {
	case ir.Any:
		list = append(list, m.constant(number("1"), "a", true, nil))
	case ir.Boolean:
		list = append(list, m.constant(true, false))
	case ir.Integer:
		if k.Width == ir.Safe {
			list = append(list, "now", "elapsed", m.constant(number("0"), number("2"), number("-9007199254740991")), m.param("integer"))
		}
	case ir.Number:
		list = append(list, m.constant(number("0.5"), number("1e21"), number("0"), number("3")), m.param("number"))
	case ir.String:
		list = append(list, "uuid", "ulid", m.constant("", "a", "line\nend \" \u2028 é😀"), m.param("string"))
		if f.Value.IsDateTime() {
			list = []any{"now"}
		}
	case *ir.Enum:
		list = append(list, m.constant(k.Values[m.IntN(len(k.Values))].Value))
		if env := m.env(k); env != nil {
			list = append(list, env, env)
		}
	}
	if r.Nullable && m.one(3) {
		list = append(list, m.constant(nil))
	}
	list = slices.DeleteFunc(list, func(v any) bool { return v == nil })
	if len(list) == 0 {
		return nil
	}
	return pick(m.author, list...)
}

func (m *makers) constant(values ...any) any { return obj("value", pick(m.author, values...)) }

// param is a parameter of a type, or nil.
func (m *makers) param(json string) any {
	for _, p := range m.params {
		if p.get("type") == json {
			return obj("param", p.get("name"))
		}
	}
	return nil
}

// env is a column of a catalog that names environment variables, or nil.
func (m *makers) env(k *ir.Enum) any {
	if k.Catalog == nil {
		return nil
	}
	for i, column := range k.Catalog.Columns {
		if slices.ContainsFunc(k.Values, func(v ir.EnumValue) bool { return v.Cells[i].Kind == ir.StringLiteral }) {
			return obj("env", column.Name, "else", k.Values[0].Value)
		}
	}
	return nil
}

package syntax

import "strconv"

// Subschema is a schema inside another one.
type Subschema struct {
	Keyword string // e.g. properties
	Key     string // a member's name, an index, or ""
	Schema  *Schema
}

// Subschemas returns the schemas directly inside, in a fixed order.
func (s *Schema) Subschemas() []Subschema {
	var list []Subschema
	one := func(keyword string, sub *Schema) {
		if sub != nil {
			list = append(list, Subschema{keyword, "", sub})
		}
	}
	several := func(keyword string, subs []*Schema) {
		for i, sub := range subs {
			list = append(list, Subschema{keyword, strconv.Itoa(i), sub})
		}
	}
	byName := func(keyword string, subs []Property) {
		for _, sub := range subs {
			list = append(list, Subschema{keyword, sub.Name.Value, sub.Schema})
		}
	}
	byName("$defs", s.Defs)
	several("allOf", s.AllOf)
	several("anyOf", s.AnyOf)
	named := s.Named()
	several("oneOf", named)
	for _, sub := range s.OneOf[len(named):] {
		one("discriminator/fallback", sub)
	}
	one("not", s.Not)
	one("if", s.If)
	one("then", s.Then)
	one("else", s.Else)
	byName("properties", s.Properties)
	byName("patternProperties", s.PatternProperties)
	one("additionalProperties", s.Additional)
	one("propertyNames", s.PropertyNames)
	byName("dependentSchemas", s.DependentSchemas)
	one("unevaluatedProperties", s.Unevaluated)
	several("prefixItems", s.PrefixItems)
	one("items", s.Items)
	one("contains", s.Contains)
	one("unevaluatedItems", s.UnevaluatedItems)
	one("contentSchema", s.ContentSchema)
	return list
}

// Named returns the branches of oneOf without the fallback.
func (s *Schema) Named() []*Schema {
	if s.Fallback {
		return s.OneOf[:len(s.OneOf)-1]
	}
	return s.OneOf
}

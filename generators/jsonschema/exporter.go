package jsonschema

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/envgen/envgen/internal/ir"
)

// exporter knows what of a protocol becomes a definition, and under which key.
type exporter struct {
	protocol *ir.Protocol
	types    []*ir.Type // the protocol's own, then those of others that they lead to
	shared   []*ir.Schema
	keys     map[string]bool
	typeKeys map[*ir.Type]string
	// schemaKeys has the schemas that are referred to: those that are a type's, and those that more than one place leads
	// to. (So the others lead to no circle.)
	schemaKeys map[*ir.Schema]string
}

func newExporter(p *ir.Protocol) *exporter {
	e := &exporter{protocol: p, types: slices.Clone(p.Types), keys: map[string]bool{}, typeKeys: map[*ir.Type]string{}, schemaKeys: map[*ir.Schema]string{}}
	for _, t := range p.Types {
		e.nameType(t, t.Name)
	}
	s := survey{exporter: e, uses: map[*ir.Schema]int{}}
	s.typ(p.Root)
	for i := 0; i < len(e.types); i++ { // more are found on the way
		s.value(&e.types[i].Value)
	}
	for _, schema := range s.order {
		if _, named := e.schemaKeys[schema]; !named && s.uses[schema] > 1 {
			e.schemaKeys[schema] = e.free("schema:" + schema.Place) // no type has a colon in its name, but perhaps in a member's
			e.shared = append(e.shared, schema)
		}
	}
	return e
}

func (e *exporter) nameType(t *ir.Type, name string) {
	e.typeKeys[t] = e.free(name)
	if s := t.Value.Schema; s != nil && e.schemaKeys[s] == "" {
		e.schemaKeys[s] = e.typeKeys[t]
	}
}

// free takes the key, or one with a number if it is taken.
func (e *exporter) free(key string) string {
	unique := key
	for n := 2; e.keys[unique]; n++ {
		unique = key + ":" + strconv.Itoa(n)
	}
	e.keys[unique] = true
	return unique
}

// definitions are the types in the order of the spec, then what they share.
func (e *exporter) definitions() members {
	var defs members
	for _, t := range e.types {
		defs = append(defs, member{e.typeKeys[t], describe(e.definition(t), t.Doc)})
	}
	for _, s := range e.shared {
		defs = append(defs, member{e.schemaKeys[s], e.schema(s)})
	}
	return defs
}

// definition spells a type out.
func (e *exporter) definition(t *ir.Type) *schema {
	from := t.Value.Schema
	if from == nil || e.schemaKeys[from] != e.typeKeys[t] {
		return e.value(&t.Value)
	}
	s := e.schema(from)
	if record, ok := t.Value.Kind.(*ir.Record); ok {
		s.describeMembers(record)
	}
	return s
}

// describeMembers adds what the spec says about members: a general schema has no words.
func (s *schema) describeMembers(r *ir.Record) {
	for _, f := range r.Fields {
		for i, m := range s.Properties {
			if m.Name == f.Name {
				s.Properties[i].Schema = describe(m.Schema, f.Doc)
			}
		}
	}
}

// typ refers to a type.
func (e *exporter) typ(t *ir.Type) *schema { return refer(e.typeKeys[t]) }

// use refers to a schema, or spells it out where nothing else leads to it.
func (e *exporter) use(s *ir.Schema) *schema {
	if key, ok := e.schemaKeys[s]; ok {
		return refer(key)
	}
	return e.schema(s)
}

func refer(key string) *schema {
	return &schema{Ref: (&url.URL{Fragment: "/$defs/" + pointerEscaper.Replace(key)}).String()}
}

// survey visits everything that the types lead to.
type survey struct {
	*exporter
	uses  map[*ir.Schema]int
	order []*ir.Schema
}

func (s *survey) typ(t *ir.Type) {
	if _, known := s.typeKeys[t]; !known {
		s.nameType(t, t.Protocol+"."+t.Name)
		s.types = append(s.types, t)
	}
}

func (s *survey) value(v *ir.Value) {
	if v.Schema != nil {
		s.schema(v.Schema)
		return // the kind is no part of the bundle
	}
	switch k := v.Kind.(type) {
	case ir.Array:
		s.value(k.Items)
	case ir.Map:
		s.value(k.Values)
	case *ir.Record:
		for _, f := range k.Fields {
			s.value(&f.Value)
		}
	case *ir.Union:
		for _, variant := range k.Variants {
			s.typ(variant.Type)
		}
	case ir.Ref:
		s.typ(k.Type)
	}
}

func (s *survey) schema(from *ir.Schema) {
	s.uses[from]++
	if s.uses[from] > 1 {
		return
	}
	s.order = append(s.order, from)
	for _, below := range from.Subschemas() {
		s.schema(below)
	}
}

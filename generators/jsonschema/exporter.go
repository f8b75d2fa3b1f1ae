package jsonschema

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/ir"
)

// layout is the arrangement of definitions in a format.
type layout struct {
	definitions string // the JSON Pointer to the definitions, with a slash at the end
	plainKeys   bool   // keys are restricted to letters, digits, `.`, `_` and `-`
	// mapping is set if discriminators list the branches: by default, OpenAPI takes the value of a tag for a key.
	mapping bool
	// untagged is set if the format has no discriminator of the form that OpenAPI has.
	untagged bool
}

var bundled = layout{definitions: "/$defs/"}

// plainKey replaces the characters that components of OpenAPI and AsyncAPI may not have in their names.
func plainKey(key string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("._-", r)) {
			return r
		}
		return '_'
	}, key)
}

// exporter contains the declarations of a protocol that become definitions, and their keys.
type exporter struct {
	layout   layout
	protocol *ir.Protocol
	types    []*ir.Type // the types with definitions: first the protocol's own, except inline ones that only a schema checks, then imported ones
	shared   []*ir.Schema
	keys     map[string]bool
	typeKeys map[*ir.Type]string
	// schemaKeys contains the schemas with references: schemas of types, and schemas with more than one use. So all other schemas are free
	// of cycles.
	schemaKeys map[*ir.Schema]string
}

func newExporter(p *ir.Protocol, l layout) *exporter {
	e := &exporter{layout: l, protocol: p, keys: map[string]bool{}, typeKeys: map[*ir.Type]string{}, schemaKeys: map[*ir.Schema]string{}}
	for _, t := range p.Types {
		e.nameType(t, t.Name)
	}
	s := survey{exporter: e, uses: map[*ir.Schema]int{}, types: map[*ir.Type]bool{}}
	s.typ(p.Root)
	for _, t := range p.Types {
		if !t.Lifted {
			s.typ(t)
		}
	}
	s.conversations()
	for i := 0; i < len(e.types); i++ { // the loop appends to the list
		s.value(&e.types[i].Value)
	}
	e.sortTypes()
	for _, t := range e.types {
		if schema := t.Value.Schema; schema != nil && e.schemaKeys[schema] == "" {
			e.schemaKeys[schema] = e.typeKeys[t]
		}
	}
	for _, schema := range s.order {
		if _, named := e.schemaKeys[schema]; !named && s.uses[schema] > 1 {
			e.schemaKeys[schema] = e.free(schema.Place) // after a type's name, a location continues with a slash, and a name with a dot
			e.shared = append(e.shared, schema)
		}
	}
	return e
}

// sortTypes sorts the protocol's own types in the order of the spec.
func (e *exporter) sortTypes() {
	position := map[*ir.Type]int{}
	for i, t := range e.protocol.Types {
		position[t] = i + 1
	}
	own := slices.DeleteFunc(slices.Clone(e.types), func(t *ir.Type) bool { return position[t] == 0 })
	slices.SortFunc(own, func(a, b *ir.Type) int { return position[a] - position[b] })
	e.types = append(own, slices.DeleteFunc(e.types, func(t *ir.Type) bool { return position[t] != 0 })...)
}

func (e *exporter) nameType(t *ir.Type, name string) { e.typeKeys[t] = e.free(name) }

// free returns the key, with a number if the key is already used.
func (e *exporter) free(key string) string {
	separator := ":"
	if e.layout.plainKeys {
		key, separator = plainKey(key), "-"
	}
	unique := key
	for n := 2; e.keys[unique]; n++ {
		unique = key + separator + strconv.Itoa(n)
	}
	e.keys[unique] = true
	return unique
}

// definitions returns the types in the order of the spec, then shared schemas.
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

// definition exports a type.
func (e *exporter) definition(t *ir.Type) *schema {
	from := t.Value.Schema
	if from == nil || e.schemaKeys[from] != e.typeKeys[t] {
		s := e.value(&t.Value)
		s.codes(t)
		return s
	}
	s := e.schema(from)
	for _, r := range records(t.Value.Kind) {
		s.describeMembers(r)
	}
	return s
}

// records returns the possible shapes of objects of a kind.
func records(kind ir.Kind) []*ir.Record {
	switch k := kind.(type) {
	case *ir.Record:
		return []*ir.Record{k}
	case *ir.Choice:
		var all []*ir.Record
		for _, o := range k.Options {
			if ref, ok := o.Kind.(ir.Ref); ok && ref.Type.Lifted {
				all = append(all, records(ref.Type.Value.Kind)...)
			}
		}
		return all
	}
	return nil
}

// describeMembers adds the descriptions of members in the spec: a general schema has none.
func (s *schema) describeMembers(r *ir.Record) {
	for _, f := range r.Fields {
		for i, m := range s.Properties {
			if m.Name == f.Name {
				s.Properties[i].Schema = describe(m.Schema, f.Doc)
			}
		}
	}
}

// typ returns a reference to a type.
func (e *exporter) typ(t *ir.Type) *schema { return e.refer(e.typeKeys[t]) }

// use returns a reference to a schema, or the schema itself if this is its only use.
func (e *exporter) use(s *ir.Schema) *schema {
	if key, ok := e.schemaKeys[s]; ok {
		return e.refer(key)
	}
	return e.schema(s)
}

func (e *exporter) refer(key string) *schema { return &schema{Ref: e.layout.ref(key)} }

// ref returns the reference to a definition.
func (l layout) ref(key string) string {
	return (&url.URL{Fragment: l.definitions + pointerEscaper.Replace(key)}).String()
}

// survey visits all types and schemas that the types refer to.
type survey struct {
	*exporter
	types map[*ir.Type]bool
	uses  map[*ir.Schema]int
	order []*ir.Schema
}

// conversations visits messages and the types of replies, of which nothing else refers to an imported one.
func (s *survey) conversations() {
	for _, c := range s.protocol.Conversations {
		s.typ(c.Over)
		for _, x := range c.Exchanges {
			if x.Replies == nil {
				continue
			}
			for _, t := range x.Replies.All() {
				s.typ(t)
			}
		}
	}
}

func (s *survey) typ(t *ir.Type) {
	if s.types[t] {
		return
	}
	s.types[t] = true
	s.exporter.types = append(s.exporter.types, t)
	if _, own := s.typeKeys[t]; !own {
		s.nameType(t, t.Protocol+"."+t.Name)
	}
}

func (s *survey) value(v *ir.Value) {
	if v.Schema != nil {
		s.schema(v.Schema)
		return // the bundle does not export this kind
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
	if t := from.Type; t != nil {
		if s.typ(t); s.schemaKeys[from] == "" {
			s.schemaKeys[from] = s.typeKeys[t]
		}
		if t.Value.Schema != from {
			return
		}
	}
	s.order = append(s.order, from)
	for _, below := range from.Subschemas() {
		s.schema(below)
	}
}

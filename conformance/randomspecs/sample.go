package randomspecs

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// sampler makes values from the text of a spec, keyword by keyword. It does not use the compiled spec. Most of the values are valid, but not all.
type sampler struct {
	*rand.Rand
	spec   *Spec
	values []any // values that occur in the spec, and their neighbours
	names  []string
	left   int // how many parts the value that is made may still get
}

func newSampler(s *Spec, seed uint64) *sampler {
	p := &sampler{Rand: rand.New(rand.NewPCG(seed, uint64(s.Number)<<1|1)), spec: s}
	for _, t := range s.types {
		p.collect(t.schema)
	}
	for _, c := range s.catalogs {
		for _, w := range c.words {
			p.values = append(p.values, w)
		}
	}
	p.values = append(p.values, nil, true, false, "", number("0"), number("9007199254740992"), number("-1e4"), []any{}, obj())
	p.names = append(p.names, "", "a", "__proto__")
	return p
}

// collect remembers names, literals and limits.
func (p *sampler) collect(s any) {
	switch s := s.(type) {
	case number:
		p.values = append(p.values, s, neighbour(s, 1), neighbour(s, -1))
	case int:
		for d := -1; d <= 1; d++ {
			p.values = append(p.values, number(strconv.Itoa(s+d)))
		}
	case string:
		if re := p.spec.patterns[s]; re != nil {
			s = re.sample(p.Rand)
		}
		p.values = append(p.values, s)
	case []any:
		for _, item := range s {
			p.collect(item)
		}
	case *object:
		for _, m := range s.members {
			switch m.name {
			case "properties", "dependentSchemas", "dependentRequired":
				for _, sub := range m.value.(*object).members {
					p.names = append(p.names, sub.name)
					p.collect(sub.value)
				}
				continue
			case "const":
				p.values = append(p.values, m.value)
			case "type", "description", "$ref", "$anchor", "x-from", "x-part", "x-stage", "x-stability":
				continue
			case "format":
				p.values = append(p.values, edgesOf(p, m.value.(string)))
				continue
			}
			p.collect(m.value)
		}
	}
}

func edgesOf(p *sampler, format string) any {
	return edges[format][p.IntN(len(edges[format]))]
}

func neighbour(n number, by float64) number {
	f, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return "0"
	}
	return number(strconv.FormatFloat(f+by, 'g', -1, 64))
}

// sound is a value of a type, as far as one was found.
func (p *sampler) sound(t *named) any {
	p.left = partsInAll
	return p.sampleAll([]placed{{t.schema, t.schema}}, 5)
}

// partsInAll bounds values of a schema that requires itself more than once. Validators without memoization take time exponential in the depth.
const partsInAll = 400

// random is any value from the spec.
func (p *sampler) random(depth int) any {
	switch n := p.IntN(5); {
	case n < 2 || depth == 0:
		return copied(p.values[p.IntN(len(p.values))]) // which may be changed
	case n == 2:
		list := []any{}
		for range p.IntN(4) {
			list = append(list, p.random(depth-1))
		}
		return list
	default:
		o := obj()
		for range p.IntN(5) {
			o.set(p.name(), p.random(depth-1))
		}
		return o
	}
}

func (p *sampler) name() string { return p.names[p.IntN(len(p.names))] }

// placed is a schema with the schema of its type, the target of `#`.
type placed struct {
	schema any
	in     any
}

// wish is the conjunction of several schemas for one value.
type wish struct {
	*sampler
	parts    []*object // own keywords
	in       []any     // the place of each schema
	types    []string  // nil: any
	literals []any
	fixed    bool
}

// sampleAll makes a value for several schemas. Below so many levels, it omits optional parts.
func (p *sampler) sampleAll(schemas []placed, depth int) any {
	if p.left--; depth < -3 || p.left < 0 {
		return nil // a schema that requires itself has no valid value
	}
	w := wish{sampler: p}
	for _, s := range schemas {
		w.add(s.schema, s.in, 30)
	}
	if w.fixed {
		return w.literals[p.IntN(len(w.literals))]
	}
	switch t := w.pickType(); t {
	case "null":
		return nil
	case "boolean":
		return p.IntN(2) == 0
	case "integer", "number":
		return w.number(t == "integer")
	case "string":
		return w.text()
	case "array":
		return w.array(depth)
	default:
		return w.object(depth)
	}
}

// add follows references and chooses branches.
func (w *wish) add(s, in any, depth int) {
	if depth == 0 {
		return
	}
	switch s := s.(type) {
	case reference:
		w.lead(s, in, depth)
	case *object:
		if slices.Contains(w.parts, s) {
			return
		}
		w.parts, w.in = append(w.parts, s), append(w.in, in)
		if ref := s.get("$ref"); ref != nil {
			w.lead(ref, in, depth)
		}
		w.limits(s)
		w.branches(s, in, depth)
	}
}

func (w *wish) lead(to, in any, depth int) {
	switch to := to.(type) {
	case reference:
		for _, c := range w.spec.catalogs {
			if c.name == to.name {
				w.add(c.schema(), in, depth-1)
				return
			}
		}
		i := slices.IndexFunc(w.spec.types, func(t *named) bool { return t.name == to.name })
		w.add(w.spec.types[i].schema, w.spec.types[i].schema, depth-1)
	case string:
		if s := standard[to]; s != nil {
			w.add(s, in, depth-1)
			return
		}
		if strings.HasSuffix(to, "#") {
			w.add(in, in, depth-1)
			return
		}
		if part := in.(*object).get("$defs"); part != nil {
			w.add(part.(*object).get("part"), in, depth-1)
		}
	}
}

func (w *wish) limits(s *object) {
	if t := s.get("type"); t != nil {
		w.types = meet(w.types, t)
	}
	if s.has("const") {
		w.literals, w.fixed = []any{s.get("const")}, true
	} else if values, has := s.get("enum").([]any); has && !w.fixed {
		w.literals, w.fixed = values, true
	}
}

func meet(types []string, t any) []string {
	var list []string
	switch t := t.(type) {
	case string:
		list = []string{t}
	case []any:
		for _, item := range t {
			list = append(list, item.(string))
		}
	}
	if types == nil {
		return list
	}
	var both []string
	for _, name := range types {
		if slices.Contains(list, name) || name == "integer" && slices.Contains(list, "number") {
			both = append(both, name)
		} else if name == "number" && slices.Contains(list, "integer") {
			both = append(both, "integer")
		}
	}
	if len(both) == 0 {
		return types // which cannot be right, and need not
	}
	return both
}

func (w *wish) branches(s *object, in any, depth int) {
	if all, has := s.get("allOf").([]any); has {
		for _, part := range all {
			w.add(part, in, depth-1)
		}
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		if all, has := s.get(word).([]any); has {
			w.add(all[w.IntN(len(all))], in, depth-1)
		}
	}
	if s.has("if") {
		if w.IntN(2) == 0 {
			w.add(s.get("if"), in, depth-1)
			w.add(s.get("then"), in, depth-1)
		} else {
			w.add(s.get("else"), in, depth-1)
		}
	}
}

var jsonTypes = []string{"null", "boolean", "integer", "number", "string", "array", "object", "object"}

// hints are the types that keywords speak of.
var hints = map[string]string{"properties": "object", "required": "object", "additionalProperties": "object", "minProperties": "object", "patternProperties": "object", "propertyNames": "object",
	"items": "array", "prefixItems": "array", "contains": "array", "minItems": "array", "uniqueItems": "array", "pattern": "string", "minLength": "string", "format": "string",
	"minimum": "number", "maximum": "number", "multipleOf": "number"}

func (w *wish) pickType() string {
	if len(w.types) > 0 {
		return w.types[w.IntN(len(w.types))]
	}
	for _, s := range w.parts {
		for _, m := range s.members {
			if t := hints[m.name]; t != "" && w.IntN(4) > 0 {
				return t
			}
		}
	}
	return jsonTypes[w.IntN(len(jsonTypes))]
}

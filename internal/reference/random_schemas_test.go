package reference

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/oracle"
)

// TestRandomSchemas compares the two halves on random schemas.
func TestRandomSchemas(t *testing.T) {
	g := chance{rand.New(rand.NewPCG(7, 11))}
	valid, asked := 0, 0
	for range 3000 {
		schema := marshalled(t, g.schema(3))
		r := general(t, schema)
		for range 12 {
			text := marshalled(t, g.value(3))
			got, err := r.Check("p", "", []byte(text), Options{})
			if err != nil {
				t.Errorf("%v\n%s\n%s", err, schema, text)
			}
			if asked++; got.Valid {
				valid++
			}
		}
	}
	if valid < asked/10 || valid > asked*9/10 {
		t.Errorf("%d of %d are valid, which shows too little", valid, asked)
	}
}

// TestRandomSpecs compares the compiled form of such schemas, flat or not, with their text.
func TestRandomSpecs(t *testing.T) {
	g := chance{rand.New(rand.NewPCG(3, 5))}
	flat, refused := 0, 0
	const schemas = 1000
	for range schemas {
		schema := marshalled(t, g.schema(3))
		spec := []byte("envgen: 1\nprotocol: p\nversion: '1'\nroot: T\ntypes:\n  T: " + schema + "\n")
		p, _ := compile.Source("p.yaml", spec)
		if p == nil {
			refused++ // mostly schemas that no value can satisfy
			continue
		}
		if p.Root.Value.Schema == nil {
			flat++
		}
		bundle, err := jsonschema.Bundle(p)
		if err != nil {
			t.Fatal(err)
		}
		compiled, err := New(Source{p, bundle, &oracle.Spec{Name: "p.yaml", Data: spec}})
		if err != nil {
			t.Fatal(err)
		}
		own := general(t, schema)
		for range 10 {
			text := []byte(marshalled(t, g.value(3)))
			got, err := compiled.Check("p", "", text, Options{})
			want, errOwn := own.Check("p", "", text, Options{})
			if err != nil || errOwn != nil || got.Valid != want.Valid {
				t.Errorf("%v, %v; valid is %v, want %v\n%s\n%s", err, errOwn, got.Valid, want.Valid, schema, text)
			}
		}
	}
	if flat < schemas/20 || refused > schemas/10 {
		t.Errorf("%d flat and %d refused show too little", flat, refused)
	}
}

func marshalled(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

type chance struct{ *rand.Rand }

func (g chance) name() string { return string(rune('a' + g.IntN(4))) }

func (g chance) scalar() any {
	all := []any{nil, true, false, 0.0, 1.0, 2.0, 3.5, -1.0, 1e300, "", "a", "b", "ab"}
	return all[g.IntN(len(all))]
}

func (g chance) value(depth int) any {
	switch n := g.IntN(4); {
	case depth == 0 || n == 0:
		return g.scalar()
	case n == 1:
		items := []any{}
		for range g.IntN(4) {
			items = append(items, g.value(depth-1))
		}
		return items
	default:
		members := map[string]any{}
		for range g.IntN(4) {
			members[g.name()] = g.value(depth - 1)
		}
		return members
	}
}

func (g chance) schemas(depth int) []any {
	all := []any{}
	for range 1 + g.IntN(2) {
		all = append(all, g.schema(depth))
	}
	return all
}

func byName(g chance, schema func(int) any, depth int) map[string]any {
	all := map[string]any{}
	for range 1 + g.IntN(2) {
		all[g.name()] = schema(depth)
	}
	return all
}

// below is a schema of a part, which may be the whole again.
func (g chance) below(depth int) any {
	if g.IntN(8) == 0 {
		return map[string]any{"$ref": "#"}
	}
	return g.schema(depth)
}

func (g chance) schema(depth int) any {
	if n := g.IntN(12); depth == 0 || n == 0 {
		if n == 0 {
			return g.IntN(3) > 0
		}
		return map[string]any{"type": []string{"object", "array", "integer", "string", "number"}[g.IntN(5)]}
	}
	s := map[string]any{}
	for range 1 + g.IntN(3) {
		g.keyword(s, depth-1)
	}
	return s
}

func (g chance) keyword(s map[string]any, depth int) {
	switch all := []string{"type", "enum", "minimum", "multipleOf", "minLength", "maxProperties", "uniqueItems", "required", "properties", "patternProperties", "additionalProperties", "propertyNames",
		"prefixItems", "items", "contains", "dependentRequired", "dependentSchemas", "allOf", "anyOf", "oneOf", "nullable", "not", "if", "unevaluatedProperties", "unevaluatedItems"}; all[g.IntN(len(all))] {
	case "type":
		s["type"] = []string{"object", []string{"integer", "string", "array", "null"}[g.IntN(4)]}
	case "enum":
		s["enum"] = []any{g.scalar(), g.value(1)}
	case "minimum":
		s["minimum"] = float64(g.IntN(3))
	case "multipleOf":
		s["multipleOf"] = []float64{2, 0.5, 0.7}[g.IntN(3)]
	case "minLength":
		s["minLength"] = 1 + g.IntN(2)
	case "maxProperties":
		s["maxProperties"] = g.IntN(3)
	case "uniqueItems":
		s["uniqueItems"] = true
	case "required":
		s["required"] = []string{g.name()}
	case "properties":
		s["properties"] = byName(g, g.below, depth)
	case "patternProperties":
		s["patternProperties"] = map[string]any{"[" + g.name() + g.name() + "]": g.below(depth)}
	case "additionalProperties":
		s["additionalProperties"] = g.below(depth)
	case "propertyNames":
		s["propertyNames"] = map[string]any{"enum": []string{g.name(), g.name(), g.name()}}
	case "prefixItems":
		s["prefixItems"] = g.schemas(depth)
	case "items":
		s["items"] = g.below(depth)
	case "contains":
		s["contains"] = g.below(depth)
		s["minContains"] = g.IntN(3)
		s["maxContains"] = 1 + g.IntN(2)
	case "dependentRequired":
		s["dependentRequired"] = map[string]any{g.name(): []string{g.name()}}
	case "dependentSchemas":
		s["dependentSchemas"] = byName(g, g.schema, depth)
	case "nullable":
		s["anyOf"] = []any{g.schema(depth), map[string]any{"type": "null"}}
	case "not":
		s["not"] = g.schema(depth)
	case "if":
		s["if"], s["then"], s["else"] = g.schema(depth), g.schema(depth), g.schema(depth)
	default:
		g.choice(s, depth)
	}
}

func (g chance) choice(s map[string]any, depth int) {
	switch g.IntN(5) {
	case 0:
		s["allOf"] = g.schemas(depth)
	case 1:
		s["anyOf"] = g.schemas(depth)
	case 2:
		s["oneOf"] = g.schemas(depth)
	case 3:
		s["unevaluatedProperties"] = g.below(depth)
	case 4:
		s["unevaluatedItems"] = g.below(depth)
	}
}

package reference

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// schemaReader converts JSON Schema to the ir, so that tests can state their schemas. It supports no $id and no anchors, and rejects nothing: that is
// the task of compile.
type schemaReader struct {
	t        *testing.T
	document any
	known    map[string]*ir.Schema // by reference
	all      []*ir.Schema
}

func readSchema(t *testing.T, text string) *schemaReader {
	t.Helper()
	r := &schemaReader{t: t, known: map[string]*ir.Schema{}}
	if err := json.Unmarshal([]byte(text), &r.document); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return r
}

func (r *schemaReader) root() *ir.Schema { return r.ref("#") }

// ref reads the target of a reference within the document.
func (r *schemaReader) ref(reference string) *ir.Schema {
	if s := r.known[reference]; s != nil {
		return s
	}
	s := &ir.Schema{Place: reference}
	r.known[reference] = s
	at := r.document
	for _, step := range strings.Split(strings.TrimPrefix(reference, "#"), "/")[1:] {
		if items, ok := at.([]any); ok {
			i, err := strconv.Atoi(step)
			if err != nil {
				r.t.Fatal(err)
			}
			at = items[i]
		} else {
			at = at.(map[string]any)[step]
		}
	}
	r.fill(s, at)
	return s
}

func (r *schemaReader) schema(v any) *ir.Schema {
	s := &ir.Schema{Place: "inline"}
	r.fill(s, v)
	return s
}

func (r *schemaReader) fill(s *ir.Schema, v any) {
	s.Index = len(r.all)
	r.all = append(r.all, s)
	keywords, isObject := v.(map[string]any)
	if !isObject {
		if v == false {
			s.Assertions = []ir.Assertion{ir.Never{Failure: fail("false-schema")}}
		}
		return
	}
	for _, k := range slices.Sorted(maps.Keys(keywords)) {
		if a := r.keyword(k, keywords[k], keywords); a != nil {
			s.Assertions = append(s.Assertions, a)
		}
		if k == "dependentRequired" || k == "dependentSchemas" {
			s.Assertions = append(s.Assertions, r.dependent(k, keywords[k].(map[string]any))...)
		}
	}
	s.Assertions = append(s.Assertions, r.groups(keywords)...)
}

var typeBits = map[string]ir.JSONTypes{"null": ir.NullType, "boolean": ir.BooleanType, "object": ir.ObjectType, "array": ir.ArrayType,
	"number": ir.NumberType, "integer": ir.IntegerType, "string": ir.StringType}

// keyword reads a single keyword; the rest of its schema only distinguishes anyOf and oneOf from nullables and unions.
func (r *schemaReader) keyword(k string, v any, beside map[string]any) ir.Assertion {
	count := func() int { return int(v.(float64)) }
	switch k {
	case "type":
		var types ir.JSONTypes
		for _, name := range several(v) {
			types |= typeBits[name.(string)]
		}
		return ir.IsType{Types: types, Failure: fail("type"), Range: fail("integer-range")}
	case "const":
		return ir.Equals{Texts: texts([]any{v}), Failure: fail("const")}
	case "enum":
		return ir.Equals{Texts: texts(v.([]any)), Failure: fail("enum")}
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		op := map[string]ir.Op{"minimum": ir.AtLeast, "maximum": ir.AtMost, "exclusiveMinimum": ir.Above, "exclusiveMaximum": ir.Below}[k]
		return ir.Bound{Op: op, Limit: v.(float64), Failure: fail(k)}
	case "multipleOf":
		return ir.MultipleOf{Divisor: v.(float64), Failure: fail(k)}
	case "minLength", "maxLength":
		return ir.Length{Op: opOf(k), Limit: count(), Failure: fail(k)}
	case "minItems", "maxItems":
		return ir.Items{Op: opOf(k), Limit: count(), Failure: fail(k)}
	case "minProperties", "maxProperties":
		return ir.MemberCount{Op: opOf(k), Limit: count(), Failure: fail(k)}
	case "pattern":
		return ir.Pattern{Regexp: regexpOf(v.(string)), Failure: fail(k)}
	case "format":
		return ir.Format{Name: ir.FormatName(v.(string)), Failure: fail(k)}
	case "uniqueItems":
		if v == true {
			return ir.UniqueItems{Failure: fail(k)}
		}
	case "required":
		return ir.Requires{Members: namesIn(v), Failure: fail(k)}
	case "propertyNames":
		return ir.PropertyNames{Schema: r.schema(v), Failure: fail(k)}
	case "$ref":
		return ir.AllOf{Schemas: []*ir.Schema{r.ref(v.(string))}}
	case "allOf":
		return ir.AllOf{Schemas: r.schemas(v)}
	case "anyOf":
		return r.anyOf(v.([]any))
	case "oneOf":
		return r.oneOf(v, beside["discriminator"])
	case "not":
		return ir.Not{Schema: r.schema(v), Failure: fail(k)}
	case "unevaluatedProperties":
		s, closed := r.rest(k, v)
		return ir.UnevaluatedProperties{Schema: s, Closed: closed}
	case "unevaluatedItems":
		s, closed := r.rest(k, v)
		return ir.UnevaluatedItems{Schema: s, Closed: closed}
	}
	return nil
}

func opOf(keyword string) ir.Op {
	if strings.HasPrefix(keyword, "min") {
		return ir.AtLeast
	}
	return ir.AtMost
}

// regexpOf takes the patterns of tests for Go's.
func regexpOf(source string) *ir.Regexp { return &ir.Regexp{Source: source, RE2: source} }

func several(v any) []any {
	if all, ok := v.([]any); ok {
		return all
	}
	return []any{v}
}

func texts(values []any) []string {
	var all []string
	for _, v := range values {
		all = append(all, canonical(tree(v)))
	}
	return all
}

// tree converts a value of encoding/json to a value of this package.
func tree(v any) any {
	switch v := v.(type) {
	case []any:
		items := make([]any, len(v))
		for i := range v {
			items[i] = tree(v[i])
		}
		return items
	case map[string]any:
		members := object{}
		for name, value := range v {
			members = append(members, member{name, tree(value)})
		}
		return members
	default:
		return v
	}
}

func namesIn(v any) []string {
	var all []string
	for _, name := range v.([]any) {
		all = append(all, name.(string))
	}
	return all
}

func (r *schemaReader) schemas(v any) []*ir.Schema {
	var all []*ir.Schema
	for _, s := range v.([]any) {
		all = append(all, r.schema(s))
	}
	return all
}

func isNull(v any) bool {
	m, ok := v.(map[string]any)
	return ok && len(m) == 1 && m["type"] == "null"
}

func (r *schemaReader) anyOf(v []any) ir.Assertion {
	if len(v) == 2 && isNull(v[1]) {
		return ir.Nullable{Schema: r.schema(v[0])}
	}
	return ir.AnyOf{Schemas: r.schemas(v), Failure: fail("anyOf")}
}

// oneOf takes the tags of a union from its branches, which declare them in place.
func (r *schemaReader) oneOf(v, discriminator any) ir.Assertion {
	if discriminator == nil {
		return ir.ExactlyOne{Schemas: r.schemas(v), Failure: fail("oneOf")}
	}
	tag := discriminator.(map[string]any)["propertyName"].(string)
	s := ir.Select{Tag: tag, Mismatch: fail("type"), MissingTag: fail("required"), UnknownTag: fail("discriminator")}
	for _, branch := range v.([]any) {
		of := branch.(map[string]any)["properties"].(map[string]any)[tag].(map[string]any)
		s.Cases = append(s.Cases, ir.Case{Tags: []string{of["const"].(string)}, Schema: r.schema(branch)})
	}
	return s
}

// rest reads a schema that false closes.
func (r *schemaReader) rest(rule string, v any) (*ir.Schema, *ir.Failure) {
	switch v {
	case nil:
		return nil, nil
	case false:
		f := fail(rule)
		return nil, &f
	}
	return r.schema(v), nil
}

func (r *schemaReader) dependent(k string, v map[string]any) []ir.Assertion {
	var all []ir.Assertion
	for _, trigger := range slices.Sorted(maps.Keys(v)) {
		if k == "dependentRequired" {
			all = append(all, ir.DependentRequired{Trigger: trigger, Members: namesIn(v[trigger]), Failure: fail(k)})
		} else {
			all = append(all, ir.DependentSchema{Trigger: trigger, Schema: r.schema(v[trigger])})
		}
	}
	return all
}

// groups reads the keywords that are one thing together.
func (r *schemaReader) groups(k map[string]any) []ir.Assertion {
	var all []ir.Assertion
	if k["properties"] != nil || k["patternProperties"] != nil || k["additionalProperties"] != nil {
		all = append(all, r.properties(k))
	}
	if k["prefixItems"] != nil || k["items"] != nil {
		a := ir.ItemSchemas{}
		if k["prefixItems"] != nil {
			a.Prefix = r.schemas(k["prefixItems"])
		}
		a.Rest, a.Closed = r.rest("items", k["items"])
		all = append(all, a)
	}
	if k["contains"] != nil {
		a := ir.Contains{Schema: r.schema(k["contains"]), Least: 1, Most: -1, TooFew: fail("contains"), TooMany: fail("maxContains")}
		if least, ok := k["minContains"].(float64); ok {
			a.Least, a.TooFew = int(least), fail("minContains")
		}
		if most, ok := k["maxContains"].(float64); ok {
			a.Most = int(most)
		}
		all = append(all, a)
	}
	if k["if"] != nil {
		a := ir.If{If: r.schema(k["if"])}
		if k["then"] != nil {
			a.Then = r.schema(k["then"])
		}
		if k["else"] != nil {
			a.Else = r.schema(k["else"])
		}
		all = append(all, a)
	}
	return all
}

func (r *schemaReader) properties(k map[string]any) ir.Assertion {
	var a ir.Properties
	named, _ := k["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(named)) {
		a.Named = append(a.Named, ir.NamedSchema{Name: name, Schema: r.schema(named[name])})
	}
	patterns, _ := k["patternProperties"].(map[string]any)
	for _, source := range slices.Sorted(maps.Keys(patterns)) {
		a.Patterns = append(a.Patterns, ir.PatternSchema{Regexp: regexpOf(source), Schema: r.schema(patterns[source])})
	}
	a.Additional, a.Closed = r.rest("additionalProperties", k["additionalProperties"])
	return a
}

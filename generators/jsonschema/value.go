package jsonschema

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// value exports the valid values of one location.
func (e *exporter) value(v *ir.Value) *schema {
	if v.Schema != nil {
		return e.use(v.Schema)
	}
	s := e.kind(v.Kind)
	for _, c := range v.Checks {
		s.constrain(c)
	}
	s.boundInteger()
	if v.Nullable && !acceptsNull(v.Kind) {
		s = s.orNull()
	}
	return s
}

func (e *exporter) kind(kind ir.Kind) *schema {
	switch k := kind.(type) {
	case ir.Any:
		return &schema{}
	case ir.Null:
		return &schema{Type: "null"}
	case ir.Boolean:
		return &schema{Type: "boolean"}
	case ir.Integer:
		return &schema{Type: "integer", integer: true, width: k.Width}
	case ir.Number:
		return &schema{Type: "number"}
	case ir.String:
		return &schema{Type: "string"}
	case ir.Const:
		return &schema{Type: typeOf(k.Literal), Const: literal(k.Literal)}
	case *ir.Enum:
		return fromEnum(k)
	case ir.Array:
		return &schema{Type: "array", Items: e.value(k.Items)}
	case ir.Object:
		s := &schema{Type: "object"}
		if k.Evaluates {
			s.Additional = &schema{}
		}
		return s
	case ir.Map:
		return &schema{Type: "object", Additional: e.value(k.Values)}
	case *ir.Record:
		return e.record(k)
	case *ir.Union:
		if k.By == ir.ByPresence {
			return &schema{Type: "object", If: &schema{Required: []string{k.Tag}}, Then: e.typ(k.Variants[0].Type), Else: e.typ(k.Variants[1].Type)}
		}
		// The type beside oneOf is redundant, but strict validators require it.
		s := &schema{Type: "object"}
		var tags [][]string
		for _, v := range k.Variants {
			s.OneOf, tags = append(s.OneOf, e.typ(v.Type)), append(tags, v.Tags)
		}
		switch {
		case k.Fallback() != nil:
			s.fallback(k.Tag, k.By, slices.Concat(k.Named(), k.Refused))
		case k.By == ir.ByString: // discriminators support only strings
			e.discriminate(s, k.Tag, tags)
		}
		return s
	case ir.Ref:
		return e.typ(k.Type)
	}
	panic(fmt.Sprintf("jsonschema: unhandled kind %T", kind))
}

// fromEnum exports a vocabulary. The words of an open vocabulary are examples.
func fromEnum(k *ir.Enum) *schema {
	s := &schema{Type: "string"}
	if isChoice(k.NotOneOf) {
		var branches []*schema
		for _, v := range k.Values {
			branches = append(branches, describe(&schema{Const: v.Value}, v.Doc))
		}
		s.choose(k.NotOneOf, branches)
		return s
	}
	var words []any
	for _, v := range k.Values {
		words = append(words, v.Value)
		if k.Catalog != nil {
			s.Catalog = append(s.Catalog, entry{v.Value, row(k.Catalog, v)})
		}
	}
	if k.Open {
		s.Examples = words
	} else {
		s.Enum = words
	}
	return s
}

// codes exports the table of a catalog of integers.
func (s *schema) codes(t *ir.Type) {
	if t.Codes == nil {
		return
	}
	for _, v := range t.Codes.Values {
		s.Catalog = append(s.Catalog, entry{v.Value, row(t.Codes.Catalog, v)})
		if t.Codes.Open {
			s.Examples = append(s.Examples, literal(t.Word(v.Value)))
		}
	}
}

// isChoice reports whether a failure is that of a choice of constants. Such a vocabulary is exported as the choice.
func isChoice(f ir.Failure) bool { return f.Rule == "oneOf" || f.Rule == "anyOf" }

func (s *schema) choose(f ir.Failure, branches []*schema) {
	if f.Rule == "oneOf" {
		s.OneOf = branches
	} else {
		s.AnyOf = branches
	}
}

// row returns the catalog entry of a word.
func row(c *ir.Catalog, v ir.EnumValue) entries {
	cells := entries{}
	for i, column := range c.Columns {
		if cell := v.Cells[i]; cell.Kind != ir.NullLiteral {
			cells = append(cells, entry{column.Name, literal(cell)})
		}
	}
	return cells
}

func (e *exporter) record(r *ir.Record) *schema {
	s := &schema{Type: "object"}
	for _, f := range r.Fields {
		s.Properties = append(s.Properties, member{f.Name, describe(e.value(&f.Value), f.Doc)})
		if f.Required {
			s.Required = append(s.Required, f.Name)
		}
	}
	for _, f := range r.Forbidden {
		s.Properties = append(s.Properties, member{f.Name, &schema{never: true}})
	}
	if r.Closed {
		s.Additional = &schema{never: true}
	} else if r.Evaluates {
		s.Additional = &schema{}
	}
	return s
}

// constrain adds a check. If its keyword is already present, for example because two composed parts both have a pattern, it adds the check
// to a separate allOf.
func (s *schema) constrain(check any) {
	switch c := check.(type) {
	case ir.OneOf:
		if isChoice(c.Failure) {
			var branches []*schema
			for _, l := range c.Literals {
				branches = append(branches, &schema{Const: literal(l)})
			}
			place(s, s.OneOf == nil && s.AnyOf == nil, func(t *schema) { t.choose(c.Failure, branches) })
			s.integer = false // the choice has no value beyond the range
			return
		}
		place(s, s.Enum == nil, func(t *schema) {
			for _, l := range c.Literals {
				t.Enum = append(t.Enum, literal(l))
			}
		})
	case ir.Bound:
		s.bound(c)
	case ir.Length:
		count(s, c.Op, c.Limit, func(t *schema) (**int, **int) { return &t.MinLength, &t.MaxLength })
	case ir.Pattern:
		place(s, s.Pattern == "", func(t *schema) { t.Pattern = c.Regexp.Source })
	case ir.Format:
		place(s, s.Format == "", func(t *schema) { t.Format = string(c.Name) })
	case ir.Items:
		count(s, c.Op, c.Limit, func(t *schema) (**int, **int) { return &t.MinItems, &t.MaxItems })
	default:
		panic(fmt.Sprintf("jsonschema: unhandled check %T", check))
	}
}

// place writes a keyword into s, or into an allOf of s if the keyword is already present.
func place(s *schema, free bool, write func(*schema)) {
	if free {
		write(s)
		return
	}
	extra := &schema{}
	write(extra)
	s.AllOf = append(s.AllOf, extra)
}

// count writes a limit of a length.
func count(s *schema, op ir.Op, n int, keywords func(*schema) (least, most **int)) {
	pick := func(t *schema) **int {
		least, most := keywords(t)
		switch op {
		case ir.AtLeast:
			return least
		case ir.AtMost:
			return most
		default:
			panic(fmt.Sprintf("jsonschema: a count cannot be compared with op %d", op))
		}
	}
	place(s, *pick(s) == nil, func(t *schema) { *pick(t) = &n })
}

// bound writes a limit of a number.
func (s *schema) bound(c ir.Bound) {
	keyword := func(t *schema) **limit {
		switch c.Op {
		case ir.AtLeast:
			return &t.Minimum
		case ir.AtMost:
			return &t.Maximum
		case ir.Above:
			return &t.Above
		case ir.Below:
			return &t.Below
		}
		panic(fmt.Sprintf("jsonschema: unhandled op %d", c.Op))
	}
	place(s, *keyword(s) == nil, func(t *schema) { *keyword(t) = &limit{c.Limit, c.Digits} })
}

// acceptsNull reports whether a kind already accepts null.
func acceptsNull(kind ir.Kind) bool {
	switch k := kind.(type) {
	case ir.Any, ir.Null:
		return true
	case ir.Ref:
		return k.Type.Value.Nullable || acceptsNull(k.Type.Value.Kind)
	default:
		return false
	}
}

// orNull returns a schema that accepts null as well as the values of s.
func (s *schema) orNull() *schema {
	name, simple := s.Type.(string)
	if !simple || s.OneOf != nil || s.AnyOf != nil || s.AllOf != nil {
		return &schema{AnyOf: []*schema{s, {Type: "null"}}}
	}
	s.Type = []string{name, "null"}
	if s.Const != nil {
		s.Const, s.Enum = nil, []any{s.Const}
	}
	if s.Enum != nil {
		s.Enum = append(s.Enum, nil)
	}
	return s
}

func literal(l ir.Literal) any {
	switch l.Kind {
	case ir.NullLiteral:
		return nil
	case ir.BoolLiteral:
		return l.Bool
	case ir.NumberLiteral:
		if l.Digits != "" {
			return json.RawMessage(l.Digits)
		}
		return l.Number
	case ir.StringLiteral:
		return l.String
	}
	panic(fmt.Sprintf("jsonschema: unhandled literal %d", l.Kind))
}

func typeOf(l ir.Literal) string {
	switch {
	case l.Kind == ir.BoolLiteral:
		return "boolean"
	case l.IsInteger():
		return "integer"
	case l.Kind == ir.NumberLiteral:
		return "number"
	case l.Kind == ir.StringLiteral:
		return "string"
	}
	panic(fmt.Sprintf("jsonschema: no const for literal %d", l.Kind))
}

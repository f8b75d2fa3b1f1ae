package plan

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// Schemas contains the schemas that generated code evaluates, each after the schemas that it uses. Only recursion violates this order.
type Schemas struct {
	Order []*Schema
	of    map[*ir.Schema]*Schema

	byText map[string]*Schema // by the text of the assertions
}

// Schema is a schema in a table.
type Schema struct {
	Place      string
	Number     int  // its number in the table, from 1
	Remember   bool // whether its results are cached
	Early      bool // whether an earlier schema refers to it
	Assertions List
}

// Schema returns a reference to a schema.
func (s *Schemas) Schema(schema *ir.Schema) Ref {
	ref, remember := schema, schema.Remember
	for next := only(ref); next != nil; next = only(ref) {
		ref, remember = next, remember || next.Remember
	}
	row := s.of[ref]
	if row == nil {
		if s.of == nil {
			s.of = map[*ir.Schema]*Schema{}
		}
		row = &Schema{Place: ref.Place}
		s.of[ref] = row
		row.Assertions = s.assertions(ref)
		if same := s.same(row); same != nil {
			s.of[ref], row = same, same
		} else {
			s.Order = append(s.Order, row)
			row.Number = len(s.Order)
		}
	}
	early := row.Number == 0
	row.Early, row.Remember = row.Early || early, row.Remember || remember
	return Ref{row, early}
}

// same returns the row with the same assertions, or nil. A schema that contains itself has a row of its own.
func (s *Schemas) same(row *Schema) *Schema {
	if row.Early {
		return nil
	}
	text := fmt.Sprintf("%#v", row.Assertions)
	known := s.byText[text]
	if known == nil {
		if s.byText == nil {
			s.byText = map[string]*Schema{}
		}
		s.byText[text] = row
	}
	return known
}

// only returns the schema that another one refers to, if the other one consists of the reference.
func only(s *ir.Schema) *ir.Schema {
	if len(s.Assertions) == 1 {
		if all, is := s.Assertions[0].(ir.AllOf); is && len(all.Schemas) == 1 {
			return all.Schemas[0]
		}
	}
	return nil
}

// assertions returns the assertions of a schema. Those about unevaluated parts come last.
func (s *Schemas) assertions(schema *ir.Schema) (list List) {
	var last List
	for _, a := range schema.Assertions {
		r := s.assertion(a)
		if r.OneOf = true; r.Type == "Unevaluated" {
			last = append(last, r)
		} else {
			list = append(list, r)
		}
	}
	return append(list, last...)
}

func (s *Schemas) assertion(assertion ir.Assertion) Record {
	switch a := assertion.(type) {
	case ir.IsType:
		r := failing("OfType", a.Failure, "types", Types(a.Types))
		if a.Types&ir.IntegerType != 0 && a.Types&ir.NumberType == 0 {
			r.set("range", Failure(a.Range))
			if a.Width != ir.Safe {
				r.set("width", Width(a.Width))
			}
		}
		return r
	case ir.Equals:
		var values List
		for _, text := range a.Texts {
			values = append(values, JSON(text))
		}
		return failing("Equals", a.Failure, "values", values)
	case ir.Bound:
		return failing("Bound", a.Failure, exactly(a.Digits, "op", Op(a.Op), "limit", Float(a.Limit))...)
	case ir.MultipleOf:
		return failing("MultipleOf", a.Failure, exactly(a.Digits, "divisor", Float(a.Divisor))...)
	case ir.Length:
		return failing("Size", a.Failure, "of", Type(ir.StringType), "op", Op(a.Op), "limit", Int(a.Limit))
	case ir.Items:
		return failing("Size", a.Failure, "of", Type(ir.ArrayType), "op", Op(a.Op), "limit", Int(a.Limit))
	case ir.MemberCount:
		return failing("Size", a.Failure, "of", Type(ir.ObjectType), "op", Op(a.Op), "limit", Int(a.Limit))
	case ir.Pattern:
		return failing("Matches", a.Failure, "test", Regexp{a.Regexp})
	case ir.Format:
		return failing("Format", a.Failure, "test", Format(a.Name))
	case ir.UniqueItems:
		return failing("UniqueItems", a.Failure)
	case ir.Never:
		return failing("Never", a.Failure)
	case ir.Requires:
		return failing("Requires", a.Failure, "members", Names(a.Members))
	case ir.DependentRequired:
		return failing("DependentRequired", a.Failure, "trigger", Text(a.Trigger), "members", Names(a.Members))
	case ir.PropertyNames:
		return failing("PropertyNames", a.Failure, "schema", s.Schema(a.Schema))
	case ir.AnyOf:
		return failing("AnyOf", a.Failure, "schemas", s.list(a.Schemas))
	case ir.ExactlyOne:
		return failing("ExactlyOne", a.Failure, "schemas", s.list(a.Schemas))
	case ir.Not:
		return failing("Not", a.Failure, "schema", s.Schema(a.Schema))
	case ir.AllOf:
		return record("AllOf", "schemas", s.list(a.Schemas))
	case ir.Nullable:
		return record("OrNull", "schema", s.Schema(a.Schema))
	case ir.DependentSchema:
		return record("DependentSchema", "trigger", Text(a.Trigger), "schema", s.Schema(a.Schema))
	case ir.If:
		r := record("If", "condition", s.Schema(a.If))
		s.optional(&r, "then", a.Then, nil)
		s.optional(&r, "else", a.Else, nil)
		return r
	case ir.Properties:
		return s.properties(a)
	case ir.ItemSchemas:
		r := record("Items")
		r.add("prefix", s.list(a.Prefix))
		s.optional(&r, "rest", a.Rest, a.Closed)
		return r
	case ir.UnevaluatedProperties:
		r := record("Unevaluated", "of", Type(ir.ObjectType))
		s.optional(&r, "schema", a.Schema, a.Closed)
		return r
	case ir.UnevaluatedItems:
		r := record("Unevaluated", "of", Type(ir.ArrayType))
		s.optional(&r, "schema", a.Schema, a.Closed)
		return r
	case ir.Contains:
		r := record("Contains", "schema", s.Schema(a.Schema))
		if a.Least > 0 {
			r.set("least", Int(a.Least))
			r.set("too_few", Failure(a.TooFew))
		}
		if a.Most >= 0 {
			r.set("most", Int(a.Most))
			r.set("too_many", Failure(a.TooMany))
		}
		return r
	case ir.Select:
		return s.selection(a)
	}
	panic(fmt.Sprintf("plan: unhandled assertion %T", assertion))
}

// exactly adds the digits that an integer of 64 bits is compared with.
func exactly(digits string, fields ...any) []any {
	if digits == "" {
		return fields
	}
	return append(fields, "digits", Text(digits))
}

// optional adds the schema for the other parts of a value, or their failure.
func (s *Schemas) optional(r *Record, name string, schema *ir.Schema, closed *ir.Failure) {
	switch {
	case closed != nil:
		r.set("closed", Failure(*closed))
	case schema != nil:
		r.set(name, s.Schema(schema))
	}
}

func (s *Schemas) list(schemas []*ir.Schema) (refs List) {
	for _, schema := range schemas {
		refs = append(refs, s.Schema(schema))
	}
	return refs
}

func (s *Schemas) properties(a ir.Properties) Record {
	var named Map
	var patterns List
	for _, m := range a.Named {
		named = append(named, Entry{m.Name, s.Schema(m.Schema)})
	}
	for _, m := range a.Patterns {
		patterns = append(patterns, pair("PatternSchema", "test", Regexp{m.Regexp}, "schema", s.Schema(m.Schema)))
	}
	r := record("Properties")
	r.add("named", named)
	r.add("patterns", patterns)
	s.optional(&r, "additional", a.Additional, a.Closed)
	return r
}

func (s *Schemas) selection(a ir.Select) Record {
	var cases Map
	for _, c := range a.Cases {
		for _, tag := range c.Tags {
			cases = append(cases, Entry{tag, s.Schema(c.Schema)})
		}
	}
	r := record("Select", "tag", Text(a.Tag))
	r.add("boolean", Bool(a.By == ir.ByBoolean))
	r.add("integer", Bool(a.By == ir.ByInteger))
	r.set("cases", cases)
	if other := a.Fallback(); other != nil {
		r.set("other", s.Schema(other))
		r.add("refused", texts(a.Refused))
	}
	r.set("mismatch", Failure(a.Mismatch))
	r.set("missing_tag", Failure(a.MissingTag))
	r.set("unknown_tag", Failure(a.UnknownTag))
	return r
}

func failing(name string, f ir.Failure, fields ...any) Record {
	return record(name, append(fields, "failure", Failure(f))...)
}

package ir

import (
	"fmt"
	"slices"
)

// Schema is a schema whose keywords cannot be translated into a Kind and its checks: conditions, choices
// without discriminator, negation, and keywords that depend on them. It is the schema of the spec, with resolved references and
// with messages, and may refer to itself.
//
// It is evaluated place by place. At one place of the instance, every schema that applies there is collected first, through the in-place
// applicators AllOf, Nullable, If, DependentSchema and Select. If one of their type, discriminator, const
// or enum assertions fails, only the first of these in this order is reported for the place and everything below it
// (contract section 3.3). Otherwise everything else is checked, and then the members or items with
// every schema that applies to them. So hidden failures need no second pass and no memory.
type Schema struct {
	Index int // position in Protocol.Schemas
	// Place is the position of the schema, for comments and names: "Data", "Data/dependentSchemas/artifact". It is unique, except
	// that the conjunction of several schemas has the last one's.
	Place string
	// Type is the declared type whose schema this is, or nil. It is no part, since no value is of one.
	Type      *Type
	Recursive bool // the schema can apply to a part of a value that it applies to
	// Remember is set if a test of the schema without reporting (AnyOf, Not, If) must remember the result for each part
	// of a value, or take exponential time: the part may be checked again, and the schema refers to others.
	Remember   bool
	Assertions []Assertion // in the order of the spec
}

// Assertion is one keyword, or several that belong together. The set is closed: Bound, Length, Pattern, Format, Items
// (which are Checks too) and the types below. An assertion about one JSON type accepts values of every other.
type Assertion interface{ assertion() }

type (
	// IsType is `type`.
	IsType struct {
		Types   JSONTypes
		Failure Failure
		Range   Failure // a whole number beyond Width, where Types has Integer and not Number
		Width   Width   // of integers
	}
	// Equals is `const` or `enum`: the value's JSON text with members sorted by code points of their names, and without
	// white space, is one of Texts. Numbers are spelled as in RFC 8785, so equal text is equality of JSON Schema.
	Equals struct {
		Texts   []string
		Failure Failure
	}
	// MultipleOf is decided exactly on the shortest decimal spelling of both doubles. An integer of 64 bits is a multiple if it is one of the integer
	// Digits.
	MultipleOf struct {
		Divisor float64 // above 0
		Digits  string  // "" where no such integer is
		Failure Failure
	}
	// UniqueItems requires no two items with equal text, in the sense of Equals.
	UniqueItems struct{ Failure Failure }
	// MemberCount compares the number of members of an object with Limit; Op is AtLeast or AtMost.
	MemberCount struct {
		Op      Op
		Limit   int
		Failure Failure
	}
	// Requires is `required`.
	Requires struct {
		Members []string
		Failure Failure // at each member's path
	}
	// DependentRequired requires Members where the member Trigger is present.
	DependentRequired struct {
		Trigger string
		Members []string
		Failure Failure // at each member's path
	}
	// Properties is `properties`, `patternProperties` and `additionalProperties` of one schema. Additional applies to a member that is in
	// neither Named nor Patterns. If Closed is set, such a member raises Closed instead.
	Properties struct {
		Named      []NamedSchema
		Patterns   []PatternSchema
		Additional *Schema // nil if absent, or if Closed is set
		Closed     *Failure
	}
	// PropertyNames checks every member's name, as a string. A name that fails raises Failure at the member, and
	// nothing from inside Schema.
	PropertyNames struct {
		Schema  *Schema
		Failure Failure
	}
	// ItemSchemas is `prefixItems` and `items`. Items after Prefix are Rest's; if Closed is set, each raises Closed instead.
	ItemSchemas struct {
		Prefix []*Schema
		Rest   *Schema // nil if absent, or if Closed is set
		Closed *Failure
	}
	// Contains counts the items that Schema accepts. Nothing is reported from inside it.
	Contains struct {
		Schema  *Schema
		Least   int // 1 unless minContains is present
		Most    int // -1 for no limit
		TooFew  Failure
		TooMany Failure
	}
	// DependentSchema applies Schema in place where the member Trigger is present.
	DependentSchema struct {
		Trigger string
		Schema  *Schema
	}
	// AllOf applies every schema in place: `allOf`, and `$ref` as an AllOf of one.
	AllOf struct{ Schemas []*Schema }
	// Nullable applies Schema in place to everything but null: an anyOf or oneOf of one schema and null.
	Nullable struct{ Schema *Schema }
	// AnyOf requires one of Schemas to accept the value. Nothing is reported from inside them.
	AnyOf struct {
		Schemas []*Schema
		Failure Failure
	}
	// ExactlyOne is `oneOf`: one of Schemas accepts the value and no other does. Nothing is reported from inside them.
	ExactlyOne struct {
		Schemas []*Schema
		Failure Failure
	}
	// Not requires Schema not to accept the value.
	Not struct {
		Schema  *Schema
		Failure Failure
	}
	// If applies Then in place where If accepts the value, else Else; either may be nil. Nothing is reported from inside If.
	If struct{ If, Then, Else *Schema }
	// Select is oneOf with discriminator, unless presence decides, which is an If. A value that is not an object raises Mismatch (rule `type`). A missing tag raises
	// MissingTag. A tag that is not of the JSON type of By or has no case raises UnknownTag; a fallback is the case of all others of that type. Both have the tag's path, and UnknownTag hides other
	// failures of the tag. Otherwise the case's schema applies in place.
	Select struct {
		Tag        string
		By         Selection // ByString, ByBoolean or ByInteger
		Cases      []Case    // the last one has no tags if it is a fallback
		Refused    []string  // tags that the fallback does not take
		Mismatch   Failure
		MissingTag Failure
		UnknownTag Failure
	}
	// Never is the schema false where no other keyword reports it.
	Never struct{ Failure Failure }
	// UnevaluatedProperties applies to the members that neither the other keywords of its own schema nor the schemas that these
	// apply in place name (contract section 3.1). Schema is nil if Closed is set, which is raised at each such member.
	UnevaluatedProperties struct {
		Schema *Schema
		Closed *Failure
	}
	// UnevaluatedItems is the same for items; an item that a Contains accepts counts as evaluated.
	UnevaluatedItems struct {
		Schema *Schema
		Closed *Failure
	}
)

// Subschemas returns the schemas directly inside, in the order of the assertions.
func (s *Schema) Subschemas() []*Schema {
	var list []*Schema
	for _, a := range s.Assertions {
		list = append(list, inside(a)...)
	}
	return list
}

func inside(a Assertion) []*Schema {
	switch a := a.(type) {
	case Properties:
		return a.all()
	case PropertyNames:
		return []*Schema{a.Schema}
	case ItemSchemas:
		return given(append(slices.Clip(a.Prefix), a.Rest)...)
	case Contains:
		return []*Schema{a.Schema}
	case DependentSchema:
		return []*Schema{a.Schema}
	case AllOf:
		return a.Schemas
	case Nullable:
		return []*Schema{a.Schema}
	case AnyOf:
		return a.Schemas
	case ExactlyOne:
		return a.Schemas
	case Not:
		return []*Schema{a.Schema}
	case If:
		return given(a.If, a.Then, a.Else)
	case Select:
		var list []*Schema
		for _, c := range a.Cases {
			list = append(list, c.Schema)
		}
		return list
	case UnevaluatedProperties:
		return given(a.Schema)
	case UnevaluatedItems:
		return given(a.Schema)
	}
	return nil
}

func (p Properties) all() []*Schema {
	var list []*Schema
	for _, m := range p.Named {
		list = append(list, m.Schema)
	}
	for _, m := range p.Patterns {
		list = append(list, m.Schema)
	}
	return given(append(list, p.Additional)...)
}

// given leaves out nil schemas.
func given(list ...*Schema) []*Schema {
	return slices.DeleteFunc(list, func(s *Schema) bool { return s == nil })
}

// NamedSchema is one entry of `properties`.
type NamedSchema struct {
	Name   string
	Schema *Schema
}

// PatternSchema is one entry of `patternProperties`.
type PatternSchema struct {
	Regexp *Regexp
	Schema *Schema
}

// Case is one branch of a Select.
type Case struct {
	Tags   []string
	Schema *Schema
}

// JSONTypes is a set of JSON types.
type JSONTypes uint8

const (
	NullType JSONTypes = 1 << iota
	BooleanType
	ObjectType
	ArrayType
	NumberType
	IntegerType // whole numbers within ±(2^53-1); without effect beside NumberType
	StringType
)

// Names returns the types as schemas name them; beside number, without integer.
func (t JSONTypes) Names() []string {
	if t&NumberType != 0 {
		t &^= IntegerType
	}
	var list []string
	for i, name := range []string{"null", "boolean", "object", "array", "number", "integer", "string"} {
		if t&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return list
}

// JSONTypeOf returns the JSON type of the values of a kind. It panics for kinds whose values have several.
func JSONTypeOf(k Kind) JSONTypes {
	switch k := k.(type) {
	case Boolean:
		return BooleanType
	case Integer, Number:
		return NumberType
	case String, *Enum:
		return StringType
	case Array:
		return ArrayType
	case Object, Map, *Record, *Union:
		return ObjectType
	case Const:
		return map[LiteralKind]JSONTypes{BoolLiteral: BooleanType, NumberLiteral: NumberType, StringLiteral: StringType}[k.Literal.Kind]
	}
	panic(fmt.Sprintf("ir: values of kind %T have several JSON types", k))
}

func (Bound) assertion()                 {}
func (Length) assertion()                {}
func (Pattern) assertion()               {}
func (Format) assertion()                {}
func (Items) assertion()                 {}
func (IsType) assertion()                {}
func (Equals) assertion()                {}
func (MultipleOf) assertion()            {}
func (UniqueItems) assertion()           {}
func (MemberCount) assertion()           {}
func (Requires) assertion()              {}
func (DependentRequired) assertion()     {}
func (Properties) assertion()            {}
func (PropertyNames) assertion()         {}
func (ItemSchemas) assertion()           {}
func (Contains) assertion()              {}
func (DependentSchema) assertion()       {}
func (AllOf) assertion()                 {}
func (Nullable) assertion()              {}
func (AnyOf) assertion()                 {}
func (ExactlyOne) assertion()            {}
func (Not) assertion()                   {}
func (If) assertion()                    {}
func (Select) assertion()                {}
func (Never) assertion()                 {}
func (UnevaluatedProperties) assertion() {}
func (UnevaluatedItems) assertion()      {}

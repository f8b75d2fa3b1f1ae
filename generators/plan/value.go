// Package plan lowers data of generated code to one tree, in the order in which all languages write it. Each back end prints the tree with
// its own literal printer; support code interprets the result. The package prints nothing and depends on no language.
package plan

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// Value is a node of the tree. The set is closed: the types below, *Function and *Group.
type Value interface{ value() }

type (
	// Bool is a boolean.
	Bool bool
	// Int is an integer.
	Int int
	// Float is a number.
	Float float64
	// Text is a string.
	Text string
	// JSON is a value as JSON text.
	JSON string
	// Literal is a scalar of the spec.
	Literal ir.Literal
	// Source is the name of a support code function that fills in a member.
	Source string
	// Param is the number of a parameter that fills in a member.
	Param int
	// Inputs is the type of the caller's inputs.
	Inputs struct{}
	// Codec refers to the codec of a type. Doubles is set if its integers of 64 bits come from doubles.
	Codec struct {
		*ir.Type
		Doubles bool
	}
	// Model refers to the class of a type.
	Model struct{ *ir.Type }
	// Names is the member names on the path from a message to a member.
	Names []string
	// Pointer is the location of an issue, as member names.
	Pointer []string
	// Failure is an issue without its location.
	Failure ir.Failure
	// Op is a comparison.
	Op ir.Op
	// Type is a type of JSON values.
	Type ir.JSONTypes
	// Types is a set of types of JSON values.
	Types ir.JSONTypes
	// Width is the range of an integer.
	Width ir.Width
	// Format is the name of a format, for its test.
	Format string
	// Regexp is a pattern, for its test.
	Regexp struct{ *ir.Regexp }
	// Ref refers to a schema.
	Ref struct {
		*Schema
		IsEarly bool // the schema comes later in the table
	}
	// List is a list of values of one type.
	List []Value
	// Map is a list of values of one type by name.
	Map []Entry
	// Edges lead from the letters of a state to the next states.
	Edges []Edge
	// Record is a value of a type of the support code.
	Record struct {
		Type   string
		Fields []Field
		OneOf  bool // its location allows several types
		IsPair bool // has no optional fields, so that languages with tuples need no names
	}
	// ByRecord has a value, or nil, for each record of a message.
	ByRecord struct {
		Of     []*ir.Type
		Values []Value
	}
	// Records is a set of records of a message.
	Records struct {
		Of     []*ir.Type // all possible records
		Chosen []*ir.Type
	}
	// Way is the path from a message to a member.
	Way []*ir.Field
	// Letters contains the letters of messages, by record: the first letter whose condition is true. Table lowers them further.
	Letters struct {
		Of    []*ir.Type
		Names []string // the names of all letters
		Part  string   // the exchange, or ""
		At    []string // the member of the path into the exchange
		Sides []string // of the conversation
		Kinds [][]Letter
	}
	// Keeps contains, by record, the members that a slot stores. A slot with a nil Snapshot stores nothing. Table lowers them further.
	Keeps struct {
		Of    []*ir.Type
		Words []string // the parts of a function's name
		Kept  []ir.Snapshot
	}
	// Present contains, by record, a member that is always present, or nil. Table lowers them further.
	Present struct {
		Of   []*ir.Type
		Kept []*ir.Kept
	}
)

// Letter is a letter with its condition, which is nil for all messages.
type Letter struct {
	Number int
	From   string // the side that sends it, or ""
	When   *Function
}

// Edge leads from a letter to a state.
type Edge struct{ Letter, To int }

// Entry is a named value of a Map.
type Entry struct {
	Key   string
	Value Value
}

// Field is a member of a Record. Its name is in snake case.
type Field struct {
	Name  string
	Value Value
}

func (Bool) value()      {}
func (Int) value()       {}
func (Float) value()     {}
func (Text) value()      {}
func (JSON) value()      {}
func (Literal) value()   {}
func (Source) value()    {}
func (Param) value()     {}
func (Inputs) value()    {}
func (Codec) value()     {}
func (Model) value()     {}
func (Names) value()     {}
func (Pointer) value()   {}
func (Failure) value()   {}
func (Op) value()        {}
func (Type) value()      {}
func (Types) value()     {}
func (Width) value()     {}
func (Format) value()    {}
func (Regexp) value()    {}
func (Ref) value()       {}
func (List) value()      {}
func (Map) value()       {}
func (Edges) value()     {}
func (Record) value()    {}
func (ByRecord) value()  {}
func (Records) value()   {}
func (Way) value()       {}
func (Letters) value()   {}
func (Keeps) value()     {}
func (Present) value()   {}
func (*Function) value() {}
func (*Group) value()    {}

// record lowers to a record of alternating names and values.
func record(name string, fields ...any) Record {
	r := Record{Type: name}
	for i := 0; i < len(fields); i += 2 {
		r.set(fields[i].(string), fields[i+1].(Value))
	}
	return r
}

func pair(name string, fields ...any) Record {
	r := record(name, fields...)
	r.IsPair = true
	return r
}

// set appends a field, with a default value too.
func (r *Record) set(name string, v Value) { r.Fields = append(r.Fields, Field{name, v}) }

// add appends a field, unless its value is the default of the support code.
func (r *Record) add(name string, v Value) {
	if !isDefault(v) {
		r.set(name, v)
	}
}

// Without returns a record without some fields.
func (r Record) Without(names ...string) Record {
	r.Fields = slices.DeleteFunc(slices.Clone(r.Fields), func(f Field) bool { return slices.Contains(names, f.Name) })
	return r
}

func isDefault(v Value) bool {
	switch v := v.(type) {
	case Bool:
		return !bool(v)
	case *Function:
		return len(v.Cases) == 0
	}
	return IsEmpty(v)
}

// IsEmpty reports whether a value is a list without items.
func IsEmpty(v Value) bool {
	switch v := v.(type) {
	case Names:
		return len(v) == 0
	case Pointer:
		return len(v) == 0
	case List:
		return len(v) == 0
	case Edges:
		return len(v) == 0
	case Map:
		return len(v) == 0
	}
	return false
}

func texts(list []string) (values List) {
	for _, s := range list {
		values = append(values, Text(s))
	}
	return values
}

func ints(list []int) (values List) {
	for _, n := range list {
		values = append(values, Int(n))
	}
	return values
}

// records lowers a list whose items become a Record each.
func records[T any](list []T, lower func(T) Record) (values List) {
	for _, item := range list {
		values = append(values, lower(item))
	}
	return values
}

// Package plan lowers data of generated code to one tree, in the order in which all languages write it. Each back end prints the tree with a
// literal printer of its own; support code interprets the result. The package prints nothing and knows no language.
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
	// Source is a function of the support code that fills in a member, by its name.
	Source string
	// Param is a parameter that fills in a member, by its number.
	Param int
	// Inputs is the type of the caller's inputs.
	Inputs struct{}
	// Codec refers to the codec of a type.
	Codec struct{ *ir.Type }
	// Model refers to the class of a type.
	Model struct{ *ir.Type }
	// Names are member names that lead from a message to a member.
	Names []string
	// Pointer is the place of an issue, by member names.
	Pointer []string
	// Failure is an issue without its place.
	Failure ir.Failure
	// Op is a comparison.
	Op ir.Op
	// Type is a type of JSON values.
	Type ir.JSONTypes
	// Types are several.
	Types ir.JSONTypes
	// Format is the test of a format, by its name.
	Format string
	// Regexp is the test of a pattern.
	Regexp struct{ *ir.Regexp }
	// Ref refers to a schema.
	Ref struct {
		*Schema
		IsEarly bool // the schema comes later in the table
	}
	// List is values of one type.
	List []Value
	// Map is values of one type by name.
	Map []Entry
	// Edges lead from the letters of a state to the next states.
	Edges []Edge
	// Record is a value of a type of the support code.
	Record struct {
		Type   string
		Fields []Field
		OneOf  bool // its place allows several types
		IsPair bool // without optional fields, so that languages with tuples need no names
	}
	// ByRecord has a value, or nil, for each record that a message can be.
	ByRecord struct {
		Of     []*ir.Type
		Values []Value
	}
	// Records are some of the records that a message can be.
	Records struct {
		Of     []*ir.Type // all
		Chosen []*ir.Type
	}
	// Way is the way from a message to a member.
	Way []*ir.Field
	// Letters are, by record, the letters of its messages: the first whose condition holds. Table lowers them further.
	Letters struct {
		Of    []*ir.Type
		Names []string // of all letters
		Part  string   // the exchange, or ""
		At    []string // the member of the way into the exchange
		Kinds [][]Letter
	}
	// Keeps are, by record, the members that a slot remembers; a nil Snapshot remembers nothing. Table lowers them further.
	Keeps struct {
		Of    []*ir.Type
		Words []string // of which the name of a function is made
		Kept  []ir.Snapshot
	}
)

// Letter is a letter with its condition; nil for all messages.
type Letter struct {
	Number int
	When   *Function
}

// Edge leads from a letter to a state.
type Edge struct{ Letter, To int }

// Entry is a named value of a Map.
type Entry struct {
	Key   string
	Value Value
}

// Field is a member of a Record, in snake case.
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
func (*Function) value() {}
func (*Group) value()    {}

// record lowers to a record of names and values in turn.
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

// set appends a field whatever its value.
func (r *Record) set(name string, v Value) { r.Fields = append(r.Fields, Field{name, v}) }

// add appends a field, unless its value is the default of the support code.
func (r *Record) add(name string, v Value) {
	if !isDefault(v) {
		r.set(name, v)
	}
}

// Without is a record without some fields.
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

// records lowers a list of things that are a Record each.
func records[T any](list []T, lower func(T) Record) (values List) {
	for _, item := range list {
		values = append(values, lower(item))
	}
	return values
}

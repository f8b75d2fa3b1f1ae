package ir

import "github.com/envgen/envgen/internal/diag"

// EnumValue is one word of a vocabulary.
type EnumValue struct {
	Value  string
	Rename []Rename
	Doc    Doc
	Cells  []Literal // of a catalog: one for each column, null where the entry leaves it out
}

// Catalog is a vocabulary whose words carry data, a column each.
type Catalog struct{ Columns []Column }

// Column is one column of a catalog.
type Column struct {
	Name   string
	Rename []Rename
	Doc    Doc
	Pos    diag.Pos
	// Value is the kind of the cells: Boolean, Integer, Number, String, or a Ref to an Enum. Nullable where an entry may
	// leave the cell out.
	Value Value
}

// Field is a member that the spec names.
type Field struct {
	Name     string // in its JSON spelling
	Rename   []Rename
	Doc      Doc
	Pos      diag.Pos
	Value    Value
	Required bool
	Missing  Failure // at the member's path, if Required
	// Staged values are checked in the Stage of that index (Protocol.Stages), not with the structure. The presence of the member
	// is checked with the structure anyway.
	Staged bool
	Stage  int
	// Secret values, the spec's `x-secret`, are String values that accept "***", their replacement in printed messages.
	Secret bool
	// Auto is the value that a builder fills in, the spec's `x-auto`, or nil.
	Auto ValueSource
	// Counter members are filled in by clients, which count their requests: x-auto: counter. They are always there, and may be integers.
	Counter bool
}

// Forbidden is a member that must not be there, by a schema false under `properties`.
type Forbidden struct {
	Name    string
	Failure Failure // at the member's path
}

// Guard is a requirement of a record on a condition about its own members.
type Guard struct {
	If       []Atom           // all of them are true; without any, the requirement is unconditional
	Not      bool             // the condition is that not all of them are true
	Required []RequiredMember // at the member's path
	Narrowed []Narrowing
	Counts   []Count
}

// RequiredMember is a member that must be present.
type RequiredMember struct {
	Name    string
	Failure Failure // at the member's path
}

// Atom is a test of one member: whether it is present, or also one of the literals Is if there are any (strings, numbers within ±(2^53-1), or one boolean), or
// also of one of the Types if there are any (NumberType only with IntegerType).
type Atom struct {
	Member  string
	Is      []Literal
	Types   JSONTypes
	Vacuous bool // an absent member passes too; Is and Types do not apply to it
	Not     bool // it is the opposite
}

// Narrowing is the value of a Field that replaces its Value on a condition. It accepts only values that the Field accepts, and no two narrow one Field.
type Narrowing struct {
	Member string
	Value  Value
}

// Count bounds the number of true conditions; a condition is true if all its atoms are: anyOf, oneOf and not.
type Count struct {
	Of          [][]Atom
	Least, Most int
	Failure     Failure // at the record's path
}

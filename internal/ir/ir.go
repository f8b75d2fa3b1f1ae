// Package ir is the protocol as every back end sees it: resolved, checked, ordered and complete.
//
// compile makes it, and what compile makes is valid by construction; nothing after it can be a user's
// mistake. Everything that two languages could disagree about is decided here: which checks run, in which
// order, under which rule and with which message. Back ends choose spelling only.
//
// Sequences are slices in the order of the spec. The package exports no map.
package ir

import (
	"slices"

	"github.com/envgen/envgen/internal/diag"
)

// Protocol is one compiled spec.
type Protocol struct {
	Name    string // identifier of the protocol, [a-z][a-z0-9_]*
	Version string
	Title   string // one line, or ""
	Source  string // the document that the spec renders, or ""
	Doc     string // description of the whole, or ""
	File    string // base name of the spec file, for headers of generated files; one line
	Shipped bool   // the spec is one of those inside of envgen, imported by its name
	Types   []*Type
	// Parts are the records that types are only composed of, the spec's `x-part`. Their members and rules stand in the types that contain them, so
	// that back ends declare none.
	Parts []*Type
	Root  *Type // the type of a message when nothing else is said
	// Rulings are what the spec decides where its document is silent, in the order of the spec.
	Rulings []Ruling
	// Unused are the types that nothing in the spec refers to, where it has a root.
	Unused []*Type
	// Messages are the types whose values are whole messages: the root, what an alias of it names, the variants of a union, what one side sends
	// of one, and whatever is another name of one of these. Accepts speaks of them.
	Messages []*Type
	// Schemas are all that a Value.Schema of this protocol leads to; each knows its Index here.
	Schemas []*Schema
	// Numbers are all that a Type.Numbers leads to; each knows its Index here.
	Numbers []*Numbers
	// Params of imported protocols stand behind the own ones, each name once. An imported protocol's stages run at their number, so there are no
	// fewer here.
	Params  []*Param
	Stages  []string // in order, at least one
	Accepts *Accepts // nil where every version is accepted
	// Conversations are those that this spec declares.
	Conversations []*Conversation
	// Builders are those of the messages, one or more a record.
	Builders   []*Builder
	Layout     Layout
	Refusal    *Refusal // nil where the spec declares none
	Dispatches []*Dispatch
	// Imports are the protocols that this one leads to, directly or not, each once and after those that it imports. A type of theirs stands in references (Ref,
	// Variant), never in Types.
	Imports []*Protocol
	// Packages say where the packages of imported protocols are. One that is not named here for a language is where
	// its protocol ships, or else generated beside this protocol's.
	Packages []Package
}

// AcceptsSpeaksOf reports whether the version of a type's values is looked at.
func (p *Protocol) AcceptsSpeaksOf(t *Type) bool {
	return p.Accepts != nil && slices.Contains(p.Messages, t)
}

// Package is the package of an imported protocol in one language.
type Package struct {
	Protocol string
	Language string // go, ts, py
	Path     string // as the language writes imports, or "beside"
	Pos      diag.Pos
}

// Ruling is a decision of a spec's author.
type Ruling struct {
	At   []string // keys of the spec that lead to the place that it is about; none for the whole spec
	Text string   // one paragraph
}

// Doc is what the spec says about a type or member in words.
type Doc struct {
	Text   string // may hold any characters, line breaks included; "" if the spec says nothing
	Source string // section of the published document, or ""

	Deprecated bool
	ReadOnly   bool
	WriteOnly  bool
	Default    string   // JSON text, or "": an annotation, never applied when reading
	Examples   []string // JSON texts
}

// Rename gives a type or member another name to make identifiers from: the spec's `x-name`.
type Rename struct {
	Language string // go, ts, py; "" for all
	Name     string
}

// Type is a named type: declared under `types`, or lifted by compile from an inline schema of a member.
type Type struct {
	// Name is unique in the protocol. A declared type has the spec's name; a lifted one has its owner's name
	// and the member, separated by a dot ("Frame.error", "Tasks.entry.items").
	Name   string
	Lifted bool
	// Protocol is the name of the protocol that declares the type.
	Protocol string
	Rename   []Rename
	Doc      Doc
	Pos      diag.Pos
	// Side is who sends such messages, the spec's `x-from`, or "".
	Side string
	// Error says how values of a record describe a failure, or is nil.
	Error *ErrorPart
	// ErrorCode says that the type is a vocabulary of which some record of the protocol holds the code of a failure.
	ErrorCode bool
	// Parts are the parts that a record is composed of, in the order of the spec.
	Parts []*Type
	// Replies are the records that an exchange may answer a message of this type with, in the order of the spec.
	Replies []*Type
	// Of is the union whose messages these are, as far as one side may send them; nil for every type that the spec declares.
	Of *Type
	// Value is the definition. Its Kind is *Record, *Union, *Enum or *Choice for types that become declarations of
	// their own, anything else (Ref included) for a type that is only another name.
	Value Value
	// Rules hold of every value of the type, those of the parts that it is composed of included; in the order of the spec.
	Rules []*Rule
	// Numbers says where numbers have a declared type; nil where none has.
	Numbers *Numbers
}

// ErrorPart is what a record says of a failure, by the spec's `x-error`.
type ErrorPart struct {
	Code    *Field // what went wrong: a string, a vocabulary or a constant string, null aside
	Message *Field // what a person reads: the member `message` if it is a string, null aside, or else nil
	Of      *Type  // the vocabulary that Code is a word of, whose ErrorCode is set, or nil
}

// Failure is an issue that a check can raise, complete but for the path.
type Failure struct {
	Rule    string // contract section 3.1
	Message string // contract section 3.5; the same in every language
	Level   Level
}

// Level is the RFC 2119 level of an issue.
type Level uint8

const (
	Must Level = iota
	Should
)

// String returns the level as issues spell it.
func (l Level) String() string {
	if l == Should {
		return "should"
	}
	return "must"
}

// Value says what may stand at one place.
//
// It is checked like this: an accepted null ends the check; a value that is not of the Kind raises Mismatch
// (only that, and nothing below it is looked at); then the Kind's own checks and Checks run. In Checks a
// failing OneOf, always the first if present, skips the rest; all others run whatever the others found.
// So what contract section 3.3 calls hiding is decided by the order here.
type Value struct {
	Kind Kind
	// Schema, if set, alone decides what is valid: nothing of Kind, Mismatch and Checks raises anything. Kind and
	// Nullable then say how a valid value is represented; they accept every value that Schema accepts.
	Schema *Schema
	// Straight says that Kind, Mismatch and Checks raise exactly what Schema would, a record's Guards included, so that a back end can check
	// by them and leave the Schema out: see Evaluated.
	Straight bool
	// Nullable says that null is accepted beside Kind. For a Ref it includes what the referenced type accepts.
	Nullable bool
	// Mismatch is raised for a value that is neither of the Kind nor an accepted null. Unused for Any and
	// for Ref, where the referenced type's Value raises its own.
	Mismatch Failure
	Checks   []Check
}

// Evaluated returns the Schema that a back end has to evaluate, or nil where the other fields say as much.
func (v Value) Evaluated() *Schema {
	if v.Straight {
		return nil
	}
	return v.Schema
}

// Kind is the shape of a value. The set is closed: Any, Null, Boolean, Integer, Number, String, Const,
// *Enum, Array, Object, Map, *Record, *Union, *Choice, Ref.
type Kind interface{ kind() }

type (
	// Any accepts every JSON value and keeps it as it is.
	Any struct{}
	// Null accepts null only.
	Null struct{}
	// Boolean accepts true and false.
	Boolean struct{}
	// Integer accepts numbers without a fraction, 1.0 and 1e2 included. A fraction is a Mismatch; an integer
	// beyond ±(2^53-1) raises Range, which skips Checks.
	Integer struct{ Range Failure }
	// Number accepts every number.
	Number struct{}
	// String accepts every string.
	String struct{}
	// Const accepts one scalar. A value of another JSON type than the literal's is a Mismatch, another value of
	// the same JSON type raises Failure. (A literal null is the Kind Null.)
	Const struct {
		Literal Literal
		Of      *Type // the enum that the literal belongs to, or nil
		Failure Failure
	}
	// Enum is a vocabulary of strings, at least one, all different. It stands in Types only
	// (an inline one is lifted). A string outside raises NotOneOf, which skips Checks; if Open is set, every
	// string is accepted and NotOneOf is unused.
	Enum struct {
		Values   []EnumValue
		Open     bool
		Catalog  *Catalog // the table behind Values, or nil
		NotOneOf Failure
	}
	// Array accepts arrays whose every item is Items.
	Array struct{ Items *Value }
	// Object accepts objects with any members. If Evaluates, the spec says so with `additionalProperties`, so that
	// `unevaluatedProperties` of what is composed of it finds none left.
	Object struct{ Evaluates bool }
	// Map accepts objects with any members, each of them Values.
	Map struct{ Values *Value }
	// Record accepts objects with known members. It stands in Types only.
	Record struct {
		Fields []*Field
		// Closed records raise Surplus at each member that is no Field. Open ones keep such members, in order of
		// arrival.
		Closed  bool
		Surplus Failure
		// Evaluates is the same as in Object.
		Evaluates bool
		// Forbidden members are declared to be absent: they are no Fields, and raise their Failure where present.
		Forbidden []Forbidden
		// Guards say what depends on members. They stand beside a Schema that is Straight only.
		Guards []Guard
		// Noted are the members that Guards speak of and that are no Fields.
		Noted []string
	}
	// Union accepts an object that one of its variants accepts; the member Tag selects it. It stands in Types only. A variant may be a
	// union itself.
	Union struct {
		Tag        string
		By         Selection
		Variants   []Variant // ByPresence two: the one that is selected where the tag is present, and the other one
		MissingTag Failure   // at the tag's path: there is no tag; the only issue of that value. Unused ByPresence
		UnknownTag Failure   // at the tag's path: the tag is of another JSON type or no variant's; the only issue of that value. Unused ByPresence
		// Senders are the records that it is of, those of nested unions included, with who sends them.
		Senders []Sender
	}
	// Choice accepts what one of its options accepts. No two options accept values of one JSON type (Integer and Number are
	// one), none is nullable, and there are at least two. It stands in Types only, beside a Schema.
	// Where that is Straight, options have their Checks.
	Choice struct{ Options []Value }
	// Ref accepts what another type accepts. The Value around it has no Checks (what narrows a type is a type), but for an
	// open Enum: a string with Checks beside it is still of that type.
	Ref struct{ Type *Type }
)

func (Any) kind()     {}
func (Null) kind()    {}
func (Boolean) kind() {}
func (Integer) kind() {}
func (Number) kind()  {}
func (String) kind()  {}
func (Const) kind()   {}
func (*Enum) kind()   {}
func (Array) kind()   {}
func (Object) kind()  {}
func (Map) kind()     {}
func (*Choice) kind() {}
func (*Record) kind() {}
func (*Union) kind()  {}
func (Ref) kind()     {}

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
	Name     string // as it stands in JSON
	Rename   []Rename
	Doc      Doc
	Pos      diag.Pos
	Value    Value
	Required bool
	Missing  Failure // at the member's path, if Required
	// Staged values are checked in the Stage of that index (Protocol.Stages), not with the structure; whether the member is
	// there is structure all the same.
	Staged bool
	Stage  int
	// Secret values, the spec's `x-secret`, are String values that accept "***", which stands for them wherever a message is shown.
	Secret bool
	// Auto is what a builder fills in, the spec's `x-auto`, or nil.
	Auto Filling
}

// Forbidden is a member that must not be there, by a schema false under `properties`.
type Forbidden struct {
	Name    string
	Failure Failure // at the member's path
}

// Guard is what a record demands on a condition that its own members decide.
type Guard struct {
	If       []Atom           // all of them hold; without any, the demand stands on its own
	Not      bool             // the condition is that not all of them hold
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
	Vacuous bool // an absent member passes, too, of which Is and Types say nothing
	Not     bool // it is the opposite
}

// Narrowing is what a Field must be instead of its Value. It accepts only what that accepts, and no two narrow one Field.
type Narrowing struct {
	Member string
	Value  Value
}

// Count bounds how many of some conditions hold, of each of which all atoms do: anyOf, oneOf and not.
type Count struct {
	Of          [][]Atom
	Least, Most int
	Failure     Failure // at the record's path
}

// Variant is one branch of a Union. Its Type is a *Record, or a *Union of such. Where a value selects it, it requires the tag and gives it these values; of
// two that presence distinguishes, the first requires the tag, and the second does not name it.
type Variant struct {
	Tags []string // disjoint from the other variants', at least one unless ByPresence; ByBoolean the words true and false
	Type *Type
}

// Selection says what of a tag selects.
type Selection uint8

const (
	ByString Selection = iota
	ByBoolean
	ByPresence
)

// Literal is a scalar of the spec.
type Literal struct {
	Kind   LiteralKind
	String string  // of a StringLiteral
	Number float64 // of a NumberLiteral; never NaN, infinite or -0
	Bool   bool    // of a BoolLiteral
}

// LiteralKind is the JSON type of a Literal.
type LiteralKind uint8

const (
	NullLiteral LiteralKind = iota
	BoolLiteral
	NumberLiteral
	StringLiteral
)

// IsInteger reports whether the literal is a number without fraction within ±(2^53-1).
func (l Literal) IsInteger() bool {
	const limit = 1<<53 - 1
	return l.Kind == NumberLiteral && l.Number >= -limit && l.Number <= limit && l.Number == float64(int64(l.Number))
}

// Package ir is the protocol as every back end sees it: resolved, checked, ordered and complete.
//
// compile makes it, valid by construction; no later error can be a user's
// mistake. Everything that two languages could disagree about is decided here: which checks run, in which
// order, under which rule and with which message. Back ends choose spelling only.
//
// Sequences are slices in the order of the spec. The package exports no map.
package ir

import (
	"fmt"
	"slices"
	"strconv"

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
	// Parts are the records that exist only for composition, the spec's `x-part`. The types that contain them have their members and rules, so
	// back ends declare no parts.
	Parts []*Type
	// Names are other names of lifted types: places of the spec with equal schemas share a type, and each place keeps its name. The Value of such a
	// name is a Ref. Nothing else refers to it.
	Names []*Type
	Root  *Type // the default type of a message
	// Rulings are the spec's decisions about questions that its document leaves open, in the order of the spec.
	Rulings []Ruling
	// Unused are the types that nothing in the spec refers to, where it has a root.
	Unused []*Type
	// Messages are the types whose values are whole messages: the root, the target of an alias of it, the variants of a union, the messages of
	// one side of a union, and all other names of these. Accepts applies to them.
	Messages []*Type
	// Schemas are all schemas that are reachable from a Value.Schema of this protocol; each has its Index here.
	Schemas []*Schema
	// Numbers are all values that are reachable from a Type.Numbers; each has its Index here.
	Numbers []*Numbers
	// Params of imported protocols follow the own ones, each name once. An imported protocol's stages run at their number, so there are no
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
	// Imports are the direct and indirect imports of this protocol, each once and after its own imports. Their types occur in references (Ref,
	// Variant), never in Types.
	Imports []*Protocol
	// Packages are the places of the packages of imported protocols. A package without an entry for a language is at the place where
	// its protocol ships, or else generated beside this protocol's.
	Packages []Package
}

// TypeOrRoot returns a type by its name, or the root for an empty name. The error is for users.
func (p *Protocol) TypeOrRoot(name string) (*Type, error) {
	if name == "" {
		if p.Root == nil {
			return nil, fmt.Errorf("protocol %s has no root: name a type", p.Name)
		}
		return p.Root, nil
	}
	i := slices.IndexFunc(p.Types, func(t *Type) bool { return t.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("protocol %s has no type %q", p.Name, name)
	}
	return p.Types[i], nil
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

// Doc is the text of the spec about a type or member.
type Doc struct {
	Text   string // may contain any characters, line breaks included; "" if the spec has no text
	Source string // section of the published document, or ""

	Deprecated bool
	ReadOnly   bool
	WriteOnly  bool
	Stability  string   // Stable, Unstable or "": whether `envgen breaking` reports its changes
	Default    string   // JSON text, or "": an annotation, never applied when reading
	Examples   []string // JSON texts

	// Annotations of a string that contains a document, or "".
	Encoding  string // such as base64
	MediaType string
	Content   string // the schema of the document, as JSON text
}

// The words of Doc.Stability. Absent, the word of the enclosing type or member counts.
const (
	Stable   = "stable"
	Unstable = "unstable"
)

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
	// Error describes the failure in values of a record, or is nil.
	Error *ErrorPart
	// Codes is the table of a catalog of integers; its values are decimal digits. The type is an Integer, and its checks refuse integers that a closed
	// catalog does not list. It is nil for all other types.
	Codes *Enum
	// ErrorCode is set if the type is a vocabulary of the codes of failures in some record of the protocol.
	ErrorCode bool
	// Parts are the parts that a record is composed of, in the order of the spec.
	Parts []*Type
	// Replies are the records that may answer a message of this type in the first exchange that it begins, in the order of the spec.
	Replies []*Type
	// Of is the union whose messages these are, as far as one side may send them; nil for every type that the spec declares.
	Of *Type
	// Value is the definition. Its Kind is *Record, *Union, *Enum or *Choice for types that become declarations of
	// their own, anything else (Ref included) for a type that is only another name.
	Value Value
	// Rules apply to every value of the type, those of the parts that it is composed of included; in the order of the spec.
	Rules []*Rule
	// Numbers are the places of numbers with a declared type; nil if no number has one.
	Numbers *Numbers
}

// Vocabulary returns the table of a vocabulary or of a catalog of integers, or nil.
func (t *Type) Vocabulary() *Enum {
	if e, is := t.Value.Kind.(*Enum); is {
		return e
	}
	return t.Codes
}

// Word returns the value of a vocabulary or catalog with some digits or words as a literal.
func (t *Type) Word(value string) Literal {
	if t.Codes == nil {
		return Literal{Kind: StringLiteral, String: value}
	}
	number, err := strconv.ParseFloat(value, 64)
	if err != nil {
		panic(err) // the compiler checks the digits
	}
	return Literal{Kind: NumberLiteral, Number: number}
}

// ErrorPart is the description of a failure in a record, by the spec's `x-error`.
type ErrorPart struct {
	In      []*Field // the way to the record that has Code and Message, through records that are always there; nil for the record itself
	Code    *Field   // the code: a string, a vocabulary or a constant string, perhaps null, or an integer that is always there
	Message *Field   // the text for people: the member `message` if it is a string, perhaps null, or else nil
	Of      *Type    // the vocabulary or catalog of integers that Code is a word of, whose ErrorCode is set, or nil
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

// Value describes the accepted values of one place.
//
// The check of a value: an accepted null ends the check. A value of another Kind raises Mismatch, and nothing
// below it is checked. Otherwise the Kind's own checks and Checks run. In Checks a failing OneOf, which is always
// the first if present, skips the rest. All others run, independent of one another.
// So the order here implements the rule of contract section 3.3, by which a failure hides others.
type Value struct {
	Kind Kind
	// Schema, if set, alone decides validity: nothing of Kind, Mismatch and Checks raises anything. Kind and
	// Nullable then describe the representation of a valid value; they accept every value that Schema accepts.
	Schema *Schema
	// Straight is set if Kind, Mismatch, Checks and a record's Guards raise exactly the failures of Schema. A back end can then run these checks
	// and leave the Schema out: see Evaluated.
	Straight bool
	// Nullable is set if null is accepted beside Kind. For a Ref it includes the null of the referenced type.
	Nullable bool
	// Mismatch is raised for a value that is neither of the Kind nor an accepted null. Unused for Any and
	// for Ref, where the referenced type's Value raises its own.
	Mismatch Failure
	Checks   []Check
	// Certain are types that together contain every valid value, narrower than Kind, for languages that can write them. Their only checks are OneOf,
	// and they raise nothing.
	Certain []Value
}

// Evaluated returns the Schema that a back end has to evaluate, or nil if the other fields are equivalent.
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
	// beyond the range of Width raises Range, which skips Checks.
	Integer struct {
		Range Failure
		Width Width
	}
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
	// Enum is a vocabulary of strings, at least one, all different. It occurs in Types only
	// (an inline one is lifted). A string outside raises NotOneOf, which skips Checks; if Open is set, every
	// string is accepted and NotOneOf is unused.
	Enum struct {
		Values   []EnumValue
		Open     bool
		Catalog  *Catalog // the table behind Values, or nil
		NotOneOf Failure
	}
	// Array accepts arrays whose every item is Items. Tuple types them by position, for languages that can; it restricts nothing.
	Array struct {
		Items *Value
		Tuple *Tuple // nil if position does not matter
	}
	// Tuple are the types of items by position, as in Certain.
	Tuple struct {
		Items []Value
		Least int    // how many items there are at least
		Rest  *Value // the items behind Items; nil if there are none
	}
	// Object accepts objects with any members. Evaluates is set if the spec has `additionalProperties`, so that
	// `unevaluatedProperties` of a type composed of it applies to no member.
	Object struct{ Evaluates bool }
	// Map accepts objects with any members, each of them Values.
	Map struct{ Values *Value }
	// Record accepts objects with declared members. It occurs in Types only.
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
		// Guards are the requirements that depend on members. They occur only beside a Schema that is Straight.
		Guards []Guard
		// Noted are the members that Guards read and that are not Fields.
		Noted []string
	}
	// Union accepts an object that one of its variants accepts; the member Tag selects it. It occurs in Types only. A variant may be a
	// union itself.
	Union struct {
		Tag        string // "" ByBranch
		By         Selection
		Variants   []Variant     // ByPresence two: the one that is selected where the tag is present, and the other one. No type occurs twice ByBranch
		Refused    []string      // strings that the fallback does not take: tags of another side's messages
		Branches   []UnionBranch // ByBranch: the first of them that accepts a value selects the variant
		MissingTag Failure       // at the tag's path: there is no tag; the only issue of that value. Unused unless Tagged
		UnknownTag Failure       // at the tag's path: the tag is of another JSON type or no variant's; the only issue of that value. Unused unless Tagged
		// Single, if set, is the only failure of a value that no variant accepts, at the value. Without it, the failures are those of the selected
		// variant, MissingTag and UnknownTag. It is set if the Value is Straight; its Mismatch then is for values that are no objects.
		Single *Failure
		// Exclusive is set ByBranch if a second branch may not accept the value. It has a meaning only beside Single.
		Exclusive bool
		// Senders are the records that it is of, those of nested unions included, with who sends them.
		Senders []Sender
	}
	// Choice accepts the values of its options. No two options accept values of one JSON type (Integer and Number are
	// one), none is nullable, and there are at least two. It occurs in Types only, beside a Schema.
	// If that is Straight, options have their Checks.
	Choice struct{ Options []Value }
	// Ref accepts the values of another type. The Value around it has no Checks, because a narrowed type is a type of its own. An
	// open Enum is the exception: a string with Checks beside it is still of that type.
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

package ir

import "github.com/envgen/envgen/internal/diag"

// Builder makes a message of what its caller gives. It fills in what the caller leaves out, checks the whole, and gives the message or the issues.
type Builder struct {
	Name   string // [a-z][a-z0-9_]*
	Rename []Rename
	Doc    Doc
	Pos    diag.Pos
	Makes  *Type // a Record
	Draft  *Draft
	// Answered is the type of the message that is answered, which the caller gives as well: a record or a union; nil where none is. Answers are its records.
	Answered *Type
	Answers  []*Type
	Copies   []*Copy
	// Cuts, Keeps and Omits are made in this order, after the Fills, each where the member and the objects around it are there.
	Cuts  []*Cut
	Keeps []*Keep
	Omits []*Omit
	// Drops are lists that are left out where they are empty, before anything is filled in: the ways to them.
	Drops [][]*Field
	// Fills are in the order in which they are made, after the Copies. A fill of a member inside of another one is made where that one is there.
	Fills []*Fill
}

// Draft is what a caller gives of a record.
type Draft struct {
	Of      *Type // a Record
	Members []DraftMember
}

// DraftMember is one member of a record, as a caller gives it.
type DraftMember struct {
	Field *Field
	// Fixed members have one value only; no caller gives them.
	Fixed bool
	// Must says that the caller has to give the member: it is required, and nothing fills it in.
	Must bool
	// Draft, if not nil, is what the caller gives of a record that the builder completes. Where the record is required and the caller gives nothing of it, the
	// builder begins with an empty one.
	Draft *Draft
}

// Copy is a member that is that of the message that is answered, where that has it and the caller leaves it out.
type Copy struct {
	At     []*Field // the way from the message to the member
	From   []string // the way in the message that is answered, by member names
	Values []*Key   // by record of Answers; nil for one that lacks the member
}

// Fill is a member that is filled in where the caller leaves it out.
type Fill struct {
	At   []*Field // the way from the message to the member, through objects that may be absent
	With Filling
}

// Cut is a text of which only the beginning and the end are kept, as bytes of UTF-8 and without parting a character: where it has more bytes than both, no more than Head bytes of it,
// Mark, and no more than Tail bytes of it. Less than 0 is 0.
type Cut struct {
	At         []*Field   // the way from the message to a String, through objects that may be absent
	Head, Tail *Predicate // of type Int; nil for 0
	Mark       string
}

// Keep is a list of which only some items are kept: Most of them, the last ones by By, the last one first, or where that is nil those that stand last, as they stand. Less than 0 is 0.
type Keep struct {
	At   []*Field   // the way from the message to an Array, through objects that may be absent
	Most *Predicate // of type Int
	// By is a member of the items, which are records: a date-time or a string, by which the later one is the greater one in time or else by code points. Of equal ones the earlier item
	// comes first; an item without it, or whose date-time is none, comes last.
	By *Field
}

// Omit is a member that is left out where When holds.
type Omit struct {
	At   []*Field // the way from the message to a member that is not required, through objects that may be absent
	When *Predicate
}

// Filling is where the value of a member comes from. The set is closed: FillConstant, FillNow, FillID, FillElapsed, FillParam, FillWord, FillComputed.
type Filling interface{ filling() }

type (
	// FillConstant is a scalar.
	FillConstant struct{ Literal Literal }
	// FillNow is the time of the builder's clock: Unix seconds, or a date-time in UTC with milliseconds and Z.
	FillNow struct{ Seconds bool }
	// FillID is an id of the builder's source: a UUID (version 4), or a ULID.
	FillID struct{ ULID bool }
	// FillElapsed is the time in milliseconds since the caller's start, rounded down. Without a start the member is left out.
	FillElapsed struct{}
	// FillParam is a parameter, by its number: a scalar that is no duration.
	FillParam struct{ Index int }
	// FillWord is the first of some words whose variable is set in the environment and not empty, or Else.
	FillWord struct {
		Words []EnvironmentWord
		Else  string
	}
	// FillComputed is computed of the message, as far as it is complete. Where When, if it is not nil, does not hold, the member is left out.
	FillComputed struct {
		When  *Predicate
		Value *Predicate // of Type; where it cannot be evaluated it is 0, an empty string or list, or false
		Type  ExprType   // Bool, Int, Double, String, or a List of Strings
	}
)

func (FillConstant) filling() {}
func (FillNow) filling()      {}
func (FillID) filling()       {}
func (FillElapsed) filling()  {}
func (FillParam) filling()    {}
func (FillWord) filling()     {}
func (FillComputed) filling() {}

// EnvironmentWord is a word that a variable of the environment stands for.
type EnvironmentWord struct{ Variable, Word string }

// Layout is how the text of a built message is laid out.
type Layout struct {
	Indent int    // spaces; 0 for compact text
	End    string // what follows the message
	// Exit, if not nil, says which code a process exits with.
	Exit *Exit
}

// Exit is the exit code of a process by the message that it has written.
type Exit struct {
	Over    *Type // a union
	Records []*Type
	Codes   []int // by record
}

// Refusal is the failure of the protocol's own that a text which is no valid message becomes.
type Refusal struct {
	Makes   *Type  // a Record
	Message *Field // takes what is said of the first issue, or nil: its path, unless that is "", a space, and its message
	Members []RefusalMember
}

// RefusalMember is a member of a Refusal that is always the same: Value, or JSON where the first issue is of the rule json.
type RefusalMember struct {
	Field       *Field
	Value, JSON Literal
}

// Dispatch is what to do by what a message says. Each message has one of the cases.
type Dispatch struct {
	Name    string // [a-z][a-z0-9_]*
	Rename  []Rename
	Doc     Doc
	Pos     diag.Pos
	Over    *Type   // a Union or a Record
	Records []*Type // that a message can be
	// At leads from the message to the word that decides, by member names; it is required in all Records.
	At    []string
	Of    *Type // the vocabulary whose words Cases are named after, or nil
	Cases []DispatchCase
	// Unaccepted is the number of the case for a text that is no valid message, or -1.
	Unaccepted int
}

// DispatchCase is one thing to do.
type DispatchCase struct {
	Name    string // the word
	Rename  []Rename
	Doc     Doc
	Words   []string // of the member at At
	Records []*Type  // that such messages can be
}

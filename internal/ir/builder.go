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
	// Stores are made after the Fills, where the caller has a store; the Fills are made again then.
	Stores []*Store
	// Cuts, Keeps and Omits are made in this order, after all that, each where the member and the objects around it are there.
	Cuts  []*Cut
	Keeps []*Keep
	Omits []*Omit
	// Drops are lists that are left out where they are empty, before anything is filled in: the ways to them.
	Drops [][]*Field
	// Fills are in the order in which they are made, after the Copies. A fill of a member inside of another one is made where that one is there.
	Fills []*Fill
}

// Draft is the caller's part of a record.
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
	// Optional says that the record is, so that the builder completes it only where the caller gives it.
	Optional bool
}

// Copy is a member that is that of the message that is answered, where that has it and the caller leaves it out.
type Copy struct {
	At     []*Field // the way from the message to the member
	From   []string // the way in the message that is answered, by member names
	Values []*Key   // by record of Answers; nil for one that lacks the member
}

// Null reports whether null is copied, too: whether the member may be null. A member that may not be is left out.
func (c *Copy) Null() bool { return c.At[len(c.At)-1].Value.AcceptsNull() }

// Fill is a member that is filled in where the caller leaves it out.
type Fill struct {
	At []*Field // the way from the message to the member, through objects that may be absent
	// Branches, if not nil, are the records of the union by presence that At leads through; At is the way through the first one. The member has the same
	// name and the same type in each and is required in none, because the caller gives the whole object.
	Branches []FillBranch
	With     ValueSource
}

// FillBranch is one record of a union on the way of a Fill.
type FillBranch struct {
	Of *Type    // a Record
	At []*Field // the way from the message to the member, which differs from that of another branch behind the union only
}

// Whole is the number of members of At that lead to the object of the union, which the caller gives as a whole; len(At) without a union.
func (f *Fill) Whole() int {
	for i, field := range f.At {
		if _, is := field.Value.Resolve().Kind.(*Union); is && f.Branches != nil {
			return i + 1
		}
	}
	return len(f.At)
}

// Store is an object that goes to the caller's store where its compact text has more than Over bytes. A record replaces it, the one with the member
// at Digest. An object that has that member already stays.
//
// The records of an object are the items of its first list that is not empty. The first one of them, or the object itself where it has no such list, is its sample.
type Store struct {
	At     []*Field   // the way from the message to a Union, through objects that may be absent
	Over   *Predicate // of type Int
	Makes  *Type      // a Record of the Union
	Digest []*Field   // of Makes, like all ways that follow: what the store says of the text, "sha256:" and 64 hexadecimal digits
	Size   []*Field   // the bytes of the text; nil where nothing says so, like all that follow
	Count  []*Field   // the number of records, where there are some
	Values []StoreValue
	// Preview is the names of the sample's first members, and its first members.
	Preview *Preview
	// Takes are members that are those of the object, of their last names, where it has them and they are valid there.
	Takes [][]*Field
}

// StoreValue is a member that is always the same.
type StoreValue struct {
	At      []*Field
	Literal Literal
}

// Preview is an object of two members whose compact text has at most Most bytes. Names has the first ten names of the sample's members, or where it is no object of those of the
// object that is stored; Record has the sample. Both end before the first name or member that does not fit. Of a text more than 100 bytes of UTF-8 are cut off, without parting a
// character, and replaced by an ellipsis; of a list only the first three items are there, of objects the first ten members, and three levels below the sample
// lists and objects are empty. A name of more than 100 bytes counts as one that does not fit.
type Preview struct {
	At            []*Field
	Names, Record string
	Most          int
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

// ValueSource is where the value of a member comes from. The set is closed: FillConstant, FillNow, FillID, FillElapsed, FillParam, FillWord, FillComputed.
type ValueSource interface{ valueSource() }

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

func (FillConstant) valueSource() {}
func (FillNow) valueSource()      {}
func (FillID) valueSource()       {}
func (FillElapsed) valueSource()  {}
func (FillParam) valueSource()    {}
func (FillWord) valueSource()     {}
func (FillComputed) valueSource() {}

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
	// Most is the number of the parameter, a size, that says how long a text may be; -1 without one.
	Most int
}

// RefusalMember is a member of a Refusal that is always the same: Value, or JSON where the first issue is of the rule json, or Long where the text is longer than Most.
type RefusalMember struct {
	Field             *Field
	Value, JSON, Long Literal
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

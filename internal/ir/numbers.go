package ir

// Numbers describes the places of numbers with a declared type. A number in any other place is any JSON value, and may be an integer that
// loses digits. It depends on the spec alone: a schema that may apply to a place counts, whether or not it applies to a value.
type Numbers struct {
	Index    int  // its place in Protocol.Numbers
	Declared bool // a number here has a declared type
	Wide     bool // an integer here has 64 bits
	// Members are those that the spec names and that lead on: all that it names where there is a Rest.
	Members  []NumbersMember
	Patterns []NumbersPattern
	Rest     *Numbers   // of members that are neither in Members nor in Patterns
	Any      *Numbers   // of every member
	Prefix   []*Numbers // of the first items; an entry may be nil
	Items    *Numbers   // of the items behind Prefix
	Tag      *NumbersTag
	Also     []*Numbers // others about the same value
}

// NumbersMember is a named member.
type NumbersMember struct {
	Name  string
	Stage int      // in which its value is checked; -1 with the structure
	To    *Numbers // nil where it leads nowhere
}

// NumbersPattern are the members with such names.
type NumbersPattern struct {
	Regexp *Regexp
	To     *Numbers
}

// NumbersTag selects by a member. If the member is absent and By is not ByPresence, or if the union lacks its value, nothing is declared of the value.
type NumbersTag struct {
	Name  string
	By    Selection
	Cases []NumbersCase // those that lead on; ByPresence up to two, with the tags true and false
	Other *Numbers      // of the strings that are neither in Cases nor Refused, or nil

	Refused []string
}

// NumbersCase is the selection of the values of a tag.
type NumbersCase struct {
	Tags []string
	To   *Numbers
}

// Loses is the issue of an integer that may lose digits, in a place without a declared numeric type.
var Loses = Failure{Rule: "integer-range", Message: "may lose digits: an integer beyond 2^53-1", Level: Should}

package envelope

// The types of this file hold what a spec says of values that no Go type and no few comparisons can express: conditions,
// choices, negation and what depends on them. They are for generated code, which fills them with literals; names and
// tags are sorted there, so that a message with many members costs no more than it must.

// Schemas are all such schemas of one protocol. They refer to each other by number, because they may be recursive,
// which the initial value of a variable cannot be.
type Schemas []Schema

// SchemaID is the place of a schema among the Schemas of its protocol. 0 is no schema.
type SchemaID int

// Schema is what a value must be like.
type Schema struct {
	Assertions []Assertion
	// Remember makes an evaluation decide no more than once whether a part of a value is accepted. It is set where the
	// question may come on several ways, which together could be exponentially many.
	Remember bool
}

// Assertion is one keyword, or several that are one thing. One that speaks of a JSON type holds for values of every
// other. The set is closed.
type Assertion interface{ assertion() }

// Op is a comparison that a value must satisfy.
type Op uint8

// The comparisons.
const (
	AtLeast Op = iota
	AtMost
	Above
	Below
)

type (
	// OfType requires one of Types.
	OfType struct {
		Types   JSONTypes
		Failure Failure
		Range   Failure // for an integer beyond ±(2^53-1), where Types has IntegerType and not NumberType
	}
	// Equals requires a value whose text, canonical but for members sorted by name, is one of Texts.
	Equals struct {
		Texts   []string
		Failure Failure
	}
	// Bound compares a number with Limit.
	Bound struct {
		Op      Op
		Limit   float64
		Failure Failure
	}
	// MultipleOf takes both numbers for the shortest decimals that they are spelled with.
	MultipleOf struct {
		Divisor float64
		Failure Failure
	}
	// Size compares the code points of a string, the items of an array or the members of an object with Limit.
	Size struct {
		Of      JSONTypes // one of StringType, ArrayType, ObjectType
		Op      Op        // AtLeast or AtMost
		Limit   int
		Failure Failure
	}
	// Matches requires a string that Test, a pattern or format, accepts.
	Matches struct {
		Test    func(string) bool
		Failure Failure
	}
	// UniqueItems requires no two equal items.
	UniqueItems struct{ Failure Failure }
	// Requires demands Members of an object.
	Requires struct{ Members []RequiredMember }
	// DependentRequired requires Members of an object that has the member Trigger.
	DependentRequired struct {
		Trigger string
		Members []RequiredMember
	}
	// Properties says what the members of an object must be. One that neither Named nor Patterns know is Additional's,
	// or raises Closed.
	Properties struct {
		Named      []NamedSchema // sorted by Name
		Patterns   []PatternSchema
		Additional SchemaID
		Closed     Failure // without a Rule where the object is open
	}
	// PropertyNames requires Schema to accept the name of each member.
	PropertyNames struct {
		Schema  SchemaID
		Failure Failure // at the member
	}
	// Items says what the items of an array must be. Those behind Prefix are Rest's, or raise Closed.
	Items struct {
		Prefix []SchemaID
		Rest   SchemaID
		Closed Failure // without a Rule where the array is open
	}
	// Contains counts the items of an array that Schema accepts.
	Contains struct {
		Schema  SchemaID
		Least   int
		Most    int // -1 for no limit
		TooFew  Failure
		TooMany Failure
	}
	// DependentSchema applies Schema to an object that has the member Trigger.
	DependentSchema struct {
		Trigger string
		Schema  SchemaID
	}
	// AllOf applies all of Schemas.
	AllOf struct{ Schemas []SchemaID }
	// OrNull applies Schema to everything but null.
	OrNull struct{ Schema SchemaID }
	// AnyOf requires one of Schemas to accept the value.
	AnyOf struct {
		Schemas []SchemaID
		Failure Failure
	}
	// ExactlyOne requires one of Schemas to accept the value, and no other.
	ExactlyOne struct {
		Schemas []SchemaID
		Failure Failure
	}
	// Not requires Schema not to accept the value.
	Not struct {
		Schema  SchemaID
		Failure Failure
	}
	// If applies Then where Condition accepts the value, and Else where not.
	If struct{ Condition, Then, Else SchemaID }
	// Select applies the schema that the string, or the boolean, at the member Tag names.
	Select struct {
		Tag        string
		Boolean    bool
		Cases      []Case  // sorted by Tag
		Mismatch   Failure // for what is no object
		MissingTag Failure // at the tag
		UnknownTag Failure // at the tag
	}
	// Never accepts nothing.
	Never struct{ Failure Failure }
	// Unevaluated speaks of the members or items that neither the rest of its schema nor the schemas which that applies to
	// the same value know. They are Schema's, or raise Closed.
	Unevaluated struct {
		Of     JSONTypes // ObjectType or ArrayType
		Schema SchemaID
		Closed Failure // without a Rule where there may be any
	}
)

// RequiredMember is a member that must be there.
type RequiredMember struct {
	Name    string
	Failure Failure // at the member
}

// NamedSchema is the schema of one member.
type NamedSchema struct {
	Name   string
	Schema SchemaID
}

// PatternSchema is the schema of the members whose names Test accepts.
type PatternSchema struct {
	Test   func(string) bool
	Schema SchemaID
}

// Case is the schema for one tag.
type Case struct {
	Tag    string
	Schema SchemaID
}

func (OfType) assertion()            {}
func (Equals) assertion()            {}
func (Bound) assertion()             {}
func (MultipleOf) assertion()        {}
func (Size) assertion()              {}
func (Matches) assertion()           {}
func (UniqueItems) assertion()       {}
func (Requires) assertion()          {}
func (DependentRequired) assertion() {}
func (Properties) assertion()        {}
func (PropertyNames) assertion()     {}
func (Items) assertion()             {}
func (Contains) assertion()          {}
func (DependentSchema) assertion()   {}
func (AllOf) assertion()             {}
func (OrNull) assertion()            {}
func (AnyOf) assertion()             {}
func (ExactlyOne) assertion()        {}
func (Not) assertion()               {}
func (If) assertion()                {}
func (Select) assertion()            {}
func (Never) assertion()             {}
func (Unevaluated) assertion()       {}

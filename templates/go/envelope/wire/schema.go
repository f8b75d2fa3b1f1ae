package wire

// Schemas as data, for constraints that neither a Go type nor a few comparisons can express: conditions, choices, negation and their dependents. They
// are for generated code, which contains them as literals.

// Schemas are all schemas of a protocol. They refer to each other by number, because they may be recursive and a variable cannot refer
// to itself in its initial value.
type Schemas []Schema

// SchemaID is the index of a schema in the Schemas of its protocol. 0 means no schema.
type SchemaID int

// Schema is a set of assertions that a value must satisfy.
type Schema struct {
	Assertions []Assertion
	// Remember makes an evaluation cache the results of the schema. It is set for schemas that can be reached on several paths, which
	// could otherwise cause exponentially many evaluations.
	Remember bool
}

// Assertion is a keyword, or several that are evaluated together. An assertion about one JSON type is satisfied by values of all others. The set is
// closed.
type Assertion interface{ assertion() }

// Op is a comparison operator.
type Op uint8

// The operators.
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
		Range   Failure // for an integer beyond Width, if Types has IntegerType and not NumberType
		Width   Width
	}
	// Equals requires a value whose text, canonical but with members sorted by name, is one of Values.
	Equals struct {
		Values  []string
		Failure Failure
	}
	// Bound compares a number with Limit, and an integer of 64 bits with Digits, if there are any.
	Bound struct {
		Op      Op
		Limit   float64
		Digits  string
		Failure Failure
	}
	// MultipleOf takes both numbers as their shortest decimal representations. An integer of 64 bits is a multiple of Digits.
	MultipleOf struct {
		Divisor float64
		Digits  string
		Failure Failure
	}
	// Size compares the number of code points of a string, items of an array or members of an object with Limit.
	Size struct {
		Of      JSONTypes // StringType, ArrayType or ObjectType
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
	// Requires requires Members of an object.
	Requires struct {
		Members []string
		Failure Failure // at each member
	}
	// DependentRequired requires Members of an object that has the member Trigger.
	DependentRequired struct {
		Trigger string
		Members []string
		Failure Failure // at each member
	}
	// Properties constrains the members of an object. A member that is neither in Named nor matches Patterns must satisfy Additional,
	// or raises Closed.
	Properties struct {
		Named      map[string]SchemaID
		Patterns   []PatternSchema
		Additional SchemaID
		Closed     Failure // no Rule if the object is open
	}
	// PropertyNames requires Schema to accept the name of each member.
	PropertyNames struct {
		Schema  SchemaID
		Failure Failure // at the member
	}
	// Items constrains the items of an array. Items after Prefix must satisfy Rest, or raise Closed.
	Items struct {
		Prefix []SchemaID
		Rest   SchemaID
		Closed Failure // no Rule if the array is open
	}
	// Contains limits the number of items that Schema accepts.
	Contains struct {
		Schema  SchemaID
		Least   int
		Most    int
		TooFew  Failure
		TooMany Failure // no Rule if Most is no limit
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
	// ExactlyOne requires exactly one of Schemas to accept the value.
	ExactlyOne struct {
		Schemas []SchemaID
		Failure Failure
	}
	// Not requires Schema not to accept the value.
	Not struct {
		Schema  SchemaID
		Failure Failure
	}
	// If applies Then if Condition accepts the value, else Else.
	If struct{ Condition, Then, Else SchemaID }
	// Select applies the schema that the string, boolean or integer at the member Tag selects.
	Select struct {
		Tag        string
		Boolean    bool
		Integer    bool
		Cases      map[string]SchemaID // of a boolean, the tags are the words true and false; of an integer, decimal digits
		Mismatch   Failure             // for values that are not objects
		MissingTag Failure             // at the tag
		UnknownTag Failure             // at the tag
		Other      SchemaID            // of strings or integers that are neither in Cases nor Refused, or 0
		Refused    []string
	}
	// Never accepts nothing.
	Never struct{ Failure Failure }
	// Unevaluated constrains the members or items that neither the rest of its schema nor the schemas which that applies to the same
	// value evaluate. They must satisfy Schema, or raise Closed.
	Unevaluated struct {
		Of     JSONTypes // ObjectType or ArrayType
		Schema SchemaID
		Closed Failure // no Rule if any are allowed
	}
)

// PatternSchema is the schema of the members whose names Test accepts.
type PatternSchema struct {
	Test   func(string) bool
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

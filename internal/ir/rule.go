package ir

import "github.com/envgen/envgen/internal/diag"

// Param is a figure that a caller may set for each call; the spec gives the default.
type Param struct {
	Name    string
	Rename  []Rename
	Doc     Doc
	Pos     diag.Pos
	Type    ExprType // Bool, Int, Double, String or Duration; a size is an Int of bytes
	Size    bool     // sizes may be written as 32KiB where a caller gives them as text
	Version bool     // a String that must be a semantic version: Accepts compares with it
	Default Literal  // a Duration is a number of nanoseconds
}

// Takes is the type of the caller's value: boolean, integer, number, string, duration, size or version.
func (p *Param) Takes() string {
	switch {
	case p.Size:
		return "size"
	case p.Version:
		return "version"
	}
	return map[ExprKind]string{BoolExpr: "boolean", IntExpr: "integer", DoubleExpr: "number", StringExpr: "string", DurationExpr: "duration"}[p.Type.Kind]
}

// Rule is a statement about one value that JSON Schema cannot make. It is evaluated only on values that no earlier step of the
// check has a must issue with (contract section 3.4).
type Rule struct {
	ID     string // the rule of its issue
	Source string
	Pos    diag.Pos
	Stage  int      // index in Protocol.Stages
	At     []string // member names from the value to where the issue is reported; none for the value itself
	// Each, if it is not nil, is the value at At: the rule is evaluated once for each member of it, and the issue has the path of that
	// member. Then Program may read Name.
	Each *Each
	// Text is the rule in CEL, for documentation and for the oracle; Program is the same, lowered.
	Text    string
	Program Program
	// Folded is Program for languages that have searches and comprehensions as expressions: Search and Collect replace loops.
	Folded  Program
	Failure Failure
}

// Each is an object for whose members a rule is evaluated, one by one, in any order.
type Each struct {
	There  Expr // whether there is an object, neither absent nor null, of type Bool
	Object Expr // the object, if it is present
	// Record is the type of the object if that is a Record, whose declared members count as well. Else it is nil, and the
	// object a Map or Object.
	Record *Type
}

// Accepts is the version acceptance of a protocol: a step of its own before structure.
type Accepts struct {
	At      []string // member names from the message to its version
	Param   int      // index of the parameter with the caller's version, a string
	Failure Failure  // at At, if the version there is a semantic version of another major
}

// Program computes the result of a rule: the steps, which may return it, and then Holds. A rule that cannot be evaluated
// fails. An operation that can fail is a Try; everything else is total at its place. Temps may have numbers that no statement declares.
type Program struct {
	Temps []ExprType // the types of the temporaries, by number
	Steps []Statement
	Holds Expr // of type Bool
}

// Statement is one statement of a Program. The set is closed: Let, Try, Set, Branch, Loop, Break, Return.
type Statement interface{ statement() }

type (
	// Let gives a temporary its first value. A temporary is declared where its first value is given, and used inside the
	// same list of steps and those below it only.
	Let struct {
		Temp  int
		Value Expr
	}
	// Try calls a function that can fail: Temp is its result (the zero value if it failed), OK, a Bool, whether it succeeded.
	// Both are declared here.
	Try struct {
		Temp, OK int
		Call     Call
	}
	// Set changes a temporary.
	Set struct {
		Temp  int
		Value Expr
	}
	// Branch runs Then if Cond is true, else Else; either may be empty.
	Branch struct {
		Cond       Expr
		Then, Else []Statement
	}
	// Loop runs Body for each item of a list, or for each member name of a map, in order. Item and Index (-1 if unused)
	// are declared by it; Index counts from 0.
	Loop struct {
		Over        Expr // a List or Map
		Item, Index int
		Body        []Statement
	}
	// Break ends the innermost Loop.
	Break struct{}
	// Return ends the program with an outcome, of type Bool.
	Return struct{ Holds Expr }
)

func (Let) statement()    {}
func (Try) statement()    {}
func (Set) statement()    {}
func (Branch) statement() {}
func (Loop) statement()   {}
func (Break) statement()  {}
func (Return) statement() {}

// Expr is a total expression: it has a value wherever it is evaluated, because earlier statements have tested the presence of its
// operands. The set is closed.
type Expr interface{ expr() }

type (
	// This is the value that the rule checks.
	This struct{}
	// Earlier is an earlier message of the conversation, a Record: the Number-th message that a SequenceCase uses.
	Earlier struct{ Number int }
	// Now is the caller's time, a Timestamp.
	Now struct{}
	// Open is how many exchanges are open, an Int: in a check of an exchange those of its kind, its own included; in a check of the conversation those of
	// all kinds before the message.
	Open struct{}
	// Name is the name of the member that a rule with Each is evaluated for, a String.
	Name struct{}
	// ParamValue is a parameter.
	ParamValue struct{ Index int }
	// Temp is a temporary.
	Temp struct{ Number int }
	// Constant is a literal. A Duration or Timestamp is seconds (since 1970) and nanoseconds.
	Constant struct {
		Type   ExprType
		Bool   bool
		Int    int64 // an Int, or the seconds of a Duration or Timestamp
		Nanos  int32 // of a Duration or Timestamp, with the sign of Int for a Duration
		Double float64
		String string
	}
	// ListOf is a literal list; its items have one type.
	ListOf struct {
		Elem  ExprType
		Items []Expr
	}
	// IsVariant reports whether a value of a union is of one of some variants, a Bool.
	IsVariant struct {
		Of    Expr // a value of the union that is not null
		Union *Type
		Tag   string    // the member that selects: of Union, or of a union that is a variant of it
		By    Selection // the JSON type of its values
		Tests []VariantTest
		Known int // how many values Tag can have; 0 if any string can be one
	}
	// AsVariant is a value of a union as a Record, where it is known to be of one of these variants. It is a value of a union if presence selects
	// a union. If there are several, all of
	// them have the member that is read, with one type, and the Field is that of the first.
	AsVariant struct {
		Of       Expr
		Union    *Type // its Kind is *Union
		Variants []*Type
	}
	// TagOf is the tag of a value of a union, a String or an Int. It is never equal or unequal to a constant: that is an IsVariant.
	TagOf struct {
		Of      Expr
		Union   *Type
		Tag     string // of Union, or of a union that is a variant of it; then the value is known to be of that one
		By      Selection
		Variant *Type // a record with the tag
	}
	// MemberOf is the value of a member that is present and not null.
	MemberOf struct {
		Of     Expr // a Record
		Record *Type
		Field  *Field
	}
	// HasMember reports whether a member is present; null counts as present.
	HasMember struct {
		Of     Expr
		Record *Type
		Field  *Field
	}
	// IsNull reports whether a member is present and null; one of any type has been found present before, but in a Folded program.
	IsNull struct {
		Of     Expr
		Record *Type
		Field  *Field
	}
	// Cell is a cell of the catalog entry for a word that the catalog has.
	Cell struct {
		Catalog *Type // its Kind is *Enum
		Word    Expr
		Column  int
	}
	// Logic is &&, ||.
	Logic struct {
		Or   bool
		L, R Expr
	}
	// Negation is !.
	Negation struct{ X Expr }
	// Choose is the conditional operator; both sides have one type.
	Choose struct{ If, Then, Else Expr }
	// Comparison compares two values of one type. Order (all but Equal and Unequal) is of Int, Double, String (by code
	// points), Timestamp and Duration. Equality is deep for lists and maps; NaN equals nothing.
	Comparison struct {
		Op   CompareOp
		Type ExprType
		L, R Expr
	}
	// Call calls a function with arguments of the types that the function has.
	Call struct {
		Function Function
		Type     ExprType // of the result
		Args     []Expr
		Regexp   *Regexp // of Matches
	}
	// Search is, in a Folded program, whether Cond is true for all items of Loop, or for any. Loop has no Body.
	Search struct {
		All  bool
		Loop Loop
		Cond Expr
	}
	// Collect is, in a Folded program, the list of Made for the items of Loop with a true Cond; a
	// nil Cond is always true.
	Collect struct {
		Loop Loop
		Cond Expr
		Made Expr
	}
)

func (This) expr()       {}
func (Earlier) expr()    {}
func (Now) expr()        {}
func (Open) expr()       {}
func (Name) expr()       {}
func (ParamValue) expr() {}
func (Temp) expr()       {}
func (Constant) expr()   {}
func (ListOf) expr()     {}
func (IsVariant) expr()  {}
func (AsVariant) expr()  {}
func (TagOf) expr()      {}
func (MemberOf) expr()   {}
func (HasMember) expr()  {}
func (IsNull) expr()     {}
func (Cell) expr()       {}
func (Logic) expr()      {}
func (Negation) expr()   {}
func (Choose) expr()     {}
func (Comparison) expr() {}
func (Call) expr()       {}
func (Search) expr()     {}
func (Collect) expr()    {}

// CompareOp is a comparison of two values.
type CompareOp uint8

const (
	Equal CompareOp = iota
	Unequal
	Less
	LessOrEqual
	Greater
	GreaterOrEqual
)

// Function is a function of rules. Those up to lastTotal are total; the others occur in a Try only.
type Function uint8

const (
	SizeOf       Function = iota // string (code points), list or map -> int
	StartsWith                   // string, string -> bool
	EndsWith                     // string, string -> bool
	ContainsText                 // string, string -> bool
	Matches                      // string -> bool, with Regexp, searched
	Concat                       // string, string or list, list
	InList                       // value, list -> bool
	InMap                        // string, map -> bool
	InCatalog                    // string -> bool: Args[0] is a word of the catalog in Type.Record
	JSONSize                     // any -> int: bytes of the compact JSON text
	JSONItems                    // any -> int: items of an array, 0 of any other value
	JSONDepth                    // any -> int: arrays and objects inside of each other, 0 for a scalar
	Satisfies                    // any, any -> bool: the first satisfies the second, a JSON Schema, for some keywords
	UTF8Size                     // string -> int: bytes of the text in UTF-8
	AddDouble                    // double, double -> double, and so on
	SubDouble
	MulDouble
	DivDouble
	NegDouble
	IntToDouble // int -> double
	IntToText   // int -> string
	TimeToInt   // timestamp -> int: whole seconds since 1970, towards the past
	BoolToText
	DoubleToText   // as in canonical JSON; NaN, Infinity and -Infinity
	TimeToText     // a date-time of UTC, its fraction as long as it must be
	DurationToText // seconds, their fraction as long as it must be

	YearOf        // timestamp -> int, all of UTC
	MonthOf       // from 0
	DateOf        // of the month, from 1
	DayOfMonth    // from 0
	DayOfYear     // from 0
	DayOfWeek     // from 0, a Sunday
	HourOf        // of the day
	MinuteOf      // of the hour
	SecondOf      // of the minute
	MillisecondOf // of the second
	HoursIn       // duration -> int, all without their fraction
	MinutesIn
	SecondsIn

	AddInt // int, int -> int, fails beyond 64 bits, and so on
	SubInt
	MulInt
	DivInt // truncates; fails for 0 and for -2^63/-1
	ModInt // sign of the dividend
	NegInt
	DoubleToInt  // truncates
	TextToInt    // decimal digits with an optional sign
	TextToDouble // decimal digits with an optional sign, point and exponent; fails beyond the greatest double
	TextToBool   // 1, t, T, true, TRUE and True, or the same of false
	TextToTimestamp
	TextToDuration
	IntToTimestamp // seconds
	AddTime        // timestamp, duration -> timestamp
	SubTime        // timestamp, duration -> timestamp
	TimeBetween    // timestamp, timestamp -> duration
	AddDuration    // duration, duration -> duration
	SubDuration
	ItemAt  // list, int -> item
	ValueAt // map, string -> value
	EntryOf // string -> the word itself if the catalog in Type.Record has it: Cell may follow
)

// Total reports whether the function cannot fail.
func (f Function) Total() bool { return f <= SecondsIn }

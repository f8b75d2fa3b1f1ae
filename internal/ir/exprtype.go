package ir

// ExprType is the type of an expression.
type ExprType struct {
	Kind ExprKind
	Elem *ExprType // of a List or Map
	// Value is the value's description in the spec, if the expression reads a member or item. It determines the representation. Nil for
	// computed values.
	Value  *Value
	Record *Type // of a Record
}

// MaxNesting bounds the depth of nested lists and maps in the type of a value. Below it, a rule reads plain JSON.
// A type may be a list of itself.
const MaxNesting = 8

// ExprKind is the kind of an ExprType.
type ExprKind uint8

const (
	BoolExpr      ExprKind = iota
	IntExpr                // 64 bits; of the spec's integers 53
	DoubleExpr             // IEEE 754 double
	StringExpr             // also a word of an enum
	TimestampExpr          // nanoseconds, of the years 1 to 9999
	DurationExpr           // 64 bits of nanoseconds
	ListExpr
	MapExpr    // by member name
	RecordExpr // an object with members by name
	JSONExpr   // any JSON value, for HasMember, IsNull, JSONSize, JSONDepth, JSONItems and Satisfies only
)

// Typing contains the inputs of the types of expressions.
type Typing struct {
	This    *Type
	Earlier []*Type    // of a SequenceCase
	Temps   []ExprType // of the program
	Params  []*Param
}

// TypeOf returns the type of an expression.
func (t Typing) TypeOf(e Expr) ExprType {
	switch e := e.(type) {
	case This:
		return ExprType{Kind: RecordExpr, Record: t.This}
	case Earlier:
		return ExprType{Kind: RecordExpr, Record: t.Earlier[e.Number]}
	case Name:
		return ExprType{Kind: StringExpr}
	case Now:
		return ExprType{Kind: TimestampExpr}
	case Open:
		return ExprType{Kind: IntExpr}
	case ParamValue:
		return t.Params[e.Index].Type
	case Temp:
		return t.Temps[e.Number]
	case Constant:
		return e.Type
	case ListOf:
		return ExprType{Kind: ListExpr, Elem: &e.Elem}
	case AsVariant:
		if _, isUnion := e.Variants[0].Value.Kind.(*Union); isUnion {
			return ExprType{Kind: JSONExpr, Value: &Value{Kind: Ref{Type: e.Variants[0]}}}
		}
		return ExprType{Kind: RecordExpr, Record: e.Variants[0]}
	case TagOf:
		if e.By == ByInteger {
			return ExprType{Kind: IntExpr}
		}
		return ExprType{Kind: StringExpr}
	case MemberOf:
		return TypeOfValue(&e.Field.Value)
	case Cell:
		return TypeOfValue(&e.Catalog.Value.Kind.(*Enum).Catalog.Columns[e.Column].Value)
	case Choose:
		return t.TypeOf(e.Then)
	case Call:
		return e.Type
	case Collect:
		elem := t.TypeOf(e.Made)
		return ExprType{Kind: ListExpr, Elem: &elem}
	}
	return ExprType{Kind: BoolExpr}
}

// TypeOfValue returns the type of a value of the spec in a rule.
func TypeOfValue(v *Value) ExprType { return typeWithin(v, MaxNesting) }

func typeWithin(v *Value, depth int) ExprType {
	t := ExprType{Kind: JSONExpr, Value: v}
	if depth == 0 {
		return t
	}
	named, shape := resolved(v)
	switch k := shape.Kind.(type) {
	case Boolean:
		t.Kind = BoolExpr
	case Integer:
		if k.Width == Safe { // rules read no integers of 64 bits
			t.Kind = IntExpr
		}
	case Number:
		t.Kind = DoubleExpr
	case String, *Enum:
		t.Kind = StringExpr
	case Const:
		t.Kind = TypeOfLiteral(k.Literal).Kind
	case Array:
		elem := typeWithin(k.Items, depth-1)
		t.Kind, t.Elem = ListExpr, &elem
	case Map:
		elem := typeWithin(k.Values, depth-1)
		t.Kind, t.Elem = MapExpr, &elem
	case *Record:
		t.Kind, t.Record = RecordExpr, named
	}
	return t
}

// TypeOfLiteral is the type of a literal of the spec that is not null.
func TypeOfLiteral(l Literal) ExprType {
	switch {
	case l.Kind == BoolLiteral:
		return ExprType{Kind: BoolExpr}
	case l.Kind == StringLiteral:
		return ExprType{Kind: StringExpr}
	case l.IsInteger():
		return ExprType{Kind: IntExpr}
	}
	return ExprType{Kind: DoubleExpr}
}

// resolved follows references to the value that describes the shape, and returns the last type on the way as well.
func resolved(v *Value) (named *Type, shape *Value) {
	for {
		ref, isRef := v.Kind.(Ref)
		if !isRef {
			return named, v
		}
		named, v = ref.Type, &ref.Type.Value
	}
}

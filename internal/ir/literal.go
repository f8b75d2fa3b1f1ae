package ir

// Literal is a scalar of the spec.
type Literal struct {
	Kind   LiteralKind
	String string  // of a StringLiteral
	Number float64 // of a NumberLiteral; never NaN, infinite or -0
	Bool   bool    // of a BoolLiteral
	// Digits are the decimal digits, with a sign, of a literal that an integer of 64 bits is compared with. Number is the nearest double.
	Digits string
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

package wire

// JSONTypes is a set of JSON types.
type JSONTypes uint8

// The JSON types. IntegerType contains the integers within ±(2^53-1).
const (
	NullType JSONTypes = 1 << iota
	BooleanType
	ObjectType
	ArrayType
	NumberType
	IntegerType
	StringType
)

// NextType returns the JSON type of the next value by its first byte: NumberType for every number, and 0 at the end of the text or after a
// syntax error.
func (r *Reader) NextType() JSONTypes {
	if r.pos >= len(r.text) {
		return 0
	}
	return typeAt(r.text, r.pos)
}

// typeAt returns the JSON type of the value at i.
func typeAt(s string, i int) JSONTypes {
	switch s[i] {
	case 'n':
		return NullType
	case 't', 'f':
		return BooleanType
	case '{':
		return ObjectType
	case '[':
		return ArrayType
	case '"':
		return StringType
	}
	return NumberType
}

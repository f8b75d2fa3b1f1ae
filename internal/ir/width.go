package ir

import "math/big"

// Width is the range of an integer. A value of an integer of 64 bits is the integer that its digits spell; every other number is the nearest double.
type Width uint8

const (
	Safe   Width = iota // ±(2^53-1)
	Int64               // -2^63 to 2^63-1
	UInt64              // 0 to 2^64-1
)

// String returns the name of the width as JSON Schema formats spell it, or "".
func (w Width) String() string { return [...]string{"", "int64", "uint64"}[w] }

// Name returns the name of the width as a type of std, or "".
func (w Width) Name() string { return [...]string{"", "Int64", "UInt64"}[w] }

// Least returns the least integer of the range.
func (w Width) Least() *big.Int {
	switch w {
	case Int64:
		return new(big.Int).Neg(power(63))
	case UInt64:
		return new(big.Int)
	}
	return new(big.Int).Neg(w.Most())
}

// Most returns the greatest integer of the range.
func (w Width) Most() *big.Int {
	bits := [...]uint{53, 63, 64}[w]
	return new(big.Int).Sub(power(bits), big.NewInt(1))
}

func power(bits uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), bits) }

// Has reports whether an integer is in the range.
func (w Width) Has(n *big.Int) bool { return n.Cmp(w.Least()) >= 0 && n.Cmp(w.Most()) <= 0 }

// Compares reports whether an integer compares with a limit by the operator.
func (op Op) Compares(n, limit *big.Int) bool { return op.Holds(float64(n.Cmp(limit)), 0) }

// Width returns the width of a value that is an integer.
func (v Value) Width() Width {
	k, _ := v.Resolve().Kind.(Integer)
	return k.Width
}

package jsonschema

import (
	"math/big"

	"github.com/envgen/envgen/internal/ir"
)

// limit is a limit of a number: a double, or the digits of an integer of 64 bits.
type limit struct {
	value  float64
	digits string
}

// MarshalJSON writes the digits, if there are any.
func (l limit) MarshalJSON() ([]byte, error) {
	if l.digits != "" {
		return []byte(l.digits), nil
	}
	return marshal(l.value)
}

// compare compares a limit with an integer.
func (l limit) compare(n *big.Int) int {
	exact, ok := new(big.Rat).SetString(l.digits)
	if !ok {
		exact = new(big.Rat).SetFloat64(l.value)
	}
	return exact.Cmp(new(big.Rat).SetInt(n))
}

// boundInteger writes the range of the type integer, unless the spec requires a narrower one: JSON Schema alone accepts any whole number.
func (s *schema) boundInteger() {
	if !s.integer {
		return
	}
	least, most := s.width.Least(), s.width.Most()
	if s.Minimum == nil || s.Minimum.compare(least) < 0 {
		s.Minimum = &limit{digits: least.String()}
	}
	if s.Maximum == nil || s.Maximum.compare(most) > 0 {
		s.Maximum = &limit{digits: most.String()}
	}
	if s.Format == "" && s.width != ir.Safe {
		s.Format = s.width.String()
	}
}

package wire

import (
	"cmp"
	"math"
)

// OpenExchange is an exchange that has begun and not ended.
type OpenExchange struct {
	Name     string   // of its kind in the spec
	Key      any      // the value of the member that its messages share: a string or a float64
	Expected []string // the letters that may come next in it
}

// expected are the letters that lead on from a state.
func (o *Order) expected(state int) (letters []string) {
	for letter, next := range o.States[state].Next {
		if next > 0 {
			letters = append(letters, o.Names[letter])
		}
	}
	return letters
}

// value is the text or number that a key is of.
func (k Key) value() any {
	if k.number == 0 {
		return k.text
	}
	return k.asNumber()
}

func (k Key) asNumber() float64 { return math.Float64frombits(k.number - 1) }

func (c *course) compare(other *course) int { return c.key.compare(other.key) }

// compare puts texts before numbers.
func (k Key) compare(other Key) int {
	if k.number == 0 || other.number == 0 {
		return cmp.Or(cmp.Compare(min(k.number, 1), min(other.number, 1)), cmp.Compare(k.text, other.text))
	}
	return cmp.Compare(k.asNumber(), other.asNumber())
}

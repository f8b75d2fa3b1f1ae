package envelope

import (
	"math"
	"strconv"
	"strings"
)

// isMultiple reports whether a number is a multiple of another one, which is positive. Both are taken for the shortest
// decimals that are read as them, so that 2.3 is a multiple of 0.1.
func isMultiple(n, of float64) bool {
	if n == 0 {
		return true
	}
	digits, exponent := decimal(math.Abs(n))
	divisor, least := decimal(of)
	if exponent < least {
		return false // digits do not end in 0
	}
	rest := digits % divisor
	for ; exponent > least && rest != 0; exponent-- {
		rest = rest * 10 % divisor // below 10^18
	}
	return rest == 0
}

// decimal returns the shortest digits of a positive number, of which the last is not 0, and the power of ten that they
// are to be multiplied with.
func decimal(f float64) (digits uint64, exponent int) {
	mantissa, power, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, _ = strconv.ParseUint(whole+fraction, 10, 64) // at most 17 of them
	exponent, _ = strconv.Atoi(power)
	return digits, exponent - len(fraction)
}

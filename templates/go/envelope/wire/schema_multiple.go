package wire

import (
	"math"
	"strconv"
	"strings"
)

// isMultiple reports whether n is an integer multiple of a positive number. Both are taken as their shortest decimal representations,
// so that 2.3 is a multiple of 0.1.
func isMultiple(n, of float64) bool {
	if n == 0 {
		return true
	}
	digits, exponent := decimal(math.Abs(n))
	divisor, least := decimal(of)
	if exponent < least {
		return false // the last digit is not 0
	}
	rest := digits % divisor
	for ; exponent > least && rest != 0; exponent-- {
		rest = rest * 10 % divisor // less than 10^18
	}
	return rest == 0
}

// decimal returns a positive number as its shortest digits, the last of them not 0, and a power of ten.
func decimal(f float64) (digits uint64, exponent int) {
	mantissa, power, _ := strings.Cut(strconv.FormatFloat(f, 'e', -1, 64), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits, _ = strconv.ParseUint(whole+fraction, 10, 64) // at most 17 digits
	exponent, _ = strconv.Atoi(power)
	return digits, exponent - len(fraction)
}

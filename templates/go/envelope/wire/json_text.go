package wire

import (
	"math"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// The grammar of JSON tokens. The functions work on offsets into a text; a cause that is not empty describes the error at the returned
// offset.

// skipSpace returns the first offset from i that is not white space.
func skipSpace(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\n' || s[i] == '\r' || s[i] == '\t') {
		i++
	}
	return i
}

// eachByte, times a byte, repeats it in all eight bytes of a word.
const eachByte = 0x0101010101010101

// plainEnd returns the first offset from i of a quote, a backslash, a control character or a non-ASCII byte. It tests eight bytes at a
// time: subtracting borrows into the high bit of each byte that is less than the subtrahend.
func plainEnd(s string, i int) int {
	for ; i <= len(s)-8; i += 8 {
		if found := special(word(s[i : i+8])); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	// The zeros above the rest are found where it ends.
	if len(s) >= 8 {
		return i + bits.TrailingZeros64(special(word(s[len(s)-8:])>>uint(8*(8+i-len(s)))))/8
	}
	var w uint64
	for j := len(s) - 1; j >= i; j-- {
		w = w<<8 | uint64(s[j])
	}
	return i + bits.TrailingZeros64(special(w))/8
}

// word returns the eight bytes of s, the first one lowest.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// special has the high bit of each byte of w that plainEnd looks for, and perhaps of some above the first of these.
func special(w uint64) uint64 {
	quote, backslash, control := (w^'"'*eachByte)-eachByte, (w^'\\'*eachByte)-eachByte, w-' '*eachByte
	return (quote | backslash | control | w) & (0x80 * eachByte)
}

// scanString checks the string with its opening quote at i and returns the offset after its closing quote.
func scanString(s string, i int) (end int, escaped bool, cause string) {
	i = plainEnd(s, i+1)
	if i < len(s) && s[i] == '"' {
		return i + 1, false, ""
	}
	return scanRest(s, i)
}

// scanRest continues scanString at the first byte that plainEnd stops at.
func scanRest(s string, i int) (end int, escaped bool, cause string) {
	for i < len(s) {
		switch c := s[i]; {
		case c == '"':
			return i + 1, escaped, ""
		case c == '\\':
			escaped = true
			size, cause := scanEscape(s[i:])
			if cause != "" {
				return i, escaped, cause
			}
			i += size
		case c < ' ':
			return i, escaped, "a control character in a string"
		case c < utf8.RuneSelf:
			i = plainEnd(s, i)
		default:
			from := i
			for i < len(s) && s[i] >= utf8.RuneSelf {
				i++
			}
			if valid := validPrefix(s[from:i]); valid < i-from {
				return from + valid, escaped, "invalid UTF-8"
			}
		}
	}
	return i, escaped, causeEnd
}

// validPrefix returns the size of the longest prefix of s that is valid UTF-8.
func validPrefix(s string) int {
	if utf8.ValidString(s) {
		return len(s)
	}
	for i := 0; ; {
		_, size := utf8.DecodeRuneInString(s[i:])
		if size == 1 {
			return i
		}
		i += size
	}
}

const causeEnd = "the text ends too early"

// scanEscape returns the size of the escape at the start of s, including both halves of a surrogate pair.
func scanEscape(s string) (size int, cause string) {
	if len(s) < 2 {
		return 0, causeEnd
	}
	switch s[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, ""
	case 'u':
	default:
		return 0, "an unknown escape"
	}
	unit, ok := hexUnit(s)
	switch {
	case !ok:
		return 0, "an escape without four hexadecimal digits"
	case !utf16.IsSurrogate(unit):
		return 6, ""
	}
	if second, ok := hexUnit(s[6:]); ok && utf16.DecodeRune(unit, second) != utf8.RuneError {
		return 12, ""
	}
	return 0, "a lone surrogate"
}

// hasCanonicalEscapes reports whether all escapes in a checked piece of a string are those that appendString writes.
func hasCanonicalEscapes(s string) bool {
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			return true
		}
		size := 2
		if c := s[i+1]; c == 'u' {
			size = 6
			if !isCanonicalUnit(s[i+2 : i+6]) {
				return false
			}
		} else if c == '/' {
			return false
		}
		s = s[i+size:]
	}
}

// isCanonicalUnit reports whether the four digits of an escape are those of a control character without a short escape, in lower case.
func isCanonicalUnit(digits string) bool {
	unit, _ := hexUnit(`\u` + digits)
	text := appendEscape(nil, byte(unit))
	return unit < ' ' && len(text) == 6 && string(text[2:]) == digits
}

// hexUnit returns the UTF-16 code unit of a \uXXXX at the start of s.
func hexUnit(s string) (rune, bool) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, false
	}
	var unit rune
	for _, c := range []byte(s[2:6]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = (c | 0x20) - 'a' + 10
		default:
			return 0, false
		}
		unit = unit<<4 | rune(c)
	}
	return unit, true
}

// unescape resolves the escapes of a string that scanString has checked, without its quotes.
func unescape(s string) string {
	b := make([]byte, 0, len(s))
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 {
			return string(append(b, s...))
		}
		b = append(b, s[:i]...)
		s = s[i:]
		size := 2
		switch c := s[1]; c {
		case 'b':
			b = append(b, '\b')
		case 'f':
			b = append(b, '\f')
		case 'n':
			b = append(b, '\n')
		case 'r':
			b = append(b, '\r')
		case 't':
			b = append(b, '\t')
		case 'u':
			unit, _ := hexUnit(s)
			size = 6
			if utf16.IsSurrogate(unit) {
				second, _ := hexUnit(s[6:])
				unit = utf16.DecodeRune(unit, second)
				size = 12
			}
			b = utf8.AppendRune(b, unit)
		default:
			b = append(b, c)
		}
		s = s[size:]
	}
}

// unquote returns the value of a checked string s with its quotes.
func unquote(s string, escaped bool) string {
	s = s[1 : len(s)-1]
	if escaped {
		return unescape(s)
	}
	return s
}

// safeDigits is the number of digits that a number without an exponent may have before it must be tested for overflow.
const safeDigits = 300

// scanNumber checks the number at i and returns the offset after it. digits reports whether it consists of digits and an optional
// minus sign.
func scanNumber(s string, i int) (end int, digits bool, cause string) {
	start := i
	if i < len(s) && s[i] == '-' {
		i++
	}
	from := i
	i = skipDigits(s, i)
	switch {
	case i == from && i == len(s):
		return i, false, causeEnd
	case i == from:
		return i, false, "a number without digits"
	case s[from] == '0' && i > from+1:
		return from, false, "a number with a leading zero"
	}
	digits = true
	if i < len(s) && s[i] == '.' {
		digits = false
		from = i + 1
		if i = skipDigits(s, from); i == from {
			return i, false, "a number without digits after its point"
		}
	}
	exponent := i < len(s) && s[i]|0x20 == 'e'
	if exponent {
		digits = false
		if i++; i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		from = i
		if i = skipDigits(s, from); i == from {
			return i, false, "a number without digits in its exponent"
		}
	}
	if (exponent || i-start > safeDigits) && math.IsInf(double(s[start:i]), 0) {
		return start, false, "a number beyond the range of a double"
	}
	return i, digits, ""
}

func skipDigits(s string, i int) int {
	for i < len(s) && s[i]-'0' <= 9 {
		i++
	}
	return i
}

// double returns the double nearest to a number in JSON syntax, 0 for -0.
func double(s string) float64 {
	if len(s) > enoughDigits {
		s = condense(s)
	}
	f, _ := strconv.ParseFloat(s, 64) // on overflow the result is ±Inf
	if f == 0 {
		return 0
	}
	return f
}

// enoughDigits is between the number of significant digits that can decide the nearest double, 767, and the number that strconv keeps,
// 800: it misjudges the magnitude of longer integers.
const enoughDigits = 780

// condense returns a shorter spelling of a number with the same nearest double.
func condense(s string) string {
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	exponent := 0
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		const huge = 1 << 40 // more than any number of digits could compensate
		n, _ := strconv.Atoi(s[i+1:])
		exponent = max(-huge, min(n, huge))
		s = s[:i]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent += len(digits) - len(fraction)
	if len(digits) > enoughDigits {
		rest := strings.TrimLeft(digits[enoughDigits:], "0")
		digits = digits[:enoughDigits]
		if rest != "" {
			digits += "1" // only whether further digits follow matters
		}
	}
	return sign + "0." + digits + "0e" + strconv.Itoa(exponent)
}

// appendString writes a quoted string and reports whether it is well-formed. Bytes that are not stay as they are.
func appendString(b []byte, s string) (text []byte, ok bool) {
	b, ok = append(b, '"'), true
	done := 0
	for i := 0; ; {
		if i = plainEnd(s, i); i == len(s) {
			return append(append(b, s[done:]...), '"'), ok
		}
		if s[i] >= utf8.RuneSelf {
			_, size := utf8.DecodeRuneInString(s[i:])
			ok = ok && size > 1
			i += size
			continue
		}
		b = appendEscape(append(b, s[done:i]...), s[i])
		i++
		done = i
	}
}

func appendEscape(b []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\t':
		return append(b, '\\', 't')
	case '\n':
		return append(b, '\\', 'n')
	case '\f':
		return append(b, '\\', 'f')
	case '\r':
		return append(b, '\\', 'r')
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

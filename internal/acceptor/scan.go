package acceptor

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// maxInteger is the greatest integer whose neighbours are doubles too, of 16 digits.
const (
	maxInteger = 1<<53 - 1
	mostDigits = 16
)

// ordinary are the bytes of a string that have no meaning of their own.
var ordinary = func() (table [256]bool) {
	for i := range table {
		table[i] = i >= ' ' && i != '"' && i != '\\'
	}
	return table
}()

func (t *tape) text(i int) (int, bool) {
	start, s := i+1, t.source
	for i = start; i < len(s) && ordinary[s[i]]; i++ {
	}
	if i >= len(s) || s[i] < ' ' {
		return i, false
	}
	n := node{kind: text, start: uint32(start), end: uint32(i), size: 1}
	if s[i] == '\\' {
		begin, ok := len(t.strings), false
		t.strings = append(t.strings, s[start:i]...)
		if i, ok = t.escapes(i); !ok {
			return i, false
		}
		n.start, n.end, n.decoded = uint32(begin), uint32(len(t.strings)), true
	}
	t.nodes = append(t.nodes, n)
	return i + 1, true
}

// escapes decodes the rest of a string from a backslash on, and returns the place of the quotation mark behind it.
func (t *tape) escapes(i int) (int, bool) {
	s := t.source
	for i < len(s) {
		switch c := s[i]; {
		case c == '"':
			return i, true
		case c < ' ':
			return i, false
		case c != '\\':
			t.strings = append(t.strings, c)
			i++
			continue
		}
		if i+1 >= len(s) {
			return i, false
		}
		if s[i+1] != 'u' {
			c, known := escaped(s[i+1])
			if !known {
				return i, false
			}
			t.strings = append(t.strings, c)
			i += 2
			continue
		}
		r, ok := unit(s, i)
		i += 6
		if ok && r >= 0xd800 && r < 0xdc00 {
			low, isUnit := unit(s, i)
			ok = isUnit && low >= 0xdc00 && low < 0xe000
			r, i = (r-0xd800)<<10|(low-0xdc00)+0x10000, i+6
		} else if r >= 0xdc00 && r < 0xe000 {
			ok = false
		}
		if !ok {
			return i, false
		}
		t.strings = utf8.AppendRune(t.strings, r)
	}
	return i, false
}

func escaped(c byte) (byte, bool) {
	switch c {
	case '"', '\\', '/':
		return c, true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	}
	return 0, false
}

// unit reads a \uXXXX.
func unit(s string, i int) (rune, bool) {
	if i+6 > len(s) || s[i] != '\\' || s[i+1] != 'u' {
		return 0, false
	}
	r := rune(0)
	for _, c := range []byte(s[i+2 : i+6]) {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

func (t *tape) number(i int) (int, bool) {
	s, start := t.source, i
	digits := func() int {
		from := i
		for i < len(s) && s[i]-'0' < 10 {
			i++
		}
		return i - from
	}
	if s[i] == '-' {
		i++
	}
	first := i
	count := digits()
	if count == 0 || count > 1 && s[first] == '0' {
		return i, false
	}
	n := node{kind: number, start: uint32(start), size: 1, whole: true}
	if i < len(s) && s[i] == '.' {
		n.whole = false
		i++
		if digits() == 0 {
			return i, false
		}
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		n.whole = false
		if i++; i < len(s) && (s[i] == '+' || s[i] == '-') {
			i++
		}
		if digits() == 0 {
			return i, false
		}
	}
	n.end = uint32(i)
	switch {
	case n.whole && count > mostDigits && !t.loose:
		return i, false // undecided
	case n.whole && count > mostDigits:
		n.whole = false
		f, _ := strconv.ParseFloat(s[start:i], 64) // an overflow is infinite
		n.value = int64(math.Float64bits(f))
	case n.whole:
		for _, c := range []byte(s[first:i]) {
			n.value = n.value*10 + int64(c-'0')
		}
		if n.value > maxInteger && !t.loose {
			return i, false // undecided
		}
		if s[start] == '-' {
			n.value = -n.value
		}
	default:
		f, err := strconv.ParseFloat(s[start:i], 64)
		if !t.loose && (err != nil || i-start > 400 || math.Abs(f) > maxInteger) {
			return i, false // an overflow, or undecided
		}
		n.value = int64(math.Float64bits(f))
	}
	t.nodes = append(t.nodes, n)
	return i, true
}

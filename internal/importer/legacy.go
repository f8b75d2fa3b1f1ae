package importer

import (
	"regexp"
	"strings"
)

// strictPattern writes a pattern in the syntax of the flag u. Without this flag, ECMA-262 also allows needless escapes, lone brackets and braces, and
// classes at the ends of a range. They have one meaning each, so no verdict changes.
func strictPattern(source string) string {
	s := strict{rest: source}
	for s.rest != "" {
		s.step()
	}
	return s.out.String()
}

// strict writes one pattern.
type strict struct {
	rest  string
	out   strings.Builder
	class bool // in brackets
	// shorthand is set after a class of the class, such as \d: a hyphen behind it begins no range.
	shorthand bool
}

var (
	braced     = regexp.MustCompile(`^\\[pPu]\{[^{}]*\}`)
	quantifier = regexp.MustCompile(`^\{[0-9]+(,[0-9]*)?\}`)
	// shorthandRange begins a range that ends with a class.
	shorthandRange = regexp.MustCompile(`^-\\[dDwWsSpP]`)
)

func (s *strict) take(n int) {
	s.out.WriteString(s.rest[:n])
	s.rest = s.rest[n:]
}

func (s *strict) escaped(n int) {
	s.out.WriteByte('\\')
	s.take(n)
}

func (s *strict) step() {
	c := s.rest[0]
	switch {
	case c == '\\' && len(s.rest) > 1:
		s.escape()
		return
	case s.class:
		s.inClass()
		return
	case c == '[':
		s.open()
	case c == '{':
		if q := quantifier.FindString(s.rest); q != "" {
			s.take(len(q))
		} else {
			s.escaped(1)
		}
	case c == ']' || c == '}':
		s.escaped(1)
	default:
		s.take(1)
	}
}

// open begins a class. Its first hyphen begins no range.
func (s *strict) open() {
	s.class, s.shorthand = true, false
	s.take(1)
	if strings.HasPrefix(s.rest, "^") {
		s.take(1)
	}
	if strings.HasPrefix(s.rest, "-") {
		s.take(1)
	}
}

func (s *strict) inClass() {
	switch {
	case s.rest[0] == ']':
		s.class = false
	case s.rest[0] == '-' && (s.shorthand && !strings.HasPrefix(s.rest, "-]") || shorthandRange.MatchString(s.rest)):
		s.shorthand = false
		s.escaped(1)
		return
	}
	s.shorthand = false
	s.take(1)
}

// escape removes a backslash before punctuation without a meaning.
func (s *strict) escape() {
	next := s.rest[1]
	s.shorthand = s.class && strings.IndexByte("dDwWsSpP", next) >= 0
	if long := braced.FindString(s.rest); long != "" {
		s.take(len(long))
		return
	}
	punctuation := next > ' ' && next < 0x7f && !isASCIIDigit(rune(next)) && !isASCIILetter(rune(next))
	if punctuation && strings.IndexByte(`^$\.*+?()[]{}|/`, next) < 0 && !(s.class && next == '-') {
		s.rest = s.rest[1:]
		s.take(1)
		return
	}
	s.take(2)
}

package wire

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// fault ends reading with a syntax error.
func (r *Reader) fault(at int, cause string) {
	if r.cause == "" {
		r.cause, r.faultAt = cause, at
	}
	r.pos = len(r.text)
}

// unexpected reports the byte at i as a syntax error.
func (r *Reader) unexpected(i int, wanted string) {
	r.fault(min(i, len(r.text)), causeUnexpected(r.text, i, wanted))
}

func causeUnexpected(s string, i int, wanted string) string {
	if i >= len(s) {
		return causeEnd
	}
	return "no " + wanted
}

// duplicate reports a second member of the same name, whose value is at i.
func (r *Reader) duplicate(i int) {
	i = openingQuote(r.text, strings.LastIndexByte(r.text[:i], ':'))
	r.fault(i, causeDuplicate(r.text, i))
}

// causeDuplicate describes a second member of the same name at i.
func causeDuplicate(s string, i int) string {
	end, escaped, _ := scanString(s, i)
	name := unquote(s[i:end], escaped)
	if runes := []rune(name); len(runes) > mostOfName {
		name = string(runes[:mostOfName]) + "…"
	}
	return fmt.Sprintf("a second member %q", name)
}

// mostOfName is the number of characters of a name that a message contains. The rest is left out.
const mostOfName = 80

// openingQuote returns the offset of the opening quote of the name before the colon at i. A quote within a string follows a backslash.
func openingQuote(s string, i int) int {
	i = strings.LastIndexByte(s[:i], '"')
	for i = strings.LastIndexByte(s[:i], '"'); i > 0 && s[i-1] == '\\'; i = strings.LastIndexByte(s[:i], '"') {
	}
	return i
}

// textViolation returns the only issue of a text that violates the JSON syntax of the contract.
func (r *Reader) textViolation() violation {
	return violation{rule: "json", message: r.cause + r.place(), level: Must}
}

// place describes the location of the syntax error. A text that was refused unread has no location.
func (r *Reader) place() string {
	if r.text == "" && r.faultAt > 0 {
		return ""
	}
	before := r.text[:min(r.faultAt, len(r.text))]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return fmt.Sprintf(" at line %d, column %d (byte %d)", strings.Count(before, "\n")+1, utf8.RuneCountInString(line)+1, r.faultAt)
}

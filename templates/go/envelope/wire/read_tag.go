package wire

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// TagState is the result of Reader.Tag.
type TagState uint8

// The values of TagState.
const (
	TagFound     TagState = iota
	TagNotObject          // the value is not an object
	TagMissing            // the object has no such member
	TagNotString          // the member is not a string, or not an integer
)

// Tag searches the next value, an object, for the member called name and consumes nothing. It stops at the member, so an early tag costs
// little. For a malformed text the result is unspecified; the reader reports the error.
func (r *Reader) Tag(name string) (string, TagState) {
	i, state := r.member(r.pos, 1, name)
	if state != TagFound {
		return "", state
	}
	return tagValue(r.text, i)
}

// RefuseTag skips the next value, whose tag selects no variant of a union, and raises the issue for the state that Tag returned. mismatch
// is the message for a value that is not an object, missing for an absent tag, unknown for any other tag.
func (r *Reader) RefuseTag(name string, state TagState, mismatch, missing, unknown string) {
	r.Skip()
	switch state {
	case TagNotObject:
		r.Must("type", mismatch)
	case TagMissing:
		r.MustAt(name, "required", missing)
	default:
		r.MustAt(name, "discriminator", unknown)
	}
}

// IntegerTag looks ahead like Tag, for a member that is an integer within ±(2^53-1). It returns 0 for any other member.
func (r *Reader) IntegerTag(name string) (int64, TagState) {
	i, state := r.member(r.pos, 1, name)
	if state != TagFound {
		return 0, state
	}
	if !begins(r.text, i, "-0123456789") {
		return 0, TagNotString
	}
	number := double(strings.TrimRight(r.text[i:leap(r.text, i)], " \t\r\n"))
	if number != math.Trunc(number) || math.Abs(number) > MaxInteger {
		return 0, TagNotString
	}
	return int64(number), TagFound
}

// Has looks ahead like Tag and reports whether a member is present.
func (r *Reader) Has(name string) bool {
	_, state := r.member(r.pos, 1, name)
	return state == TagFound
}

// HasWord looks ahead like Tag and reports whether a member is one of some strings.
func (r *Reader) HasWord(name string, words ...string) bool {
	word, state := r.Tag(name)
	return state == TagFound && slices.Contains(words, word)
}

// HasBool looks ahead like Tag and reports whether a member is the given boolean.
func (r *Reader) HasBool(name string, want bool) bool {
	i, state := r.member(r.pos, 1, name)
	return state == TagFound && isBool(r.text[i:], want)
}

// HasNumber looks ahead like Tag and reports whether a member is one of some numbers.
func (r *Reader) HasNumber(name string, numbers ...float64) bool {
	i, state := r.member(r.pos, 1, name)
	return state == TagFound && isNumber(r.text, i, numbers)
}

// HasBeginning looks ahead like Tag and reports whether a member starts with one of the bytes in first. The first byte determines the JSON
// type.
func (r *Reader) HasBeginning(name, first string) bool {
	i, state := r.member(r.pos, 1, name)
	return state == TagFound && begins(r.text, i, first)
}

// IsWord reports whether the next value is one of some strings. It consumes nothing.
func (r *Reader) IsWord(words ...string) bool {
	word, state := tagValue(r.text, r.pos)
	return state == TagFound && slices.Contains(words, word)
}

// IsBool reports whether the next value is the given boolean. It consumes nothing.
func (r *Reader) IsBool(want bool) bool { return isBool(r.text[r.pos:], want) }

// IsNumber reports whether the next value is one of some numbers. It consumes nothing.
func (r *Reader) IsNumber(numbers ...float64) bool { return isNumber(r.text, r.pos, numbers) }

// Begins reports whether the next value starts with one of the bytes in first, which determine its JSON type. It consumes nothing.
func (r *Reader) Begins(first string) bool { return begins(r.text, r.pos, first) }

func isNumber(s string, i int, numbers []float64) bool {
	if !begins(s, i, "-0123456789") {
		return false
	}
	number, err := strconv.ParseFloat(strings.TrimRight(s[i:leap(s, i)], " \t\r\n"), 64)
	return err == nil && slices.Contains(numbers, number)
}

func begins(s string, i int, first string) bool {
	return i < len(s) && strings.IndexByte(first, s[i]) >= 0
}

func isBool(s string, want bool) bool { return strings.HasPrefix(s, strconv.FormatBool(want)) }

// Count returns the number of conditions that are true.
func Count(conditions ...bool) int {
	count := 0
	for _, holds := range conditions {
		if holds {
			count++
		}
	}
	return count
}

// member returns the offset of the value of a member of the object at i. levels is the nesting depth of the object below the innermost
// object or array. The state reports whether the object has such a member.
func (r *Reader) member(i, levels int, name string) (int, TagState) {
	s := r.text
	if i >= len(s) || s[i] != '{' {
		return i, TagNotObject
	}
	r.ahead.measured(r.pos) // drops the results before the position
	for i++; ; i++ {
		i = skipSpace(s, i)
		if i >= len(s) || s[i] != '"' {
			return i, TagMissing
		}
		end, escaped, cause := scanString(s, i)
		if cause != "" {
			return i, TagMissing
		}
		found := unquote(s[i:end], escaped) == name
		i = skipSpace(s, min(skipSpace(s, end)+1, len(s)))
		if found {
			return i, TagFound
		}
		if i = r.ahead.leap(s, i, r.trail.depth+levels, r.options.maxDepth); i >= len(s) || s[i] != ',' {
			return i, TagMissing
		}
	}
}

func tagValue(s string, i int) (string, TagState) {
	if i >= len(s) || s[i] != '"' {
		return "", TagNotString
	}
	end, escaped, cause := scanString(s, i)
	if cause != "" {
		return "", TagNotString
	}
	return unquote(s[i:end], escaped), TagFound
}

// leap returns the offset of the comma or bracket after the value at i. It examines only quotes and brackets.
func leap(s string, i int) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '"':
			i = closingQuote(s, i)
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i
			}
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
	}
	return len(s)
}

// closingQuote returns the offset of the quote that ends the string at i, or len(s).
func closingQuote(s string, i int) int {
	for i++; i < len(s); i++ {
		if i = plainEnd(s, i); i >= len(s) || s[i] == '"' {
			return i
		}
		if s[i] == '\\' {
			i++
		}
	}
	return len(s)
}

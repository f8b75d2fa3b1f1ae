package wire

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// Secrets are what is replaced by three asterisks: each member that the spec marks `x-secret`, each undeclared member that has one of the
// Names, in any case of ASCII letters, and each occurrence of one of the Values in a text. Null and names of members stay.
type Secrets struct {
	Names  []string
	Values []string
}

const mask = `"***"`

// Redacted returns a copy of a message without secrets, which shares no memory with it. Without Secrets, only what the spec marks is
// replaced. The error is a *ValidationError for a message that cannot be written or read again.
func Redacted[M Message](m M, s *Secrets) (M, error) {
	var none M
	if IsNil(m) {
		return none, errNil
	}
	typ := reflect.TypeOf(m)
	if typ.Kind() != reflect.Pointer {
		return none, fmt.Errorf("a %s is not redacted, only what a pointer leads to", typ)
	}
	read, is := reflect.New(typ.Elem()).Interface().(interface {
		Message
		DecodeFrom(r *Reader)
	})
	if !is {
		return none, fmt.Errorf("a %s is not redacted, only messages", typ)
	}
	c, err := s.copied(m.EncodeTo, read.DecodeFrom, read.EncodeTo)
	if err == nil && !c.whole {
		err = c.wrong
	}
	if err != nil {
		return none, err
	}
	return any(read).(M), nil
}

// hide replaces secrets in a message that is built. What cannot be read again as it is written is not valid, and goes no further.
func hide[T any, P Coded[T]](f *Filler, p *Protocol, v P) P {
	hidden := P(new(T))
	c, err := f.source.Secrets.copied(v.EncodeTo, hidden.DecodeFrom, hidden.EncodeTo)
	switch {
	case err != nil:
		f.err = check[T](f, v, nil, p)
	case !c.whole:
		_, f.err = Decode[T, P](f.lacking(c.text), p, f.options())
	}
	return hidden
}

// redactedCopy is the text of a value without its secrets, and what has been read from it.
type redactedCopy struct {
	text  []byte
	whole bool  // whether the copy has all of the text
	wrong error // what is not valid, as far as reading finds it
}

// copied copies what a function writes, less its secrets.
func (s *Secrets) copied(write func(*Writer), read func(*Reader), again func(*Writer)) (c redactedCopy, err error) {
	w := Writer{options: &unlimited, marks: newMarks()}
	write(&w)
	if c.text, err = w.Finish(); err != nil {
		return c, err
	}
	c.text = s.redact(string(c.text), w.marks)
	c.wrong = readUnchecked(c.text, read)
	w = Writer{options: &unlimited}
	again(&w)
	text, err := w.Finish()
	c.whole = err == nil && string(text) == string(c.text)
	return c, nil
}

// readUnchecked reads a text of any size and depth that need not be valid, and returns what is wrong with it.
func readUnchecked(text []byte, read func(*Reader)) error {
	r := Reader{options: unlimited}
	r.open(text)
	read(&r)
	return r.Finish()
}

// redact replaces secrets in a canonical text.
func (s *Secrets) redact(text string, m *marks) []byte {
	if s == nil {
		s = new(Secrets)
	}
	out := make([]byte, 0, len(text))
	open := 0 // the end of the value that is open
	for i := 0; i < len(text); {
		open = max(open, m.open[i])
		if text[i] != '"' {
			out = append(out, text[i])
			i++
			continue
		}
		end := closingQuote(text, i) + 1
		if end == len(text) || text[end] != ':' {
			out = s.appendText(out, text[i:end])
			i = end
			continue
		}
		out = append(out, text[i:end+1]...)
		next := end + 1
		if s.hides(text, m, i, end, i < open) {
			out = append(out, mask...)
			next = valueEnd(text, next)
		}
		i = next
	}
	return out
}

// hides reports whether a member is replaced whose name stands from i to end.
func (s *Secrets) hides(text string, m *marks, i, end int, isOpen bool) bool {
	value := end + 1
	if text[value] == 'n' { // null
		return false
	}
	return m.secrets[i] || (isOpen || m.entries[i] && (text[value] == '"' || m.untyped[value])) && s.isName(unquote(text[i:end], true))
}

func (s *Secrets) isName(name string) bool {
	return slices.ContainsFunc(s.Names, func(secret string) bool { return equalFold(name, secret) })
}

// equalFold compares without regard to the case of ASCII letters.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		x, y := a[i], b[i]
		if x != y && (x|0x20 != y|0x20 || x|0x20 < 'a' || x|0x20 > 'z') {
			return false
		}
	}
	return true
}

// appendText appends a quoted text without the values that are secret: from the left to the right, of several that begin at a place the
// longest one.
func (s *Secrets) appendText(out []byte, quoted string) []byte {
	text := unquote(quoted, true)
	if !slices.ContainsFunc(s.Values, func(value string) bool { return value != "" && strings.Contains(text, value) }) {
		return append(out, quoted...)
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		longest := 0
		for _, value := range s.Values {
			if len(value) > longest && utf8.ValidString(value) && strings.HasPrefix(text[i:], value) {
				longest = len(value)
			}
		}
		if longest == 0 {
			b.WriteByte(text[i])
			i++
			continue
		}
		b.WriteString(mask[1 : len(mask)-1])
		i += longest
	}
	out, _ = appendString(out, b.String())
	return out
}

// valueEnd returns the offset after the value at i of a canonical text.
func valueEnd(text string, i int) int {
	for depth := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = closingQuote(text, i)
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth == 0 {
				return i
			}
		}
		if depth < 0 {
			return i
		}
	}
	return i
}

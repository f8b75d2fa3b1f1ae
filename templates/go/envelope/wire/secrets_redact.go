package wire

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"unicode/utf8"
)

// only: secrets {

// Secrets are the values that three asterisks replace: each member that the spec marks `x-secret`, each undeclared member that has one of the Names,
// in any case of ASCII letters, and each occurrence of one of the Values in a text. Null, names of members and texts that the spec lists (constants,
// closed vocabularies) are unchanged.
type Secrets struct {
	Names  []string
	Values []string
}

const mask = `"***"`

// Format prints three asterisks.
func (s Secrets) Format(f fmt.State, _ rune) { formatText(f, "***") }

// LogValue is three asterisks.
func (s Secrets) LogValue() slog.Value { return slog.StringValue("***") }

// MarshalJSON returns three asterisks as a JSON text.
func (s Secrets) MarshalJSON() ([]byte, error) { return []byte(mask), nil }

// MarshalText returns three asterisks.
func (s Secrets) MarshalText() ([]byte, error) { return []byte("***"), nil }

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
			if m.listed[i] {
				out = append(out, text[i:end]...)
			} else {
				out = s.appendText(out, text[i:end])
			}
			i = end
			continue
		}
		out = append(out, text[i:end+1]...)
		next := end + 1
		m.listed[next] = m.listed[next] || m.listed[i]
		if s.hides(text, m, i, end, i < open) {
			out = append(out, mask...)
			next = valueEnd(text, next)
		}
		i = next
	}
	return out
}

// hides reports whether a member is replaced. Its name is in the text from i to end.
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

// }

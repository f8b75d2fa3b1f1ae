package source

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tsToken is a word, literal or sign of TypeScript.
type tsToken struct {
	kind tsKind
	text string
}

type tsKind int

const (
	tsWord tsKind = iota
	tsLiteral
	tsSign
)

// tsScanner cuts a text into tokens. Comments are left out.
type tsScanner struct {
	text   string
	at     int
	tokens []tsToken
}

func scanTS(text string) []tsToken {
	s := &tsScanner{text: text}
	for s.at < len(s.text) {
		s.next()
	}
	return s.tokens
}

func (s *tsScanner) next() {
	rest := s.text[s.at:]
	ch, size := utf8.DecodeRuneInString(rest)
	switch {
	case unicode.IsSpace(ch):
		s.at += size
	case strings.HasPrefix(rest, "//"):
		s.skip(rest, "\n")
	case strings.HasPrefix(rest, "/*"):
		s.skip(rest, "*/")
	case ch == '"' || ch == '\'':
		s.take(tsLiteral, quoted(rest, 0)+1)
	case ch == '`':
		s.take(tsLiteral, template(rest))
	case ch == '/' && s.regexpMayBegin():
		s.take(tsLiteral, regexpLength(rest))
	case unicode.IsDigit(ch):
		s.take(tsLiteral, length(rest, func(c rune) bool { return isNameRune(c) || c == '.' }))
	case isNameRune(ch) || ch == '#':
		s.take(tsWord, size+length(rest[size:], isNameRune))
	case strings.HasPrefix(rest, "=>") || strings.HasPrefix(rest, "?."):
		s.take(tsSign, 2)
	case strings.HasPrefix(rest, "..."):
		s.take(tsSign, 3)
	default:
		s.take(tsSign, size)
	}
}

func (s *tsScanner) skip(rest, end string) {
	if i := strings.Index(rest[2:], end); i >= 0 {
		s.at += 2 + i + len(end)
		return
	}
	s.at = len(s.text)
}

func (s *tsScanner) take(kind tsKind, n int) {
	n = min(n, len(s.text)-s.at)
	text := s.text[s.at : s.at+n]
	s.tokens = append(s.tokens, tsToken{kind, requoted(text)})
	s.at += n
}

// requoted gives a string the other quotes if that changes nothing else.
func requoted(text string) string {
	if n := len(text); n > 1 && text[0] == '\'' && text[n-1] == '\'' && !strings.ContainsAny(text, `"\`) {
		return `"` + text[1:n-1] + `"`
	}
	return text
}

func isNameRune(c rune) bool {
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.Mn, c) || c == '_' || c == '$'
}

func length(text string, in func(rune) bool) int {
	if i := strings.IndexFunc(text, func(c rune) bool { return !in(c) }); i >= 0 {
		return i
	}
	return len(text)
}

// template is the length of a template literal with the expressions inside.
func template(text string) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '`':
			return i + 1
		case strings.HasPrefix(text[i:], "${"):
			i = expressionEnd(text, i+2)
		}
	}
	return len(text)
}

// expressionEnd is the place of the brace that ends an expression in a template.
func expressionEnd(text string, from int) int {
	depth := 1
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '"', '\'':
			i = quoted(text, i)
		case '`':
			i += template(text[i:]) - 1
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// regexpMayBegin reports whether a slash is no division: nothing before it is a value.
func (s *tsScanner) regexpMayBegin() bool {
	if len(s.tokens) == 0 {
		return true
	}
	last := s.tokens[len(s.tokens)-1]
	switch last.kind {
	case tsLiteral:
		return false
	case tsWord:
		switch last.text {
		case "return", "typeof", "case", "in", "of", "void", "delete", "throw", "new", "else", "do", "await", "yield":
			return true
		}
		return false
	}
	return last.text != ")" && last.text != "]" && last.text != "}"
}

func regexpLength(text string) int {
	class := false
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '\n':
			return 1 // a division after all
		case '/':
			if !class {
				return i + 1 + length(text[i+1:], unicode.IsLetter)
			}
		}
	}
	return 1
}

// joined writes tokens as a person would, so that equal tokens have one text.
func joined(tokens []tsToken) string {
	var b strings.Builder
	for i, t := range tokens {
		if t.text == "," && i+1 < len(tokens) && tokens[i+1].text == ")" {
			continue // of a list on several lines
		}
		if i > 0 && spaced(tokens[i-1], t) {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

func spaced(a, b tsToken) bool {
	const tight = ".<([?!#-"
	switch {
	case a.text == "," || a.text == ";" || a.text == ":" || a.text == "{" || b.text == "}" || isArrow(a) || isArrow(b) || a.text == "=" || b.text == "=" || b.text == "{":
		return !(a.text == "{" && b.text == "}")
	case a.text == "|" || b.text == "|" || a.text == "&" || b.text == "&":
		return true
	case a.kind != tsSign && b.kind != tsSign:
		return true
	case b.text == "(" || b.text == "<" || b.text == "[":
		return a.text == ":"
	case a.text == ")" || a.text == ">" || a.text == "]":
		return b.kind != tsSign
	}
	return a.kind == tsSign && !strings.Contains(tight, a.text[:1]) && b.kind != tsSign && a.text != "..."
}

func isArrow(t tsToken) bool { return t.text == "=>" || t.text == "->" }

package source

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pyLine is a logical line of Python: its indentation and its tokens.
type pyLine struct {
	indent int
	tokens []tsToken
}

// scanPython cuts a text into logical lines. Comments are left out, and lines in brackets are joined.
func scanPython(text string) []pyLine {
	var lines []pyLine
	s := &pyScanner{text: text}
	for s.at < len(text) {
		if line := s.line(); len(line.tokens) > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

type pyScanner struct {
	text string
	at   int
}

func (s *pyScanner) line() pyLine {
	line := pyLine{}
	for s.at < len(s.text) && (s.text[s.at] == ' ' || s.text[s.at] == '\t') {
		s.at++
		line.indent++
	}
	depth := 0
	for s.at < len(s.text) {
		rest := s.text[s.at:]
		ch, size := utf8.DecodeRuneInString(rest)
		switch {
		case ch == '\n' && depth == 0:
			s.at++
			return line
		case unicode.IsSpace(ch):
			s.at += size
			continue
		case ch == '\\':
			s.at += 2
			continue
		case ch == '#':
			s.at += length(rest, func(c rune) bool { return c != '\n' })
			continue
		}
		t := pyToken(rest)
		if t.kind == tsSign && strings.Contains("([{", t.text) {
			depth++
		}
		if t.kind == tsSign && strings.Contains(")]}", t.text) {
			depth--
		}
		s.at += len(t.text)
		if t.kind == tsLiteral {
			t.text = requoted(t.text)
		}
		line.tokens = append(line.tokens, t)
	}
	return line
}

func pyToken(rest string) tsToken {
	ch, size := utf8.DecodeRuneInString(rest)
	prefix := length(rest, unicode.IsLetter)
	switch {
	case prefix <= 2 && prefix < len(rest) && (rest[prefix] == '"' || rest[prefix] == '\''):
		return tsToken{tsLiteral, rest[:min(prefix+pyString(rest[prefix:]), len(rest))]}
	case unicode.IsDigit(ch):
		return tsToken{tsLiteral, rest[:length(rest, func(c rune) bool { return isNameRune(c) || c == '.' })]}
	case isNameRune(ch):
		return tsToken{tsWord, rest[:size+length(rest[size:], isNameRune)]}
	}
	for _, sign := range []string{"...", "->", "**", "==", "!=", ":=", "<=", ">="} {
		if strings.HasPrefix(rest, sign) {
			return tsToken{tsSign, sign}
		}
	}
	return tsToken{tsSign, rest[:size]}
}

// pyString is the length of a string, which may have three quotes.
func pyString(text string) int {
	for _, mark := range []string{`"""`, "'''"} {
		if strings.HasPrefix(text, mark) {
			for i := 3; i < len(text); i++ {
				if text[i] == '\\' {
					i++
				} else if strings.HasPrefix(text[i:], mark) {
					return i + 3
				}
			}
			return len(text)
		}
	}
	return quoted(text, 0) + 1
}

// pyStatement is a line with the lines below it.
type pyStatement struct {
	tokens []tsToken
	body   []pyStatement
}

// statements nests lines by their indentation.
func statements(lines []pyLine) []pyStatement {
	var list []pyStatement
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && lines[n].indent > lines[0].indent {
			n++
		}
		s := pyStatement{tokens: lines[0].tokens, body: statements(lines[1:n])}
		if i := bodyStart(s.tokens); i > 0 && i < len(s.tokens) && n == 1 {
			s.body = []pyStatement{{tokens: s.tokens[i:]}} // on the line of its head
			s.tokens = s.tokens[:i]
		}
		list = append(list, s)
		lines = lines[n:]
	}
	return list
}

// bodyStart is the place behind the colon of a class or function, or 0.
func bodyStart(tokens []tsToken) int {
	if !isPyBlock(tokens) {
		return 0
	}
	depth := 0
	for i, t := range tokens {
		switch {
		case t.kind != tsSign:
		case strings.Contains("([{", t.text):
			depth++
		case strings.Contains(")]}", t.text):
			depth--
		case t.text == ":" && depth == 0:
			return i + 1
		}
	}
	return 0
}

func isPyBlock(tokens []tsToken) bool {
	switch tokens[0].text {
	case "class", "def", "async", "if", "else", "try", "elif", "except", "finally", "with":
		return true
	}
	return false
}

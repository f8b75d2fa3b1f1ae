package link

import "strings"

// A lexeme is an identifier, a string, a comment or one other character. Expressions within strings are tokens of their own.
type lexeme struct {
	kind       byte // identifier, text, remark, or the character itself
	start, end int
}

const (
	identifier = 'a'
	text       = '"'
	remark     = '#'
)

// scanner splits the text of a program into tokens.
type scanner struct {
	s      string
	at     int
	list   []lexeme
	python bool
}

func tokensOf(s string, python bool) []lexeme {
	sc := &scanner{s: s, python: python}
	sc.code(0)
	return sc.list
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// code reads tokens up to an unmatched bracket that ends an expression within a string.
func (c *scanner) code(end byte) {
	depth := 0
	for c.at < len(c.s) {
		switch b := c.s[c.at]; {
		case b == ' ' || b == '\n' || b == '\t':
			c.at++
		case c.python && b == '#':
			c.until("\n", remark)
		case !c.python && strings.HasPrefix(c.s[c.at:], "//"):
			c.until("\n", remark)
		case !c.python && strings.HasPrefix(c.s[c.at:], "/*"):
			c.until("*/", remark)
		case !c.python && b == '/' && c.mayBePattern():
			c.pattern()
		case b == '"' || b == '\'' || b == '`' && !c.python:
			c.quoted(c.at, false)
		case isWord(b):
			c.word()
		default:
			if end != 0 && b == end && depth == 0 {
				return
			}
			if b == '{' || b == '(' || b == '[' {
				depth++
			} else if b == '}' || b == ')' || b == ']' {
				depth--
			}
			c.list = append(c.list, lexeme{b, c.at, c.at + 1})
			c.at++
		}
	}
}

// until reads a comment.
func (c *scanner) until(end string, kind byte) {
	start := c.at
	if i := strings.Index(c.s[c.at+2-btoi(end == "\n"):], end); i < 0 {
		c.at = len(c.s)
	} else {
		c.at += 2 - btoi(end == "\n") + i
		if end != "\n" {
			c.at += len(end)
		}
	}
	c.list = append(c.list, lexeme{kind, start, c.at})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (c *scanner) word() {
	start := c.at
	for c.at < len(c.s) && isWord(c.s[c.at]) {
		c.at++
	}
	word := c.s[start:c.at]
	if c.python && c.at < len(c.s) && (c.s[c.at] == '"' || c.s[c.at] == '\'') && strings.Trim(strings.ToLower(word), "rbfu") == "" {
		c.quoted(start, strings.ContainsAny(word, "fF"))
		return
	}
	kind := byte(identifier)
	if word[0] >= '0' && word[0] <= '9' {
		kind = '0'
	}
	c.list = append(c.list, lexeme{kind, start, c.at})
}

// quoted reads a string, with the expressions in it.
func (c *scanner) quoted(start int, formatted bool) {
	raw := c.python && strings.ContainsAny(c.s[start:c.at], "rR")
	quote := c.s[c.at : c.at+1]
	if c.python && strings.HasPrefix(c.s[c.at:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	c.at += len(quote)
	for c.at < len(c.s) && !strings.HasPrefix(c.s[c.at:], quote) {
		switch {
		case c.s[c.at] == '\\' && !raw || c.s[c.at] == '\\' && raw && strings.HasPrefix(c.s[c.at+1:], quote):
			c.at += 2
		case formatted && strings.HasPrefix(c.s[c.at:], "{{"), formatted && strings.HasPrefix(c.s[c.at:], "}}"):
			c.at += 2
		case formatted && c.s[c.at] == '{':
			c.at++
			c.code('}')
		case quote == "`" && strings.HasPrefix(c.s[c.at:], "${"):
			c.at += 2
			c.code('}')
		default:
			c.at++
		}
	}
	c.at = min(len(c.s), c.at+len(quote))
	c.list = append(c.list, lexeme{text, start, c.at})
}

// mayBePattern reports whether a slash begins a regular expression: a value is not possible before it.
func (c *scanner) mayBePattern() bool {
	for i := len(c.list) - 1; i >= 0; i-- {
		switch t := c.list[i]; t.kind {
		case remark:
			continue
		case identifier:
			return c.s[t.start:t.end] == "return"
		default:
			return strings.ContainsRune("(,=:[!&|?{};+>", rune(t.kind))
		}
	}
	return true
}

func (c *scanner) pattern() {
	start, class := c.at, false
	for c.at++; c.at < len(c.s) && (class || c.s[c.at] != '/'); c.at++ {
		switch c.s[c.at] {
		case '\\':
			c.at++
		case '[':
			class = true
		case ']':
			class = false
		}
	}
	for c.at++; c.at < len(c.s) && isWord(c.s[c.at]); c.at++ {
	}
	c.list = append(c.list, lexeme{text, start, c.at})
}

// inner returns the tokens of a Python string that contains a type.
func inner(t lexeme, s string) []lexeme {
	body := s[t.start+1 : t.end-1]
	var list []lexeme
	for _, in := range tokensOf(body, true) {
		list = append(list, lexeme{in.kind, in.start + t.start + 1, in.end + t.start + 1})
	}
	return list
}

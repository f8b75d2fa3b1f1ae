package source

import (
	"slices"
	"strings"
)

// tsCursor reads the parts of a declaration.
type tsCursor struct {
	tokens []tsToken
	at     int
}

func (c *tsCursor) peek() string {
	if c.at < len(c.tokens) {
		return c.tokens[c.at].text
	}
	return ""
}

func (c *tsCursor) isLiteral() bool { return c.at < len(c.tokens) && c.tokens[c.at].kind == tsLiteral }

func (c *tsCursor) take(text string) bool {
	if c.peek() != text || c.isLiteral() {
		return false
	}
	c.at++
	return true
}

// brackets takes the inside of a pair of brackets.
func (c *tsCursor) brackets() []tsToken {
	end := tsClosing(c.tokens, c.at)
	inside := tsInside(c.tokens, c.at)
	c.at = end + 1
	return inside
}

// typ takes a type: up to one of the texts, or to the brace of a body.
func (c *tsCursor) typ(ends ...string) []tsToken {
	start := c.at
	for c.at < len(c.tokens) {
		text := c.peek()
		switch {
		case c.isLiteral():
		case slices.Contains(ends, text):
			return c.tokens[start:c.at]
		case text == "{" && c.at > start && !c.typeFollows(c.tokens[c.at-1].text):
			return c.tokens[start:c.at]
		case text != "" && strings.Contains("([{<", text):
			c.at = tsClosing(c.tokens, c.at)
		}
		c.at++
	}
	return c.tokens[start:min(c.at, len(c.tokens))]
}

// typeFollows reports whether a brace behind a token begins a type.
func (c *tsCursor) typeFollows(before string) bool {
	return slices.Contains([]string{"|", "&", "=>", ":", "?", "extends", "is", "readonly", "keyof"}, before)
}

// value skips an initial value or statement: up to a sign outside of brackets. Signs of comparison are no brackets there.
func (c *tsCursor) value(ends ...string) []tsToken {
	start, depth := c.at, 0
	for ; c.at < len(c.tokens); c.at++ {
		if c.isLiteral() {
			continue
		}
		switch text := c.peek(); {
		case depth == 0 && slices.Contains(ends, text):
			return c.tokens[start:c.at]
		case text == "(" || text == "[" || text == "{":
			depth++
		case text == ")" || text == "]" || text == "}":
			depth--
		}
	}
	return c.tokens[start:]
}

// body skips a block.
func (c *tsCursor) body() {
	depth := 0
	for ; c.at < len(c.tokens); c.at++ {
		if c.isLiteral() {
			continue
		}
		switch c.peek() {
		case "{":
			depth++
		case "}":
			if depth--; depth == 0 {
				c.at++
				return
			}
		}
	}
}

// tsMember is a member of an interface, an object type or a class.
type tsMember struct {
	modifiers []string
	name      string
	optional  bool
	isMethod  bool
	call      []tsToken // of a method: type parameters, parameters and result
	typ       []tsToken // of a property
	text      []tsToken
}

// members reads the inside of braces. In classes, members may have bodies and values.
func (c *tsCursor) members() []tsMember {
	var list []tsMember
	for c.at < len(c.tokens) {
		if c.take(";") || c.take(",") {
			continue
		}
		start := c.at
		m, read := c.member()
		if !read || c.at == start {
			c.at = start // unreadable: the text counts
			text := c.value(";", ",")
			m = tsMember{name: joined(text), typ: text, text: text}
			if len(text) == 0 {
				c.at++
				continue
			}
		}
		list = append(list, m)
	}
	return list
}

var tsModifiers = []string{"public", "private", "protected", "static", "readonly", "abstract", "override", "async", "declare", "get", "set", "accessor"}

func (c *tsCursor) member() (m tsMember, read bool) {
	start := c.at
	for slices.Contains(tsModifiers, c.peek()) && c.at+1 < len(c.tokens) && !slices.Contains([]string{"(", ":", "?", "<", ";", "=", ","}, c.tokens[c.at+1].text) {
		m.modifiers = append(m.modifiers, c.peek())
		c.at++
	}
	c.take("*")
	if !c.memberName(&m) {
		return m, false
	}
	m.optional = c.take("?")
	c.take("!")
	if next := c.peek(); next == "(" || next == "<" {
		m.isMethod = true
		call := c.at
		if next == "<" {
			c.brackets()
		}
		if c.peek() != "(" {
			return m, false
		}
		c.brackets()
		if c.take(":") {
			c.typ(";", ",")
		}
		m.call = c.tokens[call:c.at]
		m.text = c.tokens[start:c.at]
		if c.peek() == "{" {
			c.body()
		}
		return m, true
	}
	if c.take(":") {
		m.typ = c.typ(";", ",", "=")
	}
	m.text = c.tokens[start:c.at]
	if c.take("=") {
		value := c.value(";", ",")
		if m.typ == nil {
			m.typ = value
		}
	}
	return m, true
}

func (c *tsCursor) memberName(m *tsMember) bool {
	switch next := c.peek(); {
	case next == "(" || next == "<":
		m.name = "()"
	case next == "[":
		if text := joined(c.brackets()); strings.Contains(text, ":") || strings.Contains(text, " in ") {
			m.name = "[]"
		} else {
			m.name = "[" + text + "]"
		}
	case c.at < len(c.tokens) && c.tokens[c.at].kind != tsSign:
		m.name = strings.Trim(next, `"`)
		c.at++
	default:
		return false
	}
	return true
}

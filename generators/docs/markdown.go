package docs

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// prose makes text of a spec safe to stand in a line: nothing in it is markup but code between backticks.
func prose(s string) string {
	parts := strings.Split(strings.Join(strings.Fields(s), " "), "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = plain(parts[i])
	}
	if last := len(parts) - 1; last%2 == 1 { // a backtick without its other half is a character
		return strings.Join(parts[:last], "`") + "\\`" + plain(parts[last])
	}
	return strings.Join(parts, "`")
}

// markup is what could be read as such. An underscore within a word is none.
var markup = regexp.MustCompile(`[\\*\[\]<>&|~]|\b_|_\b|^[#+=-]|^\d+[.)]`)

var blankLine = regexp.MustCompile(`\n\s*\n`)

func plain(s string) string {
	return markup.ReplaceAllStringFunc(s, func(m string) string {
		switch {
		case m == "<":
			return "&lt;"
		case m == ">":
			return "&gt;"
		case m == "&":
			return "&amp;"
		case len(m) > 1: // a number with a point, which would begin a list
			return m[:len(m)-1] + "\\" + m[len(m)-1:]
		default:
			return "\\" + m
		}
	})
}

// paragraphs is prose in which blank lines part paragraphs.
func paragraphs(s string) string {
	var list []string
	for _, p := range blankLine.Split(s, -1) {
		if p = prose(p); p != "" {
			list = append(list, p)
		}
	}
	return strings.Join(list, "\n\n")
}

// sentence is prose that ends as one.
func sentence(s string) string {
	s = prose(s)
	if s != "" && !strings.ContainsAny(s[len(s)-1:], ".!?") {
		s += "."
	}
	return s
}

var sentenceEnd = regexp.MustCompile(`[.!?]\s`)

func firstSentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if end := sentenceEnd.FindStringIndex(s); end != nil {
		return s[:end[0]+1]
	}
	return s
}

// code is a code span: any text, on one line.
func code(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return '\ufffd'
		}
		return r
	}, s)
	switch {
	case s == "":
		return `""`
	case strings.Contains(s, `\|`): // in a table, nothing but entities can say this
		return "<code>" + entities(s) + "</code>"
	}
	fence := fenceFor(s, "`")
	if fence != "`" || s[0] == ' ' || s[len(s)-1] == ' ' {
		s = " " + s + " " // one space at each end is the fence's
	}
	return fence + s + fence
}

// fenceFor makes a fence longer until no text that it stands around ends it.
func fenceFor(s, fence string) string {
	for strings.Contains(s, fence) {
		fence += "`"
	}
	return fence
}

func entities(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == ' ' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	return b.String()
}

func eachCode(texts []string) []string {
	spans := make([]string, len(texts))
	for i, s := range texts {
		spans[i] = code(s)
	}
	return spans
}

func codes(texts []string) string { return strings.Join(eachCode(texts), ", ") }

// table is a table of cells that are Markdown already.
type table struct {
	header []string
	rows   [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) String() string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("|")
		for _, c := range cells {
			b.WriteString(" " + cell(c) + " |")
		}
		b.WriteString("\n")
	}
	line(t.header)
	b.WriteString("|" + strings.Repeat("---|", len(t.header)) + "\n")
	for _, r := range t.rows {
		line(r)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// cell keeps a text within its cell. A bar ends a cell even in a code span, unless a backslash stands before it.
func cell(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '\n':
			b.WriteByte(' ')
			continue
		case r == '|' && (i == 0 || s[i-1] != '\\'):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// anchorOf is what renderers make of a heading: lower case, hyphens for spaces, and nothing but word characters.
func anchorOf(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		default:
			return -1
		}
	}, heading)
}

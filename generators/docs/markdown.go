package docs

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// prose escapes a text of a spec for use within a line: only code between backticks remains markup.
func prose(s string) string {
	parts := strings.Split(strings.Join(strings.Fields(s), " "), "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = plain(parts[i])
	}
	if last := len(parts) - 1; last%2 == 1 { // a backtick without its other half is a plain character
		return strings.Join(parts[:last], "`") + "\\`" + plain(parts[last])
	}
	return strings.Join(parts, "`")
}

// markup matches characters that Markdown can interpret. It excludes an underscore within a word.
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

// paragraphs returns prose; blank lines separate its paragraphs.
func paragraphs(s string) string {
	var list []string
	for _, p := range blankLine.Split(s, -1) {
		if p = prose(p); p != "" {
			list = append(list, sentences(p, ""))
		}
	}
	return strings.Join(list, "\n\n")
}

// sentences returns prose with a line for each sentence. Later lines are indented. A line begins with a letter or code, so that it is not
// markup.
func sentences(s, indent string) string {
	var b strings.Builder
	isCode := false
	for i, r := range s {
		switch {
		case r == '`':
			isCode = !isCode
		case r == ' ' && !isCode && startsSentence(s[:i], s[i+1:]):
			b.WriteString("\n" + indent)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func startsSentence(before, behind string) bool {
	first, _ := utf8.DecodeRuneInString(behind)
	isNext := unicode.IsUpper(first) || first == '`' && !strings.HasPrefix(behind, "```")
	return isNext && before != "" && strings.ContainsAny(before[len(before)-1:], ".!?")
}

// folded returns a block with its long lines broken after commas and semicolons outside of code. Tables and fences are unchanged.
func folded(block string) string {
	if strings.Contains(block, "```") {
		return block
	}
	lines := strings.Split(block, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "|") && utf8.RuneCountInString(line) > maxRow {
			lines[i] = fold(line)
		}
	}
	return strings.Join(lines, "\n")
}

var item = regexp.MustCompile(`^ *(- )?`)

func fold(line string) string {
	indent := strings.Repeat(" ", len(item.FindString(line)))
	var b strings.Builder
	length := 0 // the length of the last line of b
	for i, piece := range pieces(line) {
		n := utf8.RuneCountInString(piece)
		switch {
		case i == 0:
		case length+n < maxRow:
			piece, n = " "+piece, n+1
		default:
			piece, length = "\n"+indent+piece, len(indent)
		}
		b.WriteString(piece)
		length += n
	}
	return b.String()
}

// pieces splits a line at possible line breaks: no piece except the first begins with markup.
func pieces(line string) (list []string) {
	from, isCode := 0, false
	for i := range len(line) - 1 {
		switch {
		case line[i] == '`':
			isCode = !isCode
		case line[i] == ' ' && i > 0 && !isCode && strings.ContainsAny(line[i-1:i], ",;") && mayBegin.MatchString(line[i+1:]):
			list = append(list, line[from:i])
			from = i + 1
		}
	}
	return append(list, line[from:])
}

// mayBegin matches the beginning of a line that is not block markup.
var mayBegin = regexp.MustCompile("^(\\pL|`[^`]|\\[)")

// sentence returns prose with the end of a sentence.
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

// code returns a code span: any text, on one line.
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
	case strings.Contains(s, `\|`): // in a table, only entities can represent this text
		return "<code>" + entities(s) + "</code>"
	}
	fence := fenceFor(s, "`")
	if fence != "`" || s[0] == ' ' || s[len(s)-1] == ' ' {
		s = " " + s + " " // Markdown strips one space at each end
	}
	return fence + s + fence
}

// fenceFor extends a fence until the enclosed text cannot end it.
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

// table is a table whose cells are Markdown already.
type table struct {
	header []string
	rows   [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// maxRow is the maximum number of characters in the source of a row. A table with a longer row becomes a list.
const maxRow = 200

func (t *table) String() string {
	lines := []string{row(t.header), "|" + strings.Repeat("---|", len(t.header))}
	for _, r := range t.rows {
		line := row(r)
		if utf8.RuneCountInString(line) > maxRow {
			return t.list()
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func row(cells []string) string {
	var b strings.Builder
	b.WriteString("|")
	for _, c := range cells {
		b.WriteString(" " + cell(c) + " |")
	}
	return b.String()
}

// list returns the table as a list with an item for each row. Below it is an item for each non-empty cell after the first.
func (t *table) list() string {
	var lines []string
	for _, r := range t.rows {
		lines = append(lines, "- "+oneLine(r[0]))
		for i, c := range r[1:] {
			if c != "" {
				lines = append(lines, "  - "+t.header[i+1]+": "+oneLine(c))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// cell escapes a text for a cell. A bar ends a cell even in a code span, unless a backslash comes before it.
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

// anchorOf returns the anchor that renderers generate for a heading: lower case, hyphens for spaces, and only word characters.
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

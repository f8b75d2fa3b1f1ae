package docs

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
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
			list = append(list, sentences(p, ""))
		}
	}
	return strings.Join(list, "\n\n")
}

// sentences is prose with a line for each sentence; the later lines are indented. A line begins with a letter or code, so that none is markup.
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

// folded is a block whose long lines are broken behind commas and semicolons, outside of code. Tables and fences stay as they are.
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
	length := 0 // of the last line of b
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

// pieces splits a line where it may be broken: no piece but the first begins with markup.
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

// mayBegin is the beginning of a line that is no markup of a block.
var mayBegin = regexp.MustCompile("^(\\pL|`[^`]|\\[)")

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

// maxRow is how many characters a row of a table may have in the source. A table with a longer one becomes a list.
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

// list is the table with an item for each row, and an item below it for each cell that is not empty but the first.
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

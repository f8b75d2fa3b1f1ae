package python

import (
	"strings"
	"unicode"

	"github.com/envgen/envgen/generators/plan"
	"github.com/envgen/envgen/generators/print"
	"github.com/envgen/envgen/internal/ir"
)

// margin is the maximum width of text.
const margin = 100

// docstring returns text as a docstring at an indentation, or "" for empty text. It starts and ends without line breaks. No text can end
// the docstring.
func docstring(indent, text string) string {
	lines := paragraphs(text, margin-len(indent))
	if len(lines) == 0 {
		return ""
	}
	if len(lines) == 1 {
		return `"""` + escapeDoc(lines[0], true) + `"""`
	}
	for i, line := range lines {
		lines[i] = escapeDoc(line, false)
	}
	var b strings.Builder
	b.WriteString(`"""` + lines[0])
	for _, line := range lines[1:] {
		b.WriteByte('\n')
		if line != "" {
			b.WriteString(indent + line)
		}
	}
	b.WriteString("\n" + indent + `"""`)
	return b.String()
}

// escapeDoc escapes a line so that it cannot end its docstring: quotes are not adjacent, and the last line does not end with a quote.
func escapeDoc(line string, isLast bool) string {
	var b strings.Builder
	runes := []rune(line)
	for i, r := range runes {
		if r == '\\' || r == '"' && (i+1 == len(runes) && isLast || i+1 < len(runes) && runes[i+1] == '"') {
			b.WriteByte('\\')
			b.WriteRune(r)
			continue
		}
		b.WriteString(visible(r))
	}
	return b.String()
}

// comment returns text as one line after a #.
func comment(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteString(visible(r))
	}
	return strings.TrimRight(b.String(), " ") // linters forbid blanks at the end, and a name may end with one
}

// describe joins the description of the spec, its annotations and its source.
func describe(d ir.Doc) string {
	var parts []string
	if text := strings.TrimRight(d.Text, "\r\n "); strings.TrimSpace(text) != "" {
		parts = append(parts, text)
	}
	notes := plan.Notes(d, func(value string) string { return "``" + cut(value) + "``" })
	if d.Deprecated {
		notes = strings.TrimSpace("Deprecated. " + notes)
	}
	if notes != "" {
		parts = append(parts, notes)
	}
	if d.Source != "" {
		parts = append(parts, "Source: "+d.Source)
	}
	return strings.Join(parts, "\n\n")
}

// maxShown is the maximum number of code points of a value in a docstring.
const maxShown = 80

func cut(s string) string {
	if r := []rune(s); len(r) > maxShown {
		return string(r[:maxShown]) + "…"
	}
	return s
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\t", "    ")

// paragraphs splits text at spaces into lines of a maximum width. It removes empty lines at both ends.
func paragraphs(text string, width int) []string {
	var lines []string
	for _, line := range strings.Split(lineBreaks.Replace(text), "\n") {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		lines = append(lines, print.Wrap(line, width)...)
	}
	if n := len(lines); n > 0 && lines[n-1] == "" {
		lines = lines[:n-1]
	}
	if len(lines) > 0 {
		lines[0] = strings.TrimLeftFunc(lines[0], unicode.IsSpace)
	}
	return lines
}

package print

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Layout describes how the formatters of a language break lines.
type Layout struct {
	Width  int
	Indent string
	// Hangs selects operators at the beginning of lines and brackets on separate lines, as in Python. Otherwise operators end lines.
	Hangs bool
	// Packs selects as many operands a line as fit. Otherwise each has a line.
	Packs bool
}

// Lines writes indented lines.
type Lines struct {
	Layout
	strings.Builder
	Depth int
}

// Line writes one line. Without arguments, the format is a plain text. An empty line is not indented.
func (l *Lines) Line(format string, args ...any) {
	if len(args) > 0 {
		format = fmt.Sprintf(format, args...)
	}
	if format != "" {
		for range l.Depth {
			l.WriteString(l.Indent)
		}
		l.WriteString(format)
	}
	l.WriteByte('\n')
}

// Margin returns the indentation of a line.
func (l *Lines) Margin() string { return strings.Repeat(l.Indent, l.Depth) }

// Block writes the output of body one level deeper.
func (l *Lines) Block(body func()) {
	l.Depth++
	body()
	l.Depth--
}

// Fits reports whether a line fits into the maximum width.
func (l *Lines) Fits(line string) bool {
	return l.Depth*len(l.Indent)+Columns(line) <= l.Width
}

// Columns returns the width of a text as formatters compute it: letters of East Asia have two columns, combining marks have none.
func Columns(s string) int {
	count := 0
	for _, r := range s {
		if ' ' <= r && r <= '~' {
			count++
			continue
		}
		switch kind := width.LookupRune(r).Kind(); {
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			count += 2
		case !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			count++
		}
	}
	return count
}

// Statement writes a statement around a text. Brackets enclose a text of several lines.
func (l *Lines) Statement(before string, t Text, after string) {
	head, last := t.last()
	switch {
	case t.parts == nil || l.Fits(before+t.Flat+after):
		l.Line("%s", before+t.Flat+after)
	case l.Hangs && last.open != "" && !strings.HasSuffix(before, "(") && l.Fits(before+head+last.open):
		l.enclosed(before+head, last, after)
	case l.Hangs || t.open == "" && t.binds != Choice:
		if strings.HasSuffix(before, "(") && strings.HasPrefix(after, ")") {
			before, after = strings.TrimSuffix(before, "("), strings.TrimPrefix(after, ")")
		}
		t.open, t.close, t.parts = "(", ")", []Text{t}
		l.enclosed(before, t, after)
	default:
		l.trailing(before, t, after)
	}
}

// last splits a text with one operator, or none, before the brackets at its end.
func (t Text) last() (head string, last Text) {
	if t.open != "" || len(t.parts) != 2 {
		return "", t
	}
	head, last = t.parts[1].last()
	return t.parts[0].Flat + " " + t.words[0] + " " + head, last
}

// enclosed writes the contents of brackets on separate lines.
func (l *Lines) enclosed(before string, t Text, after string) {
	l.Line("%s", before+t.open)
	l.Block(func() {
		switch {
		case len(t.parts) > 1:
			l.operands(t)
		case l.Hangs:
			l.leading(t.parts[0])
		default:
			l.trailing("", t.parts[0], "")
		}
	})
	l.Line("%s", t.close+after)
}

// leading writes a text whose operators begin lines.
func (l *Lines) leading(t Text) {
	switch {
	case t.parts == nil || l.Fits(t.Flat):
		l.Line("%s", t.Flat)
	case t.comma:
		for _, part := range t.parts {
			l.Line("%s,", part.Flat)
		}
	case t.open != "":
		l.enclosed("", t, "")
	default:
		l.operands(t)
	}
}

// operands writes each operand on a line, after its operator.
func (l *Lines) operands(t Text) {
	for i, part := range t.parts {
		before := ""
		if i > 0 && t.words[i-1] != "" {
			before = t.words[i-1] + " "
		}
		if part.parts == nil || l.Fits(before+part.Flat) {
			l.Line("%s", before+part.Flat)
			continue
		}
		switch {
		case part.open != "":
			l.enclosed(before, part, "")
		case i == 0 && t.words[0] == "": // a comprehension, which has brackets
			l.operands(part)
		default:
			l.enclosed(before, Texts{}.Brackets(part), "")
		}
	}
}

// trailing writes a text whose operators end lines, except the operators of a conditional.
func (l *Lines) trailing(before string, t Text, after string) {
	last := len(t.parts) - 1
	switch {
	case t.parts == nil || l.Fits(before+t.Flat+after):
		l.Line("%s", before+t.Flat+after)
	case t.open != "":
		l.trailing(before+t.open, t.parts[0], t.close+after)
	case t.binds == Choice:
		l.trailing(before, t.parts[0], "")
		l.Block(func() {
			l.trailing(t.words[0]+" ", t.parts[1], "")
			l.trailing(t.words[1]+" ", t.parts[2], after)
		})
	case l.Packs && before == "":
		l.packed(t, after)
	default:
		l.trailing(before, t.parts[0], " "+t.words[0])
		rest := func() {
			for i, part := range t.parts[1:last] {
				l.trailing("", part, " "+t.words[i+1])
			}
			l.trailing("", t.parts[last], after)
		}
		if before == "" {
			rest()
		} else {
			l.Block(rest)
		}
	}
}

// packed writes as many operands a line as fit.
func (l *Lines) packed(t Text, after string) {
	line := ""
	for i, part := range t.parts {
		end := after
		if i < len(t.parts)-1 {
			end = " " + t.words[i]
		}
		next := part.Flat + end
		if line != "" && !l.Fits(line+" "+next) {
			l.Line("%s", line)
			line = ""
		}
		switch {
		case line != "":
			line += " " + next
		case l.Fits(next):
			line = next
		default:
			l.trailing("", part, end)
		}
	}
	if line != "" {
		l.Line("%s", line)
	}
}

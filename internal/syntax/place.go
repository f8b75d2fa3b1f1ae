package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/diag"
)

// At returns the place of the offset-th code point of a scalar's value in the file, however the scalar is written; the
// scalar's own place if there is none.
func (f *File) At(t Text, offset int) diag.Pos {
	w := walker{rest: f.from(t.Pos), line: t.Pos.Line, column: 1, style: t.style}
	if w.rest == "" {
		return t.Pos
	}
	for w.column < t.Pos.Column && w.rest != "" {
		w.step()
	}
	w.start()
	value := []rune(t.Value)
	for i, c := range value {
		w.find(c)
		if w.rest == "" {
			return t.Pos
		}
		if i == offset {
			return diag.Pos{File: t.Pos.File, Line: w.line, Column: w.column}
		}
		w.take(c)
	}
	return t.Pos
}

// from is the text of the file, of its module or of its overlay, from the start of a line.
func (f *File) from(pos diag.Pos) string {
	rest, line := string(f.Data), pos.Line
	for _, other := range []*Overlay{f.Module, f.Overlay} {
		if other != nil && pos.File == other.Name {
			rest = string(other.Data)
		}
	}
	for ; line > 1; line-- {
		_, after, ok := strings.Cut(rest, "\n")
		if !ok {
			return ""
		}
		rest = after
	}
	return rest
}

// walker goes through the source of a scalar beside its value.
type walker struct {
	rest         string
	line, column int
	style        style
}

// step passes one character of the source.
func (w *walker) step() rune {
	c, size := utf8.DecodeRuneInString(w.rest)
	w.rest = w.rest[size:]
	if w.column++; c == '\n' {
		w.line, w.column = w.line+1, 1
	}
	return c
}

// start skips the text before the first character: a quote, or the header of a block.
func (w *walker) start() {
	switch w.style {
	case singleQuoted, doubleQuoted:
		w.step()
	case block:
		for w.rest != "" && w.step() != '\n' {
		}
	}
}

// find skips characters that folding and indentation remove: white space that the value does not contain. White space of the value
// has as much or more in the source, so it is not searched for.
func (w *walker) find(c rune) {
	for !isSpace(c) && w.rest != "" {
		switch {
		case isSpace(rune(w.rest[0])):
			w.step()
		case w.style == doubleQuoted && (strings.HasPrefix(w.rest, "\\\n") || strings.HasPrefix(w.rest, "\\\r\n")):
			w.step()
		default:
			return
		}
	}
}

func isSpace(c rune) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// take passes the spelling of a character of the value.
func (w *walker) take(c rune) {
	first := w.step()
	switch {
	case w.style == singleQuoted && first == '\'':
		w.step()
	case w.style == doubleQuoted && first == '\\':
		n := map[rune]int{'x': 2, 'u': 4, 'U': 8}[w.step()]
		for ; n > 0; n-- {
			w.step()
		}
	}
}

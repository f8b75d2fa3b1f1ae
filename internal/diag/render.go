package diag

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Source returns the text of a file that a Pos names, or nil if it is not at hand.
type Source func(file string) []byte

// WriteText prints each diagnostic as "file:line:column: error[code]: message", followed by the source line, a caret,
// notes and the suggestion.
func WriteText(w io.Writer, list List, source Source) error {
	var b strings.Builder
	e := excerpts{source, map[string][][]byte{}}
	for _, d := range list {
		fmt.Fprintf(&b, "%s%s[%s]: %s\n", place(d.Pos), d.Severity, d.Code, d.Message)
		e.write(&b, d.Pos)
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "%snote: %s\n", place(n.Pos), n.Message)
			e.write(&b, n.Pos)
		}
		if d.Suggestion != "" {
			fmt.Fprintf(&b, "  = help: %s\n", d.Suggestion)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func place(p Pos) string {
	file := printable([]rune(p.File))
	if !p.IsValid() {
		if file == "" {
			return ""
		}
		return file + ": "
	}
	return fmt.Sprintf("%s:%d:%d: ", file, p.Line, p.Column)
}

// excerpts prints lines of files, each of which is split once.
type excerpts struct {
	source Source
	lines  map[string][][]byte
}

// write prints the line of p and a caret under its column.
func (e excerpts) write(b *strings.Builder, p Pos) {
	if e.source == nil || !p.IsValid() {
		return
	}
	lines, split := e.lines[p.File]
	if !split {
		if text := e.source(p.File); text != nil { // an unknown file has no lines
			lines = bytes.Split(text, []byte("\n"))
		}
		e.lines[p.File] = lines
	}
	if p.Line > len(lines) {
		return
	}
	before, after := window(bytes.TrimRight(lines[p.Line-1], "\r"), p.Column-1)
	number := fmt.Sprint(p.Line)
	fmt.Fprintf(b, " %s | %s\n", number, printable(append(before, after...)))
	fmt.Fprintf(b, " %s | %s^\n", strings.Repeat(" ", len(number)), blank(before))
}

// window returns the characters of a line before and from the column, which counts from 0; long lines are cut around it.
func window(line []byte, column int) (before, after []rune) {
	const half = 60
	for ; column > half && len(line) > 0; column-- {
		_, size := utf8.DecodeRune(line)
		line = line[size:]
	}
	shown := []rune(string(line[:min(len(line), 2*half*utf8.UTFMax)]))
	column = min(column, len(shown))
	return shown[:column:column], shown[column:min(len(shown), 2*half)]
}

// printable replaces characters that could move the cursor or hide text in a terminal.
func printable(line []rune) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f || r == 0x61c {
			return '\ufffd'
		}
		return r
	}, string(line))
}

// blank is as wide as line; tabs stay tabs.
func blank(line []rune) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, string(line))
}

type jsonDiagnostic struct {
	File       string     `json:"file"`
	Line       int        `json:"line"`
	Column     int        `json:"column"`
	Severity   string     `json:"severity"`
	Code       Code       `json:"code"`
	Message    string     `json:"message"`
	Suggestion string     `json:"suggestion,omitempty"`
	Notes      []jsonNote `json:"notes,omitempty"`
}

type jsonNote struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// WriteJSON prints one JSON object a line.
func WriteJSON(w io.Writer, list List) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, d := range list {
		j := jsonDiagnostic{d.Pos.File, d.Pos.Line, d.Pos.Column, d.Severity.String(), d.Code, d.Message, d.Suggestion, nil}
		for _, n := range d.Notes {
			j.Notes = append(j.Notes, jsonNote{n.Pos.File, n.Pos.Line, n.Pos.Column, n.Message})
		}
		if err := enc.Encode(j); err != nil {
			return err
		}
	}
	return nil
}

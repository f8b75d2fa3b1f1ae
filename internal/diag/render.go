package diag

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Source returns the text of a file that a Pos names, or nil if it is not at hand.
type Source func(file string) []byte

// WriteText prints each diagnostic as "file:line:column: error[code]: message", followed by the source line, a caret,
// notes and the suggestion.
func WriteText(w io.Writer, list List, source Source) error {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s%s[%s]: %s\n", place(d.Pos), d.Severity, d.Code, d.Message)
		excerpt(&b, d.Pos, source)
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "%snote: %s\n", place(n.Pos), n.Message)
			excerpt(&b, n.Pos, source)
		}
		if d.Suggestion != "" {
			fmt.Fprintf(&b, "  = help: %s\n", d.Suggestion)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func place(p Pos) string {
	if !p.IsValid() {
		if p.File == "" {
			return ""
		}
		return p.File + ": "
	}
	return fmt.Sprintf("%s:%d:%d: ", p.File, p.Line, p.Column)
}

// excerpt prints the line of p and a caret under its column. Long lines are cut around the column.
func excerpt(b *strings.Builder, p Pos, source Source) {
	if source == nil || !p.IsValid() {
		return
	}
	lines := strings.Split(string(source(p.File)), "\n")
	if p.Line > len(lines) {
		return
	}
	line := []rune(strings.TrimRight(lines[p.Line-1], "\r"))
	column := min(p.Column-1, len(line))
	const width = 120
	start := max(0, column-width/2)
	shown := line[start:min(len(line), start+width)]
	number := fmt.Sprint(p.Line)
	fmt.Fprintf(b, " %s | %s\n", number, printable(shown))
	fmt.Fprintf(b, " %s | %s^\n", strings.Repeat(" ", len(number)), blank(shown[:column-start]))
}

// printable replaces what could move the cursor or hide text in a terminal.
func printable(line []rune) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
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

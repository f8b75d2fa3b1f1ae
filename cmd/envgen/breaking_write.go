package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"github.com/envgen/envgen/internal/breaking"
	"github.com/envgen/envgen/internal/command"
	"github.com/envgen/envgen/internal/diag"
)

func writeFindings(s command.Streams, format string, all []entry, source diag.Source) error {
	switch format {
	case "sarif":
		return writeSARIF(s.Out, all)
	case "json":
		return writeEntries(s.Out, all)
	}
	var list []entry
	for _, e := range all {
		if e.excepted == nil {
			list = append(list, e)
		}
	}
	if n := len(all) - len(list); n > 0 {
		fmt.Fprintf(s.Err, "%d %s excepted by the project\n", n, map[bool]string{true: "finding is", false: "findings are"}[n == 1])
	}
	var b strings.Builder
	switch format {
	case "github":
		annotations(&b, list)
	case "markdown":
		markdown(&b, list)
	default:
		if err := readable(&b, list, source); err != nil {
			return err
		}
	}
	_, err := io.WriteString(s.Out, b.String())
	return err
}

// readable shows each pair of places once: the findings of one pair follow one another.
func readable(b *strings.Builder, all []entry, source diag.Source) error {
	if len(all) == 0 {
		b.WriteString("no breaking changes\n")
	}
	for i, e := range all {
		d := diag.Diagnostic{Pos: e.new, Code: diag.Code(e.code), Message: visible(e.message), Suggestion: e.help}
		shown := source
		if i > 0 && all[i-1].new == e.new && all[i-1].old == e.old {
			shown = nil
		} else if e.old.IsValid() {
			d.Notes = []diag.Note{{Pos: e.old, Message: "the older version"}}
			if lineAt(source, e.old) == lineAt(source, e.new) {
				shown = func(file string) []byte {
					if file == e.old.File {
						return nil
					}
					return source(file)
				}
			}
		}
		if err := diag.WriteText(b, diag.List{d}, shown); err != nil {
			return err
		}
		if e.found != nil {
			fmt.Fprintf(b, "  = %s\n", evidence(e, 200))
		}
	}
	return nil
}

// lineAt is a line and its number.
func lineAt(source diag.Source, p diag.Pos) string {
	lines := bytes.Split(source(p.File), []byte("\n"))
	if p.Line < 1 || p.Line > len(lines) {
		return ""
	}
	return fmt.Sprint(p.Line, p.Column, string(lines[p.Line-1]))
}

// evidence is the message that shows the finding, or why there is none. A text of more than the limit is cut.
func evidence(e entry, most int) string {
	text, kind := visible(e.found.Witness), "message"
	if e.found.Category == breaking.Order || e.found.Trace != nil {
		kind = "trace"
	}
	switch runes := []rune(text); {
	case e.found.Category.IsSource():
		return visible(declarations(e.found))
	case e.found.Unknown:
		return "unknown: no " + kind + " was found that only one version accepts, and none was proven not to exist"
	case len(runes) > most:
		text = fmt.Sprintf("%s... (%d bytes; --format json has all of them)", string(runes[:most]), len(text))
	}
	return "a " + kind + " that shows it: " + text
}

// declarations are those of a symbol in both versions.
func declarations(f *breaking.Finding) string {
	switch {
	case f.After == "":
		return "`" + f.Before + "` is gone"
	case f.Before == "":
		return "`" + f.After + "` is new"
	case f.Before == f.After:
		return "a type in `" + f.Before + "` differs"
	}
	return "`" + f.Before + "` became `" + f.After + "`"
}

// visible escapes the characters that could move the cursor of a terminal or hide text, as JSON does. A message may have any of them.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// annotations are commands of a workflow on GitHub.
func annotations(b *strings.Builder, all []entry) {
	for _, e := range all {
		text := visible(e.message)
		if e.found != nil {
			text += "; " + evidence(e, 1000)
		}
		at := e.new
		at.File = inRepository(at.File)
		b.WriteString(diag.Annotation("error", at, e.code, text))
	}
}

// markdown is a comment on a change, with a section for each code.
func markdown(b *strings.Builder, all []entry) {
	if len(all) == 0 {
		b.WriteString("No breaking changes.\n")
		return
	}
	fmt.Fprintf(b, "## Breaking changes: %d\n", len(all))
	for _, e := range all {
		fmt.Fprintf(b, "\n- **%s** at `%s:%d`: %s\n", e.code, strings.ReplaceAll(e.new.File, "`", "'"), e.new.Line, prose(visible(e.message)))
		switch {
		case e.found == nil:
		case e.found.Category.IsSource():
			fmt.Fprintf(b, "\n  %s\n", evidence(e, 1000))
		case e.found.Unknown:
			fmt.Fprintf(b, "  (%s)\n", evidence(e, 1000))
		default:
			text := visible(e.found.Witness)
			if runes := []rune(text); len(runes) > 1000 {
				text = string(runes[:1000]) + "..."
			}
			fence := "```"
			for strings.Contains(text, fence) {
				fence += "`"
			}
			fmt.Fprintf(b, "\n  %sjson\n  %s\n  %s\n", fence, text, fence)
		}
	}
}

// prose escapes the characters of a name that Markdown and HTML give a meaning.
func prose(text string) string {
	return strings.NewReplacer("\\", "\\\\", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "<", "&lt;", "&", "&amp;", "\n", " ").Replace(text)
}

type jsonPlace struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// jsonEntry is a line of --format json.
type jsonEntry struct {
	jsonPlace
	Severity string        `json:"severity"`
	Code     string        `json:"code"`
	Message  string        `json:"message"`
	Category string        `json:"category,omitempty"`
	Place    string        `json:"place,omitempty"`
	Old      *jsonPlace    `json:"old,omitempty"`
	Witness  string        `json:"witness,omitempty"`
	Before   string        `json:"before,omitempty"` // of bindings: the declarations of the symbol
	After    string        `json:"after,omitempty"`
	Unknown  bool          `json:"unknown,omitempty"`
	Excepted *jsonExcepted `json:"excepted,omitempty"`
}

type jsonExcepted struct {
	Reason string `json:"reason"`
	Until  string `json:"until"`
}

func placeOf(p diag.Pos) jsonPlace { return jsonPlace{p.File, max(p.Line, 1), max(p.Column, 1)} }

func writeEntries(w io.Writer, all []entry) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, e := range all {
		j := jsonEntry{jsonPlace: placeOf(e.new), Severity: "error", Code: e.code, Message: e.message}
		if f := e.found; f != nil {
			j.Category, j.Place, j.Witness, j.Unknown = string(f.Category), f.Place(), f.Witness, f.Unknown
			j.Before, j.After = f.Before, f.After
			if old := placeOf(e.old); e.old.IsValid() {
				j.Old = &old
			}
		}
		if x := e.excepted; x != nil {
			j.Severity, j.Excepted = "excepted", &jsonExcepted{x.Reason.Value, x.Until.Format(time.DateOnly)}
		}
		if err := enc.Encode(j); err != nil {
			return err
		}
	}
	return nil
}

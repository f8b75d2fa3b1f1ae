package wire

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxShown limits the JSON text that is printed for developers, in bytes.
const maxShown = 2048

// maxShownID limits an id that is printed, in code points.
const maxShownID = 64

// Printed is implemented by pointers to records. The first word of their String is the name of the type.
type Printed interface {
	fmt.Stringer
	EncodeTo(w *Writer)
}

// Format prints a record. %v and %s print a text that names it, %+v the redacted JSON text, of at most 2 KB, and %#v both. No verb prints secrets. It
// is for generated code.
func Format(f fmt.State, verb rune, v Printed) {
	text := v.String()
	name, _, _ := strings.Cut(text, " ")
	if failure, is := v.(error); is {
		text = failure.Error()
	}
	switch verb {
	case 'v':
		if f.Flag('#') {
			text = name + shown(v.EncodeTo)
		} else if f.Flag('+') {
			text = shown(v.EncodeTo)
		}
		formatText(f, text)
	case 's', 'q', 'x', 'X':
		_, _ = fmt.Fprintf(f, fmt.FormatString(f, verb), text)
	default:
		_, _ = fmt.Fprintf(f, "%%!%c(%s)", verb, text)
	}
}

// ID returns the name of a record by its id, or "" if that is empty. It is for generated code.
func ID(name, id string) string {
	if id == "" {
		return ""
	}
	count := 0
	for i := range id {
		if count == maxShownID {
			id = id[:i] + "…"
			break
		}
		count++
	}
	if strings.ContainsFunc(id, isUnusual) {
		id = strconv.Quote(id)
	}
	return " " + name + "=" + id
}

// isUnusual reports whether a character of an id has the id quoted.
func isUnusual(r rune) bool {
	return !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("-._:/…", r))
}

// shown is the redacted JSON text of a value, or its beginning. A value without JSON text shows the reason.
func shown(encode func(*Writer)) string {
	w := Writer{options: &unlimited, marks: newMarks()} // only: secrets
	// without secrets: w := Writer{options: &unlimited}
	encode(&w)
	text, err := w.Finish()
	if err != nil {
		return "(" + err.Error() + ")"
	}
	text = new(Secrets).redact(string(text), w.marks) // only: secrets
	if len(text) <= maxShown {
		return string(text)
	}
	end := maxShown
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return string(text[:end]) + "…"
}

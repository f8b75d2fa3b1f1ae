// Package diag contains source positions and the diagnostics that a spec's author reads.
// It is independent of YAML, schemas and languages, and it prints nothing by itself.
package diag

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/envgen/envgen/internal/sorting"
)

// Pos is a place in a spec: a file name as the user gave it, a line and a column.
// Line and Column count from 1; Column counts code points. The zero Pos is "nowhere".
type Pos struct {
	File   string
	Line   int
	Column int
}

// IsValid reports whether the position names a line.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Severity reports whether a diagnostic stops the compilation.
type Severity uint8

const (
	Error   Severity = iota // the spec is refused
	Warning                 // the spec is accepted, the author should look
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Code names a kind of diagnostic. Codes are stable: scripts and tests compare them.
type Code string

// Note is a second place that explains a diagnostic.
type Note struct {
	Pos     Pos
	Message string
}

// Diagnostic is one finding about a spec.
type Diagnostic struct {
	Pos        Pos
	Severity   Severity
	Code       Code
	Message    string // one sentence without a final full stop
	Suggestion string // the suggested replacement, or ""
	Notes      []Note
}

// List collects diagnostics in the order of discovery.
type List []Diagnostic

// maxKept bounds how many diagnostics of a file are kept: nobody reads more, and a hostile spec has millions.
const maxKept = 100

// Add appends d unless the list contains it: a fault in a part is found again in everything composed of it. In place of
// diagnostics beyond the limit, it adds one that reports the limit, as severe as the worst of the rest.
func (l *List) Add(d Diagnostic) {
	switch {
	case slices.ContainsFunc(*l, func(o Diagnostic) bool { return compare(o, d) == 0 }):
	case len(*l) < maxKept:
		*l = append(*l, d)
	case len(*l) == maxKept:
		*l = append(*l, Diagnostic{Pos: Pos{File: d.Pos.File}, Severity: d.Severity, Code: "too-many",
			Message: fmt.Sprintf("only the first %d diagnostics are shown", maxKept)})
	case d.Severity == Error:
		(*l)[maxKept].Severity = Error
	}
}

// Full reports whether a further diagnostic would not be shown, so that its suggestion need not be looked for.
func (l List) Full() bool { return len(l) >= maxKept }

// HasErrors reports whether any diagnostic refuses the spec.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// compare orders diagnostics by file, line, column, code and message.
func compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.Pos.File, b.Pos.File),
		cmp.Compare(a.Pos.Line, b.Pos.Line),
		cmp.Compare(a.Pos.Column, b.Pos.Column),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
	)
}

// Tidy returns the list sorted by file, line, column, code and message, without repetitions.
func (l List) Tidy() List {
	sorting.Stable(l, compare)
	return slices.CompactFunc(l, func(a, b Diagnostic) bool { return compare(a, b) == 0 })
}

package wire

import (
	"fmt"
	"slices"
	"strconv"
)

// Level is the level of the requirement that an issue is about (RFC 2119).
type Level string

// The levels. A value is valid if it has no issue of level Must.
const (
	Must   Level = "must"
	Should Level = "should"
)

// Issue is a violation of a rule. Rule and Message are constants from the spec and contain nothing of the message.
type Issue struct {
	Rule    string `json:"rule"`
	Path    string `json:"path"` // a JSON Pointer (RFC 6901)
	Level   Level  `json:"level"`
	Message string `json:"message"`
}

// String returns the place, the message, the rule and, unless it is Must, the level.
func (i Issue) String() string {
	text := i.Message + " (" + i.Rule + ")"
	if i.Level == Should {
		text += " [should]"
	}
	if i.Path != "" {
		text = strconv.Quote(shorten(i.Path)) + " " + text
	}
	return text
}

// ValidationError is the error for an invalid value: its issues, sorted by path and rule. At most MaxIssues are kept, level Must
// first.
type ValidationError struct {
	Issues []Issue
}

// maxShownPath limits the path in an error message, in code points.
const maxShownPath = 100

// Error returns the number of issues and the first one of level Must, or else the first. It contains no value of the message.
func (e *ValidationError) Error() string {
	if len(e.Issues) == 0 {
		return "invalid"
	}
	issue := e.Issues[max(0, slices.IndexFunc(e.Issues, func(i Issue) bool { return i.Level == Must }))]
	text := issue.Message + " (" + issue.Rule + ")"
	if issue.Path != "" {
		text = strconv.Quote(shorten(issue.Path)) + " " + text
	}
	if more := len(e.Issues) - 1; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// shorten truncates s to maxShownPath code points.
func shorten(s string) string {
	count := 0
	for i := range s {
		if count == maxShownPath {
			return s[:i] + "…"
		}
		count++
	}
	return s
}

// Failure is an issue without a path.
type Failure struct {
	Rule    string
	Message string
	Should  bool // whether the level is Should
}

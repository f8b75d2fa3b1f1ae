package envelope

import (
	"fmt"
	"slices"
	"strconv"
)

// Level says how binding the requirement is that an issue is about (RFC 2119).
type Level string

// The levels. A value is valid if it has no issue of level Must.
const (
	Must   Level = "must"
	Should Level = "should"
)

// Issue is one fault of a message. Rule and Message are constants of the spec and hold nothing of the message.
type Issue struct {
	Rule    string `json:"rule"`
	Path    string `json:"path"` // a JSON Pointer (RFC 6901)
	Level   Level  `json:"level"`
	Message string `json:"message"`
}

// ValidationError is the error of every parse and encode: the issues of the value, sorted by path and rule.
// At most MaxIssues are kept, those of level Must first.
type ValidationError struct {
	Issues []Issue
}

// maxShownPath keeps an error to one line, whatever the names in the message are.
const maxShownPath = 100

// Error counts the issues and shows the first one of level Must, or else the first. It holds no value of the message.
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

// shorten cuts s to maxShownPath code points.
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

// Failure is an issue but for its path.
type Failure struct {
	Rule    string
	Message string
	Should  bool // the level
}

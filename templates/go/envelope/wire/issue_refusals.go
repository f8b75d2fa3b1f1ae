package wire

import (
	"errors"
	"fmt"
)

// IssuesOf returns the issues of an error, and whether it is a *ValidationError.
func IssuesOf(err error) ([]Issue, bool) {
	var invalid *ValidationError
	if !errors.As(err, &invalid) {
		return nil, false
	}
	return invalid.Issues, true
}

// FirstMust returns the first issue of level Must, and whether there is one.
func FirstMust(issues []Issue) (Issue, bool) {
	for _, issue := range issues {
		if issue.Level == Must {
			return issue, true
		}
	}
	return Issue{}, false
}

// RefusalText is the text of a refusal for an issue: its location and its message.
func RefusalText(issue Issue) string {
	if issue.Path == "" {
		return issue.Message
	}
	return issue.Path + " " + issue.Message
}

// SizeOf returns a parameter that is a number of bytes.
func SizeOf(p *Protocol, name string, fallback int64, opts []Option) (int64, error) {
	var r Reader
	r.prepare(opts, p.Params)
	if r.options.wrong != nil {
		return 0, r.options.wrong
	}
	return r.IntegerParam(name, fallback), nil
}

// RefusalOfSizeText is the text of a refusal for a text that is too long.
func RefusalOfSizeText(most int64) string { return fmt.Sprintf("must be at most %d bytes", most) }

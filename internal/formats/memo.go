package formats

import (
	"sync"

	"github.com/envgen/envgen/internal/ir"
)

const (
	mostAnswers  = 4096
	longestAsked = 512
)

// question is a string that may have a format.
type question struct {
	format ir.FormatName
	text   string
}

// answers are those of the last questions. A message is often judged by many schemas, which test the same strings.
var answers = struct {
	sync.Mutex
	known map[question]bool
}{known: map[question]bool{}}

// remembered is the answer of a matcher. It judges equal strings once.
func remembered(format ir.FormatName, text string, matches func(string) bool) bool {
	if len(text) > longestAsked {
		return matches(text)
	}
	q := question{format, text}
	answers.Lock()
	is, known := answers.known[q]
	answers.Unlock()
	if known {
		return is
	}
	is = matches(text)
	answers.Lock()
	defer answers.Unlock()
	if len(answers.known) >= mostAnswers {
		clear(answers.known)
	}
	answers.known[q] = is
	return is
}

package envelope

import (
	"fmt"
	"time"
)

// Option changes how a value is read, checked or written. One that makes no sense, such as MaxDepth(0), is a mistake in the
// call: whatever returns an error returns an *OptionError, whatever the message is, and Check panics with it.
type Option func(*options)

// OptionError is the error of a call with an option that makes no sense. It says nothing of the message.
type OptionError struct {
	Name   string // of the limit or parameter, such as max_depth
	Reason string
}

// Error says what is wrong with which option.
func (e *OptionError) Error() string { return "the option " + e.Name + " " + e.Reason }

type options struct {
	maxDepth  int
	maxBytes  int
	maxIssues int
	report    *[]Issue
	strict    bool
	now       time.Time
	hasNow    bool // or else the clock says
	params    []param
	wrong     *OptionError // the first mistake of the caller, or nil
}

var defaults = options{maxDepth: 128, maxBytes: 16 << 20, maxIssues: 100}

const (
	// deepest is how deep every language reads and writes on the stack that it has, whatever the types are.
	deepest = 256
	// most is the greatest other limit, the same on every platform.
	most = 1<<31 - 1
)

// MaxDepth limits how deep arrays and objects may be nested: 1 to 256, 128 if nothing else is said.
func MaxDepth(n int) Option { return limit("max_depth", int64(n)) }

// MaxBytes limits the length of a text, in bytes of UTF-8: 1 to 2147483647, 16 MiB if nothing else is said.
func MaxBytes(n int) Option { return limit("max_bytes", int64(n)) }

// MaxIssues limits how many issues are kept: 1 to 2147483647, 100 if nothing else is said.
func MaxIssues(n int) Option { return limit("max_issues", int64(n)) }

func limit(name string, n int64) Option {
	return func(o *options) {
		value, greatest := o.limit(name)
		if n < 1 || n > greatest {
			o.refuse(name, fmt.Sprintf("must be an integer from 1 to %d", greatest))
			return
		}
		*value = int(n)
	}
}

// limit returns the limit of a name and how far it goes, or nil.
func (o *options) limit(name string) (*int, int64) {
	switch name {
	case "max_depth":
		return &o.maxDepth, deepest
	case "max_bytes":
		return &o.maxBytes, most
	case "max_issues":
		return &o.maxIssues, most
	}
	return nil, 0
}

func (o *options) refuse(name, reason string) {
	if o.wrong == nil {
		o.wrong = &OptionError{name, reason}
	}
}

// Report stores every issue in *issues, those of level Should included, whether the value is valid or not.
func Report(issues *[]Issue) Option { return func(o *options) { o.report = issues } }

// Strict makes issues of level Should count as faults: a value with any issue at all is refused.
func Strict() Option { return func(o *options) { o.strict = true } }

// Now sets the time that rules compare with. If nothing else is said, it is the clock's.
func Now(t time.Time) Option { return func(o *options) { o.now, o.hasNow = t, true } }

// newOptions applies opts. Without any it allocates nothing.
func newOptions(opts []Option) options {
	if len(opts) == 0 {
		return defaults
	}
	o := new(options)
	*o = defaults
	for _, set := range opts {
		set(o)
	}
	return *o
}

package wire

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// Option changes how a value is read, checked or written. An invalid option, such as MaxDepth(0), is an error of the caller: functions that return an
// error return an *OptionError, for every message, and Check panics with it.
type Option func(*options)

// OptionError is the error for an invalid option. It contains nothing of the message.
type OptionError struct {
	Name   string // of the limit or parameter, such as max_depth
	Reason string
}

// Error names the option and the reason.
func (e *OptionError) Error() string { return "the option " + e.Name + " " + e.Reason }

type options struct {
	maxDepth      int
	maxBytes      int
	maxIssues     int
	maxRemembered int
	reports       places
	strict        bool
	now           time.Time
	hasNow        bool // otherwise now comes from the clock
	params        []param
	timeout       time.Duration // of requests; 0 for none
	refused       []member      // of a builder's arguments, those that no draft can represent
	wrong         *OptionError  // the first invalid option, or nil
}

// member is the JSON text of a member at a way.
type member struct {
	way   []string
	value string
}

var defaults = options{maxDepth: 128, maxBytes: 16 << 20, maxIssues: 100, maxRemembered: 64 << 20}

const (
	// deepest is the greatest MaxDepth: every language can read and write this deep on its default stack, for all types.
	deepest = 256
	// most is the maximum of the other limits, the same on every platform.
	most = 1<<31 - 1
)

// MaxDepth limits the nesting depth of arrays and objects: 1 to 256, default 128.
func MaxDepth(n int) Option { return limit("max_depth", int64(n)) }

// MaxBytes limits the size of a text in bytes of UTF-8: 1 to 2147483647, default 16 MiB.
func MaxBytes(n int) Option { return limit("max_bytes", int64(n)) }

// MaxIssues limits the number of issues returned: 1 to 2147483647, default 100.
func MaxIssues(n int) Option { return limit("max_issues", int64(n)) }

// MaxRemembered limits the memory of a conversation, in bytes of JSON: 1 to 2147483647, default 64 MiB.
func MaxRemembered(n int) Option { return limit("max_remembered", int64(n)) }

// RequestTimeout limits how long a request of a client waits for a reply, and for each further one. The error is
// context.DeadlineExceeded. Without it only the context of the request ends the wait. Only clients use it.
func RequestTimeout(d time.Duration) Option {
	return func(o *options) {
		if o.timeout = d; d <= 0 {
			o.refuse("request_timeout", "must be positive")
		}
	}
}

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

// limit returns a pointer to the limit of that name, nil if there is none, and its maximum.
func (o *options) limit(name string) (*int, int64) {
	switch name {
	case "max_depth":
		return &o.maxDepth, deepest
	case "max_bytes":
		return &o.maxBytes, most
	case "max_issues":
		return &o.maxIssues, most
	case "max_remembered":
		return &o.maxRemembered, most
	}
	return nil, 0
}

func (o *options) refuse(name, reason string) {
	if o.wrong == nil {
		o.wrong = &OptionError{name, reason}
	}
}

// Report stores all issues in *issues, including level Should, whether the value is valid or not. Given more than once, it stores them in each place.
// Several builders or goroutines may share a place, which then contains the issues of the last message.
func Report(issues *[]Issue) Option {
	return func(o *options) { o.reports.add(issues) }
}

// reporting guards the places that issues are reported to: builders share them.
var reporting sync.Mutex

// report stores issues in each place that Report has named.
func (o *options) report(issues []Issue) {
	if o.reports.first == nil {
		return
	}
	reporting.Lock()
	defer reporting.Unlock()
	*o.reports.first = slices.Clone(issues)
	for _, place := range o.reports.more {
		*place = slices.Clone(issues)
	}
}

// places are where issues are reported to. The first is no item of the list, because most checks have one place.
type places struct {
	first *[]Issue
	more  []*[]Issue
}

func (p *places) add(issues *[]Issue) {
	if p.first == nil {
		p.first = issues
	} else {
		p.more = append(p.more, issues)
	}
}

// Strict makes a value with issues of level Should invalid, too.
func Strict() Option { return func(o *options) { o.strict = true } }

// Now sets the current time for rules. The default is the system clock.
func Now(t time.Time) Option { return func(o *options) { o.now, o.hasNow = t, true } }

// newOptions applies opts.
func newOptions(opts []Option) options { return *optionsOf(opts) }

// optionsOf is newOptions for who changes nothing. It does not allocate if there are none.
func optionsOf(opts []Option) *options {
	if len(opts) == 0 {
		return &defaults
	}
	o := new(options)
	*o = defaults
	for _, set := range opts {
		set(o)
	}
	return o
}

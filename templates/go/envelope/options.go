package envelope

import "time"

// Option changes how a value is read, checked or written.
type Option func(*options)

type options struct {
	maxDepth  int
	maxBytes  int
	maxIssues int
	report    *[]Issue
	strict    bool
	now       time.Time
	hasNow    bool // or else the clock says
	params    []param
}

var defaults = options{maxDepth: 128, maxBytes: 16 << 20, maxIssues: 100}

// MaxDepth limits how deep arrays and objects may be nested; n < 1 means the default, 128.
func MaxDepth(n int) Option { return func(o *options) { o.maxDepth = or(n, defaults.maxDepth) } }

// MaxBytes limits the length of a text that is read; n < 1 means the default, 16 MiB.
func MaxBytes(n int) Option { return func(o *options) { o.maxBytes = or(n, defaults.maxBytes) } }

// MaxIssues limits how many issues are kept; n < 1 means the default, 100.
func MaxIssues(n int) Option { return func(o *options) { o.maxIssues = or(n, defaults.maxIssues) } }

// Report stores every issue in *issues, those of level Should included, whether the value is valid or not.
func Report(issues *[]Issue) Option { return func(o *options) { o.report = issues } }

// Strict makes issues of level Should count as faults: a value with any issue at all is refused.
func Strict() Option { return func(o *options) { o.strict = true } }

// Now sets the time that rules ask for. If nothing else is said, it is the clock's.
func Now(t time.Time) Option { return func(o *options) { o.now, o.hasNow = t, true } }

func or(n, fallback int) int {
	if n < 1 {
		return fallback
	}
	return n
}

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

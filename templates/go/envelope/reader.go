package envelope

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Reader reads one JSON text once, from front to back, and collects the issues on the way. It is for generated
// code, which follows the spec: the methods that read a value expect to stand before one, and report false after
// skipping a value of another JSON type.
//
// A fault of the text itself ends everything: from then on nothing can be read, and Finish reports that fault alone.
type Reader struct {
	text    string
	pos     int  // of the next token; len(text) after a fault
	opened  bool // the last token was an opening bracket
	count   int  // of the items of the array that was left last
	trail   trail
	options options
	issues  collector
	step    int         // that is being read
	later   []collector // of the steps after the structure, as far as they have issues
	cause   string      // of the fault, or ""
	faultAt int
	valid   int  // where the value ends that a schema has accepted last
	aside   bool // what is read is dropped: no rule is evaluated
	closed  int  // nothing that follows in the arrays of this depth and above can be reported
}

// Start begins with a text. Strings that are read point into one copy of it. Nothing is read where an option makes no
// sense to a protocol with these parameters.
func (r *Reader) Start(text []byte, opts []Option, params Params) {
	r.options = newOptions(opts)
	if r.options.settle(params); r.options.wrong != nil {
		r.fault(0, r.options.wrong.Reason)
		return
	}
	if len(text) > r.options.maxBytes {
		r.fault(r.options.maxBytes, causeLength(r.options.maxBytes))
		return
	}
	r.text = string(text)
	r.pos = skipSpace(r.text, 0)
	if strings.HasPrefix(r.text, "\xef\xbb\xbf") {
		r.fault(0, "a byte order mark")
	}
}

func causeLength(most int) string { return fmt.Sprintf("more than %d bytes", most) }

// Finish ends with the text. The error is nil, a *ValidationError or an *OptionError.
func (r *Reader) Finish() error {
	if r.options.wrong != nil {
		return r.options.wrong
	}
	if r.cause == "" && r.pos < len(r.text) {
		if r.pos = skipSpace(r.text, r.pos); r.pos < len(r.text) {
			r.fault(r.pos, "more text after the value")
		}
	}
	if r.cause != "" {
		r.issues, r.later = collector{}, nil
		r.issues.add(textFinding(r.cause, r.faultAt), r.options.maxIssues, &spot{})
	}
	if r.later != nil {
		r.join()
	}
	return r.issues.finish(r.options)
}

// textFinding is the only issue of a text that is not JSON as the contract requires it.
func textFinding(cause string, at int) finding {
	return finding{rule: "json", message: fmt.Sprintf("%s at byte %d", cause, at), level: Must}
}

// Now returns the time that rules compare with, the same one throughout a check.
func (r *Reader) Now() time.Time {
	if !r.options.hasNow {
		r.options.now, r.options.hasNow = time.Now(), true
	}
	return r.options.now
}

// finish reports the issues where o collects them and makes them an error if one of them was a Must, or if o is strict.
func (c *collector) finish(o options) error {
	if len(c.found) == 0 && o.report == nil {
		return nil
	}
	issues := c.issues(o.maxIssues)
	if o.report != nil {
		*o.report = issues
	}
	if !c.invalid && (!o.strict || len(issues) == 0) {
		return nil
	}
	return &ValidationError{Issues: issues}
}

// Narrows checks the value that comes next as what narrows the type that it is read as: read reads the narrower value, which is dropped, and no
// rule is evaluated for it. Where that raises nothing, the value is left to be read.
func (r *Reader) Narrows(read func(r *Reader)) bool {
	start, opened, aside := r.pos, r.opened, r.aside
	c := r.found(r.step)
	invalid := c.invalid
	c.invalid, r.aside = false, true
	read(r)
	c = r.found(r.step) // another step may have made room
	narrower := !c.invalid && r.cause == ""
	c.invalid, r.aside = c.invalid || invalid, aside
	if narrower {
		r.pos, r.opened = start, opened
	}
	return narrower
}

// fault ends the reading.
func (r *Reader) fault(at int, cause string) {
	if r.cause == "" {
		r.cause, r.faultAt = cause, at
	}
	r.pos = len(r.text)
}

// unexpected is the fault of a byte at i that cannot stand there.
func (r *Reader) unexpected(i int, wanted string) {
	if i >= len(r.text) {
		r.fault(len(r.text), causeEnd)
		return
	}
	r.fault(i, "no "+wanted)
}

// Must adds an issue of level Must at the value that was read last.
func (r *Reader) Must(rule, message string) { r.raise(Must, rule, message) }

// Should adds an issue of level Should at the value that was read last.
func (r *Reader) Should(rule, message string) { r.raise(Should, rule, message) }

// MustAt adds an issue of level Must at a member of the object that was read last or comes next.
func (r *Reader) MustAt(name, rule, message string) { r.raise(Must, rule, message, name) }

// ShouldAt adds an issue of level Should at a member of the object that was read last or comes next.
func (r *Reader) ShouldAt(name, rule, message string) { r.raise(Should, rule, message, name) }

func (r *Reader) raise(level Level, rule, message string, names ...string) {
	at := r.trail.spot()
	r.add(r.step, finding{rule: rule, message: message, level: level}, &at, names...)
}

// add takes in a finding of a step.
func (r *Reader) add(step int, f finding, at *spot, names ...string) {
	if step != structureStep && r.issues.invalid {
		return // the check does not come that far
	}
	c := r.found(step)
	dropped := c.dropped
	c.add(f, r.options.maxIssues, at, names...)
	if c.dropped != dropped && step == r.step {
		r.closed = r.trail.depth // whatever comes later in an array has a later path
	}
}

// isClosed reports whether nothing about the value that comes next can be reported any more but a fault of the text.
func (r *Reader) isClosed() bool {
	if !r.issues.invalid && r.step == structureStep {
		return false
	}
	at := r.trail.spot()
	switch {
	case r.step != structureStep && r.issues.invalid: // the check does not come that far
	case r.step <= len(r.later) && r.found(r.step).closed(&at):
	default:
		return false
	}
	r.closed = r.trail.depth
	return true
}

// String reads a string.
func (r *Reader) String() (string, bool) {
	i := r.pos
	if i >= len(r.text) || r.text[i] != '"' {
		r.Skip()
		return "", false
	}
	end, escaped, cause := scanString(r.text, i)
	if cause != "" {
		r.fault(end, cause)
		return "", false
	}
	r.pos = end
	return unquote(r.text[i:end], escaped), true
}

// Boolean reads true or false.
func (r *Reader) Boolean() (value, ok bool) {
	rest := r.text[r.pos:]
	switch {
	case strings.HasPrefix(rest, "true"):
		r.pos += len("true")
		return true, true
	case strings.HasPrefix(rest, "false"):
		r.pos += len("false")
		return false, true
	}
	r.Skip()
	return false, false
}

// Null reads null if it comes next. Anything else is left to be read.
func (r *Reader) Null() bool {
	if strings.HasPrefix(r.text[r.pos:], "null") {
		r.pos += len("null")
		return true
	}
	return false
}

// Number reads a number.
func (r *Reader) Number() (float64, bool) {
	i := r.pos
	if i >= len(r.text) || !startsNumber(r.text[i]) {
		r.Skip()
		return 0, false
	}
	end, _, cause := scanNumber(r.text, i)
	if cause != "" {
		r.fault(end, cause)
		return 0, false
	}
	r.pos = end
	return double(r.text[i:end]), true
}

func startsNumber(c byte) bool { return c-'0' <= 9 || c == '-' }

// Fit says how a value compares with the integers.
type Fit uint8

// The answers of Reader.Integer.
const (
	IsInteger   Fit = iota
	NotInteger      // not a number, or one with a fraction
	BeyondRange     // an integer beyond ±(2^53-1)
)

// MaxInteger is the greatest integer that differs from every double around it.
const MaxInteger = 1<<53 - 1

// shortInteger is how many digits are certain to stay within MaxInteger.
const shortInteger = 15

// Integer reads an integer, in whatever spelling.
func (r *Reader) Integer() (int64, Fit) {
	s, i := r.text, r.pos
	if i < len(s) && s[i]-'1' < 9 {
		var n int64
		for ; i < len(s) && s[i]-'0' <= 9; i++ {
			n = n*10 + int64(s[i]-'0')
		}
		if i-r.pos <= shortInteger && i < len(s) && s[i] != '.' && s[i]|0x20 != 'e' {
			r.pos = i
			return n, IsInteger
		}
	}
	f, ok := r.Number()
	switch {
	case !ok || f != math.Trunc(f):
		return 0, NotInteger
	case math.Abs(f) > MaxInteger:
		return 0, BeyondRange
	}
	return int64(f), IsInteger
}

// Raw reads any value and keeps its text.
func (r *Reader) Raw() Raw {
	start := r.pos
	r.Skip()
	if r.cause != "" {
		return Raw{}
	}
	return Raw{r.text[start:r.pos]}
}

// Object reads an object of any members and keeps its text.
func (r *Reader) Object() (Object, bool) {
	isObject := r.pos < len(r.text) && r.text[r.pos] == '{'
	raw := r.Raw()
	if !isObject {
		return Object{}, false
	}
	return Object{text: raw.text}, true
}

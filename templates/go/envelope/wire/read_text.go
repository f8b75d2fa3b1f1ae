package wire

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// Reader reads one JSON text in a single pass and collects issues. It is for generated code, which calls its methods in the order of the
// text. A method that reads a value must be called before a value. It skips a value of another JSON type and returns false.
//
// After a syntax error nothing more can be read, and Finish reports only that error.
type Reader struct {
	text    string
	pos     int  // the offset of the next token; len(text) after a syntax error
	opened  bool // whether the last token was an opening bracket
	count   int  // number of items of the last array that ended
	trail   trail
	writer  *Writer // the writer of the value whose rules are evaluated, with the location; nil for a text
	options options
	issues  collector
	step    int         // the current step
	later   []collector // the issues of the steps after the structure, if they have any
	cause   string      // the cause of the syntax error, or ""
	faultAt int
	ahead   lookahead
	valid   int  // the end of the last value that a schema accepted, or allValid
	aside   bool // whether the value being read is discarded: no rules are evaluated
	quiet   bool // whether issues of level Should are omitted
	hushed  bool // whether at least one was omitted
	form    form // the form of the last skipped value
	beyond  bool // whether a skipped value has a number beyond ±(2^53-1)
	closed  int  // arrays up to this depth are closed: no further issues in them are reported

	protocol *Protocol    // whose value the text is; nil if no table of its numbers is needed
	root     root         // where its numbers begin
	wide     map[int]bool // see wideNumbers; nil if not searched

	openExchanges int // the open exchanges of a conversation, for its limit
	sender        string
}

// allValid is Reader.valid where all values are kept: no schema is evaluated, and no array is closed. Rules would read values
// that no schema has checked, so such a Reader evaluates none: aside is true.
const allValid = math.MaxInt

// Start starts reading a text. All strings of the result share one copy of the text. It reads nothing if an option is invalid for a
// protocol with these parameters.
func (r *Reader) Start(text []byte, opts []Option, params Params) {
	r.prepare(opts, params)
	r.open(text)
}

// open starts reading with the prepared options.
func (r *Reader) open(text []byte) {
	if r.options.wrong != nil {
		r.fault(0, r.options.wrong.Reason)
		return
	}
	if len(text) > r.options.maxBytes {
		r.fault(r.options.maxBytes, causeLength(r.options.maxBytes))
		return
	}
	r.text = string(text)
	r.ahead.start()
	r.pos = skipSpace(r.text, 0)
	if strings.HasPrefix(r.text, "\xef\xbb\xbf") {
		r.fault(0, "a byte order mark")
	}
}

// prepare validates and sets the options.
func (r *Reader) prepare(opts []Option, params Params) {
	r.options = defaults
	for _, set := range opts { // not by newOptions, which allocates
		set(&r.options)
	}
	r.options.settle(params)
}

// hush omits issues of level Should, if the options report no issues of this level.
func (r *Reader) hush() { r.quiet = r.options.reports.first == nil && !r.options.strict }

func causeLength(most int) string { return fmt.Sprintf("more than %d bytes", most) }

// Finish ends reading. The error is nil, a *ValidationError or an *OptionError.
func (r *Reader) Finish() error {
	if r.options.wrong != nil {
		return r.options.wrong
	}
	if r.checkRest(); r.cause != "" {
		r.issues, r.later = collector{}, nil
		r.issues.add(r.textViolation(), r.options.maxIssues, &spot{})
	}
	if r.later != nil {
		r.join()
	}
	return r.issues.finish(&r.options)
}

// checkRest raises a syntax error if anything but white space follows the value.
func (r *Reader) checkRest() {
	if r.cause != "" || r.pos >= len(r.text) {
		return
	}
	if r.pos = skipSpace(r.text, r.pos); r.pos < len(r.text) {
		r.fault(r.pos, "more text after the value")
	}
}

// Now returns the current time for rules. It is the same throughout a check.
func (r *Reader) Now() time.Time {
	if !r.options.hasNow {
		r.options.now, r.options.hasNow = time.Now(), true
	}
	return r.options.now
}

// finish stores the issues for Report. It returns an error if an issue has level Must or, under Strict, any level.
func (c *collector) finish(o *options) error {
	if o.reports.first == nil && !c.invalid && (!o.strict || len(c.found) == 0) {
		return nil
	}
	issues := c.issues(o.maxIssues)
	o.report(issues)
	if !c.invalid && (!o.strict || len(issues) == 0) {
		return nil
	}
	return &ValidationError{Issues: issues}
}

// Narrows checks whether the next value is valid for a narrower type than its declared type. It calls read, discards the value and
// evaluates no rules. It consumes the value only if it raised an issue.
func (r *Reader) Narrows(read func(r *Reader)) bool {
	start, opened, aside := r.pos, r.opened, r.aside
	c := r.found(r.step)
	invalid := c.invalid
	c.invalid, r.aside = false, true
	read(r)
	c = r.found(r.step) // another step may have freed its memory
	narrower := !c.invalid && r.cause == ""
	c.invalid, r.aside = c.invalid || invalid, aside
	if narrower {
		r.pos, r.opened = start, opened
	}
	return narrower
}

// Must adds an issue of level Must at the last value.
func (r *Reader) Must(rule, message string) { r.raise(Must, rule, message) }

// Should adds an issue of level Should at the last value.
func (r *Reader) Should(rule, message string) { r.raise(Should, rule, message) }

// MustAt adds an issue of level Must at a member of the last or next object.
func (r *Reader) MustAt(name, rule, message string) { r.raise(Must, rule, message, name) }

// ShouldAt adds an issue of level Should at a member of the last or next object.
func (r *Reader) ShouldAt(name, rule, message string) { r.raise(Should, rule, message, name) }

func (r *Reader) raise(level Level, rule, message string, names ...string) {
	at := r.spot()
	r.add(r.step, violation{rule: rule, message: message, level: level}, &at, names...)
}

// fail adds the issue of a failure at the last value, or at a member of it.
func (r *Reader) fail(f Failure, names ...string) {
	level := Must
	if f.Should {
		level = Should
	}
	r.raise(level, f.Rule, f.Message, names...)
}

// add adds a violation of a step.
func (r *Reader) add(step int, f violation, at *spot, names ...string) {
	if step != structureStep && r.issues.invalid {
		return // the check ends before this step
	}
	if r.quiet && f.level == Should {
		r.hushed = true
		return
	}
	c := r.found(step)
	dropped := c.dropped
	c.add(f, r.options.maxIssues, at, names...)
	if c.dropped != dropped && step == r.step && r.valid != allValid {
		r.closed = r.trail.depth // later items have later paths
	}
}

// isClosed reports whether the next value can raise only a syntax error.
func (r *Reader) isClosed() bool {
	if !r.issues.invalid && r.step == structureStep || r.valid == allValid {
		return false
	}
	at := r.spot()
	switch {
	case r.step != structureStep && r.issues.invalid: // the check ends before this step
	case r.step <= len(r.later) && r.found(r.step).closed(&at):
	default:
		return false
	}
	r.closed = r.trail.depth
	return true
}

// spot returns the path from the root to the current location.
func (r *Reader) spot() spot {
	if r.writer != nil {
		return r.writer.spot()
	}
	return r.trail.spot()
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

// ExpectString reads a string that must equal its first argument. Any other string raises an issue with the rule const.
func (r *Reader) ExpectString(want, message string) {
	if s, ok := r.String(); !ok {
		r.Must("type", "must be a string")
	} else if s != want {
		r.Must("const", message)
	}
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

// Null consumes the next value only if it is null.
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

// Fit is the result of Reader.Integer.
type Fit uint8

// The values of Fit.
const (
	IsInteger   Fit = iota
	NotInteger      // not a number, or one with a fraction
	BeyondRange     // an integer beyond ±(2^53-1)
)

// MaxInteger is the greatest safe integer, 2^53-1.
const MaxInteger = 1<<53 - 1

// shortInteger is the number of digits that never exceed MaxInteger.
const shortInteger = 15

// Integer reads an integer in any notation.
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

// Raw reads any value and stores its text.
func (r *Reader) Raw() Raw {
	start := r.pos
	r.Skip()
	if r.cause != "" {
		return Raw{}
	}
	return Raw{r.text[start:r.pos], r.form}
}

// Object reads an object with any members and stores its text.
func (r *Reader) Object() (Object, bool) {
	isObject := r.pos < len(r.text) && r.text[r.pos] == '{'
	raw := r.Raw()
	if !isObject {
		return Object{}, false
	}
	return Object{text: raw.text, form: raw.form}, true
}

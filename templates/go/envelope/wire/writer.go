package wire

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// Writer writes one JSON value in canonical form and collects issues of values that cannot be written. It is for generated code, which
// follows the spec; after BeginObject or BeginArray has returned false, nothing more of that value may be written.
type Writer struct {
	buf     []byte
	start   int // the bytes before belong to the caller
	trail   trail
	options options
	issues  collector
	stopped bool
	rules   *Reader // evaluates the rules of what is to be valid; nil if nothing is checked
	doubt   bool    // whether the value may be invalid
}

// startSize avoids the first few buffer growths for most messages.
const startSize = 1024

// Start starts appending to b.
func (w *Writer) Start(b []byte, opts []Option) {
	if b == nil {
		b = make([]byte, 0, startSize)
	}
	w.buf, w.start, w.options = b, len(b), newOptions(opts)
}

// startUnlimited starts without limits.
func (w *Writer) startUnlimited() {
	w.Start(nil, nil)
	w.options.maxDepth, w.options.maxBytes = deepest, most
}

// Finish returns the buffer with the text appended. With an error, a *ValidationError or an *OptionError, nothing is appended.
func (w *Writer) Finish() ([]byte, error) {
	if w.options.wrong != nil {
		return w.buf[:w.start], w.options.wrong
	}
	w.checkSize()
	if err := w.issues.finish(w.options); err != nil {
		return w.buf[:w.start], err
	}
	return w.buf, nil
}

// Must adds an issue of level Must at the current place.
func (w *Writer) Must(rule, message string) {
	w.Doubt()
	at := w.trail.spot()
	w.issues.add(violation{rule: rule, message: message, level: Must}, w.options.maxIssues, &at)
}

// BeginObject enters an object.
func (w *Writer) BeginObject() bool { return w.begin('{') }

// BeginArray enters an array.
func (w *Writer) BeginArray() bool { return w.begin('[') }

// EndObject leaves the innermost object.
func (w *Writer) EndObject() { w.end('}') }

// EndArray leaves the innermost array.
func (w *Writer) EndArray() { w.end(']') }

// begin refuses a value that is nested too deep or grows too long, and everything after it, so that a cycle ends soon.
func (w *Writer) begin(bracket byte) bool {
	if w.checkSize(); w.trail.depth >= w.options.maxDepth {
		w.stop(causeDepth)
	}
	if w.stopped {
		return false
	}
	w.trail.enter()
	w.buf = append(w.buf, bracket)
	return true
}

// checkSize stops at a text that a reader with the same options would refuse.
func (w *Writer) checkSize() {
	if len(w.buf)-w.start > w.options.maxBytes {
		w.stop(causeLength(w.options.maxBytes))
	}
}

// stop refuses the value as a whole.
func (w *Writer) stop(cause string) {
	if !w.stopped {
		w.stopped, w.doubt = true, true
		w.issues.add(violation{rule: "json", message: cause, level: Must}, w.options.maxIssues, &spot{})
	}
}

func (w *Writer) end(bracket byte) {
	w.trail.leave()
	w.buf = append(w.buf, bracket)
}

// Member begins a member of the innermost object. It returns w, which writes its value.
func (w *Writer) Member(name string) *Writer {
	w.trail.here.name = name
	w.comma('{')
	w.String(name)
	w.buf = append(w.buf, ':')
	return w
}

// Item begins an item of the innermost array. It returns w, which writes its value.
func (w *Writer) Item() *Writer {
	w.trail.here.index++
	w.comma('[')
	return w
}

// comma writes a comma, unless the last byte is the opening bracket, in which no value ends.
func (w *Writer) comma(bracket byte) {
	if w.buf[len(w.buf)-1] != bracket {
		w.buf = append(w.buf, ',')
	}
}

// Null writes null.
func (w *Writer) Null() { w.buf = append(w.buf, "null"...) }

// Boolean writes true or false.
func (w *Writer) Boolean(b bool) { w.buf = strconv.AppendBool(w.buf, b) }

// Integer writes an integer. It returns false for one beyond the range of Reader.Integer.
func (w *Writer) Integer(n int64) bool {
	w.buf = strconv.AppendInt(w.buf, n, 10)
	return -MaxInteger <= n && n <= MaxInteger
}

// SafeInteger writes an integer, and raises an issue for one beyond the range of Reader.Integer.
func (w *Writer) SafeInteger(n int64) {
	if !w.Integer(n) {
		w.Must("integer-range", "must be between -9007199254740991 and 9007199254740991")
	}
}

// Number writes a number.
func (w *Writer) Number(f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		w.Must("json", "not a finite number")
		return
	}
	w.buf = appendNumber(w.buf, f)
}

// String writes a string.
func (w *Writer) String(s string) {
	var ok bool
	if w.buf, ok = appendString(w.buf, s); !ok {
		w.Must("json", "not a string of Unicode characters")
	}
}

// Raw writes any value.
func (w *Writer) Raw(raw Raw) {
	if raw.text == "" {
		w.Null()
		return
	}
	w.copyValue(raw.text, 0, w.trail.depth)
}

// Object writes an object with any members.
func (w *Writer) Object(o Object) {
	if o.members == nil && o.text != "" {
		w.copyValue(o.text, 0, w.trail.depth)
		return
	}
	if !w.BeginObject() {
		return
	}
	for _, m := range inOrder(o.members) {
		w.Member(m.Name).Raw(m.Value)
	}
	w.EndObject()
}

// Surplus writes undeclared members after the declared ones. Members of extra with names that record declares are refused.
func (w *Writer) Surplus(extra Object, record *Record) {
	if extra.members == nil && extra.text == "" {
		return
	}
	members := extra.members
	if members == nil {
		members = extra.copied(0)
	}
	for _, m := range inOrder(members) {
		w.Member(m.Name)
		if i := slices.Index(record.Names, m.Name); i >= len(record.Names)-record.Others {
			w.Doubt()
		} else if i >= 0 {
			w.Must("json", "a declared member among the others")
		}
		w.Raw(m.Value)
	}
}

// Indent formats canonical text like JSON.stringify(value, null, 2). It returns err unchanged.
func Indent(text []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// appendNumber writes a finite number as ECMAScript does: the shortest digits that identify it, with an exponent below 1e-6 and from
// 1e21 on.
func appendNumber(b []byte, f float64) []byte {
	size := math.Abs(f)
	if size < 1e15 && f == math.Trunc(f) {
		return strconv.AppendInt(b, int64(f), 10) // -0 becomes 0
	}
	if 1e-6 <= size && size < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-2] == '0' { // e-07 is written e-7 in ECMAScript
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// appendString writes a quoted string and reports whether it is well-formed.
func appendString(b []byte, s string) ([]byte, bool) {
	b = append(b, '"')
	done := 0
	for i := 0; ; {
		if i = plainEnd(s, i); i == len(s) {
			return append(append(b, s[done:]...), '"'), true
		}
		if s[i] >= utf8.RuneSelf {
			_, size := utf8.DecodeRuneInString(s[i:])
			if size == 1 {
				return b, false
			}
			i += size
			continue
		}
		b = appendEscape(append(b, s[done:i]...), s[i])
		i++
		done = i
	}
}

func appendEscape(b []byte, c byte) []byte {
	const hex = "0123456789abcdef"
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\t':
		return append(b, '\\', 't')
	case '\n':
		return append(b, '\\', 'n')
	case '\f':
		return append(b, '\\', 'f')
	case '\r':
		return append(b, '\\', 'r')
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}

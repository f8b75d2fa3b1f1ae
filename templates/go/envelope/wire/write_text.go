package wire

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"sync"
)

// Writer writes one JSON value in canonical form and collects issues of values that have no JSON text. It is for generated code, which
// follows the spec. After BeginObject or BeginArray returned false, nothing more of that value may be written.
type Writer struct {
	buf     []byte
	start   int      // the bytes before this offset belong to the caller
	here    int      // the step into the innermost array or object: the offset of its last member in buf, or minus the number of its items
	around  []int    // the steps into the outer ones
	options *options // shared, never modified
	kept    []byte   // an empty buffer for reuse
	keeps   bool     // whether buf is to be reused
	issues  collector
	stopped bool
	rules   *Reader // evaluates the rules of the value; nil if nothing is validated
	doubt   bool    // whether the value may be invalid
	marks   *marks  // locations of secrets; nil if the caller does not need them // only: secrets

	measures  bool // whether only the size of the text is needed
	unwritten int  // the size of the text that is therefore not in buf
}

// Start starts appending to b.
func (w *Writer) Start(b []byte, opts []Option) {
	w.buf, w.start, w.options = b, len(b), optionsOf(opts)
}

// unlimited contains the options without limits.
var unlimited = options{maxDepth: deepest, maxBytes: math.MaxInt, maxIssues: defaults.maxIssues, maxRemembered: defaults.maxRemembered}

// Finish returns the buffer with the text appended. With a *ValidationError or an *OptionError, it appends nothing.
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

// Writers and their buffers are pooled.
var writers = sync.Pool{New: func() any { return new(Writer) }}

// keptBuffer is the capacity up to which a buffer is reused.
const keptBuffer = 1 << 16

// startKept starts a text in the reusable buffer.
func (w *Writer) startKept(o *options) {
	w.buf, w.options, w.kept, w.keeps = w.kept, o, nil, true
}

// owned returns a copy of a text in the reusable buffer, for the caller to keep.
func (w *Writer) owned(text []byte) []byte {
	if cap(text) > keptBuffer {
		return text
	}
	own := make([]byte, len(text)) // bytes.Clone would also clear the spare capacity
	copy(own, text)
	return own
}

// release returns w to the pool. It removes all data of the message.
func (w *Writer) release() {
	if w.keeps && cap(w.buf) <= keptBuffer {
		clear(w.buf)
		w.kept = w.buf[:0]
	}
	if w.doubt || len(w.issues.found) > 0 {
		*w = Writer{around: w.around, kept: w.kept} // slower than the statements below
	}
	w.buf, w.options, w.rules = nil, nil, nil
	w.around = w.around[:0]
	w.start, w.here, w.keeps = 0, 0, false
	w.measures, w.unwritten = false, 0
	writers.Put(w)
}

// Must adds an issue of level Must at the current location.
func (w *Writer) Must(rule, message string) {
	w.Doubt()
	at := w.spot()
	w.issues.add(violation{rule: rule, message: message, level: Must}, w.options.maxIssues, &at)
}

// spot returns the path from the root to the current location.
func (w *Writer) spot() spot {
	if len(w.around) == 0 {
		return spot{}
	}
	steps := make([]segment, 0, len(w.around))
	for _, step := range w.around[1:] {
		steps = append(steps, w.segment(step))
	}
	return spot{outer: append(steps, w.segment(w.here))}
}

// segment reads the name of a member from the output.
func (w *Writer) segment(step int) segment {
	if step <= 0 {
		return segment{index: -step - 1}
	}
	end := step + 1
	for ; w.buf[end] != '"'; end++ {
		if w.buf[end] == '\\' {
			end++
		}
	}
	return segment{unquote(string(w.buf[step:end+1]), true), noIndex}
}

// BeginObject enters an object.
func (w *Writer) BeginObject() bool { return w.begin('{') }

// BeginArray enters an array.
func (w *Writer) BeginArray() bool { return w.begin('[') }

// EndObject leaves the innermost object.
func (w *Writer) EndObject() { w.end('}') }

// EndArray leaves the innermost array.
func (w *Writer) EndArray() { w.end(']') }

// begin refuses a value that is nested too deep or too long, and everything after it. So a cyclic value ends soon.
func (w *Writer) begin(bracket byte) bool {
	if w.checkSize(); len(w.around) >= w.options.maxDepth {
		w.stop(causeDepth)
	}
	if w.stopped {
		return false
	}
	w.around = append(w.around, w.here)
	w.here = 0
	w.buf = append(w.buf, bracket)
	return true
}

// checkSize stops at a text that a reader with the same options would refuse.
func (w *Writer) checkSize() {
	if len(w.buf)-w.start > w.options.maxBytes {
		w.stop(causeLength(w.options.maxBytes))
	}
}

// stop refuses the whole value.
func (w *Writer) stop(cause string) {
	if !w.stopped {
		w.stopped, w.doubt = true, true
		w.issues.add(violation{rule: "json", message: cause, level: Must}, w.options.maxIssues, &spot{})
	}
}

func (w *Writer) end(bracket byte) {
	outer := len(w.around) - 1
	w.here = w.around[outer]
	w.around = w.around[:outer]
	w.buf = append(w.buf, bracket)
}

// Member begins a member of the innermost object. Its name has the escapes of JSON. It returns w, which writes the value.
func (w *Writer) Member(name string) *Writer {
	w.reserve(len(name) + len(`,"":`))
	n := len(w.buf)
	b := w.buf[:cap(w.buf)]
	if w.here > 0 {
		b[n] = ','
		n++
	}
	w.here = n
	b[n] = '"'
	n += 1 + copy(b[n+1:], name)
	b[n], b[n+1] = '"', ':'
	w.buf = w.buf[:n+2]
	return w
}

// Constant writes a member whose name and value are one constant canonical text.
func (w *Writer) Constant(text string) {
	w.reserve(len(text) + len(`,`))
	n := len(w.buf)
	b := w.buf[:cap(w.buf)]
	if w.here > 0 {
		b[n] = ','
		n++
	}
	w.here = n
	w.buf = w.buf[:n+copy(b[n:], text)]
	if w.marks != nil { // only: secrets
		w.marks.listed[n] = true // only: secrets
	} // only: secrets
}

// Entry begins a member of any name.
func (w *Writer) Entry(name string) *Writer {
	if w.here > 0 {
		w.buf = append(w.buf, ',')
	}
	w.here = len(w.buf)
	if w.marks != nil { // only: secrets
		w.marks.entries[w.here] = true // only: secrets
	} // only: secrets
	w.String(name)
	w.buf = append(w.buf, ':')
	return w
}

// Item begins an item of the innermost array. It returns w, which writes the value.
func (w *Writer) Item() *Writer {
	if w.here < 0 {
		w.buf = append(w.buf, ',')
	}
	w.here--
	return w
}

// comma writes a comma, unless the last byte is the opening bracket. No value ends with an opening bracket.
func (w *Writer) comma(bracket byte) {
	if w.buf[len(w.buf)-1] != bracket {
		w.buf = append(w.buf, ',')
	}
}

// reserve ensures capacity for n bytes. With enough capacity, a write stores no pointer; the store would cost more than the bytes.
func (w *Writer) reserve(n int) {
	if cap(w.buf)-len(w.buf) < n {
		w.buf = slices.Grow(w.buf, n)
	}
}

// text writes a piece of canonical text.
func (w *Writer) text(s string) {
	w.reserve(len(s))
	n := len(w.buf)
	w.buf = w.buf[:n+copy(w.buf[n:cap(w.buf)], s)]
}

// known writes canonical text. If w only measures, it adds the size.
func (w *Writer) known(s string) {
	if w.measures {
		w.unwritten += len(s)
		return
	}
	w.text(s)
}

// numberSize is an upper bound for the size of an integer or canonical number.
const numberSize = 32

// Null writes null.
func (w *Writer) Null() { w.text("null") }

// Boolean writes true or false.
func (w *Writer) Boolean(b bool) {
	if b {
		w.text("true")
	} else {
		w.text("false")
	}
}

// Integer writes an integer. It returns false for an integer beyond the range of Reader.Integer.
func (w *Writer) Integer(n int64) bool {
	w.reserve(numberSize)
	w.buf = w.buf[:len(strconv.AppendInt(w.buf, n, 10))]
	return -MaxInteger <= n && n <= MaxInteger
}

// Int64 writes an integer of 64 bits.
func (w *Writer) Int64(n int64) {
	w.reserve(numberSize)
	w.buf = w.buf[:len(strconv.AppendInt(w.buf, n, 10))]
}

// UInt64 writes an unsigned integer of 64 bits.
func (w *Writer) UInt64(n uint64) {
	w.reserve(numberSize)
	w.buf = w.buf[:len(strconv.AppendUint(w.buf, n, 10))]
}

// SafeInteger writes an integer. It raises an issue for an integer beyond the range of Reader.Integer.
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
	w.reserve(numberSize)
	w.buf = w.buf[:len(appendNumber(w.buf, f))]
}

// String writes a string.
func (w *Writer) String(s string) {
	if plainEnd(s, 0) < len(s) {
		w.escape(s)
		return
	}
	w.reserve(len(s) + len(`""`))
	n := len(w.buf)
	b := w.buf[:n+len(s)+2]
	b[n] = '"'
	copy(b[n+1:], s)
	b[len(b)-1] = '"'
	w.buf = w.buf[:len(b)]
}

// escape writes a string that needs escapes in JSON.
func (w *Writer) escape(s string) {
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
	from := len(w.buf) // only: secrets
	w.copyText(raw.text, raw.form)
	if w.marks != nil { // only: secrets
		w.opens(from, true) // only: secrets
	} // only: secrets
}

// Object writes an object with any members.
func (w *Writer) Object(o Object) {
	from := len(w.buf) // only: secrets
	if o.members == nil && o.text != "" {
		w.copyText(o.text, o.form)
	} else {
		w.entries(inOrder(o.members))
	}
	if w.marks != nil { // only: secrets
		w.opens(from, false) // only: secrets
	} // only: secrets
}

func (w *Writer) entries(members []Member) {
	if !w.BeginObject() {
		return
	}
	for _, m := range members {
		w.Entry(m.Name).Raw(m.Value)
	}
	w.EndObject()
}

// Surplus writes undeclared members after the declared ones. It refuses members of extra whose names record declares.
func (w *Writer) Surplus(extra Object, record *Record) {
	if extra.members == nil && extra.text == "" {
		return
	}
	members := extra.members
	if members == nil {
		members = extra.copied(0)
	}
	for _, m := range inOrder(members) {
		w.Entry(m.Name)
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

// appendNumber writes a finite number as ECMAScript does: with the shortest digits that identify it, and with an exponent below 1e-6 and
// from 1e21 on.
func appendNumber(b []byte, f float64) []byte {
	size := math.Abs(f)
	if size < 1e15 && f == math.Trunc(f) {
		return strconv.AppendInt(b, int64(f), 10) // -0 becomes 0
	}
	if 1e-6 <= size && size < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	if n := len(b); b[n-4] == 'e' && b[n-2] == '0' { // e-07 is e-7 in ECMAScript
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

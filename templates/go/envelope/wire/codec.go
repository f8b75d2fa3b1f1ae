package wire

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
)

// Message is implemented by pointers to records and therefore by unions. A message can be validated and written.
// Its type implements json.Marshaler by Encode, and json.Unmarshaler by its Parse function; null leaves the message as it is.
type Message interface {
	// Check returns all issues, those of level Should included.
	Check(opts ...Option) []Issue
	// Validate returns the error of Encode.
	Validate(opts ...Option) error
	// Encode validates the message and returns its JSON text in canonical form.
	Encode(opts ...Option) ([]byte, error)
	// AppendJSON is Encode that appends to b. With an error it returns b unchanged.
	AppendJSON(b []byte, opts ...Option) ([]byte, error)
	// EncodeTo is for generated code.
	EncodeTo(w *Writer)
}

// Protocol contains the data that all types of a package share. It is for generated code, like all functions below that take a Protocol.
type Protocol struct {
	Params  Params
	Accepts func(r *Reader) bool // whether validation continues after the version of the message; nil for types that are not messages
	Numbers []Numbers
	Wide    bool             // whether some of the Numbers are
	Root    func(of any) int // the index of the first Numbers of a declared type, for a nil pointer to that type; nil if no type has Numbers
}

// Coded is implemented by pointers to values of generated types.
type Coded[T any] interface {
	*T
	DecodeFrom(r *Reader)
	EncodeTo(w *Writer)
}

// decode reads a text with a function, unless its version is not accepted. Advice is skipped if the options ignore it. Whether the options
// ignore it is certain only after the text has been read: an invalid text with advice is read again.
func decode(data []byte, p *Protocol, opts []Option, at root, read func(*Reader)) error {
	r := readers.Get().(*Reader)
	r.prepare(opts, p.Params)
	r.hush()
	err := r.decode(data, p, at, read)
	if err != nil && r.hushed {
		*r = Reader{options: r.options} // the time of the check stays the same
		err = r.decode(data, p, at, read)
	}
	r.release()
	return err
}

func (r *Reader) decode(data []byte, p *Protocol, at root, read func(*Reader)) error {
	r.protocol, r.root = p, at
	if r.open(data); p.Accepts == nil || p.Accepts(r) {
		read(r)
		r.checkRest()
		if r.beyond && r.cause == "" {
			r.search(p.Numbers, p.root(at))
		}
	}
	return r.Finish()
}

// Readers are pooled: functions that are passed to other functions force them to the heap.
var readers = sync.Pool{New: func() any { return new(Reader) }}

func (r *Reader) release() {
	r.ahead.start()
	*r = Reader{ahead: r.ahead}
	readers.Put(r)
}

// Decode parses a text.
func Decode[T any, P Coded[T]](data []byte, p *Protocol, opts []Option) (*T, error) {
	var v P
	if err := decode(data, p, opts, rootOf[T](), func(r *Reader) { v = New[T, P](r) }); err != nil {
		return nil, err
	}
	return v, nil
}

// New reads a new value.
func New[T any, P Coded[T]](r *Reader) P {
	v := P(new(T))
	v.DecodeFrom(r)
	return v
}

// DecodeValue is Decode for types that are not structs.
func DecodeValue[T any, P Coded[T]](data []byte, p *Protocol, opts []Option) (T, error) {
	v, err := Decode[T, P](data, p, opts)
	if err != nil {
		var none T
		return none, err
	}
	return *v, nil
}

// Unmarshal is Decode for encoding/json: null leaves *v unchanged.
func Unmarshal[T any, P Coded[T]](data []byte, v P, p *Protocol) error {
	if string(data) == "null" {
		return nil
	}
	parsed, err := Decode[T, P](data, p, nil)
	if err == nil {
		*v = *parsed
	}
	return err
}

// EncodeUnchecked returns the canonical text of a message.
func EncodeUnchecked(m Message, opts []Option) ([]byte, error) {
	switch {
	case m == nil:
		return nil, errNil
	case isNil(m):
		return encode(opts, (*Writer).Missing)
	}
	return encode(opts, m.EncodeTo)
}

// writerOf returns the function that writes a value. A nil pointer is written like an unassigned member.
func writerOf[T any, P Coded[T]](v P) func(*Writer) {
	if v == nil {
		return (*Writer).Missing
	}
	return v.EncodeTo
}

func encode(opts []Option, write func(*Writer)) ([]byte, error) {
	w := writers.Get().(*Writer)
	w.startKept(optionsOf(opts))
	write(w)
	text, err := w.Finish()
	if err == nil {
		text = w.owned(text)
	} else {
		text = nil
	}
	w.release()
	return text, err
}

// Append appends the canonical text of a value if the value is valid. With an error it returns b unchanged.
func Append[T any, P Coded[T]](b []byte, v P, p *Protocol, opts []Option) ([]byte, error) {
	return encodeValid(b, true, p, opts, rootOf[T](), writerOf[T](v), func(r *Reader) { P(new(T)).DecodeFrom(r) })
}

// Encode returns the canonical text of a valid value.
func Encode[T any, P Coded[T]](v P, p *Protocol, opts []Option) ([]byte, error) {
	return Append(nil, v, p, opts)
}

// Validate returns the error of encoding a value.
func Validate[T any, P Coded[T]](v P, p *Protocol, opts []Option) error {
	_, err := encodeValid(nil, false, p, opts, rootOf[T](), writerOf[T](v), func(r *Reader) { P(new(T)).DecodeFrom(r) })
	return err
}

// Check returns the issues of encoding a value. If that has no issues, it returns the issues of parsing the result.
func Check[T any, P Coded[T]](v P, p *Protocol, opts []Option) []Issue {
	return collected(opts, func(opts []Option) error { return Validate(v, p, opts) })
}

// collected returns the issues that a function reports. It panics for an *OptionError: it has no error result, and the caller made a
// mistake.
func collected(opts []Option, report func([]Option) error) []Issue {
	var issues []Issue
	err := report(append(opts[:len(opts):len(opts)], Report(&issues)))
	var wrong *OptionError
	if errors.As(err, &wrong) {
		panic(wrong)
	}
	return issues
}

// Form reads and writes values without methods: values of Go's predeclared types, interfaces and values that may be null.
type Form[T any] struct {
	Protocol *Protocol
	Read     func(r *Reader) T
	Write    func(w *Writer, v T)
	Numbers  int // the index of the first of its numbers, or 0
}

// Decode parses a text.
func (f Form[T]) Decode(data []byte, opts []Option) (T, error) {
	var v, none T
	if err := decode(data, f.Protocol, opts, root{index: f.Numbers}, func(r *Reader) { v = f.Read(r) }); err != nil {
		return none, err
	}
	return v, nil
}

// EncodeUnchecked returns the canonical text of a value.
func (f Form[T]) EncodeUnchecked(v T, opts []Option) ([]byte, error) {
	return encode(opts, func(w *Writer) { f.Write(w, v) })
}

// Encode returns the canonical text of a valid value.
func (f Form[T]) Encode(v T, opts []Option) ([]byte, error) {
	text, err := encodeValid(nil, true, f.Protocol, opts, root{index: f.Numbers}, func(w *Writer) { f.Write(w, v) }, func(r *Reader) { f.Read(r) })
	if err != nil {
		return nil, err
	}
	return text, nil
}

// Validate returns the error of encoding a value.
func (f Form[T]) Validate(v T, opts []Option) error {
	_, err := f.Encode(v, opts)
	return err
}

// Check returns the issues of a value, as Check does.
func (f Form[T]) Check(v T, opts []Option) []Issue {
	return collected(opts, func(opts []Option) error { return f.Validate(v, opts) })
}

// UnknownVariant returns the error for a message that is not a variant of a union, such as nil. It is for generated code.
func UnknownVariant(union string, m Message) error {
	return fmt.Errorf("no variant of %s: %T", union, m)
}

// Is reports whether a value of a union belongs to a variant. It is for generated code.
func Is[V any](value any) bool {
	_, is := value.(V)
	return is
}

// IsNil reports whether a message is nil, or a nil pointer.
func IsNil(m Message) bool {
	v := reflect.ValueOf(m)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

// Found returns the value that a pointer refers to, and whether the pointer is not nil. It is for generated code.
func Found[T any](p *T) (T, bool) {
	if p == nil {
		var none T
		return none, false
	}
	return *p, true
}

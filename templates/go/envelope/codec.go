package envelope

import (
	"errors"
	"fmt"
	"slices"
)

// Message is implemented by the variants of a union: they can be checked and written.
type Message interface {
	Check(opts ...Option) []Issue
	Validate(opts ...Option) error
	Encode(opts ...Option) ([]byte, error)
	EncodeIndent(opts ...Option) ([]byte, error)
	EncodeUnchecked(opts ...Option) ([]byte, error)
	AppendJSON(b []byte, opts ...Option) ([]byte, error)
	MarshalJSON() ([]byte, error)
}

// Codec reads and writes the values of one type, for programs that choose the type at run time.
type Codec struct {
	name   string
	parse  func([]byte, []Option) (any, error)
	encode func(any, []Option) ([]byte, error)
	bound  []Option
}

// NewCodec creates a Codec from the functions of a type. It is for generated code.
func NewCodec[T any](name string, parse func([]byte, ...Option) (T, error), encode func(T, ...Option) ([]byte, error)) Codec {
	return Codec{
		name:  name,
		parse: func(data []byte, opts []Option) (any, error) { return parse(data, opts...) },
		encode: func(value any, opts []Option) ([]byte, error) {
			v, ok := value.(T)
			if !ok {
				return nil, fmt.Errorf("%s: cannot encode a %T", name, value)
			}
			return encode(v, opts...)
		},
	}
}

// Name returns the name of the type in the spec.
func (c Codec) Name() string { return c.name }

// With returns a codec of the same type that uses these options in every call, before those of the call.
func (c Codec) With(opts ...Option) Codec {
	c.bound = slices.Concat(c.bound, opts)
	return c
}

// Parse parses JSON text. The error is a *ValidationError or an *OptionError.
func (c Codec) Parse(data []byte, opts ...Option) (any, error) {
	return c.parse(data, slices.Concat(c.bound, opts))
}

// Encode validates a value of the type that Parse returns, and returns its JSON text in canonical form.
func (c Codec) Encode(value any, opts ...Option) ([]byte, error) {
	opts = slices.Concat(c.bound, opts)
	text, err := c.encode(value, opts)
	return Checked(text, err, func(text []byte, opts ...Option) (any, error) { return c.parse(text, opts) }, opts)
}

// EncodeUnchecked is Encode without validation.
func (c Codec) EncodeUnchecked(value any, opts ...Option) ([]byte, error) {
	return c.encode(value, slices.Concat(c.bound, opts))
}

// Check returns all issues of a text, including level Should. It panics for an invalid option.
func (c Codec) Check(data []byte, opts ...Option) []Issue {
	var issues []Issue
	_, err := c.parse(data, slices.Concat(c.bound, opts, []Option{Report(&issues)}))
	return checked(issues, err)
}

// checked returns issues. It panics if err is an *OptionError: that is a mistake of the caller, and there is no error result.
func checked(issues []Issue, err error) []Issue {
	var wrong *OptionError
	if errors.As(err, &wrong) {
		panic(wrong)
	}
	return issues
}

// Checked returns a text that was encoded unchecked if it is valid, else the error of encoding or parsing it. It is for generated code.
func Checked[T any](text []byte, err error, parse func([]byte, ...Option) (T, error), opts []Option) ([]byte, error) {
	if err == nil {
		_, err = parse(text, opts...)
	}
	if err != nil {
		return nil, err
	}
	return text, nil
}

// CheckValue returns the issues of a value that the program has built: those of encoding it or, if there are none, of parsing the
// result. It is for generated code.
func CheckValue[T any](encode func(...Option) ([]byte, error), parse func([]byte, ...Option) (T, error), opts []Option) []Issue {
	var issues []Issue
	opts = append(opts[:len(opts):len(opts)], Report(&issues))
	text, err := encode(opts...)
	if err == nil {
		_, err = parse(text, opts...)
	}
	return checked(issues, err)
}

// Result returns v, or the zero value with the error. It is for generated code.
func Result[T any](v T, err error) (T, error) {
	if err != nil {
		var zero T
		return zero, err
	}
	return v, nil
}

// UnknownVariant returns the error for a message that is no variant of a union, such as nil. It is for generated code.
func UnknownVariant(union string, m Message) error {
	return fmt.Errorf("no variant of %s: %T", union, m)
}

package wire

import (
	"fmt"
	"slices"
	"sync"
)

// Codec reads and writes the values of one type, for programs that choose the type at run time.
type Codec struct {
	name   string
	decode func([]byte, []Option) (any, error)
	encode func(value any, checked bool, opts []Option) ([]byte, error)
	bound  []Option
}

// RecordCodec returns the codec of a record, whose values are pointers. It is for generated code, like those of other types.
func RecordCodec[T any, P Coded[T]](name string, p *Protocol) Codec {
	return newCodec(name,
		func(data []byte, opts []Option) (*T, error) { return Decode[T, P](data, p, opts) },
		func(v *T, opts []Option) ([]byte, error) { return Encode(P(v), p, opts) },
		func(v *T, opts []Option) ([]byte, error) { return encode(opts, writerOf[T](P(v))) })
}

// ValueCodec returns the codec of a type with methods that is no record.
func ValueCodec[T any, P Coded[T]](name string, p *Protocol) Codec {
	return newCodec(name,
		func(data []byte, opts []Option) (T, error) { return DecodeValue[T, P](data, p, opts) },
		func(v T, opts []Option) ([]byte, error) { return Encode(P(&v), p, opts) },
		func(v T, opts []Option) ([]byte, error) { return encode(opts, P(&v).EncodeTo) })
}

// FormCodec returns the codec of a type without methods.
func FormCodec[T any](name string, f Form[T]) Codec {
	return newCodec(name, f.Decode, f.Encode, f.EncodeUnchecked)
}

func newCodec[T any](name string, decode func([]byte, []Option) (T, error), encode, unchecked func(T, []Option) ([]byte, error)) Codec {
	return Codec{
		name:   name,
		decode: func(data []byte, opts []Option) (any, error) { return decode(data, opts) },
		encode: func(value any, checked bool, opts []Option) ([]byte, error) {
			v, ok := value.(T)
			switch {
			case !ok:
				return nil, fmt.Errorf("%s: cannot encode a %T", name, value)
			case checked:
				return encode(v, opts)
			}
			return unchecked(v, opts)
		},
	}
}

// Codecs finds codecs by name. It makes them when the first one is looked up. It is for generated code.
type Codecs struct {
	once   sync.Once
	names  []string
	byName map[string]Codec
}

func (c *Codecs) fill(all func() []Codec) {
	c.byName = map[string]Codec{}
	for _, codec := range all() {
		c.names = append(c.names, codec.name)
		c.byName[codec.name] = codec
	}
}

// Lookup returns the codec of that name among all.
func (c *Codecs) Lookup(all func() []Codec, name string) (Codec, bool) {
	c.once.Do(func() { c.fill(all) })
	codec, found := c.byName[name]
	return codec, found
}

// Names returns the names of all.
func (c *Codecs) Names(all func() []Codec) []string {
	c.once.Do(func() { c.fill(all) })
	return slices.Clone(c.names)
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
	return c.decode(data, slices.Concat(c.bound, opts))
}

// Encode validates a value of the type that Parse returns, and returns its JSON text in canonical form.
func (c Codec) Encode(value any, opts ...Option) ([]byte, error) {
	return c.encode(value, true, slices.Concat(c.bound, opts))
}

// EncodeUnchecked is Encode without validation.
func (c Codec) EncodeUnchecked(value any, opts ...Option) ([]byte, error) {
	return c.encode(value, false, slices.Concat(c.bound, opts))
}

// Check returns all issues of a text, including level Should. It panics for an invalid option.
func (c Codec) Check(data []byte, opts ...Option) []Issue {
	return collected(opts, func(opts []Option) error {
		_, err := c.Parse(data, opts...)
		return err
	})
}

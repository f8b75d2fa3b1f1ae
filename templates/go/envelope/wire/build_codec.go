package wire

import (
	"errors"
	"io"
	"reflect"
	"slices"
)

// BuilderCodec builds the messages of one builder that is chosen at run time, out of JSON texts.
type BuilderCodec struct {
	name    string
	answers bool
	layout  *Layout
	build   func(s Source, args, answers []byte) (Message, error)
}

// NewBuilderCodec returns the codec of a builder. read reads the answered message, and is nil if there is none. It is for generated code.
func NewBuilderCodec[D, T, A any, P interface {
	Coded[T]
	Message
}](name string, l *Layout, read func(*Reader) A, build func(Source, A, *D) (P, error)) BuilderCodec {
	return BuilderCodec{name, read != nil, l, func(s Source, args, answers []byte) (Message, error) {
		var answered A
		if read != nil {
			if err := draft(answers, func(r *Reader) { answered = read(r) }); err != nil {
				return nil, err
			}
		}
		given := P(new(T))
		if err := draft(args, given.DecodeFrom); err != nil {
			return nil, err
		}
		raw := Raw{text: string(args)}
		d := new(D)
		take(reflect.ValueOf(d).Elem(), reflect.ValueOf(given).Elem(), raw)
		if refused := refusedOf(given, raw); refused != nil {
			s.Options = append(slices.Clip(s.Options), func(o *options) { o.refused = refused })
		}
		m, err := build(s, answered, d)
		if err != nil {
			return nil, err
		}
		return m, nil
	}}
}

// take gives a draft the members of an object that a record contains. Tags name the members.
func take(draft, record reflect.Value, from Raw) {
	object, is := from.AsObject()
	if !is {
		return
	}
	for i := range draft.NumField() {
		field := draft.Type().Field(i)
		name, named := field.Tag.Lookup("member")
		raw, has := object.Get(name)
		to, value := draft.Field(i), reflect.Indirect(record.FieldByName(field.Name))
		if named && !has || !value.IsValid() {
			continue
		}
		holder, holds := to.Addr().Interface().(holder)
		switch {
		case to.Type() == value.Type():
			to.Set(value)
		case holds:
			holder.take(value, raw)
		case to.Kind() == reflect.Pointer:
			to.Set(value.Addr())
		default:
			take(to, value, raw)
		}
	}
}

// holder is a member of a draft that differs from that of the record.
type holder interface {
	take(value reflect.Value, raw Raw)
}

func (o *Opt[T]) take(value reflect.Value, raw Raw) {
	if held, is := value.Interface().(interface{ held() reflect.Value }); is { // an optional record
		value = held.held()
	}
	into := reflect.ValueOf(o.Fill()).Elem()
	if value = reflect.Indirect(value); into.Type() == value.Type() {
		into.Set(value)
	} else {
		take(into, value, raw)
	}
}

func (o Opt[T]) held() reflect.Value { return reflect.ValueOf(&o.value).Elem() }

func (o *OptNullable[T]) take(value reflect.Value, _ Raw) {
	if n := value.Interface().(Nullable[T]); n.set {
		o.Set(n.value)
	} else {
		o.SetNull()
	}
}

// refusedOf returns the members of the arguments that a record cannot represent: values of a wrong type.
func refusedOf(m Message, args Raw) []member {
	text, err := EncodeUnchecked(m, nil)
	if err != nil {
		return nil // the check reports it
	}
	return differing(nil, args, Raw{text: string(text)}, nil)
}

func differing(list []member, given, held Raw, at []string) []member {
	o, isObject := given.AsObject()
	in, too := held.AsObject()
	if !isObject || !too {
		if !given.Equal(held) {
			list = append(list, member{slices.Clone(at), given.String()})
		}
		return list
	}
	for name, value := range o.All() {
		way := append(at, name)
		if inner, has := in.Get(name); has {
			list = differing(list, value, inner, way)
		} else {
			list = append(list, member{slices.Clone(way), value.String()})
		}
	}
	return list
}

// draft reads an object that need not be complete or valid.
func draft(text []byte, read func(*Reader)) error {
	var r Reader
	r.Start(text, nil, nil)
	r.valid, r.aside = allValid, true
	read(&r)
	_ = r.Finish() // the check of the complete message reports its issues
	if r.cause != "" {
		return errors.New(r.textViolation().message)
	}
	return nil
}

// Name returns the name of the builder in the spec.
func (c BuilderCodec) Name() string { return c.name }

// Answers reports whether the builder answers a message.
func (c BuilderCodec) Answers() bool { return c.answers }

// Build builds a message. args is an object with its caller's input; answers is the answered message, for builders that answer one. The error is a
// *ValidationError or *OptionError, the error of the store, or one for a text that is not JSON.
func (c BuilderCodec) Build(s Source, args, answers []byte) (Message, error) {
	return c.build(s, args, answers)
}

// Emit writes a message in the layout of the protocol, and returns the exit code of the process, or -1 if the protocol defines none.
func (c BuilderCodec) Emit(out io.Writer, m Message, opts ...Option) (int, error) {
	if err := c.layout.Emit(out, m, opts); err != nil || c.layout.Exit == nil {
		return -1, err
	}
	return c.layout.Exit(m), nil
}

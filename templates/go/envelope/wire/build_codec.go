package wire

import (
	"errors"
	"io"
)

// BuilderCodec builds the messages of one builder that is chosen at run time, out of JSON texts.
type BuilderCodec struct {
	name    string
	answers bool
	layout  *Layout
	build   func(s Source, args, answers []byte) (Message, error)
}

// NewBuilderCodec returns the codec of a builder. read is nil where it answers nothing, and else reads what it answers. It is for generated code.
func NewBuilderCodec[T, A any, P interface {
	Coded[T]
	Message
}](name string, l *Layout, read func(*Reader) A, build func(Source, A, P, func(P)) (P, error)) BuilderCodec {
	return BuilderCodec{name, read != nil, l, func(s Source, args, answers []byte) (Message, error) {
		var answered A
		if read != nil {
			if _, err := draft(answers, func(r *Reader) { answered = read(r) }); err != nil {
				return nil, err
			}
		}
		given := P(new(T))
		whole, err := draft(args, given.DecodeFrom)
		if err == nil && whole { // a schema decides it as a whole, and finds that constants are missing
			_, err = draft(begun(given, args), given.DecodeFrom)
		}
		if err != nil {
			return nil, err
		}
		m, err := build(s, answered, given, func(m P) { overlay(m, args, whole) })
		if err != nil {
			return nil, err
		}
		return m, nil
	}}
}

// overlay sets what args has, zero and null included.
func overlay[P interface {
	Message
	DecodeFrom(r *Reader)
}](m P, args []byte, whole bool) {
	if whole {
		args = begun(m, args)
	}
	_, _ = draft(args, m.DecodeFrom) // it has been read before
}

// begun returns the text of a message of which nobody has given anything, with what args has.
func begun(m Message, args []byte) []byte {
	text, err := m.EncodeUnchecked()
	if err != nil {
		return args
	}
	begun, _ := Raw{text: string(text)}.AsObject()
	given, _ := Raw{text: string(args)}.AsObject()
	for name, value := range given.All() {
		begun.Set(name, value)
	}
	return []byte(begun.String())
}

// draft reads an object that need not be complete or valid, and reports whether a schema has refused it as a whole.
func draft(text []byte, read func(*Reader)) (refused bool, err error) {
	var r Reader
	r.Start(text, nil, nil)
	read(&r)
	_ = r.Finish() // the check of the complete message reports its issues
	if r.cause != "" {
		return false, errors.New(r.textViolation().message)
	}
	return r.refused, nil
}

// Name returns the name of the builder in the spec.
func (c BuilderCodec) Name() string { return c.name }

// Answers reports whether the builder answers a message.
func (c BuilderCodec) Answers() bool { return c.answers }

// Build builds a message. args is an object with what its caller gives; answers is the message that is answered, of builders that answer one.
// The error is a *ValidationError or *OptionError, that of the store, or one for a text that is no JSON.
func (c BuilderCodec) Build(s Source, args, answers []byte) (Message, error) {
	return c.build(s, args, answers)
}

// Emit writes a message as the protocol lays it out, and returns the exit code of who does, or -1 where the protocol says nothing.
func (c BuilderCodec) Emit(out io.Writer, m Message, opts ...Option) (int, error) {
	if err := c.layout.Emit(out, m, opts); err != nil || c.layout.Exit == nil {
		return -1, err
	}
	return c.layout.Exit(m), nil
}

package wire

import (
	"bytes"
	"encoding/json"
	"io"
)

// Layout is how the messages of a protocol are laid out as text. It is for generated code.
type Layout struct {
	Indent string
	End    string
	Exit   func(m Message) int // the exit code of a process for its message, or -1; nil if the protocol defines none
}

// Text returns the text of a message, or the error of encoding it.
func (l *Layout) Text(text []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	if l.Indent != "" {
		var b bytes.Buffer
		if err := json.Indent(&b, text, "", l.Indent); err != nil {
			return nil, err
		}
		text = b.Bytes()
	}
	return append(text, l.End...), nil
}

// Emit writes the text of a message.
func (l *Layout) Emit(out io.Writer, m Message, opts []Option) error {
	text, err := Encoded(m, opts)
	if err != nil {
		return err
	}
	return l.write(out, text)
}

// write writes a text as it is laid out. It may append to text.
func (l *Layout) write(out io.Writer, text []byte) error {
	text, err := l.Text(text, nil)
	if err == nil {
		_, err = writeAll(out, text)
	}
	return err
}

// EmitCode writes the text of a message, and returns the exit code: 1 where there is none, because of an error.
func (l *Layout) EmitCode(out io.Writer, m Message, opts []Option) (int, error) {
	if err := l.Emit(out, m, opts); err != nil {
		return 1, err
	}
	return l.Exit(m), nil
}

// Encoded is the method Encode of a message that may be nil.
func Encoded(m Message, opts []Option) ([]byte, error) {
	if m == nil {
		return nil, errNil
	}
	return m.Encode(opts...)
}

// errNil is the error of a nil pointer to a record.
var errNil = &ValidationError{Issues: []Issue{{Rule: "type", Level: Must, Message: "must be an object"}}}

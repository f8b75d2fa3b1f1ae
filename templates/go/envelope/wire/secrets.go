package wire

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
)

// only: secrets {

// Redacted returns a copy of a message without secrets, which shares no memory with it. Without Secrets, only members marked in the spec are
// replaced. The error is a *ValidationError for a message that cannot be written or read again.
func Redacted[M Message](m M, s *Secrets) (M, error) {
	var none M
	if IsNil(m) {
		return none, errNil
	}
	typ := reflect.TypeOf(m)
	if typ.Kind() != reflect.Pointer {
		return none, fmt.Errorf("a %s is not redacted, only what a pointer leads to", typ)
	}
	read, is := reflect.New(typ.Elem()).Interface().(interface {
		Message
		DecodeFrom(r *Reader)
	})
	if !is {
		return none, fmt.Errorf("a %s is not redacted, only messages", typ)
	}
	c, err := s.copied(m.EncodeTo, read.DecodeFrom, read.EncodeTo)
	if err == nil && !c.whole {
		err = cmp.Or(c.wrong, errNotCopied)
	}
	if err != nil {
		return none, err
	}
	return any(read).(M), nil
}

// hide replaces secrets in a message that is built. A message whose text cannot be read again is invalid, and is not written.
func hide[T any, P Coded[T]](f *Filler, p *Protocol, v P) P {
	hidden := P(new(T))
	c, err := f.source.Secrets.copied(v.EncodeTo, hidden.DecodeFrom, hidden.EncodeTo)
	switch {
	case err != nil:
		f.err = check[T](f, v, nil, p)
	case !c.whole:
		_, f.err = Decode[T, P](f.asGiven(c.text), p, f.options())
	}
	return hidden
}

var errNotCopied = errors.New("a part of the message cannot be read again")

// redactedCopy is the text of a value without its secrets, and the value read from it.
type redactedCopy struct {
	text  []byte
	whole bool  // whether the copy has all of the text
	wrong error // the invalid part, as far as reading finds it
}

// copied copies the output of a function without its secrets.
func (s *Secrets) copied(write func(*Writer), read func(*Reader), again func(*Writer)) (c redactedCopy, err error) {
	w := Writer{options: &unlimited, marks: newMarks()}
	write(&w)
	if c.text, err = w.Finish(); err != nil {
		return c, err
	}
	c.text = s.redact(string(c.text), w.marks)
	c.wrong = readUnchecked(c.text, read)
	w = Writer{options: &unlimited}
	again(&w)
	text, err := w.Finish()
	c.whole = err == nil && string(text) == string(c.text)
	return c, nil
}

// readUnchecked reads a text of any size and depth that need not be valid, and returns its error. It evaluates no schemas, because values that they
// refuse would be missing in the copy.
func readUnchecked(text []byte, read func(*Reader)) error {
	r := Reader{options: unlimited}
	r.open(text)
	r.valid, r.aside = allValid, true
	read(&r)
	return r.Finish()
}

// }

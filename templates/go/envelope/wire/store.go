package wire

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Storing describes an object that goes to the store, and its replacement in the message. Ways are names of members. It is for generated
// code, like all of this file.
type Storing struct {
	At      []string // the object
	Digest  []string
	Size    []string // nil if undeclared, like Count
	Count   []string
	Values  []Constant
	Preview *Preview
	Takes   [][]string // members that are those of the object, of their last names, where they are valid
}

// Constant is a member that is always the same.
type Constant struct {
	At    []string
	Value string // JSON
}

// HasStore reports whether there is a store to give anything to.
func (f *Filler) HasStore() bool {
	return f.source.Store != nil && f.err == nil && f.reader.options.wrong == nil
}

// Stored gives the output of a function to the store, if that is an object of more than some bytes without a digest. It returns the replacement, or
// nil if the object stays.
func Stored[T any, P Coded[T]](f *Filler, p *Protocol, s *Storing, over int64, write func(*Writer)) P {
	w := Writer{options: &unlimited}
	write(&w)
	text, err := w.Finish() // the check reports an invalid message
	if err != nil || f.err != nil || text[0] != '{' || int64(len(text)) <= over {
		return nil
	}
	payload := Object{text: string(text)}
	if payload.Has(s.Digest[0]) {
		return nil
	}
	digest, err := f.source.Store.Put(text)
	if err != nil {
		f.err = fmt.Errorf("cannot store %s: %w", pointerTo(s.At), err)
		return nil
	}
	summary := s.summary(payload.text, digest)
	made := summary
	for _, way := range s.Takes {
		value, has := payload.Get(way[len(way)-1])
		if has && isValidAt[T, P](f, p, with(summary, way, value), way) {
			made = with(made, way, value)
		}
	}
	f.stored = true
	v := P(new(T))
	_ = readUnchecked([]byte(made.String()), v.DecodeFrom) // likewise
	return v
}

// isValidAt reports whether an object has no issue of level Must at the end of a way or below.
func isValidAt[T any, P Coded[T]](f *Filler, p *Protocol, o Object, way []string) bool {
	r := Reader{options: f.reader.options}
	r.options.reports = places{}
	if f.source.Now != nil || f.hasNow {
		r.options.now, r.options.hasNow = f.Time(), true
	}
	issues, _ := IssuesOf(r.decode([]byte(o.String()), p, rootOf[T](), func(r *Reader) { New[T, P](r) }))
	pointer := pointerTo(way)
	return !slices.ContainsFunc(issues, func(i Issue) bool {
		return i.Level == Must && (i.Path == pointer || strings.HasPrefix(i.Path, pointer+"/"))
	})
}

// summary is the replacement of an object, without the members that are taken from the object.
func (s *Storing) summary(payload, digest string) (o Object) {
	put := func(way []string, value string) {
		if way != nil {
			o = with(o, way, Raw{text: value})
		}
	}
	for _, v := range s.Values {
		put(v.At, v.Value)
	}
	text, _ := appendString(nil, digest)
	put(s.Digest, string(text))
	put(s.Size, strconv.Itoa(len(payload)))
	var t tree
	t.read(payload)
	sample := 0
	for c := range t.children(0) {
		if count := t.size(c.node); count > 0 && t.typeOf(c.node) == ArrayType {
			put(s.Count, strconv.Itoa(count))
			sample = c.node + 1
			break
		}
	}
	if s.Preview != nil {
		put(s.Preview.At, s.Preview.text(&t, sample))
	}
	return o
}

// with returns an object with a value at the end of a way.
func with(o Object, way []string, value Raw) Object {
	if len(way) > 1 {
		inner, _ := o.Get(way[0])
		below, _ := inner.AsObject()
		value = Raw{text: with(below, way[1:], value).String()}
	}
	o.Set(way[0], value)
	return o
}

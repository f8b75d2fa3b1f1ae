package wire

import (
	"io"
	"os"
	"slices"
	"time"
)

// Source supplies the values of builders that do not come from their callers. The zero Source uses the system. A generated type Builder has the same
// fields.
type Source struct {
	Now     func() time.Time         // the clock; nil is the time of the options, or else of the system
	NewID   func(kind string) string // returns a new id of the kind "uuid" or "ulid"; nil is a random one // only: fills
	Getenv  func(name string) string // the environment; nil is that of the process // only: fills
	Started time.Time                // where durations begin; the zero Time leaves them out // only: fills
	Options []Option                 // for the check of the built message
	Secrets *Secrets                 // the secrets to replace in the message; nil replaces none // only: secrets
	Store   ArtifactStore            // receives values that are too large for the message; nil keeps them in the message // only: stores
	Out     io.Writer                // takes the text of the message, as its protocol lays it out; nil for none
}

// ArtifactStore keeps texts. Put returns the digest by which a text is found: "sha256:" and 64 hexadecimal digits.
type ArtifactStore interface {
	Put(content []byte) (digest string, err error)
}

// Build makes a message of a draft, completes it, and validates the whole. take makes the message from a copy of the draft, which it may change.
// fill, or nil, supplies absent members: before the steps, and again after a value is stored. The steps run before the check, and receive values
// without secrets. It is for generated code, like all functions and methods of this file.
func Build[D, T any, P Coded[T]](s Source, l *Layout, p *Protocol, given *D, take func(*Filler, *D) P, fill func(*Filler, P), steps ...func(*Filler, P)) (P, error) {
	r := readers.Get().(*Reader)
	r.prepare(s.Options, p.Params)
	f := &Filler{source: s, reader: r}
	draft := *Given(given)
	v := take(f, &draft)
	if fill != nil {
		fill(f, v)
	}
	if s.Secrets != nil { // only: secrets
		v = hide(f, p, v) // only: secrets
	} // only: secrets
	for _, step := range steps {
		if f.err != nil {
			break
		}
		step(f, v)
		if fill != nil && f.refills() {
			fill(f, v)
		}
	}
	if f.err != nil {
		r.release()
		return nil, f.err
	}
	if s.Now != nil || f.hasNow {
		r.options.now, r.options.hasNow = f.Time(), true // the check looks at the same clock
	}
	err := check[T](f, v, l, p)
	r.release()
	if err != nil {
		return nil, err
	}
	return v, nil
}

// check validates a message without its missing members. With a layout, it validates the output text itself, so that no value is written twice.
func check[T any, P Coded[T]](f *Filler, v P, l *Layout, p *Protocol) error {
	w := writers.Get().(*Writer)
	w.startKept(&f.reader.options)
	text, doubt, err := f.reader.follow(w, p, v.EncodeTo)
	if err == nil && (f.missing != nil || f.reader.options.refused != nil) {
		text, doubt = f.asGiven(text), true
	}
	if doubt {
		_, err = Decode[T, P](text, p, f.options())
	}
	if out := f.source.Out; l != nil && out != nil && err == nil {
		unlock := lockOut(out)
		err = l.write(out, text)
		unlock()
	}
	w.release()
	return err
}

// Filler contains the values that builders supply.
type Filler struct {
	source  Source
	now     time.Time
	hasNow  bool
	reader  *Reader
	missing [][]string // ways to required members that are absent, and whose fields are zero
	err     error      // why there is no message
	stored  bool       // whether anything has gone to the store
}

// Time returns the time of the builder's clock, the same throughout a message.
func (f *Filler) Time() time.Time {
	if f.hasNow {
		return f.now
	}
	switch o := newOptions(f.source.Options); {
	case f.source.Now != nil:
		f.now = f.source.Now()
	case o.hasNow:
		f.now = o.now
	default:
		f.now = time.Now()
	}
	f.hasNow = true
	return f.now
}

// only: fills {

// DateTime returns the time as RFC 3339 date-time in UTC with milliseconds. The check refuses years that RFC 3339 has not.
func (f *Filler) DateTime() string {
	t := f.Time().UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	if year < 0 || year > 9999 {
		return t.Format("2006-01-02T15:04:05.000Z")
	}
	text := [...]byte{4: '-', 7: '-', 10: 'T', 13: ':', 16: ':', 19: '.', 23: 'Z'} // package time takes four times as long
	for _, part := range [...]struct{ at, digits, n int }{{0, 4, year}, {5, 2, int(month)}, {8, 2, day}, {11, 2, hour}, {14, 2, minute}, {17, 2, second}, {20, 3, t.Nanosecond() / 1e6}} {
		for i := part.at + part.digits - 1; i >= part.at; i-- {
			text[i] = '0' + byte(part.n%10)
			part.n /= 10
		}
	}
	return string(text[:])
}

// Unix returns the time in Unix seconds.
func (f *Filler) Unix() int64 { return f.Time().Unix() }

// Elapsed returns how many milliseconds have passed since the start, and whether there is one.
func (f *Filler) Elapsed() (int64, bool) {
	if f.source.Started.IsZero() {
		return 0, false
	}
	return f.Time().Sub(f.source.Started).Milliseconds(), true
}

// Word returns the word of the first variable that is set and not empty, or another one. choices are variables with their words.
func (f *Filler) Word(otherwise string, choices ...[2]string) string {
	getenv := f.source.Getenv
	if getenv == nil {
		getenv = os.Getenv
	}
	for _, c := range choices {
		if getenv(c[0]) != "" {
			return c[1]
		}
	}
	return otherwise
}

// }

// Reader returns a Reader with the parameters.
func (f *Filler) Reader() *Reader { return f.reader }

// options are those of the check: they look at the same clock.
func (f *Filler) options() []Option {
	if o := f.reader.options; o.hasNow {
		return append(slices.Clip(f.source.Options), Now(o.now))
	}
	return f.source.Options
}

// refills reports whether absent members are filled in again: whether a step has stored anything.
func (f *Filler) refills() bool {
	stored := f.stored && f.err == nil
	f.stored = false
	return stored
}

// Lacks notes that a required member is absent, if it is.
func (f *Filler) Lacks(isAbsent bool, way ...string) {
	if isAbsent {
		f.missing = append(f.missing, way)
	}
}

// asGiven returns the text of a message without the missing members, and with members that have no field.
func (f *Filler) asGiven(text []byte) []byte {
	raw := Raw{text: string(text)}
	for _, way := range f.missing {
		raw = raw.without(way)
	}
	for _, m := range f.reader.options.refused {
		raw = raw.with(m)
	}
	return []byte(raw.String())
}

func (r Raw) without(way []string) Raw {
	o, is := r.AsObject()
	if !is {
		return r
	}
	if inner, has := o.Get(way[0]); has && len(way) > 1 {
		o.Set(way[0], inner.without(way[1:]))
	} else {
		o.Delete(way[0])
	}
	return Raw{text: o.String()}
}

func (r Raw) with(m member) Raw {
	if len(m.way) == 0 {
		return Raw{text: m.value}
	}
	o, _ := r.AsObject()
	inner, _ := o.Get(m.way[0])
	o.Set(m.way[0], inner.with(member{m.way[1:], m.value}))
	return Raw{text: o.String()}
}

// Given returns the target of a pointer, or an empty value.
func Given[T any](p *T) *T {
	if p == nil {
		return new(T)
	}
	return p
}

// IsSet is Is for a value that may be a nil pointer.
func IsSet[V any](value any) bool {
	var none V
	v, is := value.(V)
	return is && any(v) != any(none)
}

// Chosen returns a value as one of a record, or an empty record if the value is nil or of another type.
func Chosen[T any](value any) *T {
	v, _ := value.(*T)
	return Given(v)
}

// DropEmpty leaves a list out that is empty.
func DropEmpty[S ~[]E, E any](o *Opt[S]) {
	if list, ok := o.Get(); ok && len(list) == 0 {
		o.Clear()
	}
}

// DropEmptyOrNull is DropEmpty for a list that may be null, which stays.
func DropEmptyOrNull[S ~[]E, E any](o *OptNullable[S]) {
	if list, ok := o.Get(); ok && len(list) == 0 {
		o.Clear()
	}
}

// Value returns the first result of Get.
func Value[T any](value T, _ bool) T { return value }

// Else gives an absent member another value.
func Else[O interface{ Has() bool }](o *O, value O) {
	if !(*o).Has() {
		*o = value
	}
}

// ElseNull makes an absent member null.
func ElseNull[T any](o *OptNullable[T]) {
	if !o.Has() {
		o.SetNull()
	}
}

// NullableOf returns a value for a member that may be null. Absent is null.
func NullableOf[T any](o OptNullable[T]) Nullable[T] {
	value, is := o.Get()
	return Nullable[T]{value, is}
}

// OptNullableOf returns a member that is present, null or not.
func OptNullableOf[T any](n Nullable[T]) OptNullable[T] {
	if n.set {
		return OptNonNull(n.value)
	}
	return OptNull[T]()
}

// NonZero returns a member that is absent if its value is zero.
func NonZero[T comparable](value T) Opt[T] {
	var zero T
	return Opt[T]{value, value != zero}
}

// Made returns the result of make for a present value.
func Made[D, T any](o Opt[D], make func(D) T) Opt[T] {
	if d, is := o.Get(); is {
		return Some(make(d))
	}
	return Opt[T]{}
}

// Pointer returns a pointer to a value.
func Pointer[T any](value T) *T { return &value }

// IsUnset reports whether nothing has been assigned to a value of any type.
func IsUnset(r Raw) bool { return r.text == "" }

// Computed returns a computed scalar or list, or null for a value without a form in JSON.
func Computed(value any) Raw {
	raw, _ := RawOf(value)
	return raw
}

// ComputedList returns a computed list whose items are not strings.
func ComputedList[T any](list []string, of func(string) T) []T {
	items := make([]T, len(list))
	for i, text := range list {
		items[i] = of(text)
	}
	return items
}

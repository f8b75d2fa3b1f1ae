package wire

import (
	"errors"
	"fmt"
	"testing"
)

// flag imitates a generated type.
type flag bool

func (f *flag) DecodeFrom(r *Reader) {
	b, ok := r.Boolean()
	*f = flag(b)
	if !ok {
		r.Must("type", "must be true or false")
	} else if !b {
		r.Should("truth", "should be true")
	}
}

func (f flag) EncodeTo(w *Writer) {
	w.Boolean(bool(f))
	if w.Checks() && !bool(f) {
		w.Doubt()
	}
}

// wrong is never valid, and has no JSON text if it is true.
type wrong bool

func (f *wrong) DecodeFrom(r *Reader) {
	r.Skip()
	r.Must("wrong", "must be another one")
}

func (f wrong) EncodeTo(w *Writer) {
	if f {
		w.String("\xff")
	} else {
		w.Missing()
	}
}

var (
	part     = &Protocol{}
	refusing = &Protocol{Accepts: func(r *Reader) bool {
		r.Skip()
		r.Must("version", "must be accepted")
		return false
	}}
	flagForm = Form[bool]{part, func(r *Reader) bool { return bool(*New[flag](r)) }, func(w *Writer, b bool) { flag(b).EncodeTo(w) }, 0}
)

func TestCodec(t *testing.T) {
	for _, c := range []Codec{ValueCodec[flag]("Flag", part), FormCodec("Flag", flagForm)} {
		testCodec(t, c)
	}
	c := RecordCodec[flag]("Flag", part)
	value, err := c.Parse([]byte("true"))
	if f, ok := value.(*flag); err != nil || !ok || !bool(*f) {
		t.Errorf("%v, %v", value, err)
	}
	if text, err := c.Encode(value); err != nil || string(text) != "true" {
		t.Errorf("%s, %v", text, err)
	}
}

func testCodec(t *testing.T, c Codec) {
	t.Helper()
	if c.Name() != "Flag" {
		t.Errorf("name %s", c.Name())
	}
	value, err := c.Parse([]byte(" true "))
	if err != nil || fmt.Sprint(value) != "true" {
		t.Fatal(value, err)
	}
	if text, err := c.Encode(value); err != nil || string(text) != "true" {
		t.Errorf("%s, %v", text, err)
	}
	if _, err := c.Encode("true"); err == nil {
		t.Error("a string was encoded as a flag")
	}
	small := c.With(MaxBytes(3)).With(MaxIssues(1))
	if _, err := small.Parse([]byte("true")); err == nil {
		t.Error("bound options are not used")
	}
	if _, err := small.Encode(value); err == nil {
		t.Error("bound options are not used in Encode")
	}
	if text, err := small.EncodeUnchecked(value, MaxBytes(4)); err != nil || string(text) != "true" {
		t.Errorf("options of a call come last: %s, %v", text, err)
	}
	if issues := c.Check([]byte("true")); issues != nil {
		t.Errorf("issues %v", issues)
	}
	if issues := c.Check([]byte("false")); len(issues) != 1 || issues[0].Level != Should {
		t.Errorf("issues %v", issues)
	}
	value, err = c.Parse([]byte("1"))
	var invalid *ValidationError
	if !errors.As(err, &invalid) || invalid.Issues[0].Rule != "type" || fmt.Sprint(value) != "false" {
		t.Errorf("%v, %v", value, err)
	}
}

func TestLookup(t *testing.T) {
	made := 0
	codecs := func() []Codec {
		made++
		return []Codec{ValueCodec[flag]("A", part), ValueCodec[wrong]("B", part)}
	}
	var known Codecs
	if c, ok := known.Lookup(codecs, "B"); !ok || c.Name() != "B" {
		t.Errorf("%v, %v", c, ok)
	}
	if c, ok := known.Lookup(codecs, "C"); ok {
		t.Errorf("%v is C", c)
	}
	known.Names(codecs)[0] = "changed"
	if names := known.Names(codecs); fmt.Sprint(names) != "[A B]" || made != 1 {
		t.Errorf("%v, made %d times", names, made)
	}
}

// AppendJSON of generated types writes behind the caller's bytes and leaves them alone.
func TestAppend(t *testing.T) {
	f, buffer := flag(true), append(make([]byte, 0, 64), "[1,"...)
	text, err := Append(buffer, &f, part, nil)
	if err != nil || string(text) != "[1,true" || &text[0] != &buffer[0] {
		t.Errorf("%s, %v", text, err)
	}
	for _, w := range []wrong{false, true} {
		text, err := Append(buffer, &w, part, nil)
		if err == nil || string(text) != "[1," || &text[0] != &buffer[0] {
			t.Errorf("%v: %s, %v", w, text, err)
		}
	}
	f = false
	if text, err := Append(buffer, &f, part, []Option{Strict()}); err == nil || string(text) != "[1," {
		t.Errorf("%s, %v", text, err)
	}
	if text, err := Encode(&f, part, []Option{Strict()}); err == nil || text != nil {
		t.Errorf("%s, %v", text, err)
	}
}

func TestProtocolAccepts(t *testing.T) {
	f := flag(true)
	v, err := Decode[flag]([]byte("false"), refusing, nil)
	var invalid *ValidationError
	if !errors.As(err, &invalid) || invalid.Issues[0].Rule != "version" || v != nil {
		t.Errorf("%v, %v", v, err)
	}
	if err := Validate(&f, refusing, nil); err == nil {
		t.Error("the version is accepted in Validate")
	}
}

// By convention, null is no value to unmarshal.
func TestUnmarshal(t *testing.T) {
	f := flag(true)
	if err := Unmarshal([]byte("null"), &f, part); err != nil || !bool(f) {
		t.Errorf("%v, %v", f, err)
	}
	if err := Unmarshal([]byte("1"), &f, part); err == nil || !bool(f) {
		t.Errorf("%v, %v", f, err)
	}
	if err := Unmarshal([]byte("false"), &f, part); err != nil || bool(f) {
		t.Errorf("%v, %v", f, err)
	}
}

// Callers may share options between calls, so they must not be modified.
func TestOptionsAreNotChanged(t *testing.T) {
	opts := make([]Option, 1, 4)
	opts[0] = MaxDepth(5)
	ValueCodec[flag]("Flag", part).Check([]byte("false"), opts...)
	var f flag
	if issues := Check(&f, part, opts); len(issues) != 1 {
		t.Errorf("issues %v", issues)
	}
	if issues := flagForm.Check(false, opts); len(issues) != 1 {
		t.Errorf("issues %v", issues)
	}
	if opts[:2][1] != nil {
		t.Error("an option was put behind the caller's")
	}
	w := wrong(true)
	if issues := Check(&w, part, nil); len(issues) != 1 || issues[0].Rule != "json" {
		t.Errorf("issues %v", issues)
	}
}

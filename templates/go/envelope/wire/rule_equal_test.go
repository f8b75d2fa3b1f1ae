package wire

import "testing"

// untyped imitates a generated record, without the methods that Equal does not call.
type untyped struct {
	Message
	text string
}

func (u *untyped) EncodeTo(w *Writer) {
	if u.text == "" {
		w.String("\xff")
		return
	}
	w.Raw(Raw{text: u.text})
}

func TestEqual(t *testing.T) {
	value := func(text string) *untyped { return &untyped{text: text} }
	for _, c := range []struct {
		a, b *untyped
		want bool
	}{
		{value(`{"a":1,"b":"x"}`), value(`{"b":"\u0078","a":1.0}`), true},
		{value(`{"a":null}`), value(`{}`), false},
		{value(`[1,2]`), value(`[2,1]`), false},
		{value(""), value(""), false},
		{value(""), value("1"), false},
		{nil, nil, true},
		{nil, value("null"), false},
	} {
		if Equal(c.a, c.b) != c.want || Equal(c.b, c.a) != c.want {
			t.Errorf("%+v and %+v: want %t", c.a, c.b, c.want)
		}
	}
	if !Some(value("1e0")).Equal(Some(value("1"))) || Some(untyped{text: "1"}).Equal(Some(untyped{text: "2"})) || !NonNull(untyped{text: "1.0"}).Equal(NonNull(untyped{text: "1"})) {
		t.Error("optional records are not compared as JSON")
	}
}

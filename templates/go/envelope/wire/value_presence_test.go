package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// own is a user's struct with optional values.
type own struct {
	A Opt[int64]          `json:"a,omitzero"`
	B Opt[string]         `json:"b"`
	C Nullable[bool]      `json:"c"`
	D OptNullable[Object] `json:"d,omitzero"`
	E Null                `json:"e"`
}

func TestOptionalsInJSON(t *testing.T) {
	object := NewObject(Member{"x", MustRaw(1)})
	for text, v := range map[string]own{
		`{"b":null,"c":null,"e":null}`:                        {},
		`{"a":0,"b":"","c":false,"d":null,"e":null}`:          {A: Some[int64](0), B: Some(""), C: NonNull(false), D: OptNull[Object]()},
		`{"a":7,"b":"\u003c","c":true,"d":{"x":1},"e":null}`:  {A: Some[int64](7), B: Some("<"), C: NonNull(true), D: OptNonNull(object)},
		`{"a":1152921504606846976,"b":"x","c":null,"e":null}`: {A: Some[int64](1 << 60), B: Some("x")},
	} {
		got, err := json.Marshal(v)
		if err != nil || string(got) != text {
			t.Errorf("%s, %v, want %s", got, err, text)
		}
		var back own
		if err := json.Unmarshal(got, &back); err != nil || !back.A.Equal(v.A) || !back.B.Equal(v.B) || !back.C.Equal(v.C) || !back.D.Equal(v.D) {
			t.Errorf("%s: %v, %v", text, back, err)
		}
	}
	kept := own{A: Some[int64](1), B: Some("b"), C: NonNull(true), D: OptNonNull(object)}
	if err := json.Unmarshal([]byte(`{"a":null,"b":null,"c":null,"d":null,"e":null}`), &kept); err != nil {
		t.Fatal(err)
	}
	if kept.A != Some[int64](1) || kept.B != Some("b") || !kept.C.IsNull() || !kept.D.IsNull() {
		t.Errorf("null is no value of Opt, and one of the others: %v", kept)
	}
	for _, text := range []string{`{"a":"1"}`, `{"a":1.5}`, `{"c":0}`, `{"d":[]}`, `{"e":0}`} {
		before := kept
		if err := json.Unmarshal([]byte(text), &kept); err == nil || kept.A != before.A || kept.C != before.C || !kept.D.Equal(before.D) {
			t.Errorf("%s: %v, %v", text, kept, err)
		}
	}
}

func TestOptionalsAreEqual(t *testing.T) {
	spaced, plain := Raw{text: `{"a": 1e0, "b": []}`}, Raw{text: `{"b":[],"a":1}`}
	if !Some(spaced).Equal(Some(plain)) || Some(spaced).Equal(Opt[Raw]{}) || !(Opt[Raw]{}).Equal(Opt[Raw]{}) || Some(spaced).Equal(Some(Raw{text: "1"})) {
		t.Error("Opt does not compare values")
	}
	if !NonNull([]int{1}).Equal(NonNull([]int{1})) || NonNull([]int{1}).Equal(NonNull([]int{2})) || NonNull([]int(nil)).Equal(Nullable[[]int]{}) {
		t.Error("Nullable does not compare values")
	}
	if !OptNull[int]().Equal(OptNull[int]()) || OptNull[int]().Equal(OptNullable[int]{}) || OptNonNull(0).Equal(OptNull[int]()) || !OptNonNull(0).Equal(OptNonNull(0)) {
		t.Error("OptNullable does not compare values")
	}
	var a, b Map[Raw]
	a.Set("x", spaced)
	a.Set("y", Raw{})
	b.Set("y", Raw{text: "null"})
	b.Set("x", plain)
	if !a.Equal(b) {
		t.Error("equal maps differ")
	}
	if b.Set("x", Raw{text: "2"}); a.Equal(b) {
		t.Error("different maps are equal")
	}
	if b.Delete("x"); a.Equal(b) || b.Equal(a) {
		t.Error("maps of different length are equal")
	}
}

func TestOptionalsArePrinted(t *testing.T) {
	got := fmt.Sprintf("%v %v %+v %v %v %v %v", Opt[int]{}, Some(3), Some("x"), Nullable[int]{}, NonNull(1), OptNullable[int]{}, OptNull[int]())
	if want := "absent 3 x null 1 absent null"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var b bytes.Buffer
	slog.New(slog.NewJSONHandler(&b, nil)).Info("m", "some", Some[int64](3), "none", Opt[int64]{}, "object", Some(NewObject(Member{"x", MustRaw("y")})))
	if got := b.String(); !strings.Contains(got, `"some":3,"none":null,"object":{"x":"y"}`) {
		t.Error(got)
	}
}

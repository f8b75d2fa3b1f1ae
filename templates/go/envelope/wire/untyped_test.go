package wire

import (
	"encoding/json"
	"math"
	"math/big"
	"testing"
)

// A value without JSON text is a defect of the program; every other value needs no error.
func TestMustRaw(t *testing.T) {
	if raw := MustRaw("accepted"); raw.String() != `"accepted"` {
		t.Error(raw)
	}
	defer func() {
		if recover() == nil {
			t.Error("NaN has a JSON text")
		}
	}()
	MustRaw(math.NaN())
}

// A Go value becomes an object and back without loss, or there is an error.
func TestObjectOf(t *testing.T) {
	type config struct {
		Name  string `json:"name"`
		Limit int64  `json:"limit"`
	}
	for _, want := range []config{{}, {"a", 7}, {"é😀", 1 << 53}, {"b", -(1 << 60)}} {
		o, err := ObjectOf(want)
		var got config
		if err != nil || o.Decode(&got) != nil || got != want {
			t.Errorf("%v is %v, %v", want, got, err)
		}
	}
	for _, value := range []any{config{Limit: 1<<60 + 1}, map[string]uint64{"a": math.MaxUint64}, map[string]json.Number{"a": "9007199254740993"},
		map[string][]int64{"a": {1<<53 + 1}}, map[string]uint64{"a": 1152921504606847000}, struct{ A *big.Int }{big.NewInt(1152921504606847000)},
		map[string]any{"a": json.Number("1152921504606847000")}, struct{ A []any }{[]any{int64(1152921504606847000)}}, 1, "a", nil, []any{}, map[string]any{"a": math.NaN()}} {
		if o, err := ObjectOf(value); err == nil {
			t.Errorf("%v is %v", value, o)
		}
	}
	if err := NewObject(Member{"limit", MustRaw("x")}).Decode(new(config)); err == nil {
		t.Error("a string is a limit")
	}
}

// The result for a number, from a text or a program, is the same for an object around it.
func TestDecodeAlike(t *testing.T) {
	for _, text := range []string{"9007199254740993", "1152921504606846976", "1152921504606847000", "-9223372036854775808", "7"} {
		raw, err := ParseRaw([]byte(`{"n": ` + text + `}`))
		if err != nil {
			t.Fatal(err)
		}
		read, _ := raw.AsObject()
		n, _ := read.Get("n")
		changed := read
		changed.Set("m", n)
		var want int64
		if err := n.Decode(&want); err != nil {
			t.Fatal(err)
		}
		for _, o := range []Object{read, changed} {
			var got struct{ N int64 }
			if err := o.Decode(&got); err != nil || got.N != want {
				t.Errorf("%s is %d, %v, want %d", text, got.N, err, want)
			}
		}
	}
	if err := NewObject(Member{"\xff", Raw{}}).Decode(new(any)); err == nil {
		t.Error("a name that is no text")
	}
}

// Only a text can have an integer that may lose digits.
func TestBeyond(t *testing.T) {
	for text, want := range map[string]int{"[9007199254740991, 0.5e1, -9007199254740991]": 0, `[9007199254740992, {"a": -1e16, "b": "9007199254740992"}]`: 2, "1.5e300": 1} {
		var issues []Issue
		if _, err := ParseRaw([]byte(text), Report(&issues)); err != nil || len(issues) != want {
			t.Errorf("%s: %v, %v", text, issues, err)
		}
		if _, err := ParseRaw([]byte(text), Strict()); (err != nil) != (want > 0) {
			t.Errorf("%s, strictly: %v", text, err)
		}
	}
}

func TestEqualValues(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"a": 1}`, `{"a":1}`, true}, {`{"a":1,"b":2}`, `{"b":2,"a":1e0}`, true}, {"1", "1.0", true}, {`"\u0061"`, `"a"`, true}, {"null", "", true}, {"[1,2]", "[ 1,2]", true},
		{`{"a":1}`, `{"a":2}`, false}, {`{"a":1}`, `{"b":1}`, false}, {`{"a":1}`, `{"a":1,"b":null}`, false}, {"[1,2]", "[2,1]", false}, {"1", `"1"`, false}, {"0", "null", false}, {"1e999", "1e999", true},
	} {
		a, b := Raw{text: c.a}, Raw{text: c.b}
		if a.Equal(b) != c.want || b.Equal(a) != c.want {
			t.Errorf("%s and %s: %v", a, b, !c.want)
		}
		o, isObject := a.AsObject()
		p, both := b.AsObject()
		if isObject && both && (o.Equal(p) != c.want || p.Equal(o) != c.want) {
			t.Errorf("objects %s and %s: %v", o, p, !c.want)
		}
	}
}

// A caller's Report and the one of a check are both carried out, and share nothing.
func TestReportTwice(t *testing.T) {
	var first, second []Issue
	if _, err := ParseRaw([]byte("["), Report(&first), Report(&second)); err == nil || len(first) != 1 || len(second) != 1 {
		t.Fatalf("%v, %v", first, second)
	}
	if second[0].Rule = "changed"; first[0].Rule != "json" {
		t.Error("the reports share a list")
	}
	var f flag
	if issues := Check(&f, part, []Option{Report(&first)}); len(issues) != 1 || len(first) != 1 || first[0] != issues[0] {
		t.Errorf("%v, reported %v", issues, first)
	}
}

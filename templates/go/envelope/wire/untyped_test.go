package wire

import (
	"encoding/json"
	"math"
	"testing"
)

// What has no JSON text is a defect of the program; every other value needs no error.
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
		map[string][]int64{"a": {1<<53 + 1}}, 1, "a", nil, []any{}, map[string]any{"a": math.NaN()}} {
		if o, err := ObjectOf(value); err == nil {
			t.Errorf("%v is %v", value, o)
		}
	}
	if err := NewObject(Member{"limit", MustRaw("x")}).Decode(new(config)); err == nil {
		t.Error("a string is a limit")
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
		a, b := Raw{c.a}, Raw{c.b}
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

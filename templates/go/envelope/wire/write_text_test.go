package wire

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Numbers of RFC 8785, appendix B, and the limits of each notation.
func TestNumbers(t *testing.T) {
	for bits, want := range map[uint64]string{
		0x0000000000000000: "0", 0x8000000000000000: "0", 0x0000000000000001: "5e-324", 0x8000000000000001: "-5e-324",
		0x7fefffffffffffff: "1.7976931348623157e+308", 0xffefffffffffffff: "-1.7976931348623157e+308",
		0x4340000000000000: "9007199254740992", 0xc340000000000000: "-9007199254740992", 0x4430000000000000: "295147905179352830000",
		0x44b52d02c7e14af5: "9.999999999999997e+22", 0x44b52d02c7e14af6: "1e+23", 0x44b52d02c7e14af7: "1.0000000000000001e+23",
		0x444b1ae4d6e2ef4e: "999999999999999700000", 0x444b1ae4d6e2ef4f: "999999999999999900000", 0x444b1ae4d6e2ef50: "1e+21",
		0x3eb0c6f7a0b5ed8c: "9.999999999999997e-7", 0x3eb0c6f7a0b5ed8d: "0.000001",
		0x41b3de4355555553: "333333333.3333332", 0x41b3de4355555554: "333333333.33333325", 0x41b3de4355555555: "333333333.3333333",
		0x41b3de4355555556: "333333333.3333334", 0x41b3de4355555557: "333333333.33333343", 0xbecbf647612f3696: "-0.0000033333333333333333",
		0x43143ff3c1cb0959: "1424953923781206.2",
	} {
		f := math.Float64frombits(bits)
		if got := string(appendNumber(nil, f)); got != want {
			t.Errorf("%x: %s, want %s", bits, got, want)
		}
		var w Writer
		w.Start(nil, nil)
		w.Raw(Raw{text: strconv.FormatFloat(f, 'e', -1, 64)})
		if got, err := w.Finish(); err != nil || string(got) != want {
			t.Errorf("%x, as text: %s, %v, want %s", bits, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"1e-7": "1e-7", "1e-10": "1e-10", "123456789012345680": "123456789012345680", "-999999999999999": "-999999999999999", "1e15": "1000000000000000",
		"-1.50": "-1.5", "1E2": "100", "-0.0": "0", "0e5": "0", "1e-400": "0", "9007199254740993": "9007199254740992",
	} {
		raw, err := ParseRaw([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := raw.MarshalJSON(); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v, want %s", text, got, err, want)
		}
	}
}

// No digit may be lost, and an exponent must be combined with the number of digits.
func TestManyDigits(t *testing.T) {
	for _, c := range []struct{ spelling, equal string }{
		{"17763660" + strings.Repeat("0", 852) + "e-852", "17763660"},
		{"-17763660" + strings.Repeat("0", 2000) + ".000E-2000", "-17763660"},
		{"0." + strings.Repeat("0", 900) + "25e901", "2.5"},
		{"0." + strings.Repeat("0", 900) + "25e+903", "250"},
		{"9007199254740993" + "." + strings.Repeat("0", 900), "9007199254740992"}, // a tie rounds to even
		{"9007199254740993" + "." + strings.Repeat("0", 900) + "1", "9007199254740994"},
		{"9007199254740992" + "." + strings.Repeat("9", 900), "9007199254740992"},
		{"0." + strings.Repeat("0", 1000) + "e5", "0"},
		{"1" + strings.Repeat("0", 900) + "e-99999999999999999999999", "0"},
		{"0." + strings.Repeat("0", 2000) + "1e99999999999999999999", "Infinity"},
		{"1" + strings.Repeat("0", 849) + "e-540", "Infinity"},
		{"1" + strings.Repeat("0", 847) + "e-540", "1e307"},
	} {
		got := double(c.spelling)
		want := math.Inf(1)
		if c.equal != "Infinity" {
			want, _ = strconv.ParseFloat(c.equal, 64)
		}
		if got != want {
			t.Errorf("%.30s…, %d digits: %v, want %v", c.spelling, len(c.spelling), got, want)
		}
	}
}

func TestStrings(t *testing.T) {
	for s, want := range map[string]string{
		"":                        `""`,
		"\"\\/\b\f\n\r\t":         `"\"\\/\b\f\n\r\t"`,
		"\x00\x01\x1f\x7f":        `"\u0000\u0001\u001f` + "\x7f\"",
		"<&>\u2028\ufeff":         "\"<&>\u2028\ufeff\"",
		"é😀" + "12345678\"":       `"é😀12345678\""`,
		strings.Repeat("a\n", 20): `"` + strings.Repeat(`a\n`, 20) + `"`,
	} {
		if got, ok := appendString(nil, s); !ok || string(got) != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
		raw, err := RawOf(s)
		if err != nil {
			t.Fatal(err)
		}
		var back string
		if err := raw.Decode(&back); err != nil || back != s {
			t.Errorf("%q comes back as %q, %v", s, back, err)
		}
	}
	for _, s := range []string{"\xff", "a\xed\xa0\x80", "12345678\xc3"} {
		if _, ok := appendString(nil, s); ok {
			t.Errorf("%q was written", s)
		}
	}
}

// Members whose names are array indexes come first wherever the spec does not define the order.
func TestIndexedMembersComeFirst(t *testing.T) {
	for text, want := range map[string]string{
		`{"b":1,"10":2,"a":3,"9":4}`: `{"9":4,"10":2,"b":1,"a":3}`,
		`{"1":1,"0":0}`:              `{"0":0,"1":1}`,
		`{"a":0,"0":1}`:              `{"0":1,"a":0}`,
		`{"0":1,"a":0,"b":2}`:        `{"0":1,"a":0,"b":2}`,
		`{"01":1,"-1":2,"4294967295":3,"4294967294":4,"1.0":5,"":6}`: `{"4294967294":4,"01":1,"-1":2,"4294967295":3,"1.0":5,"":6}`,
		`[{"x":{"2":[],"1":{"b":0,"5":[{"z":0,"3":0}]}}}]`:           `[{"x":{"1":{"5":[{"3":0,"z":0}],"b":0},"2":[]}}]`,
		`{"a":0,"\u0031":1,"b":2,"2":{"y":0,"0":0},"c":3}`:           `{"1":1,"2":{"0":0,"y":0},"a":0,"b":2,"c":3}`,
	} {
		raw, err := ParseRaw([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := raw.MarshalJSON(); err != nil || string(got) != want {
			t.Errorf("%s\n got %s, %v\nwant %s", text, got, err, want)
		}
		if o, ok := raw.AsObject(); ok {
			o.Delete("no such member")
			if got := o.String(); got != want {
				t.Errorf("the members of %s\n got %s\nwant %s", text, got, want)
			}
		}
	}
}

func TestSurplusIsWrittenLast(t *testing.T) {
	extra := NewObject(Member{"b", Raw{text: "1"}}, Member{"7", Raw{text: "[ ]"}}, Member{"a", Raw{}})
	write := func(extra Object) ([]byte, error) {
		var w Writer
		w.Start([]byte("> "), nil)
		w.BeginObject()
		w.Member("z")
		w.Boolean(true)
		w.Surplus(extra, &Record{Names: []string{"z", "b"}, Others: 1})
		w.EndObject()
		return w.Finish()
	}
	if got, err := write(extra); err != nil || string(got) != `> {"z":true,"7":[],"b":1,"a":null}` {
		t.Errorf("%s, %v", got, err)
	}
	extra.Set("z", Raw{})
	got, err := write(extra)
	var invalid *ValidationError
	if !errors.As(err, &invalid) || invalid.Issues[0].Path != "/z" || invalid.Issues[0].Rule != "json" || string(got) != "> " {
		t.Errorf("%s, %v", got, err)
	}
}

func TestRefusals(t *testing.T) {
	type node struct{ next *node }
	cycle := &node{}
	cycle.next = cycle
	var write func(w *Writer, n *node)
	write = func(w *Writer, n *node) {
		if !w.BeginObject() {
			return
		}
		for _, name := range []string{"a", "b"} { // the value branches twice a level: 2^128 ways without a limit
			w.Member(name)
			write(w, n.next)
		}
		w.EndObject()
	}
	for name, c := range map[string]struct {
		write func(w *Writer)
		path  string
	}{
		"NaN":         {func(w *Writer) { w.Number(math.NaN()) }, "/m/0"},
		"Infinity":    {func(w *Writer) { w.Number(math.Inf(-1)) }, "/m/0"},
		"bad string":  {func(w *Writer) { w.String("\xff") }, "/m/0"},
		"bad name":    {func(w *Writer) { w.Object(NewObject(Member{Name: "\xff"})) }, "/m/0/\xff"},
		"cycle":       {func(w *Writer) { write(w, cycle) }, ""},
		"deep text":   {func(w *Writer) { w.Raw(Raw{text: strings.Repeat("[", 127) + strings.Repeat("]", 127)}) }, ""},
		"deep object": {func(w *Writer) { w.Object(Object{text: strings.Repeat(`{"a":`, 127) + "1" + strings.Repeat("}", 127)}) }, ""},
	} {
		var w Writer
		w.Start(nil, nil)
		w.BeginObject()
		w.Member("m")
		w.BeginArray()
		w.Item()
		c.write(&w)
		w.EndArray()
		w.EndObject()
		_, err := w.Finish()
		var invalid *ValidationError
		if !errors.As(err, &invalid) || len(invalid.Issues) != 1 || invalid.Issues[0].Rule != "json" || invalid.Issues[0].Path != c.path {
			t.Errorf("%s: %v", name, err)
		}
	}
	var w Writer
	w.Start(nil, nil)
	if w.Integer(MaxInteger+1) || w.Integer(-MaxInteger-1) || !w.Integer(MaxInteger) || !w.Integer(-MaxInteger) {
		t.Error("the range of integers is wrong")
	}
}

func TestDepthOfOutput(t *testing.T) {
	deepest := Raw{text: strings.Repeat("[", 128) + strings.Repeat("]", 128)}
	if _, err := deepest.MarshalJSON(); err != nil {
		t.Error(err)
	}
	var w Writer
	w.Start(nil, []Option{MaxDepth(129)})
	w.BeginArray()
	w.Item()
	w.Raw(deepest)
	w.EndArray()
	if _, err := w.Finish(); err != nil {
		t.Error(err)
	}
}

func TestIndent(t *testing.T) {
	text := `{"a":[],"b":{},"c":[1,{"d":"{}[],:"}]}`
	want := "{\n  \"a\": [],\n  \"b\": {},\n  \"c\": [\n    1,\n    {\n      \"d\": \"{}[],:\"\n    }\n  ]\n}"
	if got, err := Indent([]byte(text), nil); err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	failure := errors.New("failure")
	if got, err := Indent(nil, failure); got != nil || err != failure {
		t.Errorf("%s, %v", got, err)
	}
}

func TestRawOf(t *testing.T) {
	type point struct {
		X int `json:"x"`
	}
	object := NewObject(Member{"b", Raw{text: "1"}}, Member{"a", Raw{text: "2"}})
	for _, c := range []struct {
		value any
		want  string
	}{
		{nil, "null"}, {true, "true"}, {"é\n", `"é\n"`}, {1.5, "1.5"}, {-7, "-7"}, {int64(MaxInteger), "9007199254740991"}, {uint8(3), "3"}, {Raw{}, "null"}, {Raw{text: "[ 1 ]"}, "[1]"},
		{object, `{"b":1,"a":2}`}, {[]any{1, "a", nil, []any{}}, `[1,"a",null,[]]`}, {map[string]any{"b": 1, "a": map[string]any{}, "10": 0, "9": 0}, `{"9":0,"10":0,"a":{},"b":1}`},
		{uint64(1 << 53), "9007199254740992"}, {json.Number("1.5e3"), "1500"}, {json.Number("1e30"), "1e+30"}, {json.Number("0.12345678901234567890"), "0.12345678901234568"},
		{[]float64{1 << 60}, "[1152921504606847000]"}, {map[string]string{"a": "12345678901234567890"}, `{"a":"12345678901234567890"}`},
		{point{2}, `{"x":2}`}, {json.RawMessage(`{"b" : 1e2}`), `{"b":100}`}, {[]string{"<"}, `["<"]`},
	} {
		if got, err := RawOf(c.value); err != nil || got.String() != c.want {
			t.Errorf("%v: %s, %v, want %s", c.value, got, err, c.want)
		}
	}
	loop := map[string]any{}
	loop["loop"] = loop
	for _, value := range []any{math.NaN(), "\xff", []any{math.Inf(1)}, map[string]any{"\xff": 1}, func() {}, json.RawMessage(`{"a":1,"a":2}`), int64(math.MaxInt64), int64(1<<53 + 1), loop,
		uint64(1<<60 + 1), uint(math.MaxUint), json.Number("1152921504606846977"), []int64{1, 1<<60 + 1}, map[string]int64{"a": -1<<53 - 1},
		point{1<<53 + 1}, []any{point{math.MaxInt}}, time.Duration(1<<60 + 1)} {
		if got, err := RawOf(value); err == nil {
			t.Errorf("%T became %s", value, got)
		}
	}
}

// A change to one copy of an Object does not affect the others, for every change and every order.
func TestCopiesOfObjects(t *testing.T) {
	var read Object
	if err := read.UnmarshalJSON([]byte(`{"x":0,"y":0,"z":0}`)); err != nil {
		t.Fatal(err)
	}
	grown := NewObject(Member{"x", Raw{text: "0"}}, Member{"y", Raw{text: "0"}})
	grown.Set("z", Raw{text: "0"})
	for name, m := range map[string]Object{"read": read, "grown": grown} {
		a, b, c, d := m, m, m, m.Clone()
		a.Set("a", Raw{text: "1"})
		b.Set("b", Raw{text: "2"})
		c.Set("x", Raw{text: "3"})
		d.Delete("x")
		e := a
		a.Set("aa", Raw{text: "1"})
		e.Set("e", Raw{text: "1"})
		for _, want := range []struct {
			got  Object
			text string
		}{{m, `{"x":0,"y":0,"z":0}`}, {a, `{"x":0,"y":0,"z":0,"a":1,"aa":1}`}, {b, `{"x":0,"y":0,"z":0,"b":2}`}, {c, `{"x":3,"y":0,"z":0}`}, {d, `{"y":0,"z":0}`},
			{e, `{"x":0,"y":0,"z":0,"a":1,"e":1}`}} {
			if want.got.String() != want.text {
				t.Errorf("%s: %s, want %s", name, want.got, want.text)
			}
		}
	}
}

func TestObject(t *testing.T) {
	raw, err := ParseRaw([]byte(`{ "a" : 1 , "\u0062" : [ 2 ] , "c" : null }`))
	if err != nil {
		t.Fatal(err)
	}
	o, ok := raw.AsObject()
	if !ok || o.Len() != 3 {
		t.Fatal(o, ok)
	}
	if v, ok := o.Get("b"); !ok || v.String() != "[ 2 ]" {
		t.Errorf("b is %s, %v", v, ok)
	}
	if _, ok := o.Get("d"); ok {
		t.Error("d is there")
	}
	changed := o.Clone()
	changed.Set("b", Raw{text: "true"})
	changed.Set("d", Raw{})
	changed.Delete("a")
	changed.Delete("nothing")
	if changed.String() != `{"b":true,"c":null,"d":null}` || o.String() != `{"a":1,"b":[2],"c":null}` {
		t.Errorf("changed %s, original %s", changed, o)
	}
	var names []string
	for name := range changed.All() {
		if names = append(names, name); len(names) == 2 {
			break
		}
	}
	if !slices.Equal(names, []string{"b", "c"}) {
		t.Errorf("names %v", names)
	}
	changed.Delete("b")
	changed.Delete("c")
	changed.Delete("d")
	if changed.Len() != 0 || changed.String() != "{}" || (Object{}).String() != "{}" {
		t.Errorf("%s is not empty", changed)
	}
	var back Object
	if err := json.Unmarshal([]byte(`{"x":{"a":1}}`), &back); err != nil || back.String() != `{"x":{"a":1}}` {
		t.Errorf("%s, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`[1]`), &back); err == nil || back.Len() != 1 {
		t.Errorf("an array became %s, %v", back, err)
	}
	if twice := NewObject(Member{"a", Raw{text: "1"}}, Member{"b", Raw{}}, Member{"a", Raw{text: "2"}}); twice.String() != `{"a":2,"b":null}` {
		t.Errorf("of two members with one name became %s", twice)
	}
}

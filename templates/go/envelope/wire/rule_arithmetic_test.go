package wire

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParseDouble(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "+1.5e3": 1500, "-.5": -0.5, "1.": 1, "007": 7, "1E-400": 0, "1.7976931348623157e308": math.MaxFloat64, strings.Repeat("9", 300): 1e300} {
		if got, ok := ParseDouble(text); !ok || got != want {
			t.Errorf("%s is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", ".", "e1", "1e", "+", "--1", "1e309", "-1e309", "inf", "Infinity", "nan", "0x1p0", "1_0", " 1", "1\n", "٣"} {
		if got, ok := ParseDouble(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestDoubleText(t *testing.T) {
	for want, f := range map[string]float64{"0.30000000000000004": 0.30000000000000004, "1e+21": 1e21, "100000000000000000000": 1e20, "-1e-7": -1e-7, "0": math.Copysign(0, -1),
		"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1)} {
		if got := DoubleText(f); got != want {
			t.Errorf("%v is spelled %s", f, got)
		}
	}
}

func TestParseBool(t *testing.T) {
	for text, want := range map[string]bool{"1": true, "t": true, "True": true, "0": false, "F": false, "FALSE": false} {
		if got, ok := ParseBool(text); !ok || got != want {
			t.Errorf("%s is %v, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "tRUE", "yes", "2", "true "} {
		if got, ok := ParseBool(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestIntegers(t *testing.T) {
	const least, most = math.MinInt64, math.MaxInt64
	type result struct {
		n  int64
		ok bool
	}
	of := func(n int64, ok bool) result {
		if !ok {
			n = 0 // arbitrary
		}
		return result{n, ok}
	}
	for _, c := range []struct {
		name string
		got  result
		want result
	}{
		{"most+1", of(AddInt(most, 1)), result{}},
		{"most+0", of(AddInt(most, 0)), result{most, true}},
		{"least+-1", of(AddInt(least, -1)), result{}},
		{"least+most", of(AddInt(least, most)), result{-1, true}},
		{"2^53+1", of(AddInt(1<<53, 1)), result{1<<53 + 1, true}},
		{"least-1", of(SubInt(least, 1)), result{}},
		{"0-least", of(SubInt(0, least)), result{}},
		{"-1-least", of(SubInt(-1, least)), result{most, true}},
		{"most*2", of(MulInt(most, 2)), result{}},
		{"least*-1", of(MulInt(least, -1)), result{}},
		{"-1*least", of(MulInt(-1, least)), result{}},
		{"least*1", of(MulInt(least, 1)), result{least, true}},
		{"2^62*-2", of(MulInt(1<<62, -2)), result{least, true}},
		{"2^62*2", of(MulInt(1<<62, 2)), result{}},
		{"2^32*2^32", of(MulInt(1<<32, 1<<32)), result{}},
		{"least*0", of(MulInt(least, 0)), result{0, true}},
		{"-7/2", of(DivInt(-7, 2)), result{-3, true}},
		{"7/-2", of(DivInt(7, -2)), result{-3, true}},
		{"7/0", of(DivInt(7, 0)), result{}},
		{"least/-1", of(DivInt(least, -1)), result{}},
		{"-7%2", of(ModInt(-7, 2)), result{-1, true}},
		{"7%-2", of(ModInt(7, -2)), result{1, true}},
		{"7%0", of(ModInt(7, 0)), result{}},
		{"least%-1", of(ModInt(least, -1)), result{}},
		{"-least", of(NegInt(least)), result{}},
		{"-most", of(NegInt(most)), result{-most, true}},
		{"int(-1.9)", of(TruncateDouble(-1.9)), result{-1, true}},
		{"int(NaN)", of(TruncateDouble(math.NaN())), result{}},
		{"int(Inf)", of(TruncateDouble(math.Inf(1))), result{}},
		{"int(2^63)", of(TruncateDouble(1 << 63)), result{}},
		{"int(-2^63)", of(TruncateDouble(-1 << 63)), result{}},
		{"int(largest below 2^63)", of(TruncateDouble(math.Nextafter(1<<63, 0))), result{most - 1023, true}},
		{"int('+5')", of(ParseInt("+5")), result{5, true}},
		{"int('-9223372036854775808')", of(ParseInt("-9223372036854775808")), result{least, true}},
		{"int('9223372036854775808')", of(ParseInt("9223372036854775808")), result{}},
		{"int('1_000')", of(ParseInt("1_000")), result{}},
		{"int('٣')", of(ParseInt("٣")), result{}},
		{"int('')", of(ParseInt("")), result{}},
		{"int(' 1')", of(ParseInt(" 1")), result{}},
		{"int('0x10')", of(ParseInt("0x10")), result{}},
	} {
		if c.got != c.want {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestItemAt(t *testing.T) {
	list := []string{"a", "b"}
	for i, want := range map[int64]string{0: "a", 1: "b", 2: "", -1: "", math.MinInt64: "", math.MaxInt64: ""} {
		if got, ok := ItemAt(list, i); got != want || ok != (want != "") {
			t.Errorf("item %d is %q, %v", i, got, ok)
		}
	}
}

func TestJSONDepth(t *testing.T) {
	for text, want := range map[string]int{`1`: 0, `"[{\\\"["`: 0, `[]`: 1, `{"a":[1,{}],"[[[[":2}`: 3, `[[],[[]],"\\\\"]`: 3} {
		raw, err := ParseRaw([]byte(text))
		if err != nil {
			t.Fatal(text, err)
		}
		if got := JSONDepth(func(w *Writer) { w.Raw(raw) }); got != want {
			t.Errorf("%s is %d deep, want %d", text, got, want)
		}
	}
}

func TestJSONSize(t *testing.T) {
	deep := slices.Repeat([]byte("["), deepest)
	deep = append(deep, slices.Repeat([]byte("]"), deepest)...)
	for _, c := range []struct {
		text string
		want int
	}{{`{ "b" : 1.0, "a":"\u00e9" }`, len(`{"b":1,"a":"é"}`)}, {"null", 4}, {string(deep), 2 * deepest}} {
		raw, err := ParseRaw([]byte(c.text), MaxDepth(deepest))
		if err != nil {
			t.Fatal(err)
		}
		if got := JSONSize(func(w *Writer) { w.Raw(raw) }); got != c.want {
			t.Errorf("%.40s has %d bytes, want %d", c.text, got, c.want)
		}
		inside := func(w *Writer) {
			w.BeginArray()
			w.Item()
			w.String("")
			w.EndArray()
		}
		if got := JSONSize(inside); got != len(`[""]`) {
			t.Errorf("an array of one string has %d bytes", got)
		}
	}
}

// A part is as long as its canonical text, however it is spelled.
func TestFits(t *testing.T) {
	for _, c := range []struct {
		text string
		size int
	}{{"[1e20,1e20]", 45}, {`"\u0041\u0042"`, 4}, {"[ 1.0 , 2.0 ]", 5}, {`"\u0000"`, 8}, {"null", 4}} {
		var r Reader
		r.Start([]byte(c.text), nil, nil)
		raw := r.Raw()
		write := func(w *Writer) { w.Raw(raw) }
		if r.Fits(int64(c.size-1), write) || !r.Fits(int64(c.size), write) {
			t.Errorf("%s does not have %d bytes", c.text, c.size)
		}
		if err := r.Finish(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEqualMaps(t *testing.T) {
	var a, b Map[int]
	same := func(x, y int) bool { return x == y }
	a.Set("x", 1)
	a.Set("y", 2)
	b.Set("y", 2)
	if EqualMaps(a, b, same) {
		t.Error("a map is equal to a smaller one")
	}
	b.Set("x", 1)
	if !EqualMaps(a, b, same) {
		t.Error("the order of members counts")
	}
	b.Set("x", 3)
	if EqualMaps(a, b, same) {
		t.Error("values do not count")
	}
}

func TestJSONItems(t *testing.T) {
	for text, want := range map[string]int{`1`: 0, `"[1,2]"`: 0, `{"a":[1,2]}`: 0, `[]`: 0, `[1]`: 1, `[[1,2],{"a,":"b,\","},","]`: 3} {
		raw, err := ParseRaw([]byte(text))
		if got := JSONItems(func(w *Writer) { w.Raw(raw) }); err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", text, got, err, want)
		}
	}
}

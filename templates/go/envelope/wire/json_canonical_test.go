package wire

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Copying long parts of a text gives the same result as writing it value by value.
func TestCopiedText(t *testing.T) {
	numbers := []string{"0", "-0", "-1", "1.0", "1.5", "-0.5", "0.0", "-0.0", "0.10", "0.000001", "0.0000001", "0.0000010", "-0.0000001", "1e2", "1E2", "1.5e3", "-1.5E-9",
		"123456789012345", "-123456789012345", "1234567890123456", "12345678901234.5", "-12345678901234.5", "123456789.123456", "9007199254740993", "100.250", "1e-7", "1e21"}
	texts := slices.Clone(numbers)
	for _, n := range numbers {
		texts = append(texts, "["+n+"]", `[ 1 , `+n+` ,"x"]`, `{"a":`+n+`,"b":`+n+`}`)
	}
	texts = append(texts, `""`, `"\u0041"`, `"\""`, `"é"`, `"é\n"`, "[]", "{}", "[ ]", "{ }", `["1"]`, `["1" , "2"]`, `{"a":"1"}`, `{"12345678901":1}`, `{"01":1,"\u0062":2}`,
		`{"b":{"c":null,"1":true},"a":[false , {"0" :1}]}`, `{"b":0,"\u0031":1}`, "{\n\t\"a\": [\r\n1,\n2\n]\n}")
	for _, text := range texts {
		raw, err := ParseRaw([]byte(text))
		if err != nil {
			t.Fatal(text, err)
		}
		var whole, parts Writer
		whole.Start([]byte("> "), nil)
		whole.Raw(raw)
		parts.Start([]byte("> "), nil)
		parts.copyValue(raw.text, 0, 0)
		if string(whole.buf) != string(parts.buf) {
			t.Errorf("%s: %s, value by value %s", text, whole.buf, parts.buf)
		}
	}
}

// A reader reports the form of a text correctly: a text with a known form is canonical and has the reported depth.
func TestForms(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	odd := []string{"0", `"\u000a"`, `"\n"`, "1.0", "-0", "1e2", " 0", `"\u0041"`, `"\/"`, "12345678901234567", "1.5", `"\\"`, "0.1", `"\u001f"`, `"\u001F"`,
		`"\ud800\udc00"`, `"\b\f\t\r\""`}
	known := 0
	for round := range 3000 {
		var b strings.Builder
		randomNode(random, &b, 6)
		spelled := strings.NewReplacer("5", odd[random.IntN(len(odd))], `"x"`, odd[random.IntN(len(odd))])
		if round%3 == 0 {
			spelled = strings.NewReplacer(`"0"`, `"A"`, `"10"`, `"B"`)
		}
		text := strings.TrimSpace(spelled.Replace(b.String()))
		raw, err := ParseRaw([]byte(text))
		if err != nil {
			t.Fatal(text, err)
		}
		var w Writer
		w.Start(nil, nil)
		w.copyValue(raw.text, 0, 0)
		canonical := string(w.buf)
		if again := rawOf([]byte(text)); again != raw {
			t.Errorf("%s has form %d when read and %d when written", text, raw.form, again.form)
		}
		if raw.form == 0 {
			continue
		}
		known++
		if depth := JSONDepth(func(w *Writer) { w.Raw(Raw{text: text}) }); canonical != text || depth != int(raw.form)-1 {
			t.Errorf("form %d of %s, which is %d deep and written as %s", raw.form, text, depth, canonical)
		}
	}
	if known < 1000 {
		t.Errorf("the form of %d texts is known", known)
	}
}

// Escapes of the canonical form are copied. All others are replaced.
func TestCanonicalEscapes(t *testing.T) {
	for unit := range 0x10000 {
		text := fmt.Sprintf(`"a\u%04xz"`, unit)
		raw, err := ParseRaw([]byte(text))
		if err != nil {
			continue // half of a surrogate pair
		}
		want, err := RawOf(unescape(text[1 : len(text)-1]))
		if err != nil {
			t.Fatal(err)
		}
		if known := raw.form != 0; known != (want.text == text) {
			t.Fatalf("the form of %s is known: %t, and it is written as %s", text, known, want)
		}
	}
	for _, c := range "\"\\/bfnrt" {
		text := `"` + `\` + string(c) + `"`
		raw, err := ParseRaw([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if canonical, err := raw.MarshalJSON(); err != nil || (raw.form != 0) != (string(canonical) == text) {
			t.Errorf("the form of %s is %d, and it is written as %s", text, raw.form, canonical)
		}
	}
}

// The location of an issue is read from the output before the issue.
func TestPlacesOfOutput(t *testing.T) {
	var w Writer
	w.Start([]byte(`{"x":`), nil)
	w.BeginObject()
	w.Member("plain").BeginArray()
	w.Item().Null()
	w.Item().BeginObject()
	w.Member("first").String("}")
	w.Entry("a\"b\\c/d~e\n\U0001F600").Number(math.NaN())
	w.Entry("\xff").BeginArray()
	w.Item().BeginArray()
	w.EndArray()
	w.Item().Number(math.Inf(1))
	w.EndArray()
	w.EndObject()
	w.Must("r", "m")
	w.EndArray()
	w.Must("r", "m")
	w.EndObject()
	w.Must("r", "m")
	_, err := w.Finish()
	var invalid *ValidationError
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var paths []string
	for _, i := range invalid.Issues {
		paths = append(paths, i.Path)
	}
	want := []string{"", "/plain", "/plain/1", "/plain/1/a\"b\\c~1d~0e\n\U0001F600", "/plain/1/\xff", "/plain/1/\xff/1"}
	if !slices.Equal(paths, want) {
		t.Errorf("%q, want %q", paths, want)
	}
}

// A pooled Writer returns texts that no later use of the Writer changes.
func TestOutputIsOwned(t *testing.T) {
	for _, size := range []int{1, keptBuffer / 2, 2 * keptBuffer} {
		text := strings.Repeat("a", size)
		form := Form[string]{&Protocol{}, func(r *Reader) string { s, _ := r.String(); return s }, (*Writer).String, 0}
		for _, encode := range []func(string, []Option) ([]byte, error){form.EncodeUnchecked, form.Encode} {
			first, err := encode(text, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := encode(strings.Repeat("b", size), nil); err != nil || string(first) != `"`+text+`"` {
				t.Errorf("%d: %.20s, %v", size, first, err)
			}
		}
	}
}

// The size of a value that has no JSON text is meaningless, but computing it does not panic.
func TestSizeOfNoJSON(t *testing.T) {
	if size := JSONSize(func(w *Writer) { w.Number(math.NaN()) }); size != 0 {
		t.Errorf("%d bytes", size)
	}
}

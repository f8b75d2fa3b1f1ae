package reference

import (
	"math"
	"slices"
	"testing"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/templates/go/envelope/wire"
)

// FuzzTextAgainstGo compares the text reader of the Go binding with that of this package. Both must accept the same texts under the same limits, and
// write the same bytes for accepted ones.
func FuzzTextAgainstGo(f *testing.F) {
	for _, text := range fixtureTexts(f) {
		f.Add([]byte(text), uint8(128), uint16(math.MaxUint16))
		f.Add([]byte(text), uint8(1), uint16(len(text)/2))
	}
	for _, text := range []string{`"\ud83d\ude00\ud83d"`, `[1e400,1e-400,-0,0.1e1]`, `{"a":{"10":1,"9":2,"b":0}}`, "\ufeff1", "[\"\xed\xa0\x80\"]", `{"a":1,"\u0061":2}`, `[[[]]]`, "\"\u2028\uffff\"", `123456789012345678901234567890`} {
		f.Add([]byte(text), uint8(2), uint16(math.MaxUint16))
	}
	f.Fuzz(func(t *testing.T, text []byte, depth uint8, size uint16) {
		o := Options{MaxDepth: int(depth) + 1, MaxBytes: int(size) + 1, MaxIssues: 1}
		limits := []wire.Option{wire.MaxDepth(o.MaxDepth), wire.MaxBytes(o.MaxBytes)}
		value, fault := readText(text, o)
		value = (&Interpreter{}).placed(value, nil) // in a place of which nothing is known
		raw, err := wire.ParseRaw(text, limits...)
		if (fault == nil) != (err == nil) {
			t.Fatalf("%q: the reference says %v, Go says %v", text, fault, err)
		}
		if err != nil {
			return
		}
		written, err := raw.MarshalJSON()
		if want := encode(&ir.Value{Kind: ir.Any{}}, value); err != nil || string(written) != string(want) {
			t.Fatalf("%q: the reference writes %s, Go writes %s, %v", text, want, written, err)
		}
		readScalar(t, text, value)
	})
}

// readScalar reads a text that is a single scalar with the methods that generated code calls.
func readScalar(t *testing.T, text []byte, want any) {
	t.Helper()
	var r wire.Reader
	r.Start(text, nil, nil)
	var got any
	var ok bool
	switch want.(type) {
	case nil:
		ok = r.Null()
	case bool:
		got, ok = r.Boolean()
	case float64:
		got, ok = r.Number()
	case string:
		got, ok = r.String()
	default:
		return
	}
	if err := r.Finish(); err != nil || !ok || got != want {
		t.Fatalf("%q: the reference reads %v, Go reads %v (%v), %v", text, want, got, ok, err)
	}
	if number, isNumber := want.(float64); isNumber {
		readInteger(t, text, number)
	}
}

func readInteger(t *testing.T, text []byte, number float64) {
	t.Helper()
	want := wire.IsInteger
	switch {
	case number != math.Trunc(number):
		want = wire.NotInteger
	case math.Abs(number) > 1<<53-1:
		want = wire.BeyondRange
	}
	var r wire.Reader
	r.Start(text, nil, nil)
	got, fit := r.Integer()
	if fit != want || fit == wire.IsInteger && float64(got) != number {
		t.Fatalf("%q: Go reads the integer %d (%v), the reference %v", text, got, fit, number)
	}
}

// FixtureTexts returns the texts of all fixtures. The tests of this package cannot import them: fixtures are derived with this package.
var FixtureTexts func() ([]string, error)

// fixtureTexts returns the texts of fixtures that are not very long.
func fixtureTexts(f *testing.F) []string {
	f.Helper()
	texts, err := FixtureTexts()
	if err != nil || len(texts) == 0 {
		f.Fatalf("no fixtures: %v", err)
	}
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" || len(text) >= 4096 })
}

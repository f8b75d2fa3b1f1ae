package reference

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

func TestReadTextRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"byte order mark":           "\xef\xbb\xbf{}",
		"bytes that are no UTF-8":   "\"\xff\"",
		"a raw surrogate":           "\"\xed\xa0\x80\"",
		"an overlong form":          "\"\xc0\x80\"",
		"a high half alone":         `"\ud800"`,
		"a low half alone":          `"\udc00"`,
		"halves the wrong way":      `"\udc00\ud800"`,
		"a high half and a letter":  `"\ud800x\udc00"`,
		"two high halves":           `"\ud800\ud800\udc00"`,
		"a half in a name":          `{"\ud800":1}`,
		"a name twice":              `{"a":1,"a":1}`,
		"a name twice, once spelt":  `{"a":1,"\u0061":1}`,
		"a name twice, far below":   `[[{"a":[{"b":1,"b":2}]}]]`,
		"an overflow":               `1e309`,
		"a negative overflow":       `-1e400`,
		"no number":                 `NaN`,
		"infinity":                  `-Infinity`,
		"a second value":            `{} {}`,
		"a stray bracket":           `{}]`,
		"a comma at the end":        `[1,]`,
		"a comma after the members": `{"a":1,}`,
		"a bracket of another kind": `[1}`,
		"no end":                    `{"a":[1`,
		"a name that is none":       `{1:2}`,
		"white space of others":     "\u00a0{}",
		"a raw control character":   "\"\n\"",
		"a zero in front":           `01`,
		"white space only":          " \n",
	} {
		if v, err := readText([]byte(text), Options{}.withDefaults()); err == nil {
			t.Errorf("%s: read %v", name, v)
		}
	}
}

func TestReadTextAccepts(t *testing.T) {
	for text, want := range map[string]any{
		`"\ud83d\ude00"`:        "😀",
		`"\\ud800"`:             `\ud800`,
		`"\\\ud83d\ude00"`:      `\😀`,
		"\"\uffff\"":            "\uffff",
		"\"\\ufeff\ufeff\"":     "\ufeff\ufeff",
		"\t\r\n 1e2 ":           100.0,
		`1e-400`:                0.0,
		`9007199254740993`:      spelled("9007199254740993"), // its place decides
		`9007199254740993.0`:    9007199254740992.0,
		`0.1000000000000000055`: 0.1,
	} {
		got, err := readText([]byte(text), Options{}.withDefaults())
		if err != nil || got != want {
			t.Errorf("%s: got %v (%v), want %v", text, got, err, want)
		}
	}
	for _, zero := range []string{"-0", "-0.0", "-1e-400"} {
		got, err := readText([]byte(zero), Options{}.withDefaults())
		if n, ok := got.(float64); err != nil || !ok || n != 0 || math.Signbit(n) {
			t.Errorf("%s: got %v (%v)", zero, got, err)
		}
	}
}

func TestNumberText(t *testing.T) {
	for n, want := range map[float64]string{
		0: "0", 1: "1", -1: "-1", 100: "100", 0.1: "0.1", -12.5: "-12.5",
		1e20: "100000000000000000000", 123456789012345680000: "123456789012345680000",
		1e21: "1e+21", 1.5e300: "1.5e+300", 1e-6: "0.000001", 1.25e-6: "0.00000125", 1e-7: "1e-7", 1.5e-7: "1.5e-7",
		9007199254740991: "9007199254740991", 5e-324: "5e-324", math.MaxFloat64: "1.7976931348623157e+308",
		333333333.33333329: "333333333.3333333", 4.35: "4.35", 295147905179352830000: "295147905179352830000",
	} {
		if got := numberText(n); got != want {
			t.Errorf("%g: got %s, want %s", n, got, want)
		}
	}
}

func TestAppendString(t *testing.T) {
	const in, want = "\u20ac$\u000f\nA'\u0042\"\\/\b\t\f\r\x7f\u2028😀<&", `"€$\u000f\nA'B\"\\/\b\t\f\r` + "\x7f\u2028😀<&\""
	if got := string(appendString(nil, in)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func at(steps ...any) path {
	var p path
	for _, s := range steps {
		switch s := s.(type) {
		case int:
			p = p.with(segment{index: s, isIndex: true})
		case string:
			p = p.with(segment{name: s})
		}
	}
	return p
}

func TestListOrder(t *testing.T) {
	fails := func(rule string, p path) failure { return failure{Failure: ir.Failure{Rule: rule}, at: p} }
	want := []failure{
		fails("z", at()), fails("a", at(2)), fails("b", at(2)), fails("a", at(2, "x")), fails("a", at(10)),
		fails("a", at("10")), fails("a", at("2")), fails("a", at("\uff5e")), fails("a", at("😀")), // by code point, not by UTF-16
	}
	shuffled := slices.Clone(want)
	slices.Reverse(shuffled)
	got := list(shuffled, 100)
	for i, f := range want {
		if got[i].Rule != f.Rule || got[i].Path != f.at.String() {
			t.Errorf("%d: got %s %s, want %s %s", i, got[i].Rule, got[i].Path, f.Rule, f.at)
		}
	}
}

func TestListDedupesAndCuts(t *testing.T) {
	fails := func(rule, message string, l ir.Level) failure {
		return failure{Failure: ir.Failure{Rule: rule, Message: message, Level: l}, at: at(rule)}
	}
	all := []failure{
		fails("a", "A", ir.Should), fails("c", "D", ir.Must), fails("b", "A", ir.Should), fails("b", "C", ir.Must), fails("b", "B", ir.Must),
	}
	got := list(all, 2)
	want := []Issue{{"b", "/b", "must", "B"}, {"c", "/c", "must", "D"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestHide(t *testing.T) {
	fails := func(rule string, p path) failure { return failure{Failure: ir.Failure{Rule: rule}, at: p} }
	stays := []failure{
		fails("integer-range", at("a")), fails("propertyNames", at("a")), fails("minimum", at("ab")), fails("required", at()),
	}
	all := append([]failure{
		fails("const", at("a")), fails("enum", at("a")), fails("minimum", at("a")), fails("propertyNames", at("a", "b")), fails("type", at("a", 0)),
	}, stays...)
	got, beside := hide(all)
	same := func(f, g failure) bool { return f.Rule == g.Rule && f.at.compare(g.at) == 0 }
	if !slices.EqualFunc(got, stays, same) {
		t.Errorf("got %v, want %v", got, stays)
	}
	if want := all[:3]; !slices.EqualFunc(beside, want, same) {
		t.Errorf("beside: got %v, want %v", beside, want)
	}
}

func TestNearest(t *testing.T) {
	zeros := strings.Repeat("0", 200_000)
	for spelling, want := range map[string]float64{
		"1" + zeros[:799] + "e-799":                 1,
		"1" + zeros[:800] + "e-800":                 1,
		"-25" + zeros[:5000] + ".5E-5000":           -25,
		"1" + zeros + "e-200000":                    1,
		"0." + zeros + "9e200000":                   0.9,
		"0." + zeros[:99_999] + "125e+0100000":      1.25,
		"0" + "." + zeros + "e99999999999999999999": 0,
		"1e-99999999999999999999":                   0,
		"-1e99999999999999999999":                   math.Inf(-1),
		"1.7976931348623158e308":                    math.MaxFloat64,
		"1.7976931348623159e308":                    math.Inf(1),
		"4.9406564584124654e-324":                   5e-324,
		"2.4703282292062327e-324":                   0,
		"2.4703282292062328e-324":                   5e-324,
		"9007199254740992." + zeros[:900] + "1":     9007199254740992,
		"9007199254740993." + zeros[:900] + "1":     9007199254740994, // just over the middle
	} {
		if got := nearest(spelling); got != want {
			t.Errorf("%.20s… of %d characters is %v, want %v", spelling, len(spelling), got, want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		want := math.Float64frombits(random.Uint64())
		if math.IsNaN(want) || math.IsInf(want, 0) {
			continue
		}
		for _, form := range []byte("feg") {
			spelling := strconv.FormatFloat(want, form, -1, 64)
			if got := nearest(spelling); got != want {
				t.Errorf("%s is %v", spelling, got)
			}
		}
	}
}

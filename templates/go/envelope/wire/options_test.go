package wire

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

// reading starts reading the text 1 with one option.
func reading(o Option) (*Reader, error) {
	r := new(Reader)
	r.Start([]byte("1"), []Option{o}, Params{
		"b": BoolParam, "i": IntegerParam, "n": NumberParam, "s": StringParam, "v": VersionParam, "p": SizeParam, "d": DurationParam})
	start := *r
	r.Skip()
	return &start, r.Finish()
}

func TestLimitsOfLimits(t *testing.T) {
	for name, greatest := range map[string]int64{"max_depth": 256, "max_bytes": 1<<31 - 1, "max_issues": 1<<31 - 1} {
		for _, n := range []any{1, 1.0, 2, 129, greatest, float64(greatest)} {
			if n == 129 && greatest < 129 {
				continue
			}
			if _, err := reading(Param(name, n)); err != nil {
				t.Errorf("%s %v: %v", name, n, err)
			}
		}
		for _, n := range []any{0, -1, greatest + 1, 0.5, 1e300, math.NaN(), math.Inf(1), "1", "1kb", true, nil} {
			_, err := reading(Param(name, n))
			var wrong *OptionError
			if !errors.As(err, &wrong) || wrong.Name != name || !strings.Contains(err.Error(), "must be an integer from 1 to ") {
				t.Errorf("%s %v: %v", name, n, err)
			}
		}
	}
}

// Invalid options are distinguished from syntax errors, and always reported.
func TestWrongOptions(t *testing.T) {
	var wrong *OptionError
	for _, o := range []Option{MaxDepth(0), MaxBytes(0), MaxIssues(0), MaxDepth(257), Param("nope", 1)} {
		var issues []Issue
		if _, err := ParseRaw([]byte("["), Report(&issues), o, MaxDepth(3)); !errors.As(err, &wrong) || issues != nil {
			t.Errorf("ParseRaw: %v, issues %v", err, issues)
		}
		c, f := ValueCodec[flag]("Flag", part), flag(true)
		if _, err := c.Parse([]byte("true"), o); !errors.As(err, &wrong) {
			t.Errorf("Parse: %v", err)
		}
		for name, check := range map[string]func(){
			"Codec.Check": func() { c.Check([]byte("true"), o) },
			"Check":       func() { Check(&f, part, []Option{o}) },
		} {
			func() {
				defer func() {
					if _, isWrong := recover().(*OptionError); !isWrong {
						t.Errorf("%s takes a bad option", name)
					}
				}()
				check()
			}()
		}
	}
	if _, err := EncodeUnchecked(&noted{}, []Option{MaxDepth(-1)}); !errors.As(err, &wrong) {
		t.Errorf("Encode: %v", err)
	}
}

func TestParams(t *testing.T) {
	for value, want := range map[any]int64{"32KiB": 32768, "1MiB": 1 << 20, "2GiB": 2 << 30, "5B": 5, "17": 17, "0": 0, 3: 3, int64(4): 4, 1e3: 1000, "8388607GiB": 8388607 << 30} {
		if r, err := reading(Param("p", value)); err != nil || r.IntegerParam("p", 7) != want {
			t.Errorf("%v: %v, want %d", value, err, want)
		}
	}
	r, err := reading(func(o *options) {
		for _, set := range []Option{Param("b", true), Param("n", 2), Param("d", "1h30m"), Param("s", "x"), Param("v", "1.2.3-a"), Param("i", 7), Param("i", -8)} {
			set(o)
		}
	})
	if err != nil || !r.BoolParam("b", false) || r.NumberParam("n", 0) != 2 || r.DurationParam("d", 0) != 90*time.Minute || r.StringParam("s", "") != "x" ||
		r.StringParam("v", "") != "1.2.3-a" || r.IntegerParam("i", 9) != -8 || r.IntegerParam("p", 9) != 9 {
		t.Errorf("parameters are not what the caller has set: %v", err)
	}
	if r, _ := reading(Param("n", math.Copysign(0, -1))); math.Signbit(r.NumberParam("n", 1)) {
		t.Error("a parameter is -0")
	}
}

func TestBadParams(t *testing.T) {
	for name, values := range map[string][]any{
		"b":    {0, "true", nil},
		"i":    {1.5, "1", true, nil, int64(MaxInteger + 1), 1e300, math.NaN()},
		"n":    {"1", true, nil, math.NaN(), math.Inf(-1)},
		"s":    {1, true, nil},
		"v":    {"1", "1.0", "v1.0.0", "", 1, nil},
		"p":    {"", "KiB", "1KB", "1kb", "1Ki", "-1", "+1KiB", "01", "1.5KiB", "99999999999GiB", "9007199254740992", -1, 1.5, true, nil, int64(MaxInteger + 1)},
		"d":    {"soon", "", "1", 1, 1.5, true, nil, "9223372036854775808ns", "2562048h"},
		"nope": {1},
	} {
		for _, value := range values {
			r, err := reading(Param(name, value))
			var wrong *OptionError
			if !errors.As(err, &wrong) || wrong.Name != name {
				t.Errorf("%s %v: %v", name, value, err)
			}
			if r.StringParam(name, "default") != "default" { // generated code reads it before Finish returns the error
				t.Errorf("%s %v is read", name, value)
			}
		}
	}
}

// A text too long to be read is not written either.
func TestLengthOfOutput(t *testing.T) {
	var w Writer
	w.Start([]byte("> "), []Option{MaxBytes(4)})
	w.String("ab")
	if got, err := w.Finish(); err != nil || string(got) != `> "ab"` {
		t.Errorf("%s, %v", got, err)
	}
	w = Writer{}
	w.Start([]byte("> "), []Option{MaxBytes(4)})
	w.String("abc")
	if got, err := w.Finish(); err == nil || string(got) != "> " {
		t.Errorf("%s, %v", got, err)
	}
	// A value that contains the same part many times costs no more than the limit.
	var twice func(depth int)
	w = Writer{}
	w.Start(nil, []Option{MaxBytes(1000)})
	twice = func(depth int) {
		if depth == 0 || !w.BeginArray() {
			return
		}
		for range 2 {
			w.Item()
			twice(depth - 1)
		}
		w.EndArray()
	}
	if twice(100); len(w.buf) > 2000 {
		t.Errorf("%d bytes were written", len(w.buf))
	}
}

// advised is a value with advice, which is invalid if it is true. It counts when it has been read.
type advised bool

var readings []time.Time

func (a *advised) DecodeFrom(r *Reader) {
	invalid, _ := r.Boolean()
	readings = append(readings, r.Now())
	r.Should("advice", "should be another one")
	if invalid {
		r.Must("wrong", "must be another one")
	}
}

func (a *advised) EncodeTo(w *Writer) {
	w.Boolean(bool(*a))
	w.Doubt()
}

// Advice is omitted unless requested, but an error names it, and the time is constant throughout.
func TestAdviceBesideErrors(t *testing.T) {
	read := func(text string, opts ...Option) error {
		readings = nil
		_, err := Decode[advised]([]byte(text), part, opts)
		return err
	}
	both := func(err error) bool {
		var invalid *ValidationError
		return errors.As(err, &invalid) && len(invalid.Issues) == 2 && invalid.Issues[0].Rule == "advice" && invalid.Issues[1].Rule == "wrong"
	}
	if err := read("false"); err != nil || len(readings) != 1 {
		t.Errorf("%v, read %d times", err, len(readings))
	}
	if err := read("true"); !both(err) || !readings[0].Equal(readings[len(readings)-1]) {
		t.Errorf("%v, read at %v", err, readings)
	}
	if err := read("false", Strict()); err == nil || len(readings) != 1 {
		t.Errorf("%v, read %d times", err, len(readings))
	}
	var issues []Issue
	if err := read("false", Report(&issues)); err != nil || len(issues) != 1 {
		t.Errorf("%v, %v", issues, err)
	}
	var broken *ValidationError
	if err := read("false true"); !errors.As(err, &broken) || len(broken.Issues) != 1 || broken.Issues[0].Rule != "json" {
		t.Error(err)
	}
	invalid := advised(true)
	if _, err := Encode(&invalid, part, nil); !both(err) {
		t.Error(err)
	}
}

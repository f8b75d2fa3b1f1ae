package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// start returns a Reader before the value of text.
func start(text string, opts ...Option) *Reader {
	r := new(Reader)
	r.Start([]byte(text), opts, nil)
	return r
}

func TestInteger(t *testing.T) {
	for text, want := range map[string]struct {
		n   int64
		fit Fit
	}{
		"0": {0, IsInteger}, "-0": {0, IsInteger}, "7": {7, IsInteger}, "-7": {-7, IsInteger}, "1.0": {1, IsInteger}, "1e2": {100, IsInteger}, "10e-1": {1, IsInteger},
		"123456789012345": {123456789012345, IsInteger}, "9007199254740991": {MaxInteger, IsInteger}, "-9007199254740991": {-MaxInteger, IsInteger},
		"9007199254740991.0": {MaxInteger, IsInteger}, "0.99999999999999999999": {1, IsInteger}, "1e-999": {0, IsInteger},
		"9007199254740992": {0, BeyondRange}, "9007199254740993": {0, BeyondRange}, "-9007199254740992": {0, BeyondRange}, "1e300": {0, BeyondRange},
		"123456789012345678901234567890": {0, BeyondRange}, "1.5": {0, NotInteger}, "1e-1": {0, NotInteger}, `"1"`: {0, NotInteger}, "null": {0, NotInteger}, "[1]": {0, NotInteger},
	} {
		r := start(" " + text + " ")
		if n, fit := r.Integer(); n != want.n || fit != want.fit {
			t.Errorf("%s: %d, %d", text, n, fit)
		}
		if err := r.Finish(); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// raiseInside reads {"name": value} or [value] down to the value at a path, and raises an issue there.
func raiseInside(r *Reader, path []string) {
	if len(path) == 0 {
		r.Skip()
		r.Must("rule", "message")
		return
	}
	if path[0] == "[]" {
		r.BeginArray()
		for r.NextItem() {
			raiseInside(r, path[1:])
		}
		return
	}
	r.BeginObject()
	for r.NextMember() {
		if r.Name() == path[0] {
			raiseInside(r, path[1:])
		} else {
			r.Skip()
		}
	}
}

func TestPaths(t *testing.T) {
	deep := strings.Repeat(`{"a":[`, 20) + `1` + strings.Repeat(`]}`, 20)
	deepPath := []string{}
	for range 20 {
		deepPath = append(deepPath, "a", "[]")
	}
	for _, c := range []struct {
		text string
		path []string
		want []string
	}{
		{`1`, nil, []string{""}},
		{`{"x":0,"a":1,"y":2}`, []string{"a"}, []string{"/a"}},
		{`{"a~/b":1}`, []string{"a~/b"}, []string{"/a~0~1b"}},
		{`[1,2,3]`, []string{"[]"}, []string{"/0", "/1", "/2"}},
		{`[[],[1],[2,3]]`, []string{"[]", "[]"}, []string{"/1/0", "/2/0", "/2/1"}},
		{`{"l":[{"x":1},{"y":0},{"x":2}]}`, []string{"l", "[]", "x"}, []string{"/l/0/x", "/l/2/x"}},
		{deep, deepPath, []string{strings.Repeat("/a/0", 20)}},
	} {
		r := start(c.text)
		raiseInside(r, c.path)
		var invalid *ValidationError
		if err := r.Finish(); !errors.As(err, &invalid) {
			t.Fatalf("%s: %v", c.text, err)
		}
		var got []string
		for _, issue := range invalid.Issues {
			got = append(got, issue.Path)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// A syntax error hides all earlier issues.
func TestFaultIsAlone(t *testing.T) {
	r := start(`[1,2`)
	raiseInside(r, []string{"[]"})
	checkTextIssue(t, r.Finish())
}

// TestNarrows checks that the narrower value is discarded and evaluates no rules, and that a valid value is not consumed.
func TestNarrows(t *testing.T) {
	small := func(r *Reader) {
		if n, _ := r.Integer(); n > 5 {
			r.Must("maximum", "must be at most 5")
		}
		if r.Reaches(0) {
			r.Broken(0, Must, "rule", "must not be reported")
		}
	}
	for text, want := range map[string]string{
		"[1, 2]": "", "[7]": `"/0" must be at most 5 (maximum)`, "[1, 7, 8]": `"/1" must be at most 5 (maximum) and 1 more`, "[1": "the text ends too early at line 1, column 3 (byte 2) (json)",
	} {
		r := start(text)
		read := 0
		r.BeginArray()
		for r.NextItem() {
			if r.Narrows(small) {
				r.Integer()
				read++
			}
		}
		err := r.Finish()
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
		if want == "" && read != 2 {
			t.Errorf("%s: %d values are read", text, read)
		}
	}
}

func TestHas(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a": {"b": 1}, "c": 2}`: false, `{"a": [1, "b"], "b": null}`: true, `{"\u0062": 1}`: true, `{}`: false, `[{"b": 1}]`: false, "": false, `{"a": 1`: false,
	} {
		if r := start(text); r.Has("b") != want || r.pos != 0 {
			t.Errorf("%s: %t, then at %d", text, !want, r.pos)
		}
	}
}

func TestHasLiteral(t *testing.T) {
	for text, want := range map[string][2]bool{
		`{"a": "x", "b": "y"}`: {true, false}, `{"b": "\u0079"}`: {true, false}, `{"b": "z"}`: {false, false}, `{"a": {"b": "x"}}`: {false, false}, `{"b": ["x"]}`: {false, false},
		`{"b": true}`: {false, true}, `{"a": 1, "b":true }`: {false, true}, `{"b": false}`: {false, false}, `{"b": tru`: {false, false}, `{"b": "x`: {false, false}, `{"b":`: {false, false},
		`{}`: {false, false}, `"x"`: {false, false}, "": {false, false},
	} {
		r := start(text)
		if got := [2]bool{r.HasWord("b", "x", "y"), r.HasBool("b", true)}; got != want || r.pos != 0 {
			t.Errorf("%s: %v, then at %d", text, got, r.pos)
		}
	}
	for text, want := range map[string][2]bool{
		`"x"`: {true, false}, `"\u0079"`: {true, false}, `"z"`: {false, false}, "false": {false, true}, "true": {false, false}, "fals": {false, false}, "": {false, false}, `["x"]`: {false, false},
	} {
		r := start(text)
		if got := [2]bool{r.IsWord("x", "y"), r.IsBool(false)}; got != want || r.pos != 0 {
			t.Errorf("%s: %v, then at %d", text, got, r.pos)
		}
	}
}

func TestNextType(t *testing.T) {
	for text, want := range map[string]JSONTypes{"": 0, " ": 0, "null": NullType, "true": BooleanType, "-1": NumberType, `""`: StringType, "[": ArrayType, "{": ObjectType} {
		if got := start(text).NextType(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

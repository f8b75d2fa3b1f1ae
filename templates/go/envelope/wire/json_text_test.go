package wire

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// A few texts that do not depend on the external suites.
func TestTexts(t *testing.T) {
	for text, want := range map[string]bool{
		`null`: true, ` true `: true, "\n\t\r false": true, `"a"`: true, `0`: true, `-0.5e+3`: true, `[]`: true, `[ ]`: true, `{}`: true, `{ }`: true,
		`[1,"a",{"b":[]}]`: true, `{"a":{"a":{"a":1}}}`: true, `"\ud83d\ude00"`: true, "\"\uffff\"": true, "\"\x7f\"": true, `"\u0000"`: true, `1e-999`: true, `{"":0}`: true,
		`1e308`: true, `"` + strings.Repeat("ä", 100) + `"`: true, strings.Repeat("9", 308): true,
		``: false, ` `: false, `nul`: false, `nullx`: false, `True`: false, `'a'`: false, `"a`: false, `"\`: false, `"\x"`: false, `"\u12"`: false, `"\u12g4"`: false, "\"\n\"": false,
		"\"\xff\"": false, "\"\xed\xa0\x80\"": false, "\"\xc0\x80\"": false, "\"\xe2\x82\"": false, `"\ud800"`: false, `"\udc00\ud800"`: false, `"\ud800\u0041"`: false, `"\ud800x"`: false,
		`01`: false, `-`: false, `+1`: false, `.5`: false, `1.`: false, `1e`: false, `1e+`: false, `0x1`: false, `1e309`: false, `-1e309`: false, strings.Repeat("9", 310): false,
		`[`: false, `[1`: false, `[1,`: false, `[1,]`: false, `[,1]`: false, `[1 2]`: false, `[1}`: false, `]`: false, `{`: false, `{"a"`: false, `{"a":`: false, `{"a":1`: false, `{"a":1,`: false,
		`{"a":1,}`: false, `{a:1}`: false, `{"a" 1}`: false, `{"a":1 "b":2}`: false, `{"a":1]`: false, `{1:1}`: false, `{} x`: false, `{}{}`: false, "{}\x00": false, "\ufeff{}": false,
		`{"a":1,"a":2}`: false, `{"a":1,"\u0061":2}`: false, `{"\u0061":1,"a":2}`: false, `{"x":[{"a":1,"b":2,"a":3}]}`: false, "\u00a01": false, "[\v1]": false, `[1]/**/`: false,
	} {
		t.Run(text[:min(len(text), 30)], func(t *testing.T) { checkAccepted(t, []byte(text), want) })
	}
}

// Names are compared in several ways, depending on their number and spelling.
func TestDuplicateNames(t *testing.T) {
	for count := range 70 {
		var names []string
		for i := range count {
			names = append(names, fmt.Sprintf(`"n%d":0`, i))
		}
		unique := "{" + strings.Join(names, ",") + "}"
		if _, err := ParseRaw([]byte(unique)); err != nil {
			t.Errorf("%d different names: %v", count, err)
		}
		for i := range count {
			for _, twice := range []string{names[i], strings.Replace(names[i], "n", `\u006e`, 1)} {
				text := "{" + strings.Join(append(names[:count:count], twice), ",") + "}"
				if _, err := ParseRaw([]byte(text)); err == nil {
					t.Fatalf("accepted %s", text)
				}
			}
		}
	}
}

func TestDepth(t *testing.T) {
	for _, bracket := range []string{"[]", `{"a":}`} {
		open, end := bracket[:len(bracket)-1], bracket[len(bracket)-1:]
		nested := func(n int) []byte { return []byte(strings.Repeat(open, n) + "1" + strings.Repeat(end, n)) }
		for _, c := range []struct {
			depth int
			opts  []Option
			ok    bool
		}{
			{128, nil, true}, {129, nil, false}, {3, []Option{MaxDepth(3)}, true}, {4, []Option{MaxDepth(3)}, false},
			{256, []Option{MaxDepth(256)}, true}, {257, []Option{MaxDepth(256)}, false},
		} {
			if _, err := ParseRaw(nested(c.depth), c.opts...); (err == nil) != c.ok {
				t.Errorf("%s nested %d deep: %v", bracket, c.depth, err)
			}
		}
	}
	if _, err := ParseRaw([]byte(strings.Repeat("[", 1_000_000))); err == nil {
		t.Error("a million brackets were accepted")
	}
}

func TestMaxBytes(t *testing.T) {
	for text, ok := range map[string]bool{`"abc"`: true, `"abcd"`: false, `     `: false} {
		if _, err := ParseRaw([]byte(text), MaxBytes(5)); (err == nil) != ok {
			t.Errorf("%q of at most 5 bytes: %v", text, err)
		}
	}
}

func TestFaultsNameCauseAndPlace(t *testing.T) {
	for text, want := range map[string]string{
		`[1,2`:          "the text ends too early at line 1, column 5 (byte 4)",
		`[1,x]`:         "no value at line 1, column 4 (byte 3)",
		"[\"a\xff\"]":   "invalid UTF-8 at line 1, column 4 (byte 3)",
		`{"a":1,"a":2}`: `a second member "a" at line 1, column 8 (byte 7)`,
		"{\n \"é\": 1,\n \"b\\\"\": [],\n\"b\\\"\" : 2}":                            `a second member "b\"" at line 4, column 1 (byte 24)`,
		`["é",{"":0,"":1}]`:                                                         `a second member "" at line 1, column 12 (byte 12)`,
		`{"` + strings.Repeat("é", 90) + `":0,"` + strings.Repeat("é", 90) + `":0}`: `a second member "` + strings.Repeat("é", 80) + `…" at line 1, column 97 (byte 186)`,
		`[1] [`:   "more text after the value at line 1, column 5 (byte 4)",
		`[1e999]`: "a number beyond the range of a double at line 1, column 2 (byte 1)",
		"\ufeff1": "a byte order mark at line 1, column 1 (byte 0)",
	} {
		_, err := ParseRaw([]byte(text))
		if err == nil || err.Error() != want+" (json)" {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0.5e3,"\u00e9\ud83d\ude00",null]}`, `{"10":1,"9":2,"a":{"1":0,"0":1}}`, "[\"\xff\"]", `{"a":1,"\u0061":2}`, `"\\\""`, ` [ ] `} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		raw, err := ParseRaw(text)
		if err == nil && !json.Valid(text) {
			t.Fatalf("accepted %q, which is no JSON", text)
		}
		if err != nil {
			checkTextIssue(t, err)
			return
		}
		checkAccepted(t, text, true)
		if o, isObject := raw.AsObject(); isObject {
			thawed := o
			thawed.Delete("no such member")
			if thawed.String() != o.String() {
				t.Errorf("members give %s, text gives %s", thawed, o)
			}
		}
		tagged := Reader{text: string(text), options: defaults}
		tagged.Tag("a") // must neither panic nor hang
	})
}

// Looking ahead must survive every malformed text, since the error is found later.
func TestTag(t *testing.T) {
	for text, want := range map[string]struct {
		tag   string
		state TagState
	}{
		`{"k":"v"}`:                            {"v", TagFound},
		`{ "a" : [{"k":1},"]}"] , "k" : "v" }`: {"v", TagFound},
		`{"\u006b":"\u0076"}`:                  {"v", TagFound},
		`{"a":"\\\"","k":""}`:                  {"", TagFound},
		`{"k":1}`:                              {"", TagNotString},
		`{"k":{}}`:                             {"", TagNotString},
		`{"a":{"k":"v"}}`:                      {"", TagMissing},
		`{}`:                                   {"", TagMissing},
		`[]`:                                   {"", TagNotObject},
		`"k"`:                                  {"", TagNotObject},
		``:                                     {"", TagNotObject},
	} {
		r := Reader{text: text, options: defaults}
		if tag, state := r.Tag("k"); tag != want.tag || state != want.state {
			t.Errorf("%s: %q, %d", text, tag, state)
		}
		if r.pos != 0 {
			t.Errorf("%s was read up to %d", text, r.pos)
		}
		for cut := range text {
			broken := Reader{text: text[:cut], options: defaults}
			broken.Tag("k")
		}
	}
}

package conformance

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"
)

func TestLimited(t *testing.T) {
	for params, want := range map[string]bool{"": false, `{}`: false, `{"replay_age":"1s"}`: false, `{"max_depth":3}`: true, `{"replay_age":"1s","max_issues":3}`: true} {
		c := Case{Params: json.RawMessage(params)}
		if c.Limited() != want {
			t.Errorf("%s", params)
		}
	}
}

func TestEmbeddedCases(t *testing.T) {
	files, known := Embedded()
	cases, err := LoadCases(files)
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, c := range cases {
		count[c.Protocol]++
	}
	for _, protocol := range []string{"agh", "helper"} {
		if count[protocol] < 40 {
			t.Errorf("%s has %d cases", protocol, count[protocol])
		}
	}
	if _, err := parseKnown(known); err != nil {
		t.Error(err)
	}
}

const goodCase = `{"id":"p/t/a","about":"a","source":"s","op":"check","text":"{}","expect":{"valid":true}}`

func TestLoadCasesRefuses(t *testing.T) {
	for name, c := range map[string]struct{ old, new, want string }{
		"unknown member":           {`"about"`, `"abuot"`, "unknown field"},
		"unknown member inside":    {`{"valid":true}`, `{"valid":true,"isues":[]}`, "unknown field"},
		"id of another protocol":   {`"p/t/a"`, `"q/t/a"`, "does not begin with p/"},
		"id with spaces":           {`"p/t/a"`, `"p/t/a b"`, "an id is"},
		"no id":                    {`"p/t/a"`, `""`, "an id is"},
		"no about":                 {`"about":"a"`, `"about":""`, "about and source"},
		"no source":                {`"source":"s"`, `"source":""`, "about and source"},
		"unknown op":               {`"check"`, `"chekc"`, "unknown op"},
		"no text":                  {`"text":"{}",`, ``, "exactly one of"},
		"text and base64":          {`"text":"{}",`, `"text":"{}","base64":"e30=",`, "exactly one of"},
		"no base64":                {`"text":"{}",`, `"base64":"!",`, "illegal base64"},
		"no time":                  {`"text":"{}",`, `"text":"{}","now":"yesterday",`, "cannot parse"},
		"no verdict":               {`{"valid":true}`, `{}`, "expect.valid is required"},
		"valid with must":          {`{"valid":true}`, `{"valid":true,"issues":[{"rule":"type","path":"","level":"must"}]}`, "contradict"},
		"invalid without must":     {`{"valid":true}`, `{"valid":false,"issues":[{"rule":"type","path":"","level":"should"}]}`, "contradict"},
		"issue without level":      {`{"valid":true}`, `{"valid":false,"issues":[{"rule":"type","path":""}]}`, "rule and level"},
		"output of an invalid one": {`{"valid":true}`, `{"valid":false,"issues":[{"rule":"type","path":"","level":"must"}],"output":""}`, "output"},
		"null":                     {goodCase, `null`, "is null"},
		"an id twice":              {goodCase, goodCase + "," + goodCase, "is taken"},
		"text after the array":     {goodCase, goodCase + `] [`, "text after the value"},
	} {
		t.Run(name, func(t *testing.T) {
			changed := strings.Replace(goodCase, c.old, c.new, 1)
			if changed == goodCase {
				t.Fatal("nothing was changed")
			}
			_, err := LoadCases(fstest.MapFS{"p/t.json": {Data: []byte("[" + changed + "]")}})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
		})
	}
}

func TestLoadCases(t *testing.T) {
	second := strings.Replace(goodCase, "p/t/a", "q/t/a", 1)
	cases, err := LoadCases(fstest.MapFS{"q/t.json": {Data: []byte("[" + second + "]")}, "p/t.json": {Data: []byte("[" + goodCase + "]")}, "README.md": {}})
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 2 || cases[0].Protocol != "p" || cases[1].Protocol != "q" {
		t.Errorf("got %+v", cases)
	}
}

package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/envgen/envgen/gen/go/agh"
)

// talk sends lines and returns the answers.
func talk(t *testing.T, known []protocol, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := serve(known, strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(out.String()), "\n")
}

func TestRequests(t *testing.T) {
	for request, want := range map[string]string{
		`{"seq":1,"op":"start","contract":1}`:                                                               `{"seq":1,"executor":"envgen-go","language":"go","contract":1,"protocols":["agh","delegator","foxctl","helper","hotrepl"]}`,
		`{"seq":2,"op":"start","contract":9}`:                                                               `{"seq":2,"error":"this executor speaks contract 1, not 9"}`,
		`{"seq":0,"op":"check","protocol":"agh","type":"PeerId","text":" \"\\u0061<\" "}`:                   `{"seq":0,"issues":[{"rule":"pattern","path":"","level":"must","message":"must match ^[a-z0-9][a-z0-9._-]{0,127}$"}]}`,
		`{"seq":3,"op":"check","protocol":"agh","type":"ArtifactRef","text":"{\"<\":1e2}"}`:                 `{"seq":3,"issues":[],"output":"{\"<\":100}"}`,
		`{"seq":4,"op":"check","protocol":"agh","type":"PeerId","base64":"ImEi"}`:                           `{"seq":4,"issues":[],"output":"\"a\""}`,
		`{"seq":5,"op":"check","protocol":"helper","text":"[]"}`:                                            `{"seq":5,"issues":[{"rule":"type","path":"","level":"must","message":"must be an object"}]}`,
		`{"seq":6,"op":"check","protocol":"agh","text":"[[]]","params":{"max_depth":1}}`:                    `{"seq":6,"issues":[{"rule":"json","path":"","level":"must","message":"nested too deep at line 1, column 2 (byte 1)"}]}`,
		`{"seq":6,"op":"check","protocol":"agh","text":"[1]","params":{"max_bytes":2}}`:                     `{"seq":6,"issues":[{"rule":"json","path":"","level":"must","message":"more than 2 bytes"}]}`,
		`{"seq":6,"op":"check","protocol":"helper","type":"Failure","text":"{}","params":{"max_issues":1}}`: `{"seq":6,"issues":[{"rule":"required","path":"/code","level":"must","message":"is required"}]}`,
		`{"seq":6,"op":"check","protocol":"agh","text":"1","params":{"max_depth":"1"}}`:                     `{"seq":6,"error":"the option max_depth must be an integer from 1 to 256"}`,
		`{"seq":6,"op":"check","protocol":"agh","text":"1","now":"today"}`:                                  `{"seq":6,"error":"now is no date-time: \"today\""}`,
		`{"seq":7,"op":"check","protocol":"nope","text":"[]"}`:                                              `{"seq":7,"error":"there is no protocol \"nope\""}`,
		`{"seq":7,"op":"check","protocol":"agh","type":"Nope","text":"[]"}`:                                 `{"seq":7,"error":"agh has no type \"Nope\""}`,
		`{"seq":8,"op":"check","protocol":"agh"}`:                                                           `{"seq":8,"error":"a check needs either text or base64"}`,
		`{"seq":8,"op":"check","protocol":"agh","text":"","base64":""}`:                                     `{"seq":8,"error":"a check needs either text or base64"}`,
		`{"seq":8,"op":"check","protocol":"agh","base64":"?"}`:                                              `{"seq":8,"error":"illegal base64 data at input byte 0"}`,
		`{"seq":9,"op":"dance","protocol":"agh"}`:                                                           `{"seq":9,"skipped":"the Go executor cannot do dance"}`,
		`{"seq":10,"op":"stop"}`: `{"seq":10}`,
	} {
		if got := talk(t, protocols, request); len(got) != 1 || got[0] != want {
			t.Errorf("%s\n got %s\nwant %s", request, got, want)
		}
	}
}

// A request that cannot be understood, or that makes the code panic, fails alone.
func TestLivesOn(t *testing.T) {
	panics := protocol{"panics", "T", func(string) (agh.Codec, bool) { panic("on purpose") }, nil, nil}
	got := talk(t, []protocol{panics},
		`{"seq":1,"op":5}`,
		`{"seq":2,"op":"check","protocol":"panics","text":"1"}`,
		`{"seq":3,"op":"stop"}`,
		`{"seq":4,"op":"start","contract":1}`)
	if len(got) != 3 || !strings.HasPrefix(got[0], `{"seq":1,"error":`) || got[1] != `{"seq":2,"error":"panic: on purpose"}` || got[2] != `{"seq":3}` {
		t.Errorf("answers %q", got)
	}
	if err := serve(nil, strings.NewReader("{}"), new(bytes.Buffer)); err == nil {
		t.Error("a request without seq was answered")
	}
}

func TestLongRequest(t *testing.T) {
	line := `{"seq":1,"op":"check","protocol":"agh","type":"PeerId","text":"` + strings.Repeat(" ", 1<<20) + `\"a\""}`
	if got := talk(t, protocols, line); got[0] != `{"seq":1,"issues":[],"output":"\"a\""}` {
		t.Errorf("answer %.200s", got[0])
	}
}

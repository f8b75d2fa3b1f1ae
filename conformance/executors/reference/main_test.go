package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/internal/reference"
	"github.com/envgen/envgen/spec"
)

// shippedSpecs are loaded once: the reference does not change from request to request.
var shippedSpecs = sync.OnceValues(func() (*reference.Reference, error) { return load(spec.FS) })

func loaded(t *testing.T) *reference.Reference {
	t.Helper()
	r, err := shippedSpecs()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// talk sends lines to a fresh executor and returns its answers.
func talk(t *testing.T, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := serve(loaded(t), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestServe(t *testing.T) {
	for _, c := range []struct{ request, want string }{
		{`{"seq":7,"op":"start","contract":1}`, `{"seq":7,"executor":"envgen-reference","language":"go","contract":1,"protocols":["agh","delegator","foxctl","helper","hotrepl"]}`},
		{`{"seq":0,"op":"start","contract":2}`, `{"seq":0,"error":"contract 2 is not spoken here"}`},
		{`{"seq":1,"op":"check","protocol":"agh","type":"PeerId","text":"\"a\""}`, `{"seq":1,"issues":[],"output":"\"a\""}`},
		{`{"seq":1,"op":"check","protocol":"agh","type":"PeerId","base64":"ImEi"}`, `{"seq":1,"issues":[],"output":"\"a\""}`},
		{`{"seq":1,"op":"check","protocol":"agh","text":"[[","params":{"max_depth":1}}`, `{"seq":1,"issues":[{"rule":"json","path":"","level":"must","message":"nested deeper than 1 at line 1, column 3 (byte 2)"}]}`},
		{`{"seq":1,"op":"check","protocol":"agh","type":"PeerId","text":"1","now":"2026-04-16T12:00:00Z","params":{"max_issues":1}}`,
			`{"seq":1,"issues":[{"rule":"type","path":"","level":"must","message":"must be a string"}]}`},
		{`{"seq":1,"op":"check","protocol":"agh","text":"[]","now":"noon"}`, `{"seq":1,"error":"now: \"noon\" is no date-time"}`},
		{`{"seq":1,"op":"check","protocol":"agh","text":"[]","params":{"max_isues":1}}`, `{"seq":1,"error":"protocol agh: there is no parameter \"max_isues\""}`},
		{`{"seq":1,"op":"check","protocol":"agh","text":"[]","base64":"W10="}`, `{"seq":1,"error":"exactly one of text and base64 is required"}`},
		{`{"seq":1,"op":"check","protocol":"agh"}`, `{"seq":1,"error":"exactly one of text and base64 is required"}`},
		{`{"seq":1,"op":"check","protocol":"agh","base64":"!"}`, `{"seq":1,"error":"illegal base64 data at input byte 0"}`},
		{`{"seq":1,"op":"check","protocol":"ahg","text":"[]"}`, `{"seq":1,"error":"no protocol is called \"ahg\""}`},
		{`{"seq":1,"op":"check","protocol":"agh","type":"Letter","text":"[]"}`, `{"seq":1,"error":"protocol agh has no type \"Letter\""}`},
		{`{"seq":1,"op":"dance","protocol":"agh"}`, `{"seq":1,"skipped":"the reference cannot do dance"}`},
		{`{"seq":1,"op":"build","protocol":"agh","builder":"nope","args":{}}`, `{"seq":1,"error":"protocol agh has no builder \"nope\""}`},
		{`{"seq":1,"op":"stop"}`, `{"seq":1}`},
	} {
		if got := talk(t, c.request)[0]; got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.request, got, c.want)
		}
	}
}

// TestLoadSelects loads one file of a folder.
func TestLoadSelects(t *testing.T) {
	r, err := load(spec.FS, "agh.yaml")
	if err != nil || !slices.Equal(r.Protocols(), []string{"agh"}) {
		t.Errorf("%v, %v", r.Protocols(), err)
	}
}

func TestServeLivesOn(t *testing.T) {
	got := talk(t, `{"seq":1,"op":"check","protocol":5}`, `{"seq":2,"op":"stop"}`, `{"seq":3,"op":"stop"}`)
	if len(got) != 2 || !strings.HasPrefix(got[0], `{"seq":1,"error":`) || got[1] != `{"seq":2}` {
		t.Errorf("got %q", got)
	}
	if err := serve(loaded(t), strings.NewReader("{}\n"), &bytes.Buffer{}); err == nil {
		t.Error("a request without seq: no error")
	}
}

func TestServeAnswersAPanic(t *testing.T) {
	seq, text := 4, "{}"
	a := respond(nil, request{Seq: &seq, Op: "check", Text: &text})
	if a.Seq != 4 || !strings.HasPrefix(a.Error, "panic: ") {
		t.Errorf("got %+v", a)
	}
}

// TestHalvesAgree changes the valid messages of the cases at random: Check returns an error where the exported
// bundle and the interpreter of the ir come to different verdicts.
func TestHalvesAgree(t *testing.T) {
	r := loaded(t)
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	verdicts := map[bool]int{}
	for _, c := range cases {
		var message any
		if c.Op != "check" || !*c.Expect.Valid || c.Params != nil || json.Unmarshal([]byte(*c.Text), &message) != nil {
			continue
		}
		for range 10 {
			text, err := json.Marshal(mutant(message, random))
			if err != nil {
				t.Fatal(err)
			}
			options, err := reference.ReadOptions(c.Now, nil)
			if err != nil {
				t.Fatal(err)
			}
			result, err := r.Check(c.Protocol, c.Type, text, options)
			if err != nil {
				t.Errorf("%s: %v\n%s", c.ID, err, text)
			}
			verdicts[result.Valid]++
		}
	}
	if verdicts[true] < 100 || verdicts[false] < 100 {
		t.Errorf("%d valid and %d invalid mutants show too little", verdicts[true], verdicts[false])
	}
}

// strange are values that no message contains but that are often nearly valid.
var strange = []any{nil, true, 0.0, -1.0, 1.5, 9007199254740992.0, 1e300, "", "a", "A", "say", "direct", "ok", "error", "claude",
	"2026-02-30T00:00:00Z", strings.Repeat("a", 65), "a\n", "1.0.0\n", []any{}, []any{"a", 1.0}, map[string]any{}, map[string]any{"code": "c", "message": "m"}}

// mutant returns a copy of v with each part changed, dropped or added with a small probability.
func mutant(v any, random *rand.Rand) any {
	if random.IntN(12) == 0 {
		return strange[random.IntN(len(strange))]
	}
	switch v := v.(type) {
	case []any:
		items := []any{}
		for _, item := range v {
			items = append(items, mutant(item, random))
		}
		return items
	case map[string]any:
		members := map[string]any{}
		for _, name := range slices.Sorted(maps.Keys(v)) { // the same mutants on every run
			if random.IntN(15) > 0 {
				members[name] = mutant(v[name], random)
			}
		}
		if random.IntN(8) == 0 {
			members["surplus"] = strange[random.IntN(len(strange))]
		}
		return members
	default:
		return v
	}
}

func TestLongRequest(t *testing.T) {
	long := strings.Repeat(" ", bufio.MaxScanTokenSize) + `[]`
	line := `{"seq":1,"op":"check","protocol":"agh","text":"` + long + `"}`
	if got := talk(t, line)[0]; !strings.Contains(got, `"rule":"type"`) {
		t.Errorf("got %.200s", got)
	}
}

// Package observe compares the events of observed codecs and trackers with the fixtures and with each other, in all languages.
package observe

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/fixtures"
	"github.com/envgen/envgen/gen/go/agh"
	aghobserve "github.com/envgen/envgen/gen/go/agh/observe"
	"github.com/envgen/envgen/gen/go/delegator"
	delegatorobserve "github.com/envgen/envgen/gen/go/delegator/observe"
	"github.com/envgen/envgen/gen/go/envelope"
	"github.com/envgen/envgen/gen/go/foxctl"
	foxctlobserve "github.com/envgen/envgen/gen/go/foxctl/observe"
	"github.com/envgen/envgen/gen/go/helper"
	helperobserve "github.com/envgen/envgen/gen/go/helper/observe"
	"github.com/envgen/envgen/gen/go/hotrepl"
	hotreplobserve "github.com/envgen/envgen/gen/go/hotrepl/observe"
	"github.com/envgen/envgen/internal/bulk"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/needs"
)

// protocols contains the generated packages by protocol.
var protocols = map[string]struct {
	observer      func(func(envelope.Observation)) *envelope.Observer
	lookup        func(string) (envelope.Codec, bool)
	conversations func() []envelope.ConversationCodec
}{
	"agh":       {aghobserve.New, agh.Lookup, agh.Conversations},
	"delegator": {delegatorobserve.New, delegator.Lookup, delegator.Conversations},
	"foxctl":    {foxctlobserve.New, foxctl.Lookup, foxctl.Conversations},
	"helper":    {helperobserve.New, helper.Lookup, helper.Conversations},
	"hotrepl":   {hotreplobserve.New, hotrepl.Lookup, hotrepl.Conversations},
}

// request is a fixture for the programs in the other languages.
type request struct {
	Protocol     string         `json:"protocol"`
	Type         string         `json:"type,omitempty"`
	Text         *string        `json:"text,omitempty"`
	Base64       *string        `json:"base64,omitempty"`
	Now          string         `json:"now"`
	Params       map[string]any `json:"params,omitempty"`
	Conversation string         `json:"conversation,omitempty"`
	As           string         `json:"as,omitempty"`
	Events       []said         `json:"events,omitempty"`
}

// said is one event of a conversation.
type said struct {
	Send    *string `json:"send,omitempty"`
	Receive *string `json:"receive,omitempty"`
	Close   bool    `json:"close,omitempty"`
	Now     string  `json:"now,omitempty"`
}

// answer contains the events of a request, and the issues that its caller has received.
type answer struct {
	Events []event               `json:"events"`
	Issues [][]conformance.Issue `json:"issues"`
	Error  string                `json:"error"`
}

type event struct {
	Protocol     string        `json:"protocol"`
	Type         string        `json:"type"`
	Operation    string        `json:"operation"`
	Outcome      string        `json:"outcome"`
	Issues       []issue       `json:"issues"`
	Bytes        int           `json:"bytes"`
	Conversation *conversation `json:"conversation"`
}

type issue struct {
	Rule  string `json:"rule"`
	Path  string `json:"path"`
	Level string `json:"level"`
}

type conversation struct {
	Name     string   `json:"name"`
	Side     string   `json:"side"`
	Expected []string `json:"expected"`
}

// usualNow is the time of a fixture without one.
const usualNow = "2000-01-01T00:00:00Z"

// requestOf returns the request of a fixture of a codec or a tracker; false for the others.
func requestOf(t *testing.T, c *conformance.Case, p *ir.Protocol) (request, bool) {
	t.Helper()
	r := request{Protocol: c.Protocol, Now: cmp.Or(c.Now, usualNow)}
	if c.Params != nil {
		if err := json.Unmarshal(c.Params, &r.Params); err != nil {
			return r, false // the fixture is about such a mistake
		}
		if len(r.Params) == 0 {
			r.Params = nil // as in the request
		}
	}
	switch c.Op {
	case "check":
		r.Type, r.Text, r.Base64 = cmp.Or(c.Type, p.Root.Name), c.Text, c.Base64
		if !slices.ContainsFunc(p.Types, func(of *ir.Type) bool { return of.Name == r.Type }) {
			return r, false // the fixture is about such a mistake
		}
	case "converse":
		r.Conversation, r.As = c.Conversation, c.As
		if !slices.ContainsFunc(p.Conversations, func(x *ir.Conversation) bool {
			return x.Name == c.Conversation && (c.As == "" || slices.Contains(x.Sides, c.As))
		}) {
			return r, false // likewise
		}
		if err := json.Unmarshal(c.Events, &r.Events); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
	default:
		return r, false
	}
	return r, true
}

// TestEvents runs the fixtures of all protocols through observed codecs and trackers.
func TestEvents(t *testing.T) {
	cases, err := fixtures.ShippedCases()
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*ir.Protocol{}
	for _, p := range fixtures.Protocols() {
		byName[p.Name] = p
	}
	var chosen []*conformance.Case
	var requests []request
	operations := map[string]int{}
	for _, c := range cases {
		if r, ok := requestOf(t, c, byName[c.Protocol]); ok {
			chosen, requests = append(chosen, c), append(requests, r)
			operations[c.Op]++
		}
	}
	if operations["check"] < 5000 || operations["converse"] < 100 {
		t.Fatalf("the fixtures are %v", operations)
	}
	answers := map[string][]answer{"go": inGo(requests), "ts": inTypeScript(t, requests), "py": inPython(t, requests)}
	for i, c := range chosen {
		for _, language := range slices.Sorted(maps.Keys(answers)) {
			compare(t, language, c, requests[i], byName[c.Protocol], answers[language][i], answers["go"][i])
		}
	}
}

// compare compares an answer with the fixture, and with the answer of Go.
func compare(t *testing.T, language string, c *conformance.Case, r request, p *ir.Protocol, got, other answer) {
	t.Helper()
	if c.Expect.Error != "" {
		if language == "py" && got.Events != nil && len(got.Events) == 0 && strings.HasPrefix(got.Error, "max_") {
			return // the constructor of Python's options refuses limits, so that there is no call
		}
		if last := len(got.Events) - 1; got.Error == "" || last < 0 || got.Events[last].Outcome != "error" || len(got.Events[last].Issues) > 0 {
			t.Errorf("%s: %s: a mistake in the call gives %+v", language, c.ID, got)
		}
		return
	}
	if got.Error != "" || !reflect.DeepEqual(got.Events, other.Events) {
		t.Errorf("%s: %s: error %q, and the events are\n%s\nthose of Go\n%s", language, c.ID, got.Error, text(got.Events), text(other.Events))
		return
	}
	if c.Op == "check" {
		compareCheck(t, language, c, r, p, got)
		return
	}
	over := p.Conversations[slices.IndexFunc(p.Conversations, func(x *ir.Conversation) bool { return x.Name == c.Conversation })]
	if len(got.Events) != len(c.Expect.Verdicts) {
		t.Errorf("%s: %s: %d events, and %d verdicts", language, c.ID, len(got.Events), len(c.Expect.Verdicts))
		return
	}
	for i, e := range got.Events {
		expected := event{Protocol: p.Name, Type: e.Type, Operation: "receive", Issues: templates(over.Over, c.Expect.Verdicts[i]), Conversation: e.Conversation}
		switch said := r.Events[i]; {
		case said.Close:
			expected.Operation = "close"
		case said.Send != nil:
			expected.Operation, expected.Bytes = "send", len(*said.Send)
		default:
			expected.Bytes = len(*said.Receive)
		}
		expected.Outcome = outcome(expected.Issues)
		isRecord := slices.ContainsFunc(over.Records, func(t *ir.Type) bool { return t.Name == e.Type })
		if !isRecord && e.Type != over.Over.Name || isRecord && expected.Operation == "close" || e.Conversation == nil || e.Conversation.Name != c.Conversation || e.Conversation.Side != c.As || !reflect.DeepEqual(e, expected) {
			t.Errorf("%s: %s: event %d is\n%s\nnot\n%s", language, c.ID, i, text(e), text(expected))
		}
		compareIssues(t, language, c, c.Expect.Verdicts[i], got.Issues[i])
	}
}

// compareCheck compares the events of reading a text, and of writing and checking its value.
func compareCheck(t *testing.T, language string, c *conformance.Case, r request, p *ir.Protocol, got answer) {
	t.Helper()
	of := p.Types[slices.IndexFunc(p.Types, func(t *ir.Type) bool { return t.Name == r.Type })]
	decoded := event{Protocol: p.Name, Type: r.Type, Operation: "decode", Issues: templates(of, c.Expect.Issues), Bytes: len(bytesOf(r))}
	decoded.Outcome = outcome(decoded.Issues)
	expected := []event{decoded}
	if decoded.Outcome != "invalid" && r.Params == nil {
		encoded, checked := decoded, decoded
		encoded.Operation, checked.Operation, checked.Bytes = "encode", "check", 0
		if encoded.Bytes = got.Events[min(1, len(got.Events)-1)].Bytes; c.Expect.Output != nil {
			encoded.Bytes = len(*c.Expect.Output)
		}
		expected = append(expected, encoded, checked)
	}
	if !reflect.DeepEqual(got.Events, expected) {
		t.Errorf("%s: %s: the events are\n%s\nnot\n%s", language, c.ID, text(got.Events), text(expected))
	}
	for _, issues := range got.Issues {
		compareIssues(t, language, c, c.Expect.Issues, issues)
	}
}

// compareIssues compares the issues that the caller has received: an observer does not change them.
func compareIssues(t *testing.T, language string, c *conformance.Case, expected []conformance.ExpectedIssue, got []conformance.Issue) {
	t.Helper()
	same := slices.EqualFunc(expected, got, func(a conformance.ExpectedIssue, b conformance.Issue) bool {
		return a.Rule == b.Rule && a.Path == b.Path && a.Level == b.Level
	})
	if !same {
		t.Errorf("%s: %s: the caller received %+v, not %+v", language, c.ID, got, expected)
	}
}

// templates returns the issues of a fixture with the templates of envgen bulk.
func templates(t *ir.Type, issues []conformance.ExpectedIssue) []issue {
	list := []issue{}
	for _, i := range issues {
		list = append(list, issue{i.Rule, bulk.Template(t, i.Path), i.Level})
	}
	return list
}

func outcome(issues []issue) string {
	switch {
	case slices.ContainsFunc(issues, func(i issue) bool { return i.Level == "must" }):
		return "invalid"
	case len(issues) > 0:
		return "advised"
	}
	return "valid"
}

func bytesOf(r request) []byte {
	if r.Base64 == nil {
		return []byte(*r.Text)
	}
	data, _ := base64.StdEncoding.DecodeString(*r.Base64) // the runner of fixtures has decoded it before
	return data
}

func text(value any) string {
	data, _ := json.Marshal(value)
	return string(data)
}

// inTypeScript runs requests in a program that esbuild bundles from the sources.
func inTypeScript(t *testing.T, requests []request) []answer {
	bundle := filepath.Join(t.TempDir(), "events.mjs")
	build := exec.Command(needs.File(t, "tools/node_modules/.bin/esbuild"), "events.ts", "--bundle", "--platform=node", "--format=esm", "--target=node20", "--outfile="+bundle)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return ask(t, exec.Command(needs.Program(t, "node"), bundle), requests)
}

func inPython(t *testing.T, requests []request) []answer {
	c := exec.Command(needs.Program(t, "python3"), "events.py")
	c.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(needs.Root(t), "gen/py"), "PYTHONDONTWRITEBYTECODE=1")
	return ask(t, c, requests)
}

// ask passes requests to a program, and reads one answer for each.
func ask(t *testing.T, c *exec.Cmd, requests []request) []answer {
	t.Helper()
	var in, out, failure bytes.Buffer
	lines := json.NewEncoder(&in)
	lines.SetEscapeHTML(false)
	for _, r := range requests {
		if err := lines.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	c.Stdin, c.Stdout, c.Stderr = &in, &out, &failure
	if err := c.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(c.Args, " "), err, failure.String())
	}
	var answers []answer
	scanner := bufio.NewScanner(&out)
	scanner.Buffer(nil, 128<<20)
	for scanner.Scan() {
		var a answer
		if err := json.Unmarshal(scanner.Bytes(), &a); err != nil {
			t.Fatalf("%v: %.300s", err, scanner.Text())
		}
		answers = append(answers, a)
	}
	if len(answers) != len(requests) {
		t.Fatalf("%s: %d answers to %d requests", strings.Join(c.Args, " "), len(answers), len(requests))
	}
	return answers
}

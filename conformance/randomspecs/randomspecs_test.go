package randomspecs

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/formats"
	"github.com/envgen/envgen/internal/needs"
)

const (
	usualSeed  = 2
	usualCount = 12
)

// TestRandomSpecs runs everything on random specs, and on those that show open findings: a finding that no longer occurs must leave the list.
func TestRandomSpecs(t *testing.T) {
	root := checkout(t)
	open, err := Known()
	if err != nil {
		t.Fatal(err)
	}
	var specs []*Spec
	for n := range usualCount {
		specs = append(specs, Complete(usualSeed, n))
	}
	for _, o := range open {
		if o.Seed != usualSeed {
			t.Errorf("open.txt: show it with a spec of seed %d: %s", usualSeed, &o)
		} else if o.Number >= usualCount {
			specs = append(specs, Complete(o.Seed, o.Number))
		}
	}
	r, err := Run(t.Context(), Options{Root: root, Specs: specs, Batch: len(specs), Open: open})
	var b strings.Builder
	if printed := r.Print(&b); err != nil || printed != nil {
		t.Fatal(err, printed)
	}
	t.Log(b.String())
	if !r.OK() {
		t.Error("there are findings")
	}
	for i := range open {
		if r.Known[&open[i]] == 0 {
			t.Errorf("open.txt: this no longer occurs: %s", &open[i])
		}
	}
	for _, rule := range []string{"unexpected-message", "wrong-direction", "incomplete", "batch"} {
		if r.Events[rule] == 0 {
			t.Errorf("no event of %d has the issue %s", r.Events[""], rule)
		}
	}
	if refused := r.Events["unexpected-message"]; r.Events[""] < 100*len(specs) || refused < r.Events[""]/20 || refused > r.Events[""]*3/4 {
		t.Errorf("%d of %d events are refused, which shows too little", refused, r.Events[""])
	}
	if r.Valid < r.Witnessed/5 || r.Valid > r.Witnessed*4/5 || r.Witnessed < 50*len(specs) {
		t.Errorf("%d of %d messages are valid, which shows too little", r.Valid, r.Witnessed)
	}
}

// TestLegal writes many specs: hardly one is refused, and none makes the compiler panic.
func TestLegal(t *testing.T) {
	r := &Report{Refused: map[string][]*Spec{}}
	var specs []*Spec
	for n := range 300 {
		specs = append(specs, Write(usualSeed, n))
	}
	r.Specs = len(specs)
	r.legal(specs)
	if !r.OK() {
		var b strings.Builder
		if err := r.Print(&b); err != nil {
			t.Fatal(err)
		}
		t.Error(b.String())
	}
}

// TestWriteAgain writes a spec alone and among others.
func TestWriteAgain(t *testing.T) {
	const n = 7
	var among *Spec
	for i := range n + 1 {
		among = Write(usualSeed, i)
	}
	alone := Write(usualSeed, n)
	if !bytes.Equal(alone.YAML, among.YAML) || !bytes.Equal(alone.Document(), among.Document()) {
		t.Error("another spec of the same seed and number")
	}
	first, again := alone.messages(usual), among.messages(usual)
	for i := range first {
		if !bytes.Equal(first[i].Text, again[i].Text) {
			t.Errorf("another message of the same seed and number: %s, %s", first[i].Text, again[i].Text)
		}
	}
	if other := Write(usualSeed+1, n); bytes.Equal(alone.YAML, other.YAML) {
		t.Error("the same spec of another seed")
	}
}

// TestEverything finds every keyword of the language, and every section that is of use to one spec alone, in some spec.
func TestEverything(t *testing.T) {
	data, err := os.ReadFile("../../spec/spec.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties map[string]any
		Defs       map[string]struct{ Properties map[string]any } `json:"$defs"`
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	wanted := map[string]bool{}
	for _, of := range []map[string]any{schema.Properties, schema.Defs["keywords"].Properties, schema.Defs["rule"].Properties, schema.Defs["catalog"].Properties} {
		if len(of) < 3 {
			t.Fatalf("the schema of specs looks otherwise than expected: %v", of)
		}
		for name := range of {
			wanted[name] = true
		}
	}
	for n := range 300 {
		text := "\n" + string(Complete(usualSeed, n).YAML)
		for name := range wanted {
			if strings.Contains(text, `"`+name+`": `) || strings.Contains(text, "\n"+name+": ") || strings.Contains(text, "\n"+name+":\n") {
				delete(wanted, name)
			}
		}
	}
	for name := range wanted {
		if absent[name] == "" {
			t.Errorf("no spec has %s", name)
		}
	}
	for name, why := range absent {
		if !wanted[name] {
			t.Errorf("some spec has %s, after all; it is said not to, as %s", name, why)
		}
	}
}

// TestTalks finds every part of conversations that random specs are meant to reach in some spec.
func TestTalks(t *testing.T) {
	var all strings.Builder
	talks := 0
	for n := range 100 {
		if s := Write(usualSeed, n); s.talk != nil {
			talks++
			all.WriteString(spelling(s.talk.orders))
		}
	}
	if talks < 50 || talks > 80 {
		t.Errorf("%d of 100 specs have a conversation", talks)
	}
	for _, part := range []string{`"from": "client"`, `"from": "server"`, `"replies": {"at": ""`, `"replies": {"at": "/`, `"to": [`, `"key": "reply.`, `"key": "bound.`, `"key": "/re"`,
		`"when": "has(bound.`, `"when": "!has(bound.`, `"each": "has(bound.`, `"each": "!has(bound.hello)`, `"ends": {"one"`, `"ends": {"all"`, `"most": `, `"batch": true`, `"batch": {`, `"framing": "headers"`, `"framing": "ndjson"`, `"framing": "websocket"`,
		`"rest": {`, `"unique": [`, `"bind": {"hello": {`, `"key": "/parts/*"`, `"key": "/parts/*/`, `"key": ["/`} {
		if !strings.Contains(all.String(), part) {
			t.Errorf("no conversation has %s", part)
		}
	}
}

// absent are the words that no random spec has, and why.
var absent = map[string]string{
	"imported":         "only `envgen import` writes it; internal/importer has specs with it",
	"$dynamicRef":      "conformance/odd/dynamic.yaml and the suite of JSON Schema have it",
	"$dynamicAnchor":   "conformance/odd/dynamic.yaml and the suite of JSON Schema have it",
	"$vocabulary":      "conformance/odd/metaschema.yaml has it",
	"contentEncoding":  "it is an annotation",
	"contentMediaType": "it is an annotation",
	"contentSchema":    "it is an annotation",
	"extends":          "the sections of a module are not random; conformance/odd/rpc_module.yaml has it",
	"replace":          "it changes the types of a module, with `extends`",
	"add":              "it changes the types of a module, with `extends`",
	"refusal":          "it answers invalid texts; conformance/cases has some",
	"dispatch":         "it speaks to programs; conformance/odd/builders.yaml has some",
}

// TestFormats compares the formats of the witness with the strings at their limits.
func TestFormats(t *testing.T) {
	root := checkout(t)
	s := &Spec{Name: "random0"}
	for _, f := range formatNames {
		s.types = append(s.types, &named{name: f, schema: obj("type", "string", "format", f)})
	}
	var messages []conformance.Probe
	var edges []formats.Edge
	for _, e := range formats.Edges() {
		messages, edges = append(messages, conformance.Probe{Protocol: s.Name, Type: e.Format, Text: []byte(spelling(e.Value))}), append(edges, e)
	}
	verdicts, err := testimony(t.Context(), root, []*Spec{s}, messages)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range verdicts {
		if v.Full != edges[i].Valid {
			t.Errorf("the witness says that valid is %v: %v", v.Full, edges[i])
		}
	}
}

// TestContradicts compares answers with verdicts in every way there is.
func TestContradicts(t *testing.T) {
	structure, rule, advice := conformance.Issue{Rule: "type", Level: "must"}, conformance.Issue{Rule: "rule-1", Level: "must"}, conformance.Issue{Rule: "rule-1", Level: "should"}
	for _, c := range []struct {
		issues []conformance.Issue
		verdict
		agree bool
	}{
		{nil, verdict{true, true}, true},
		{nil, verdict{true, false}, false},
		{nil, verdict{false, false}, false},
		{[]conformance.Issue{structure}, verdict{false, false}, true},
		{[]conformance.Issue{structure}, verdict{true, false}, true},
		{[]conformance.Issue{structure}, verdict{true, true}, false},
		{[]conformance.Issue{rule}, verdict{true, true}, true},
		{[]conformance.Issue{rule}, verdict{true, false}, true},
		{[]conformance.Issue{rule}, verdict{false, false}, false},
		{[]conformance.Issue{advice}, verdict{true, true}, true},
		{[]conformance.Issue{advice}, verdict{true, false}, false},
	} {
		if what := contradicts(conformance.Answer{Issues: c.issues}, c.verdict); (what == "") != c.agree {
			t.Errorf("%v, %v: %q", c.issues, c.verdict, what)
		}
	}
}

// TestOpen counts open findings, and reports the others.
func TestOpen(t *testing.T) {
	open := []Open{{Tool: "ruff", Reason: "r", what: regexp.MustCompile("SIM102")}}
	b := &batch{report: &Report{}, specs: []*Spec{{Name: "random3"}}, options: Options{Open: open}}
	b.complaints("ruff", "gen/py/random3/a.py:1:1: SIM102 one\ngen/py/random3/a.py:2:1: ARG001 two\n  more of it\n")
	if len(b.report.Findings) != 1 || b.report.Findings[0].Detail != "gen/py/random3/a.py:2:1: ARG001 two\n  more of it" || b.report.Findings[0].Spec != b.specs[0] || b.report.Known[&open[0]] != 1 {
		t.Errorf("%+v", b.report)
	}
	b.complaints("mypy", "it crashed\n")
	if len(b.report.Findings) != 2 || b.report.OK() {
		t.Errorf("a tool that fails without a word about a spec is a finding, too: %+v", b.report)
	}
}

// checkout is the folder of the sources, if the tools that these tests need are installed there.
func checkout(t *testing.T) string {
	t.Helper()
	return needs.Checkers(t)
}

// TestMessagesAreBounded makes messages of a schema that requires itself more than once, in a type without valid values.
func TestMessagesAreBounded(t *testing.T) {
	twice := &named{name: "Twice"}
	parts := obj()
	for _, name := range []string{"a", "b", "c"} {
		parts.set(name, reference{name: "Twice"})
	}
	twice.schema = obj("type", "object", "required", []any{"a", "b", "c"}, "properties", parts)
	s := &Spec{Name: "twice", types: []*named{twice}}
	for range usual.sound {
		if text := spelling(newSampler(s, 1).sound(twice)); len(text) > 20*partsInAll {
			t.Errorf("a message of %d bytes", len(text))
		}
	}
}

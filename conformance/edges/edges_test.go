package edges_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/edges"
	"github.com/envgen/envgen/generators/jsonschema"
	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/internal/reference"
)

// A stopped message has no member for its job: the stop that it answers has.
const jobs = `envgen: 1
protocol: jobs
version: "1"
source: The paper
types:
  Start:
    type: object
    properties: {type: {const: start}, job: {type: string}}
    required: [type, job]
  Stop:
    type: object
    properties: {type: {const: stop}, id: {type: string}, job: {type: string}}
    required: [type, id, job]
  Stopped:
    type: object
    properties: {type: {const: stopped}, id: {type: string}}
    required: [type, id]
  Message:
    oneOf: [Start, Stop, Stopped]
    discriminator: {propertyName: type}
root: Message
conversations:
  line:
    source: Jobs
    over: Message
    grammar: other*
    exchanges:
      requests:
        key: /id
        grammar: stop stopped
        bind: {stop: [stop]}
      runs:
        key: /job
        letters: {ended: {of: [stopped], key: bound.stop.job}}
        grammar: start stop* ended
`

var texts = []string{`{"type":"start","job":"j"}`, `{"type":"stop","id":"i","job":"j"}`, `{"type":"stopped","id":"i"}`}

// TestKeysOfBoundMessages sends the message that is bound before the one whose key it gives.
func TestKeysOfBoundMessages(t *testing.T) {
	cases, left := derived(t, jobs, texts)
	if left != nil {
		t.Errorf("left out: %q", left)
	}
	i := slices.IndexFunc(cases, func(c *conformance.Case) bool { return c.ID == "jobs/edges/line-runs/s1-ended" })
	if i < 0 {
		t.Fatal("no stream ends a run")
	}
	const want = `[{"receive":"{\"job\":\"a\",\"type\":\"start\"}"},` +
		`{"receive":"{\"id\":\"a\",\"job\":\"a\",\"type\":\"stop\"}"},` +
		`{"receive":"{\"id\":\"a\",\"type\":\"stopped\"}"}]`
	if got := string(cases[i].Events); got != want {
		t.Errorf("events %s, not %s", got, want)
	}
}

// TestEdgesOutOfReach reports the edges for which there is no message.
func TestEdgesOutOfReach(t *testing.T) {
	_, left := derived(t, jobs, texts[:2])
	want := []string{"line requests: no stream takes stopped in state 1", "line runs: no stream takes ended in state 1"}
	if !slices.Equal(left, want) {
		t.Errorf("left out: %q", strings.Join(left, "\n"))
	}
}

func derived(t *testing.T, source string, texts []string) ([]*conformance.Case, []string) {
	t.Helper()
	p, diags := compile.Library{}.Source("jobs.yaml", []byte(source))
	if p == nil {
		t.Fatal(diags)
	}
	bundle, err := jsonschema.Bundle(p)
	if err != nil {
		t.Fatal(err)
	}
	judge, err := reference.New(reference.Source{Protocol: p, Bundle: bundle, Spec: &oracle.Spec{Name: "jobs.yaml", Data: []byte(source)}})
	if err != nil {
		t.Fatal(err)
	}
	cases, left, err := edges.New(judge, p, texts)
	if err != nil {
		t.Fatal(err)
	}
	return cases, left
}

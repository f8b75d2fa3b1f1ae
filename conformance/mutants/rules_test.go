package mutants

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/internal/reference"
)

const ruledSpec = `envgen: 1
protocol: ruled
version: "1"
params: {version: {type: string, default: 1.0.0}, age: {type: duration, default: 300s}}
stages: [first, fresh, body]
accepts: {at: /version, policy: semver-major, version: params.version}
types:
  Letter:
    type: object
    required: [kind, version, count]
    properties:
      kind: {const: letter}
      version: {type: string, pattern: '^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$'}
      count: {type: integer, minimum: 0}
      pages: {type: array, items: {type: string}}
      sent: {type: string, format: date-time}
      body: {$ref: Body, x-stage: body}
      tags: {type: [object, "null"], additionalProperties: {type: integer}}
  Body: {type: object, properties: {low: {type: integer}, high: {type: integer}}}
  Card: {type: object, required: [kind], properties: {kind: {const: card}, version: {type: string, pattern: '^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$'}}}
  Mail: {oneOf: [Letter, Card], discriminator: {propertyName: kind}}
rules:
  - id: counted
    for: [Letter]
    check: |
      !has(this.pages) || this.count == size(this.pages)
    at: /count
    message: count must be the number of pages
  - id: fresh
    for: [Letter]
    stage: fresh
    check: |
      !has(this.sent) || now - timestamp(this.sent) <= params.age
    message: a letter must be fresh
  - id: ordered
    for: [Body]
    stage: body
    check: |
      !has(this.low) || !has(this.high) || this.low <= this.high
    message: low should not be above high
    level: should
  - id: prefixed
    for: [Letter]
    each: /tags
    check: |
      name.startsWith("x-")
    message: a tag should have a prefix
    level: should
root: Mail
`

func ruledBench(t *testing.T) bench {
	t.Helper()
	const data = `[{"id":"ruled/a/1","about":"a","source":"s","op":"check","now":"2026-04-16T12:00:00Z","expect":{"valid":true},
		"text":"{\"kind\":\"letter\",\"version\":\"1.0.0\",\"count\":1,\"pages\":[\"a\"],\"sent\":\"2026-04-16T12:00:00Z\",\"body\":{\"low\":1,\"high\":2}}"}]`
	cases, err := conformance.LoadCases(fstest.MapFS{"ruled/a.json": {Data: []byte(data)}})
	if err != nil {
		t.Fatal(err)
	}
	return newBench(t, ruledSpec, cases)
}

// Rules are broken too, one message at a time, and at other times than the default.
func TestRulesAreBroken(t *testing.T) {
	const n = 1000
	b := ruledBench(t)
	broken, valid, timed := map[checks.Pair]int{}, 0, 0
	for p := range b.generator(t, 1).Mutants(n) {
		options, err := reference.ReadOptions(p.Now, p.Params())
		if err != nil {
			t.Fatal(err)
		}
		trace, err := b.oracle.Trace(p.Protocol, p.Type, p.Text, options)
		if err != nil {
			t.Fatalf("%v\n%s", err, p.Text)
		}
		if p.Now != "" {
			timed++
		}
		if trace.Valid {
			valid++
		}
		for _, c := range checks.List(b.protocol) {
			if slices.ContainsFunc(trace.Broken, func(a reference.Asked) bool { return a.Failure == c.Failure }) && c.Pair().IsRule() {
				broken[c.Pair()]++
			}
		}
	}
	for _, rule := range []string{"version", "counted", "fresh", "ordered", "prefixed"} {
		if got := broken[checks.Pair{Rule: rule}]; got < n/100 {
			t.Errorf("%s is broken %d times", rule, got)
		}
	}
	if timed < n/8 || valid < n/5 {
		t.Errorf("%d at a time of their own, %d valid", timed, valid)
	}
}

func TestMoments(t *testing.T) {
	b := ruledBench(t)
	if got := moments(b.protocol, b.cases); len(got) != 4 || !slices.Contains(got, "2026-04-16T12:00:00Z") {
		t.Errorf("%q", got)
	}
	if got := moments(richBench(t).protocol, b.cases); got != nil {
		t.Errorf("%q, though no rule reads the clock", got)
	}
}

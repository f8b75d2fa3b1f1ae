package checks

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/envgen/envgen/conformance"
	"github.com/envgen/envgen/internal/reference"
)

const ruled = `envgen: 1
protocol: ruled
version: "1"
params: {version: {type: string, default: 1.0.0}, most: {type: integer, default: 2}}
stages: [first, body]
accepts: {at: /version, policy: semver-major, version: params.version}
types:
  Base: {type: object, required: [version], properties: {version: {type: string, pattern: '^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$'}, low: {type: integer}, high: {type: integer}, tags: {type: object}, body: {type: object, properties: {a: {type: string}}, x-stage: body}}}
  One: {allOf: [Base], type: object, required: [kind], properties: {kind: {const: one}}}
  Two: {allOf: [Base], type: object, required: [kind], properties: {kind: {const: two}}}
  Either: {oneOf: [One, Two], discriminator: {propertyName: kind}}
rules:
  - id: ordered
    for: [Base]
    check: |
      !has(this.low) || !has(this.high) || this.low <= this.high
    message: low must not be above high
  - id: small
    for: [Base]
    check: |
      !has(this.low) || this.low <= params.most
    at: /low
    message: low should be small
    level: should
  - id: prefixed
    for: [Base]
    each: /tags
    check: |
      name.startsWith("x-")
    message: a tag should have a prefix
    level: should
root: Either
`

// A rule is one check, whichever types it applies to.
func TestRules(t *testing.T) {
	p, oracle := compiled(t, "ruled.yaml", ruled)
	var listed []string
	for _, c := range List(p) {
		if c.Pair().IsRule() {
			listed = append(listed, c.String())
		}
	}
	if want := []string{"Either /version: version", "Base: ordered", "Base /low: small", "Base /tags: prefixed"}; !slices.Equal(listed, want) {
		t.Errorf("%q", listed)
	}
	covered := func(fixtures ...string) string {
		var list []string
		for i, f := range fixtures {
			list = append(list, fmt.Sprintf(`{"id":"ruled/a/%d","about":"a","source":"s","op":"check","expect":{"valid":true},%s}`, i, f))
		}
		all, err := conformance.LoadCases(fstest.MapFS{"ruled/a.json": {Data: []byte("[" + strings.Join(list, ",") + "]")}})
		if err != nil {
			t.Fatal(err)
		}
		coverage, err := Cover(oracle, p, all)
		if err != nil {
			t.Fatal(err)
		}
		var states []string
		for _, e := range coverage.Entries {
			if e.Pair().IsRule() || e.Member == "/body/a" {
				states = append(states, fmt.Sprintf("%s %s|%s", e.Failure.Rule, strings.TrimPrefix(e.Broken, "ruled/a/"), strings.TrimPrefix(e.Kept, "ruled/a/")))
			}
		}
		return strings.Join(states, ", ")
	}
	got := covered(
		`"text":"{\"kind\":\"one\",\"version\":\"2.0.0\",\"low\":9}"`, // the rules are not evaluated
		`"text":"{\"kind\":\"two\",\"version\":\"1.0.0\",\"low\":2,\"high\":1}"`,
		`"text":"{\"kind\":\"two\",\"version\":\"1.0.0\",\"low\":2}","params":{"most":1}`,
		`"text":"{\"kind\":\"two\",\"version\":\"1.0.0\",\"low\":5}","params":{"max_issues":1}`, // about a limit
		`"text":"{\"kind\":\"two\",\"version\":\"1.0.0\",\"tags\":{\"a\":1,\"b\":1}}"`,          // one rule, at two members
		`"text":"{\"kind\":\"one\",\"version\":\"1.0.0\",\"tags\":{\"x-a\":1}}"`,
		`"text":"{\"kind\":\"one\",\"version\":\"1.0.0\",\"tags\":{}}"`, // evaluated for no member
	)
	if want := "version 0|1, ordered 1|2, small 2|1, prefixed 4|5"; !strings.HasSuffix(got, want) {
		t.Errorf("%s", got)
	}
	h := NewHistogram(p)
	trace, err := oracle.Trace("ruled", "", []byte(`{"kind":"two","version":"1.0.0","low":3}`), reference.Options{})
	if err != nil {
		t.Fatal(err)
	}
	h.Add(trace)
	var b bytes.Buffer
	if err := h.Print(&b); err != nil || !strings.Contains(b.String(), "  rules: version 0 ordered 0 small 1 prefixed 0\n") {
		t.Errorf("%s %v", b.String(), err)
	}
	if least, _ := h.Least(); least.IsRule() {
		t.Errorf("%v", least)
	}
}

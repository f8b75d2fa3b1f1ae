package plan

import (
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
)

// Members are shared if they are checked alike. A guard, another check or a stage separates them.
func TestSharedMembers(t *testing.T) {
	p, diags := compile.Source("x.yaml", []byte(`envgen: 1
protocol: p
version: "1"
root: A
stages: [shape, bodies]
types:
  A: {type: object, required: [a], properties: {a: {type: string}, b: {type: integer}, c: {type: boolean}, d: {type: string}, e: {type: number}, f: {type: object}, g: {type: string, x-stage: bodies}, h: {type: string, x-stage: bodies}, i: {type: string, x-stage: bodies}}}
  B: {type: object, required: [a], properties: {a: {type: string}, b: {type: integer}, c: {type: boolean}, d: {type: string, minLength: 1}, e: {type: number}, g: {type: string, x-stage: bodies}, h: {type: string, x-stage: bodies}, i: {type: string, x-stage: bodies}}}
  C: {type: object, required: [a], properties: {a: {type: string}, b: {type: integer}, c: {type: boolean}, d: {type: string}, e: {type: number}}, dependentRequired: {d: [e]}}
  D: {type: object, properties: {a: {type: string}, b: {type: integer, minimum: 0}, f: {type: object}}}
`))
	if p == nil {
		t.Fatal(diags)
	}
	shared := SharedMembers(p)
	for _, typ := range p.Types {
		var got []string
		for _, g := range shared[typ] {
			var names []string
			for _, f := range g.Fields {
				names = append(names, f.Name)
			}
			for _, r := range g.Records {
				names = append(names, "of "+r.Name)
			}
			got = append(got, strings.Join(names, " "))
		}
		want := map[string]string{"A": "a b c of A of B of C", "B": "a b c of A of B of C", "C": "a b c of A of B of C"}[typ.Name]
		if text := strings.Join(got, "; "); text != want {
			t.Errorf("%s shares %q, want %q", typ.Name, text, want)
		}
	}
}

package oracle_test

import (
	"io/fs"
	"os"
	"slices"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/oracle"
	"github.com/envgen/envgen/spec"
)

// never is a CEL of which no rule is evaluated.
type never struct{}

func (never) Program(string) (oracle.Program, error) { return nil, nil }
func (never) Duration(string) (any, error)           { return nil, nil }

// TestSenders compares the senders and messages of the compiler with those of the specs.
func TestSenders(t *testing.T) {
	unions := 0
	for _, specs := range []fs.FS{spec.FS, os.DirFS("../../conformance/odd")} {
		names, err := fs.Glob(specs, "*.yaml")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			data, err := fs.ReadFile(specs, name)
			if err != nil {
				t.Fatal(err)
			}
			read := func(file string) ([]byte, error) { return fs.ReadFile(specs, file) }
			p, diags := compile.Library{Read: read}.Source(name, data)
			if p == nil {
				t.Fatal(diags)
			}
			o, err := oracle.New(oracle.Spec{Name: name, Data: data, Read: read}, never{})
			if err != nil {
				t.Fatal(err)
			}
			unions += compareSenders(t, p, o)
			compareMessages(t, p, o)
		}
	}
	if unions < 5 {
		t.Errorf("only %d unions say who sends what", unions)
	}
}

func compareMessages(t *testing.T, p *ir.Protocol, o *oracle.Oracle) {
	for _, typ := range p.Types {
		if is := slices.Contains(p.Messages, typ); !typ.Lifted && is != o.IsMessage(typ.Name) {
			t.Errorf("%s: %s is a message: %t, the spec says %t", p.File, typ.Name, is, !is)
		}
	}
	for i, typ := range p.Messages {
		if slices.Contains(p.Messages[:i], typ) {
			t.Errorf("%s: %s stands twice among the messages", p.File, typ.Name)
		}
	}
}

func compareSenders(t *testing.T, p *ir.Protocol, o *oracle.Oracle) (said int) {
	for _, typ := range p.Types {
		u, ok := typ.Value.Kind.(*ir.Union)
		if !ok || typ.Lifted {
			continue
		}
		wanted := o.Senders(typ.Name)
		for _, s := range u.Senders {
			if s.Type.Lifted {
				continue // the text has no name for it
			}
			if !slices.Equal(wanted[s.Type.Name], []string{s.Side}) {
				t.Errorf("%s: %s: %s is sent by %q, the spec says %q", p.File, typ.Name, s.Type.Name, s.Side, wanted[s.Type.Name])
			}
		}
		if slices.ContainsFunc(u.Senders, func(s ir.Sender) bool { return s.Side != "" }) {
			said++
		}
	}
	return said
}

// judged is an oracle for the types of a small spec.
func judged(t *testing.T, types string) *oracle.Oracle {
	t.Helper()
	o, err := oracle.New(oracle.Spec{Name: "p.yaml", Data: []byte("envgen: 1\nprotocol: p\nversion: '1'\nroot: T\n" + types)}, never{})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestReferences follows references of every form, as the document has them.
func TestReferences(t *testing.T) {
	o := judged(t, `catalogs:
  Word: {entries: {a: {}, b: {}}}
types:
  T:
    type: object
    $defs: {one: {const: 1}, two: {$anchor: zwei, const: 2}}
    properties:
      bare: Other
      typed: {$ref: "#/types/Other"}
      word: Word
      catalog: {$ref: "#/catalogs/Word"}
      local: {$ref: "#/$defs/one"}
      anchor: {$ref: "#zwei"}
      id: {$ref: "https://example.org/d"}
      inside: {$ref: "https://example.org/d#/$defs/x"}
      self: {$ref: "#"}
      member: {$ref: "#/properties/local"}
  Other: {type: integer}
  Embedded: {$id: "https://example.org/d", const: 4, $defs: {x: {const: 5}}}
`)
	for _, c := range []struct {
		member string
		right  any
	}{{"bare", 7.0}, {"typed", 7.0}, {"word", "a"}, {"catalog", "b"}, {"local", 1.0}, {"anchor", 2.0}, {"id", 4.0}, {"inside", 5.0},
		{"self", map[string]any{"local": 1.0}}, {"member", 1.0}} {
		for value, want := range map[any]bool{"right": true, "wrong": false} {
			given := c.right
			if value == "wrong" {
				given = "zzz"
			}
			j, err := o.Judge("", map[string]any{c.member: given}, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if j.Valid != want {
				t.Errorf("%s: %v: valid is %t", c.member, given, j.Valid)
			}
		}
	}
}

// TestIntegers checks the bound of the type integer, which JSON Schema does not have.
func TestIntegers(t *testing.T) {
	o := judged(t, `types:
  T: {type: object, properties: {i: {type: integer}, l: {type: [integer, string]}, n: {type: [integer, number]}, not: {not: {type: integer}}}}
`)
	const beyond = float64(1 << 53)
	for _, c := range []struct {
		member string
		value  any
		want   bool
	}{{"i", beyond - 1, true}, {"i", beyond, false}, {"i", -beyond, false}, {"i", 1.5, false}, {"l", beyond, false}, {"l", "x", true}, {"n", beyond, true},
		{"not", beyond, true}, {"not", 1.0, false}} {
		j, err := o.Judge("", map[string]any{c.member: c.value}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if j.Valid != c.want {
			t.Errorf("%s: %v: valid is %t", c.member, c.value, j.Valid)
		}
	}
}

// TestSteps reports at which step a check ends: any part of the composition can declare the stage of a member.
func TestSteps(t *testing.T) {
	o := judged(t, `stages: [first, second]
types:
  Base: {type: object, required: [body], properties: {body: {type: object, x-stage: second}, late: {type: integer}}}
  T: {allOf: [Base], properties: {body: {required: [a]}, late: {x-stage: first}}}
`)
	body := map[string]any{"a": 1.0}
	for _, c := range []struct {
		value any
		want  oracle.Step
	}{
		{map[string]any{"body": body}, oracle.Step{Kind: oracle.End}},
		{map[string]any{}, oracle.Step{Kind: oracle.Structure}},
		{map[string]any{"body": map[string]any{}}, oracle.Step{Kind: oracle.Waiting, Stage: 1}},
		{map[string]any{"body": 1.0, "late": "x"}, oracle.Step{Kind: oracle.Waiting, Stage: 0}},
	} {
		j, err := o.Judge("", c.value, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if j.Last != c.want {
			t.Errorf("%v ends at %v", c.value, j.Last)
		}
	}
}

package compile_test

import (
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// A union by presence that something closes beside it is evaluated: its branches would refuse each other's members.
func TestClosedNarrowingIsEvaluated(t *testing.T) {
	const parts = "  There: {type: object, required: [it], properties: {it: {type: string}}}\n  Away: {type: object, properties: {n: {type: integer}}}\n  Slot: {oneOf: [There, Away], discriminator: {presence: it}}\n" +
		"  Shut: {type: object, required: [it], properties: {it: {type: string}}, additionalProperties: false}\n  Closed: {oneOf: [Shut, Away], discriminator: {presence: it}}\n"
	for _, test := range []struct {
		schema    string
		evaluated bool
	}{
		{"{allOf: [Slot], properties: {more: {type: string}}}", false},
		{"{allOf: [Slot], properties: {more: {type: string}, it: {}, n: {}}, additionalProperties: false}", true},
		{"{allOf: [Slot], additionalProperties: {type: string}}", true},
		{"{allOf: [Closed], properties: {more: {type: string}}}", true},
		{"{allOf: [Closed], required: [n]}", true},
	} {
		p := compiled(t, parts+"  T: "+test.schema+"\n")
		root := p.Root.Value
		_, isUnion := root.Kind.(*ir.Union)
		if isUnion == test.evaluated {
			t.Errorf("%s: %T", test.schema, root.Kind)
		}
	}
}

// A member that is one word or null has two values: a caller chooses.
func TestConstantOrNullIsGiven(t *testing.T) {
	p := compiled(t, `  T:
    type: object
    required: [always, either, nothing]
    properties:
      always: {type: string, const: x}
      either: {anyOf: [{type: string, const: x}, {type: "null"}]}
      nothing: {type: "null"}
`)
	fixed := map[string]bool{}
	for _, m := range p.Builders[0].Draft.Members {
		fixed[m.Field.Name] = m.Fixed
	}
	if !fixed["always"] || fixed["either"] || !fixed["nothing"] {
		t.Errorf("fixed: %v", fixed)
	}
}

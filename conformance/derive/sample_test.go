package derive

import (
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// TestEndless samples a type without a finite value, which a full value of another type may contain.
func TestEndless(t *testing.T) {
	endless := &ir.Type{Name: "Endless"}
	endless.Value.Kind = &ir.Record{Fields: []*ir.Field{{Name: "next", Required: true, Value: ir.Value{Kind: ir.Ref{Type: endless}}}}}
	tuple := &ir.Type{Name: "Tuple"}
	tuple.Value.Kind = ir.Array{Items: &ir.Value{Kind: ir.Any{}}, Tuple: &ir.Tuple{Items: []ir.Value{{Kind: ir.Ref{Type: tuple}}}, Least: 1}}
	for _, typ := range []*ir.Type{endless, tuple} {
		got := newSampler(&ir.Protocol{Types: []*ir.Type{typ}}, nil).smallest(&ir.Value{Kind: ir.Ref{Type: typ}})
		if got != nil {
			t.Errorf("%s: got %v, not null", typ.Name, got)
		}
	}
}

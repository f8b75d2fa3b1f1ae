package derive

import (
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// TestEndless samples a type without a finite value, which a full value of another type may contain.
func TestEndless(t *testing.T) {
	endless := &ir.Type{Name: "Endless"}
	endless.Value.Kind = &ir.Record{Fields: []*ir.Field{{Name: "next", Required: true, Value: ir.Value{Kind: ir.Ref{Type: endless}}}}}
	got := newSampler(&ir.Protocol{Types: []*ir.Type{endless}}, nil).smallest(&ir.Value{Kind: ir.Ref{Type: endless}})
	if got != nil {
		t.Errorf("got %v, not null", got)
	}
}

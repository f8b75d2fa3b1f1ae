package typescript

import (
	"slices"
	"testing"

	"github.com/envgen/envgen/internal/ir"
)

// TestAbsences has a union in the branch that is selected where a member is absent. The compiler narrows to the other branch only if all records of
// that union declare the member as undefined.
func TestAbsences(t *testing.T) {
	call := named("Call", value(&ir.Record{Fields: []*ir.Field{required("method", value(ir.String{}))}}))
	result := named("Result", value(&ir.Record{Forbidden: []ir.Forbidden{{Name: "method"}}}))
	failure := named("Failure", value(&ir.Record{}))
	reply := named("Reply", value(&ir.Union{By: ir.ByPresence, Tag: "result", Variants: []ir.Variant{{Type: result}, {Type: failure}}}))
	message := named("Message", value(&ir.Union{By: ir.ByPresence, Tag: "method", Variants: []ir.Variant{{Type: call}, {Type: reply}}}))
	found := absences(&ir.Protocol{Types: []*ir.Type{message, reply, failure, result, call}})
	if got := found[failure]; !slices.Equal(got, []string{"method", "result"}) {
		t.Errorf("Failure lacks %q", got)
	}
	if got := found[result]; got != nil {
		t.Errorf("Result forbids method already, and lacks %q", got)
	}
}

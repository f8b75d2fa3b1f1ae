package golang

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/envgen/envgen/generators/target"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/naming"
)

// manyTypes returns a chain of records, each a variant of one union, with a field for every neighbor.
func manyTypes(n int) *ir.Protocol {
	p := &ir.Protocol{Name: "many", File: "many.yaml"}
	union := &ir.Union{Tag: "tag", MissingTag: must("required"), UnknownTag: must("discriminator")}
	var next *ir.Type
	for i := range n {
		tag := fmt.Sprint("t", i)
		fields := []*ir.Field{member("tag", value(ir.Const{Literal: text(tag), Failure: must("const")})), member("name", value(ir.String{}))}
		if next != nil {
			fields = append(fields, member("next", ref(next)))
		}
		next = named(fmt.Sprint("Record", i), value(&ir.Record{Fields: fields}))
		p.Types = append(p.Types, next)
		union.Variants = append(union.Variants, ir.Variant{Tags: []string{tag}, Type: next})
	}
	p.Root = named("Union", value(union))
	p.Types = append(p.Types, p.Root)
	return p
}

// TestScale compares the work for a type with the work in a spec ten times as large. It counts allocations, which do not depend on the
// machine.
func TestScale(t *testing.T) {
	work := func(n int) uint64 {
		p := manyTypes(n)
		names, diags := naming.Assign(p, naming.Go)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Target.Generate(target.Job{Protocol: p, Names: names, SupportImport: "example.com/envelope"}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	small, large := work(100), work(1000)
	if large > 12*small {
		t.Errorf("ten times the types cost %.1f times as much", float64(large)/float64(small))
	}
}

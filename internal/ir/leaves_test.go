package ir

import (
	"reflect"
	"testing"
)

// TestLeavesInside lists the tags of records in a union that the presence of a member selects, inside of one by a tag. Each record has its own constant.
func TestLeavesInside(t *testing.T) {
	record := func(name string, of Literal) *Type {
		return &Type{Name: name, Value: Value{Kind: &Record{Fields: []*Field{{Name: "op", Required: true, Value: Value{Kind: Const{Literal: of}}}}}}}
	}
	for _, by := range []Selection{ByString, ByInteger} {
		first, second := record("A", by.Literal("1")), record("B", by.Literal("2"))
		inner := &Type{Name: "Inner", Value: Value{Kind: &Union{Tag: "a", By: ByPresence, Variants: []Variant{{Type: first}, {Type: second}}}}}
		outer := &Union{Tag: "op", By: by, Variants: []Variant{{Tags: []string{"1", "2"}, Type: inner}}}
		want := []Leaf{{Type: first, Tags: []string{"1"}}, {Type: second, Tags: []string{"2"}}}
		if got := outer.Leaves("op"); !reflect.DeepEqual(got, want) {
			t.Errorf("by %d: %+v", by, got)
		}
	}
}

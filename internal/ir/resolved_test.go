package ir

import (
	"reflect"
	"slices"
	"testing"
)

func TestResolve(t *testing.T) {
	short, long, words := Length{Limit: 1}, Length{Limit: 2}, OneOf{Literals: []Literal{{String: "a"}}}
	schema, other := &Schema{}, &Schema{}
	to := func(v Value) *Type { return &Type{Value: v} }
	text := to(Value{Kind: String{}, Mismatch: Failure{Rule: "type"}, Checks: []Check{short}})
	named := to(Value{Kind: Ref{text}, Checks: []Check{long}})
	judged := to(Value{Kind: Ref{text}, Schema: schema})
	straight := to(Value{Kind: Ref{text}, Schema: schema, Straight: true, Checks: []Check{long}})
	orNull := to(Value{Kind: Ref{text}, Nullable: true, Schema: schema})
	for name, test := range map[string]struct {
		value Value
		want  Resolved
	}{
		"no reference":                {text.Value, Resolved{Checks: []Check{short}}},
		"no reference, with a schema": {Value{Kind: String{}, Mismatch: text.Value.Mismatch, Checks: []Check{short}, Schema: schema}, Resolved{Schema: schema}},
		"what the type says first":    {Value{Kind: Ref{text}, Checks: []Check{long}}, Resolved{Checks: []Check{short, long}, Types: []*Type{text}, Judged: 1}},
		"words before all":            {Value{Kind: Ref{text}, Checks: []Check{long, words}}, Resolved{Checks: []Check{words, short, long}, Types: []*Type{text}, Judged: 1}},
		"two references": {Value{Kind: Ref{named}, Nullable: true, Checks: []Check{words}},
			Resolved{Nullable: true, Checks: []Check{words, short, long}, Types: []*Type{named, text}, Judged: 2}},
		"a schema behind a reference": {Value{Kind: Ref{judged}, Checks: []Check{words}}, Resolved{Checks: []Check{words}, Schema: schema, Types: []*Type{judged, text}, Judged: 1}},
		"or null":                     {Value{Kind: Ref{judged}, Nullable: true}, Resolved{Nullable: true, Schema: schema, OrNull: true, Types: []*Type{judged, text}, Judged: 1}},
		"null that the schema accepts": {Value{Kind: Ref{orNull}, Nullable: true},
			Resolved{Nullable: true, Schema: schema, Types: []*Type{orNull, text}, Judged: 1}},
		"the nearest schema":             {Value{Kind: Ref{judged}, Schema: other}, Resolved{Schema: other, Types: []*Type{judged, text}}},
		"a schema that checks stand for": {Value{Kind: Ref{straight}}, Resolved{Checks: []Check{short, long}, Types: []*Type{straight, text}, Judged: 2}},
	} {
		test.want.Kind, test.want.Mismatch = String{}, text.Value.Mismatch
		if got := test.value.Resolve(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %+v, want %+v", name, got, test.want)
		}
	}
}

func TestSides(t *testing.T) {
	ask, answer, tell, note := &Type{Name: "Ask"}, &Type{Name: "Answer"}, &Type{Name: "Tell"}, &Type{Name: "Note"}
	calls := &Type{Name: "Calls", Value: Value{Kind: &Union{Tag: "kind", Variants: []Variant{{[]string{"ask"}, ask}, {[]string{"answer"}, answer}}}}}
	talk := &Type{Name: "Talk", Value: Value{Kind: &Union{Tag: "of", Variants: []Variant{{[]string{"a"}, tell}, {[]string{"b"}, note}}}}}
	u := &Union{Tag: "kind", Variants: []Variant{{[]string{"ask", "answer"}, calls}, {[]string{"tell"}, talk}},
		Senders: []Sender{{ask, "client"}, {answer, "server"}, {tell, "server"}, {note, "server"}}}
	if got, want := u.TagSides(), []TagSide{{"ask", "client"}, {"answer", "server"}, {"tell", "server"}}; !slices.Equal(got, want) {
		t.Errorf("by tag: %v, want %v", got, want)
	}
}

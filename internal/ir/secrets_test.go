package ir

import (
	"slices"
	"testing"
)

// TestSecretHolders searches for secrets below references, lists, unions and types that contain each other.
func TestSecretHolders(t *testing.T) {
	to := func(t *Type) Value { return Value{Kind: Ref{Type: t}} }
	record := func(name string, fields ...*Field) *Type {
		return &Type{Name: name, Value: Value{Kind: &Record{Fields: fields}}}
	}
	secret := record("secret", &Field{Name: "token", Value: Value{Kind: String{}}, Secret: true})
	plain := record("plain", &Field{Name: "name", Value: Value{Kind: String{}}})
	items := to(secret)
	list := record("list", &Field{Name: "all", Value: Value{Kind: Array{Items: &items}}})
	ring := record("ring")
	other := record("other", &Field{Name: "ring", Value: to(ring)}, &Field{Name: "list", Value: to(list)})
	ring.Value.Kind = &Record{Fields: []*Field{{Name: "other", Value: to(other)}}}
	union := &Type{Name: "union", Value: Value{Kind: &Union{Variants: []Variant{{Type: plain}, {Type: ring}}}}}
	lone := &Type{Name: "lone", Value: Value{Kind: &Union{Variants: []Variant{{Type: plain}}}}}

	holders := SecretHolders([]*Type{union, lone})
	for _, test := range []struct {
		of   *Type
		want bool
	}{{secret, true}, {plain, false}, {list, true}, {ring, true}, {other, true}, {union, true}, {lone, false}} {
		if holders[test.of] != test.want {
			t.Errorf("%s: %t", test.of.Name, holders[test.of])
		}
	}
	if got := secret.SecretFields(); len(got) != 1 || got[0].Name != "token" {
		t.Errorf("fields: %v", got)
	}
	if slices.ContainsFunc([]*Type{plain, lone}, func(t *Type) bool { return len(t.SecretFields()) > 0 }) {
		t.Error("secrets where none are")
	}
}

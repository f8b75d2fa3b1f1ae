package breaking_test

import (
	"strings"
	"testing"
)

// TestStability compares pairs in which the older version calls some parts unstable.
func TestStability(t *testing.T) {
	for about, c := range map[string]struct{ old, new, want string }{
		"an unstable type": {
			`{T: {x-stability: unstable, type: object, required: [a], properties: {a: {type: string}}}}`,
			`{T: {type: object, required: [a, b], properties: {a: {type: string, minLength: 2}, b: {type: integer}}}}`, ""},
		"a new version cannot take a promise back": {
			`{T: {type: string}}`, `{T: {x-stability: unstable, type: string, maxLength: 2}}`, "READ length pair.T"},
		"an unstable member": {
			`{T: {type: object, properties: {a: {type: string, x-stability: unstable}, b: {type: string}}}}`,
			`{T: {type: object, properties: {a: {type: string, minLength: 2}, b: {type: string, minLength: 2}}}}`, "READ length pair.T/b"},
		"a stable member of an unstable type": {
			`{T: {x-stability: unstable, type: object, properties: {a: {type: string, x-stability: stable}, b: {type: string}}}}`,
			`{T: {type: object, properties: {a: {type: string, minLength: 2}, b: {type: string, minLength: 2}}}}`, "READ length pair.T/a"},
		"an unstable member is removed from a closed type": {
			`{T: {type: object, properties: {a: {type: string, x-stability: unstable}, b: {type: string}}, additionalProperties: false}}`,
			`{T: {type: object, properties: {b: {type: string}}, additionalProperties: false}}`, ""},
		"inside of an unstable list": {
			`{T: {type: object, properties: {a: {x-stability: unstable, type: array, items: {type: object, properties: {n: {type: integer}}}}}}}`,
			`{T: {type: object, properties: {a: {type: array, items: {type: object, properties: {n: {type: integer, minimum: 1}}}}}}}`, ""},
		"inside of a stable list": {
			`{T: {type: object, properties: {a: {type: array, items: {type: object, properties: {n: {type: integer}}}}}}}`,
			`{T: {type: object, properties: {a: {type: array, items: {type: object, properties: {n: {type: integer, minimum: 1}}}}}}}`, "READ bound pair.T/a/*/n"},
		"an unstable type is removed": {
			`{T: {type: string}, B: {x-stability: unstable, type: integer}}`, `{T: {type: string}}`, ""},
		"an unstable type in a stable one": {
			`{T: {type: object, required: [b], properties: {b: B}}, B: {x-stability: unstable, type: integer}}`,
			`{T: {type: object, required: [b], properties: {b: B}}, B: {type: integer, minimum: 1}}`, ""},
		"issues at an unstable member": {
			`{T: {type: object, properties: {a: {type: integer, exclusiveMinimum: 1, x-stability: unstable}, b: {type: integer, exclusiveMinimum: 1}}}}`,
			`{T: {type: object, properties: {a: {type: integer, minimum: 2}, b: {type: integer, exclusiveMinimum: 1}}}}`, ""},
		"issues beside an unstable member": {
			`{T: {type: object, properties: {a: {type: integer, exclusiveMinimum: 1, x-stability: unstable}, b: {type: integer, exclusiveMinimum: 1}}}}`,
			`{T: {type: object, properties: {a: {type: integer, minimum: 2}, b: {type: integer, minimum: 2}}}}`, "ISSUES issues pair.T"},
	} {
		found := compare(t, protocol(t, "old", []byte(header+"types: "+c.old+"\n")), protocol(t, "new", []byte(header+"types: "+c.new+"\n")))
		var list []string
		for _, f := range found {
			list = append(list, string(f.Category)+" "+f.Rule+" "+f.Place())
		}
		if got := strings.Join(list, "; "); got != c.want {
			t.Errorf("%s: %s, want %s", about, got, c.want)
		}
	}
}

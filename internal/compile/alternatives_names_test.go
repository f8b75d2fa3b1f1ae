package compile_test

import "testing"

// TestNamesOfAlternatives compiles choices whose branches refer to schemas without the type object: the records of these branches have names of
// their own.
func TestNamesOfAlternatives(t *testing.T) {
	for name, types := range map[string]string{
		"a type beside":        "  T: {type: object, properties: {x: {type: object, oneOf: [{$ref: P}, {$ref: N}]}}}\n",
		"a type beside items":  "  T: {type: array, items: {type: object, oneOf: [{$ref: P}, {$ref: N}]}}\n",
		"parts beside members": "  T: {type: object, required: [v], properties: {v: {type: string}}, anyOf: [{allOf: [{$ref: P}]}, {allOf: [{$ref: N}]}]}\n",
		"several parts":        "  T: {type: object, required: [v], properties: {v: {type: string}}, anyOf: [{allOf: [{$ref: P}, {$ref: N}]}, {allOf: [{$ref: S}, {$ref: R}]}]}\n",
		"choices inside":       "  T: {type: object, required: [v], properties: {v: {type: string}}, anyOf: [{anyOf: [{$ref: P}, {$ref: N}]}, {oneOf: [{$ref: S}, {$ref: R}]}]}\n",
		"parts of choices": "  T: {anyOf: [{type: object, properties: {v: {type: string}}, anyOf: [{allOf: [{$ref: S}]}, {allOf: [{$ref: R}]}]}, " +
			"{type: object, properties: {w: {type: string}}, anyOf: [{allOf: [{$ref: S}]}, {allOf: [{$ref: N}]}]}]}\n",
		"no members beside members": "  T: {type: object, properties: {v: {type: string}}, anyOf: [{properties: {w: {type: string}}}, {type: object, additionalProperties: {type: number}}]}\n",
		"several types":             "  T: {type: object, properties: {x: {oneOf: [{type: integer}, {$ref: S}, {$ref: R}]}}}\n",
	} {
		spec := "envgen: 1\nprotocol: demo\nversion: \"1\"\nroot: T\ntypes:\n" + types +
			"  P: {required: [p], properties: {p: {type: string}}}\n  N: {required: [n], properties: {n: {type: string}}}\n" +
			"  S: {type: [object, boolean], properties: {a: {type: string}}}\n  R: {type: object, required: [r], properties: {r: {type: string}}}\n"
		if list := diagnose("demo.yaml", []byte(spec)); list.HasErrors() {
			t.Errorf("%s: %v", name, list)
		}
	}
}

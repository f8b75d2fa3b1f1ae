package compile_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/envgen/envgen/internal/compile"
	"github.com/envgen/envgen/internal/ir"
)

// TestChoicesOfConstants compiles anyOf and oneOf of constants: the words with their texts and names, and the failure. Choices of anything else have
// no words.
func TestChoicesOfConstants(t *testing.T) {
	for name, c := range map[string]struct{ schema, want string }{
		"texts": {`{oneOf: [{const: a, title: A, description: The first.}, {const: b, title: B}, {const: c, x-name: see, deprecated: true}]}`,
			`oneOf a "A\n\nThe first." b "B" c see deprecated`},
		"enums have no texts of their own":   {`{type: string, anyOf: [{enum: [a, b], title: Both}, {const: c}]}`, `anyOf a b c`},
		"again in anyOf":                     {`{anyOf: [{const: a}, {const: a, title: Again}]}`, `anyOf a`},
		"again in oneOf":                     {`{oneOf: [{const: a}, {const: b}, {enum: [a, c]}]}`, `oneOf b c`},
		"null":                               {`{oneOf: [{const: a}, {const: b}, {type: "null"}]}`, `oneOf a b or null`},
		"with another keyword beside":        {`{type: string, minLength: 1, oneOf: [{const: a}, {const: b}]}`, ``},
		"with another keyword in a branch":   {`{oneOf: [{const: a, minLength: 1}, {const: b}]}`, ``},
		"with a branch for other strings":    {`{anyOf: [{const: a}, {type: string}]}`, ``},
		"with constants of another type":     {`{oneOf: [{const: a}, {const: 1}]}`, ``},
		"all of them again":                  {`{oneOf: [{const: a}, {const: a}]}`, ``},
		"a type that excludes all constants": {`{type: integer, oneOf: [{const: a}, {const: b}]}`, ``},
	} {
		t.Run(name, func(t *testing.T) {
			p, diags := compile.Source("demo.yaml", []byte("envgen: 1\nprotocol: demo\nversion: \"1\"\nroot: R\ntypes:\n  R: {type: object, properties: {t: T}}\n  T: "+c.schema+"\n"))
			if p == nil {
				t.Fatal(diags)
			}
			if got := spelledWords(find(t, p, "T").Value); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func spelledWords(v ir.Value) string {
	e, is := v.Kind.(*ir.Enum)
	if !is {
		return ""
	}
	list := []string{e.NotOneOf.Rule}
	for _, w := range e.Values {
		list = append(list, w.Value)
		if len(w.Rename) > 0 {
			list = append(list, w.Rename[0].Name)
		}
		if w.Doc.Text != "" {
			list = append(list, fmt.Sprintf("%q", w.Doc.Text))
		}
		if w.Doc.Deprecated {
			list = append(list, "deprecated")
		}
	}
	if v.Nullable {
		list = append(list, "or null")
	}
	return strings.Join(list, " ")
}

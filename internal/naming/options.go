package naming

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// options names the types of the options of a choice.
func (a *assigner) options(t *ir.Type, c *ir.Choice) {
	if a.language.optionCase == nil {
		return
	}
	for _, o := range c.Options {
		name := ""
		if !a.standsForItself(t, o) {
			name = a.scope.free(a.language.optionCase(a.names.types[t], jsonType(o)))
			a.claim(a.scope, name, fmt.Sprintf("the %s of the choice %s", jsonType(o), t.Name), t.Pos)
		}
		a.names.options[t] = append(a.names.options[t], name)
	}
}

func (a *assigner) standsForItself(choice *ir.Type, option ir.Value) bool {
	ref, ok := option.Kind.(ir.Ref)
	return ok && ref.Type.Protocol == choice.Protocol && isDeclaration(ref.Type)
}

// jsonType is the one JSON type of an option.
func jsonType(v ir.Value) string {
	switch k := v.Kind.(type) {
	case ir.Boolean:
		return "boolean"
	case ir.Integer:
		return "integer"
	case ir.Number:
		return "number"
	case ir.String, *ir.Enum:
		return "string"
	case ir.Array:
		return "array"
	case ir.Object, ir.Map, *ir.Record, *ir.Union:
		return "object"
	case ir.Const:
		return map[ir.LiteralKind]string{ir.BoolLiteral: "boolean", ir.NumberLiteral: "number", ir.StringLiteral: "string"}[k.Literal.Kind]
	case ir.Ref:
		return jsonType(k.Type.Value)
	}
	panic(fmt.Sprintf("naming: unhandled option %T", v.Kind))
}

package derive

import (
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// otherTypes puts null and a value of some other JSON type.
func (w *walker) otherTypes(v *ir.Value, p place, base, now value) {
	accepted := jsonTypes(v)
	if accepted&ir.NullType == 0 {
		w.add(p, "null", "%s is null.", replace(base, p.path, nil))
	} else if accepted != everything {
		w.add(p, "null", "%s is null, which it may be.", replace(base, p.path, nil))
	}
	for _, other := range append(lookalikes(now), number("0"), "", true, object{}, array{}) {
		if accepted&typeOf(other) == 0 {
			w.add(p, "type", "%s is of another JSON type.", replace(base, p.path, other))
			return
		}
	}
}

// lookalikes are values of another type that a careless reader could take for v.
func lookalikes(v value) []value {
	switch v := v.(type) {
	case number:
		return []value{string(v)}
	case bool:
		return []value{write(v)}
	case array:
		return []value{object{}}
	case object:
		return []value{array{}}
	case nil:
		return []value{false}
	default:
		return nil
	}
}

const everything = ir.NullType | ir.BooleanType | ir.NumberType | ir.StringType | ir.ArrayType | ir.ObjectType

// jsonTypes are the types of which v accepts values.
func jsonTypes(v *ir.Value) ir.JSONTypes {
	types := kindTypes(v.Kind)
	if v.Nullable {
		types |= ir.NullType
	}
	return types
}

func kindTypes(k ir.Kind) ir.JSONTypes {
	switch k := k.(type) {
	case ir.Null:
		return ir.NullType
	case ir.Boolean:
		return ir.BooleanType
	case ir.Integer, ir.Number:
		return ir.NumberType
	case ir.String, *ir.Enum:
		return ir.StringType
	case ir.Const:
		return typeOf(literal(k.Literal))
	case ir.Array:
		return ir.ArrayType
	case ir.Object, ir.Map, *ir.Record, *ir.Union:
		return ir.ObjectType
	case ir.Ref:
		return jsonTypes(&k.Type.Value)
	case *ir.Choice:
		var types ir.JSONTypes
		for i := range k.Options {
			types |= jsonTypes(&k.Options[i])
		}
		return types
	default:
		return everything
	}
}

func typeOf(v value) ir.JSONTypes {
	switch v.(type) {
	case nil:
		return ir.NullType
	case bool:
		return ir.BooleanType
	case number:
		return ir.NumberType
	case string:
		return ir.StringType
	case array:
		return ir.ArrayType
	default:
		return ir.ObjectType
	}
}

// scalar changes a value without parts.
func (w *walker) scalar(v *ir.Value, p place, base, now value) {
	put := func(name, about string, v value) { w.add(p, name, about, replace(base, p.path, v)) }
	switch k := v.Kind.(type) {
	case ir.Integer:
		put("fraction", "%s is no whole number.", number("0.5"))
		integerLimits(v.Checks, put)
	case ir.Const:
		put("const", "%s is not its constant.", otherLiteral([]ir.Literal{k.Literal}))
	case *ir.Enum:
		var words []string
		for _, v := range k.Values {
			words = append(words, v.Value)
		}
		put("foreign", "%s is a word that the spec does not name.", foreign(words))
	}
	w.checks(v, p, base, now)
}

func (w *walker) checks(v *ir.Value, p place, base, now value) {
	put := func(name, about string, v value) { w.add(p, name, about, replace(base, p.path, v)) }
	_, integer := v.Kind.(ir.Integer)
	for _, c := range v.Checks {
		if c, ok := c.(ir.OneOf); ok {
			put("enum", "%s is none of its values.", otherLiteral(c.Literals))
			continue
		}
		around(c, textOf(v.Checks), integer, now, put)
	}
}

// put adds a case with another value.
type put func(name, about string, v value)

// integerLimits puts the last integers and the numbers beyond them, if no check restricts such numbers.
func integerLimits(checks []ir.Check, put put) {
	accepts := func(n float64) bool {
		return !slices.ContainsFunc(checks, func(c ir.Check) bool { return !keeps(ir.Literal{Kind: ir.NumberLiteral, Number: n}, c) })
	}
	if accepts(maxInteger) {
		put("largest", "%s is the largest integer.", number("9007199254740991"))
		put("too-large", "%s is beyond the largest integer.", number("9007199254740992"))
	}
	if accepts(-maxInteger) {
		put("least", "%s is the least integer.", number("-9007199254740991"))
		put("too-small", "%s is beyond the least integer.", number("-9007199254740992"))
	}
}

// around puts the values at the edge of a check: the last one that keeps it, and the first one that does not.
func around(c ir.Check, t texts, integer bool, now value, put put) {
	rule := c.Fails().Rule
	switch c := c.(type) {
	case ir.Bound:
		put(rule+"-edge", "%s is the last number that `"+rule+"` accepts.", numberOf(atBound(c, integer)))
		put(rule, "%s is the first number that `"+rule+"` refuses.", numberOf(beyondBound(c, integer)))
	case ir.Length:
		lengths(c, t, put)
	case ir.Pattern:
		s, _ := now.(string)
		if bad, ok := off(c.Regexp, t, s); ok {
			put(rule, "%s does not match its pattern.", bad)
		}
	case ir.Format:
		put(rule, "%s is not of its format.", formatSamples[c.Name].bad)
	}
}

func lengths(c ir.Length, t texts, put put) {
	rule, beyond := c.Failure.Rule, c.Limit+1
	if c.Op == ir.AtLeast {
		beyond = c.Limit - 1
	}
	if max(beyond, c.Limit) > maxCount {
		return
	}
	if s, ok := t.ofLength(c.Limit); ok {
		put(rule+"-edge", "%s has the last length that `"+rule+"` accepts.", s)
	}
	if beyond >= 0 {
		s, ok := t.ofLength(beyond)
		if !ok {
			s = strings.Repeat("a", beyond)
		}
		put(rule, "%s has the first length that `"+rule+"` refuses.", s)
	}
}

// otherLiteral is a value of the same JSON type as the first literal, but none of them.
func otherLiteral(literals []ir.Literal) value {
	var words []string
	highest := 0.0
	for _, l := range literals {
		words = append(words, l.String)
		highest = max(highest, l.Number)
	}
	switch l := literals[0]; l.Kind {
	case ir.StringLiteral:
		return foreign(words)
	case ir.NumberLiteral:
		return numberOf(highest + 1)
	case ir.BoolLiteral:
		return !l.Bool
	default:
		return false
	}
}

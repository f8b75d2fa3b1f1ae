package typescript

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// typeOf returns the alternatives of a value's type.
func (s *generator) typeOf(v ir.Value) []string {
	if _, never := impossible(v); never {
		return []string{"never"}
	}
	types := s.typeOfKind(v)
	if v.Nullable && !slices.Contains(types, "null") && !slices.Contains(types, "unknown") && !refersToNullable(v) {
		types = append(types, "null")
	}
	return types
}

func refersToNullable(v ir.Value) bool {
	ref, ok := v.Kind.(ir.Ref)
	return ok && ref.Type.Value.Nullable
}

func (s *generator) typeOfKind(v ir.Value) []string {
	if len(v.Certain) > 0 {
		return s.options(v.Certain)
	}
	if len(v.Checks) > 0 {
		if oneOf, ok := v.Checks[0].(ir.OneOf); ok {
			return literals(oneOf.Literals)
		}
	}
	switch k := v.Kind.(type) {
	case ir.Any:
		return []string{"unknown"}
	case ir.Null:
		return []string{"null"}
	case ir.Boolean:
		return []string{"boolean"}
	case ir.Integer:
		if k.Width != ir.Safe {
			return []string{"bigint"}
		}
		return []string{"number"}
	case ir.Number:
		return []string{"number"}
	case ir.String:
		return []string{"string"}
	case ir.Const:
		return []string{literal(k.Literal)}
	case ir.Array:
		if k.Tuple != nil {
			return []string{s.tuple(k.Tuple)}
		}
		return []string{s.arrayOf(*k.Items)}
	case ir.Object:
		return []string{s.use("JsonObject")}
	case ir.Map:
		return []string{"{ [member: string]: " + strings.Join(s.typeOf(*k.Values), " | ") + " }"}
	case *ir.Enum:
		if k.Open {
			return append(enumWords(k), otherWords)
		}
		return enumWords(k)
	case *ir.Choice:
		return s.options(k.Options)
	case *ir.Union:
		return s.variants(k)
	case ir.Ref:
		return []string{s.typeName(k.Type)}
	default:
		panic(fmt.Sprintf("no type expression for %T", k))
	}
}

func (s *generator) arrayOf(items ir.Value) string {
	types := s.typeOf(items)
	if len(types) > 1 {
		return "(" + strings.Join(types, " | ") + ")[]"
	}
	return types[0] + "[]"
}

// tuple is the type of an array with types by position. Items that may be absent are optional.
func (s *generator) tuple(t *ir.Tuple) string {
	var items []string
	for i, item := range t.Items {
		types := s.typeOf(item)
		text := strings.Join(types, " | ")
		switch {
		case i < t.Least:
		case len(types) > 1:
			text = "(" + text + ")?"
		default:
			text += "?"
		}
		items = append(items, text)
	}
	if t.Rest != nil {
		items = append(items, "..."+s.arrayOf(*t.Rest))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

func (s *generator) variants(u *ir.Union) []string {
	var types []string
	fallback := u.Fallback()
	for _, v := range u.Variants {
		text := s.typeName(v.Type)
		if v.Type == fallback && isOpenTag(v.Type.Field(u.Tag).Value) {
			text += " & { " + propertyName(u.Tag) + ": " + s.otherTag(u) + " }"
		}
		types = append(types, text)
	}
	return types
}

// otherTag is the type of the tag of a fallback.
func (s *generator) otherTag(u *ir.Union) string {
	name := "OtherTag"
	if u.By == ir.ByInteger {
		name = "OtherInteger"
	}
	return s.use(name)
}

// otherTags are the types of tags that users need.
func (s *generator) otherTags() string {
	var names []string
	for _, name := range []string{"OtherInteger", "OtherTag"} {
		if s.uses[name] {
			names = append(names, s.as(name))
		}
	}
	return strings.Join(names, ", ")
}

// isOpenTag reports whether a value is any string or integer, perhaps with checks. A listed one has a literal type.
func isOpenTag(v ir.Value) bool {
	r := v.Resolve()
	_, text := r.Kind.(ir.String)
	_, number := r.Kind.(ir.Integer)
	return (text || number) && !slices.ContainsFunc(r.Checks, func(c ir.Check) bool { _, listed := c.(ir.OneOf); return listed })
}

func (s *generator) options(options []ir.Value) []string {
	var types []string
	for _, o := range options {
		for _, t := range s.typeOf(o) {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	return types
}

// otherWords are all strings. An editor still completes the words of the vocabulary.
const otherWords = "(string & {})"

func enumWords(e *ir.Enum) []string {
	var words []string
	for _, v := range e.Values {
		words = append(words, quote(v.Value))
	}
	return words
}

func literals(list []ir.Literal) []string {
	var types []string
	for _, l := range list {
		if l.Digits != "" {
			types = append(types, l.Digits+"n")
			continue
		}
		types = append(types, literal(l))
	}
	return types
}

func literal(l ir.Literal) string {
	switch l.Kind {
	case ir.NullLiteral:
		return "null"
	case ir.BoolLiteral:
		return fmt.Sprint(l.Bool)
	case ir.NumberLiteral:
		if l.Digits != "" {
			return bigint(l.Digits)
		}
		return number(l.Number)
	case ir.StringLiteral:
		return quote(l.String)
	default:
		panic(fmt.Sprintf("unknown literal kind %d", l.Kind))
	}
}

const lineWidth = 120

// alternatives writes the right side of a type alias, on one line where it fits.
func alternatives(types []string) string {
	if line := " " + strings.Join(types, " | "); len(line) <= lineWidth-40 {
		return line
	}
	return "\n  | " + strings.Join(types, "\n  | ")
}

package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/jsontext"
)

// words describes the valid values at a location: their type and their limits.
func (g *page) words(v *ir.Value) string { return joined(g.parts(v)) }

func (g *page) parts(v *ir.Value) []string {
	parts := []string{g.kind(v)}
	for _, c := range v.Checks {
		parts = append(parts, limit(c))
	}
	if v.Schema != nil && !g.named(v.Schema) {
		parts = append(parts, g.limits(v.Schema)...)
	}
	return parts
}

// joined joins texts and omits repetitions.
func joined(parts []string) string {
	var once []string
	for _, p := range parts {
		if !slices.Contains(once, p) {
			once = append(once, p)
		}
	}
	return strings.Join(once, ", ")
}

func (g *page) kind(v *ir.Value) string {
	words := g.kindWords(v.Kind)
	if array, is := v.Kind.(ir.Array); is && array.Tuple != nil && v.Schema == nil { // otherwise the schema's limits name the items
		words = g.tuple(array.Tuple)
	}
	if len(v.Certain) > 0 {
		words = list(g.certain(v.Certain), "or")
	}
	if _, isNull := v.Kind.(ir.Null); v.Nullable && !isNull {
		words += " or null"
	}
	return words
}

func (g *page) kindWords(k ir.Kind) string {
	switch k := k.(type) {
	case ir.Any:
		return "anything"
	case ir.Null:
		return "null"
	case ir.Boolean:
		return "boolean"
	case ir.Integer:
		if k.Width != ir.Safe {
			return "integer of 64 bits (`" + k.Width.String() + "`)"
		}
		return "integer"
	case ir.Number:
		return "number"
	case ir.String:
		return "string"
	case ir.Const:
		return code(literal(k.Literal))
	case *ir.Enum:
		return wordList(k)
	case ir.Array:
		if k.Tuple != nil {
			return "array"
		}
		return "array of " + g.within(k.Items)
	case ir.Object:
		return "object"
	case ir.Map:
		return "object, each member " + g.within(k.Values)
	case *ir.Choice:
		var options []string
		for i := range k.Options {
			if o := &k.Options[i]; len(o.Certain) > 0 {
				options = append(options, g.certain(o.Certain)...)
			} else {
				options = append(options, g.within(o))
			}
		}
		return list(options, "or")
	case ir.Ref:
		if isWordList(k.Type) {
			return wordList(k.Type.Value.Kind.(*ir.Enum))
		}
		return g.link(k.Type)
	default:
		panic(fmt.Sprintf("docs: unhandled kind %T", k))
	}
}

// certain are the words for each of several types that restrict nothing.
func (g *page) certain(types []ir.Value) []string {
	var words []string
	for i := range types {
		words = append(words, g.typeWords(&types[i]))
	}
	return words
}

// typeWords are the words for a type that restricts nothing by itself: its only checks are literals.
func (g *page) typeWords(v *ir.Value) string {
	if len(v.Checks) > 0 {
		var words []string
		for _, l := range v.Checks[0].(ir.OneOf).Literals {
			words = append(words, code(literal(l)))
		}
		return list(words, "or")
	}
	return g.within(v)
}

// tuple lists the types of items by position.
func (g *page) tuple(t *ir.Tuple) string {
	var items []string
	for i := range t.Items {
		items = append(items, g.typeWords(&t.Items[i]))
	}
	if t.Rest != nil {
		items = append(items, "then "+g.typeWords(t.Rest))
	}
	return "array (" + strings.Join(items, ", ") + ")"
}

// within returns words for a part of a description, in brackets if they would otherwise be ambiguous.
func (g *page) within(v *ir.Value) string {
	words := g.words(v)
	if strings.Contains(words, ", ") || strings.Contains(words, " or ") {
		return "(" + words + ")"
	}
	return words
}

func wordList(e *ir.Enum) string {
	var words []string
	for _, v := range e.Values {
		words = append(words, code(jsontext.Of(v.Value)))
	}
	return list(words, "or")
}

// list joins items as in "a, b or c".
func list(parts []string, last string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " " + last + " " + parts[len(parts)-1]
}

// limit converts the message of a check to words after the checked type: "string, at least 1 character".
func limit(c interface{ Fails() ir.Failure }) string {
	if p, ok := c.(ir.Pattern); ok {
		return "matching " + code(p.Regexp.Source)
	}
	return shortened(c.Fails())
}

// shortened returns a message without the words that begin every message.
func shortened(f ir.Failure) string {
	for _, prefix := range []string{"must be ", "must have ", "must "} {
		if rest, ok := strings.CutPrefix(f.Message, prefix); ok {
			return prose(rest)
		}
	}
	return prose(f.Message)
}

package reference

import (
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/ir"
)

// maxInteger is the greatest integer whose neighbours are doubles too.
const maxInteger = 1<<53 - 1

// interpret collects every failure of value under v. It stops nowhere early but where nothing can be asked:
// what a failure hides is decided afterwards, by the contract's words.
func interpret(v *ir.Value, value any, p patterns) []failure {
	w := walker{patterns: p}
	w.value(v, value, nil)
	return w.failures
}

type walker struct {
	patterns patterns
	failures []failure
}

func (w *walker) raise(f ir.Failure, at path) { w.failures = append(w.failures, failure{f, at}) }

func (w *walker) value(v *ir.Value, value any, at path) {
	if value == nil && v.Nullable {
		return
	}
	if ref, ok := v.Kind.(ir.Ref); ok {
		w.value(&ref.Type.Value, value, at)
	} else if !hasKind(v.Kind, value) {
		w.raise(v.Mismatch, at)
		return
	}
	w.kind(v.Kind, value, at)
	for _, c := range v.Checks {
		if !w.holds(c, value) {
			w.raise(c.Fails(), at)
		}
	}
}

// hasKind reports whether value has the JSON type that kind asks for.
func hasKind(kind ir.Kind, value any) bool {
	ok := true
	switch k := kind.(type) {
	case ir.Any:
	case ir.Null:
		ok = value == nil
	case ir.Boolean:
		_, ok = value.(bool)
	case ir.Integer:
		n, isNumber := value.(float64)
		ok = isNumber && n == math.Trunc(n)
	case ir.Number:
		_, ok = value.(float64)
	case ir.String, *ir.Enum:
		_, ok = value.(string)
	case ir.Const:
		ok = isLiteralOf(k.Literal.Kind, value)
	case ir.Array:
		_, ok = value.([]any)
	case ir.Object, *ir.Record, *ir.Union:
		_, ok = value.(object)
	default:
		panic(fmt.Sprintf("reference: unhandled kind %T", kind))
	}
	return ok
}

// kind asks what a kind wants beyond the JSON type.
func (w *walker) kind(kind ir.Kind, value any, at path) {
	switch k := kind.(type) {
	case ir.Integer:
		if math.Abs(value.(float64)) > maxInteger {
			w.raise(k.Range, at)
		}
	case ir.Const:
		if !isLiteral(k.Literal, value) {
			w.raise(k.Failure, at)
		}
	case *ir.Enum:
		for _, v := range k.Values {
			if v.Value == value {
				return
			}
		}
		w.raise(k.NotOneOf, at)
	case ir.Array:
		for i, item := range value.([]any) {
			w.value(k.Items, item, at.with(segment{index: i, isIndex: true}))
		}
	case *ir.Record:
		w.record(k, value.(object), at)
	case *ir.Union:
		w.union(k, value.(object), at)
	}
}

func (w *walker) record(r *ir.Record, members object, at path) {
	for _, f := range r.Fields {
		below := at.with(segment{name: f.Name})
		if value, present := members.get(f.Name); present {
			w.value(&f.Value, value, below)
		} else if f.Required {
			w.raise(f.Missing, below)
		}
	}
	if !r.Closed {
		return
	}
	for _, m := range members {
		if !declares(r, m.name) {
			w.raise(r.Surplus, at.with(segment{name: m.name}))
		}
	}
}

func declares(r *ir.Record, name string) bool {
	for _, f := range r.Fields {
		if f.Name == name {
			return true
		}
	}
	return false
}

func (w *walker) union(u *ir.Union, members object, at path) {
	tag, present := members.get(u.Tag)
	if !present {
		w.raise(u.MissingTag, at.with(segment{name: u.Tag}))
		return
	}
	variant := selectVariant(u, tag)
	if variant == nil {
		w.raise(u.UnknownTag, at.with(segment{name: u.Tag}))
		return
	}
	w.value(&variant.Value, members, at)
}

// selectVariant returns the type that the tag names, or nil.
func selectVariant(u *ir.Union, tag any) *ir.Type {
	for _, v := range u.Variants {
		for _, t := range v.Tags {
			if t == tag {
				return v.Type
			}
		}
	}
	return nil
}

// holds asks one check of a value. A value of another JSON type than the check speaks of satisfies it: beside
// a Ref, that type has been asked for already.
func (w *walker) holds(check ir.Check, value any) bool {
	n, isNumber := value.(float64)
	s, isString := value.(string)
	items, isArray := value.([]any)
	switch c := check.(type) {
	case ir.OneOf:
		for _, l := range c.Literals {
			if isLiteral(l, value) {
				return true
			}
		}
		return false
	case ir.Bound:
		return !isNumber || compares(c.Op, n, c.Limit)
	case ir.Length:
		return !isString || compares(c.Op, float64(utf8.RuneCountInString(s)), float64(c.Limit))
	case ir.Pattern:
		return !isString || w.patterns[c.Regexp.Source].MatchString(s)
	case ir.Format:
		return !isString || formats[c.Name](s)
	case ir.Items:
		return !isArray || compares(c.Op, float64(len(items)), float64(c.Limit))
	}
	panic(fmt.Sprintf("reference: unhandled check %T", check))
}

func compares(op ir.Op, n, limit float64) bool {
	switch op {
	case ir.AtLeast:
		return n >= limit
	case ir.AtMost:
		return n <= limit
	case ir.Above:
		return n > limit
	case ir.Below:
		return n < limit
	}
	panic(fmt.Sprintf("reference: unhandled op %d", op))
}

// isLiteralOf reports whether value has the JSON type of such literals.
func isLiteralOf(kind ir.LiteralKind, value any) bool {
	switch value.(type) {
	case nil:
		return kind == ir.NullLiteral
	case bool:
		return kind == ir.BoolLiteral
	case float64:
		return kind == ir.NumberLiteral
	case string:
		return kind == ir.StringLiteral
	default:
		return false
	}
}

func isLiteral(l ir.Literal, value any) bool {
	switch l.Kind {
	case ir.NullLiteral:
		return value == nil
	case ir.BoolLiteral:
		return value == l.Bool
	case ir.NumberLiteral:
		return value == l.Number
	case ir.StringLiteral:
		return value == l.String
	}
	panic(fmt.Sprintf("reference: unhandled literal %d", l.Kind))
}

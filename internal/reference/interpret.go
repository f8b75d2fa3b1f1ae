package reference

import (
	"fmt"
	"math/big"
	"slices"
	"unicode/utf8"

	"github.com/envgen/envgen/internal/formats"
	"github.com/envgen/envgen/internal/ir"
)

// maxInteger is the greatest integer whose neighbours are doubles too.
const maxInteger = 1<<53 - 1

// walker collects every failure of a value. It stops early only if nothing can be checked. The failures that others hide are removed afterwards, as
// the contract defines it.
type walker struct {
	patterns patterns
	failures []failure
	kept     func(Asked) // called for every check that was satisfied, if it is not nil
	reached  int         // members of later stages wait; -1 before the first
	schemas
}

func newWalker(p patterns, known map[visit]answer) *walker {
	return &walker{patterns: p, reached: -1, schemas: schemas{applied: map[visit]float64{}, answers: known, undecided: map[string]bool{}}}
}

// position is the current place in the message and in the definition.
type position struct {
	at    path
	place Place
}

func (p position) member(name string) position {
	return position{p.at.with(segment{name: name}), p.place.Of(name)}
}

func (p position) item(index int) position {
	return position{p.at.with(segment{index: index, isIndex: true}), p.place.Items()}
}

// entry is a member that the definition does not name.
func (p position) entry(name string) position {
	return position{p.at.with(segment{name: name}), p.place.Items()}
}

// as is the same value under the definition of another type.
func (p position) as(t *ir.Type) position { return position{p.at, Place{Type: t}} }

// judge keeps the book on one check of value.
func (w *walker) judge(f ir.Failure, holds bool, value any, p position) {
	if !holds {
		w.failures = append(w.failures, failure{f, p.at, p.place, value, nil})
	} else if w.kept != nil {
		w.kept(Asked{p.place, f, p.at.String(), value, nil})
	}
}

func (w *walker) value(v *ir.Value, value any, p position) {
	if v.Schema != nil {
		w.schema(v.Schema, value, p.at)
		return
	}
	if value == nil && v.Nullable {
		return
	}
	switch k := v.Kind.(type) {
	case ir.Any:
	case ir.Ref:
		w.value(&k.Type.Value, value, p.as(k.Type))
	default:
		fits := hasKind(k, value)
		w.judge(v.Mismatch, fits, value, p)
		if !fits {
			return
		}
	}
	w.kind(v.Kind, value, p)
	for _, c := range v.Checks {
		w.judge(c.Fails(), w.holds(c, value), value, p)
	}
}

// hasKind reports whether value has the JSON type that kind requires.
func hasKind(kind ir.Kind, value any) bool {
	ok := true
	switch k := kind.(type) {
	case ir.Null:
		ok = value == nil
	case ir.Boolean:
		_, ok = value.(bool)
	case ir.Integer:
		ok, _ = fits(k.Width, value)
	case ir.Number:
		ok = isNumber(value)
	case ir.String, *ir.Enum:
		_, ok = value.(string)
	case ir.Const:
		ok = isLiteralOf(k.Literal.Kind, value)
	case ir.Array:
		_, ok = value.([]any)
	case ir.Object, ir.Map, *ir.Record, *ir.Union:
		_, ok = value.(object)
	default:
		panic(fmt.Sprintf("reference: unhandled kind %T", kind))
	}
	return ok
}

// kind checks the requirements of a kind beyond the JSON type.
func (w *walker) kind(kind ir.Kind, value any, p position) {
	switch k := kind.(type) {
	case ir.Integer:
		_, inRange := fits(k.Width, value)
		w.judge(k.Range, inRange, value, p)
	case ir.Const:
		w.judge(k.Failure, isLiteral(k.Literal, value), value, p)
	case *ir.Enum:
		if k.Open {
			return
		}
		known := slices.ContainsFunc(k.Values, func(v ir.EnumValue) bool { return v.Value == value })
		w.judge(k.NotOneOf, known, value, p)
	case ir.Array:
		for i, item := range value.([]any) {
			w.value(k.Items, item, p.item(i))
		}
	case ir.Map:
		for _, m := range value.(object) {
			w.value(k.Values, m.value, p.entry(m.name))
		}
	case *ir.Record:
		w.record(k, value.(object), p)
	case *ir.Union:
		w.union(k, value.(object), p)
	}
}

func (w *walker) record(r *ir.Record, members object, p position) {
	for _, f := range r.Fields {
		value, present := members.get(f.Name)
		if f.Required {
			w.judge(f.Missing, present, value, p.member(f.Name))
		}
		if present && !(f.Staged && f.Stage > w.reached) {
			w.value(&f.Value, value, p.member(f.Name))
		}
	}
	for _, f := range r.Forbidden {
		value, present := members.get(f.Name)
		w.judge(f.Failure, !present, value, p.member(f.Name))
	}
	if !r.Closed {
		return
	}
	surplus := false
	for _, m := range members {
		if !declares(r, m.name) {
			surplus = true
			w.judge(r.Surplus, false, m.value, position{p.at.with(segment{name: m.name}), p.place})
		}
	}
	if !surplus {
		w.judge(r.Surplus, true, members, p)
	}
}

// declares reports whether the record names the member, be it to forbid it.
func declares(r *ir.Record, name string) bool {
	return slices.ContainsFunc(r.Fields, func(f *ir.Field) bool { return f.Name == name }) ||
		slices.ContainsFunc(r.Forbidden, func(f ir.Forbidden) bool { return f.Name == name })
}

func (w *walker) union(u *ir.Union, members object, p position) {
	variant := selectVariant(u, members)
	if u.Tagged() {
		tag, present := members.get(u.Tag)
		w.judge(u.MissingTag, present, tag, p.member(u.Tag))
		if !present {
			return
		}
		w.judge(u.UnknownTag, variant != nil, tag, p.member(u.Tag))
	}
	if variant != nil {
		w.value(&variant.Value, members, p.as(variant))
	}
}

// selectVariant returns the type that the tag selects, or nil.
func selectVariant(u *ir.Union, members object) *ir.Type {
	tag, present := members.get(u.Tag)
	switch {
	case u.By == ir.ByBranch:
		return acceptingVariant(u, members)
	case u.By == ir.ByPresence && present:
		return u.Variants[0].Type
	case u.By == ir.ByPresence:
		return u.Variants[1].Type
	}
	for _, v := range u.Variants {
		if isTag(v.Tags, u.By, tag) {
			return v.Type
		}
	}
	if text, is := tagText(u.By, tag); is && !slices.Contains(u.Refused, text) {
		return u.Fallback()
	}
	return nil
}

// acceptingVariant returns the type of the first branch that accepts an object, or nil.
func acceptingVariant(u *ir.Union, members object) *ir.Type {
	for _, b := range u.Branches {
		c := newCollector()
		if c.schema(b.Schema) == nil && newWalker(c.found, map[visit]answer{}).accepts(b.Schema, members, nil) {
			return u.Variants[b.Variant].Type
		}
	}
	return nil
}

// isTag reports whether a tag is one of some strings, booleans or integers.
func isTag(tags []string, by ir.Selection, tag any) bool {
	text, is := tagText(by, tag)
	return is && slices.Contains(tags, text)
}

// tagText is a value as a tag of its JSON type.
func tagText(by ir.Selection, tag any) (text string, is bool) {
	var l ir.Literal
	switch tag := tag.(type) {
	case string:
		l = ir.Literal{Kind: ir.StringLiteral, String: tag}
	case bool:
		l = ir.Literal{Kind: ir.BoolLiteral, Bool: tag}
	case float64:
		l = ir.Literal{Kind: ir.NumberLiteral, Number: tag}
	}
	return by.TagOf(l)
}

// holds runs one check on a value. A value of another JSON type than the check speaks of satisfies it: beside
// a Ref, that type has been checked already.
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
		if n, isWhole := value.(whole); isWhole {
			return n.within(c)
		}
		return !isNumber || c.Op.Holds(n, c.Limit)
	case ir.Length:
		return !isString || c.Op.Holds(float64(utf8.RuneCountInString(s)), float64(c.Limit))
	case ir.Pattern:
		return !isString || w.patterns[c.Regexp.Source].MatchString(s)
	case ir.Format:
		return !isString || formats.Matches(c.Name, s)
	case ir.Items:
		return !isArray || c.Op.Holds(float64(len(items)), float64(c.Limit))
	}
	panic(fmt.Sprintf("reference: unhandled check %T", check))
}

// isMultiple decides by the shortest decimal spellings, as fractions.
func isMultiple(n, divisor float64) bool {
	exact := func(f float64) *big.Rat {
		r, _ := new(big.Rat).SetString(numberText(f)) // which it always reads
		return r
	}
	return new(big.Rat).Quo(exact(n), exact(divisor)).IsInt()
}

// isLiteralOf reports whether value has the JSON type of such literals.
func isLiteralOf(kind ir.LiteralKind, value any) bool {
	switch value.(type) {
	case nil:
		return kind == ir.NullLiteral
	case bool:
		return kind == ir.BoolLiteral
	case float64, whole:
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
		if n, isWhole := value.(whole); isWhole && l.Digits != "" {
			return string(n) == l.Digits
		}
		return value == l.Number
	case ir.StringLiteral:
		return value == l.String
	}
	panic(fmt.Sprintf("reference: unhandled literal %d", l.Kind))
}

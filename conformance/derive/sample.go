package derive

import (
	"math"
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

const (
	maxInteger = 1<<53 - 1
	// maxCount bounds the items and code points of a generated value: a larger fixture only adds length.
	maxCount = 5000
)

// sampler makes values by the shape of a definition. If a schema is general, the values may be invalid.
type sampler struct {
	heights map[*ir.Type]int
	// known, if set, gives the extremes of types that are more than their shape, or nil.
	known func(*ir.Type) *extremes
	room  int // the remaining size of a full value
}

// shape is the sampler that only uses shapes.
func (s *sampler) shape() *sampler { return &sampler{heights: s.heights} }

func (s *sampler) extremes(t *ir.Type) *extremes {
	if s.known == nil {
		return nil
	}
	return s.known(t)
}

// endless is the height of a type that has no finite value, or none that could be shown.
const endless = math.MaxInt32

const (
	maxHeight = 100  // of a value: deeper than 128, no text may be
	maxSize   = 2000 // parts of a value
	maxWithin = 20   // types within types
)

// newSampler finds out how deep the flattest value of each type is, so that samples of recursive types end.
func newSampler(p *ir.Protocol, known func(*ir.Type) *extremes) *sampler {
	s := &sampler{heights: map[*ir.Type]int{}, known: known}
	types := typesOf(p)
	for changed := true; changed; {
		changed = false
		for _, t := range types {
			if h := s.height(&t.Value); h < s.typeHeight(t) {
				s.heights[t], changed = h, true
			}
		}
		slices.Reverse(types) // types mostly lead to those behind them
	}
	sizes := map[*ir.Type]int{}
	for _, t := range types {
		if s.typeHeight(t) > maxHeight || s.size(&t.Value, sizes) > maxSize {
			delete(s.heights, t)
		}
	}
	return s
}

// size is the number of parts of the smallest value, or more than maxSize.
func (s *sampler) size(v *ir.Value, sizes map[*ir.Type]int) int {
	if v.Nullable {
		return 1
	}
	size := 1
	switch k := v.Kind.(type) {
	case ir.Array:
		if k.Tuple != nil {
			for _, item := range neededItems(k.Tuple) {
				size += s.size(&item, sizes)
			}
		} else if least, _ := itemCounts(v.Checks); least > 0 {
			size += min(least, maxSize) * s.size(k.Items, sizes)
		}
	case *ir.Record:
		for _, f := range k.Fields {
			if f.Required && size <= maxSize {
				size += s.size(&f.Value, sizes)
			}
		}
	case *ir.Union:
		size = s.typeSize(s.flattest(k), sizes)
	case *ir.Choice:
		size = s.size(s.flattestOption(k), sizes)
	case ir.Ref:
		size = s.typeSize(k.Type, sizes)
	}
	return min(size, maxSize+1)
}

func (s *sampler) typeSize(t *ir.Type, sizes map[*ir.Type]int) int {
	if _, known := sizes[t]; !known {
		sizes[t] = maxSize + 1 // while it is looked for, and where it is endless
		if s.typeHeight(t) < endless {
			sizes[t] = s.size(&t.Value, sizes)
		}
	}
	return sizes[t]
}

// typesOf are the types of p and of all that it imports.
func typesOf(p *ir.Protocol) []*ir.Type {
	types := slices.Clone(p.Types)
	for _, i := range p.Imports {
		types = append(types, i.Types...)
	}
	return types
}

func (s *sampler) typeHeight(t *ir.Type) int {
	if h, known := s.heights[t]; known {
		return h
	}
	return endless
}

func (s *sampler) height(v *ir.Value) int {
	if v.Nullable {
		return 0
	}
	switch k := v.Kind.(type) {
	case ir.Array:
		if k.Tuple != nil {
			deepest := -1
			for _, item := range neededItems(k.Tuple) {
				deepest = max(deepest, s.height(&item))
			}
			return above(deepest)
		}
		if least, _ := itemCounts(v.Checks); least > 0 {
			return above(s.height(k.Items))
		}
	case *ir.Record:
		deepest := 0
		for _, f := range k.Fields {
			if f.Required {
				deepest = max(deepest, s.height(&f.Value))
			}
		}
		return above(deepest)
	case *ir.Union:
		return above(s.typeHeight(s.flattest(k)))
	case *ir.Choice:
		return above(s.height(s.flattestOption(k)))
	case ir.Ref:
		return above(s.typeHeight(k.Type))
	}
	return 0
}

func above(height int) int {
	if height == endless {
		return endless
	}
	return height + 1
}

func (s *sampler) flattest(u *ir.Union) *ir.Type {
	best := u.Variants[0].Type
	for _, v := range u.Variants[1:] {
		if s.typeHeight(v.Type) < s.typeHeight(best) {
			best = v.Type
		}
	}
	return best
}

func (s *sampler) flattestOption(c *ir.Choice) *ir.Value {
	best := &c.Options[0]
	for i := range c.Options {
		if s.height(&c.Options[i]) < s.height(best) {
			best = &c.Options[i]
		}
	}
	return best
}

// smallest is a value with nothing in it that could be left out. A part whose type is endless is null, which its schema refuses.
func (s *sampler) smallest(v *ir.Value) value {
	if v.Nullable {
		return nil
	}
	switch k := v.Kind.(type) {
	case ir.Array:
		least, _ := itemCounts(v.Checks)
		return s.items(k, least)
	case *ir.Record:
		o := object{}
		for _, f := range k.Fields {
			if f.Required {
				o = append(o, member{f.Name, s.smallest(&f.Value)})
			}
		}
		return o
	case *ir.Union:
		return s.smallest(&s.flattest(k).Value)
	case *ir.Choice:
		return s.smallest(s.flattestOption(k))
	case ir.Ref:
		if len(v.Checks) > 0 {
			return openWord(k, v.Checks)
		}
		if s.typeHeight(k.Type) == endless {
			return nil
		}
		if e := s.extremes(k.Type); e != nil {
			return e.smallest
		}
		return s.smallest(&k.Type.Value)
	case ir.Map, ir.Object, ir.Any:
		return object{}
	default:
		return scalar(k, v.Checks)
	}
}

func (s *sampler) items(a ir.Array, count int) array {
	list := array{}
	if a.Tuple != nil {
		for _, item := range neededItems(a.Tuple) {
			list = append(list, s.smallest(&item))
		}
		return list
	}
	for range min(count, maxCount) {
		list = append(list, s.smallest(a.Items))
	}
	return list
}

// neededItems are the items of a tuple that have to be there.
func neededItems(t *ir.Tuple) []ir.Value { return t.Items[:min(t.Least, len(t.Items))] }

// fullest is a value with every member, an item in every array and no null that could be another value. If that grows too large, parts are their
// smallest values. within contains the enclosing types, which do not repeat.
func (s *sampler) fullest(v *ir.Value, within ...*ir.Type) value {
	s.room = maxSize
	return s.full(v, within)
}

func (s *sampler) full(v *ir.Value, within []*ir.Type) value {
	if s.room--; s.room < 0 && s.height(v) < endless {
		return s.smallest(v)
	}
	switch k := v.Kind.(type) {
	case ir.Array:
		least, most := itemCounts(v.Checks)
		if k.Tuple != nil || most == 0 || s.closes(k.Items, within) {
			return s.items(k, least)
		}
		list := s.items(k, max(least, 1))
		list[0] = s.full(k.Items, within)
		return list
	case ir.Map:
		if s.closes(k.Values, within) {
			return object{}
		}
		return object{{"key", s.full(k.Values, within)}}
	case *ir.Record:
		return s.fullestRecord(k, within)
	case *ir.Union:
		return s.full(&s.flattest(k).Value, append(within, s.flattest(k)))
	case *ir.Choice:
		return s.full(s.flattestOption(k), within)
	case ir.Ref:
		return s.fullRef(k, v, within)
	case ir.Object, ir.Any:
		return object{{"key", "value"}}
	default:
		return scalar(k, v.Checks)
	}
}

func (s *sampler) fullRef(k ir.Ref, v *ir.Value, within []*ir.Type) value {
	if len(v.Checks) > 0 {
		return openWord(k, v.Checks)
	}
	if s.closes(v, within) {
		return s.smallest(v)
	}
	if e := s.extremes(k.Type); e != nil {
		return e.fullest
	}
	return s.full(&k.Type.Value, append(within, k.Type))
}

func (s *sampler) fullestRecord(r *ir.Record, within []*ir.Type) value {
	o := object{}
	for _, f := range r.Fields {
		if f.Required || s.room > 0 && !s.closes(&f.Value, within) {
			o = append(o, member{f.Name, s.full(&f.Value, within)})
		}
	}
	return o
}

// closes reports whether v leads back to an enclosing type.
func (s *sampler) closes(v *ir.Value, within []*ir.Type) bool {
	switch k := v.Kind.(type) {
	case ir.Ref:
		return len(within) > maxWithin || slices.Contains(within, k.Type) || s.typeHeight(k.Type) == endless
	case ir.Array:
		return s.closes(k.Items, within)
	case ir.Map:
		return s.closes(k.Values, within)
	default:
		return false
	}
}

func itemCounts(checks []ir.Check) (least, most int) {
	most = -1
	for _, c := range checks {
		if c, ok := c.(ir.Items); ok {
			if c.Op == ir.AtLeast {
				least = max(least, c.Limit)
			} else {
				most = tighter(most, c.Limit)
			}
		}
	}
	return least, most
}

// tighter is the lesser of two upper limits, of which -1 is none.
func tighter(a, b int) int {
	if a < 0 || b < a {
		return b
	}
	return a
}

// scalar makes a value of a kind that has no parts.
func scalar(k ir.Kind, checks []ir.Check) value {
	for _, c := range checks {
		if c, ok := c.(ir.OneOf); ok {
			return literal(firstKept(c.Literals, checks))
		}
	}
	switch k := k.(type) {
	case ir.Null:
		return nil
	case ir.Boolean:
		return false
	case ir.Integer:
		return numberOf(nearestZero(checks, true))
	case ir.Number:
		return numberOf(nearestZero(checks, false))
	case ir.String:
		text, _ := textOf(checks).sample()
		return text
	case ir.Const:
		return literal(k.Literal)
	case *ir.Enum:
		return firstWord(k, checks)
	default:
		panic("derive: unhandled kind")
	}
}

func literal(l ir.Literal) value {
	switch l.Kind {
	case ir.StringLiteral:
		return l.String
	case ir.NumberLiteral:
		return numberOf(l.Number)
	case ir.BoolLiteral:
		return l.Bool
	default:
		return nil
	}
}

// firstKept is the first literal that keeps all checks, or else the first.
func firstKept(literals []ir.Literal, checks []ir.Check) ir.Literal {
	for _, l := range literals {
		if !slices.ContainsFunc(checks, func(c ir.Check) bool { return !keeps(l, c) }) {
			return l
		}
	}
	return literals[0]
}

func keeps(l ir.Literal, c ir.Check) bool {
	switch c := c.(type) {
	case ir.Bound:
		return l.Kind != ir.NumberLiteral || c.Op.Holds(l.Number, c.Limit)
	case ir.Length, ir.Pattern:
		return l.Kind != ir.StringLiteral || textOf([]ir.Check{c}).accepts(l.String)
	default:
		return true
	}
}

// openWord is a string of an open vocabulary with checks beside it, preferably a known one.
func openWord(r ir.Ref, checks []ir.Check) value {
	if e, ok := r.Type.Value.Kind.(*ir.Enum); ok {
		if word := firstWord(e, checks); textOf(checks).accepts(word) {
			return word
		}
	}
	return scalar(ir.String{}, checks)
}

func firstWord(e *ir.Enum, checks []ir.Check) string {
	for _, v := range e.Values {
		if textOf(checks).accepts(v.Value) {
			return v.Value
		}
	}
	return e.Values[0].Value
}

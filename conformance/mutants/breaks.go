package mutants

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/internal/ir"
)

// violate changes n, a value of c's type, so that c fails on it.
func (p *pool) violate(n *node, c checks.Check) {
	steps := steps(c.Member)
	switch c.Aspect {
	case checks.Missing, checks.MissingTag:
		n.drop(steps[0]) // only types have records and unions, so the path is one step
	case checks.Surplus:
		n.insert(p.dice, member{name: p.undeclared(c.Value.Kind.(*ir.Record)), value: p.strange()})
	case checks.Forbidden:
		n.drop(steps[0])
		n.insert(p.dice, member{name: steps[0], value: p.strange()})
	case checks.Ruled:
		if c.Rule.Each != nil {
			p.populate(n, &c.Type.Value, c.Rule.At)
			return
		}
		for range 1 + p.below(3) {
			p.unsettle(n, &c.Type.Value)
		}
	case checks.Accepted:
		p.foreignVersion(n, steps)
	case checks.UnknownTag:
		n.drop(steps[0])
		n.insert(p.dice, member{name: steps[0], value: p.unknownTag(c.Value.Kind.(*ir.Union))})
	default:
		at := p.reach(n, &c.Type.Value, steps)
		*at = *p.bad(c, at)
	}
}

var unescaper = strings.NewReplacer("~1", "/", "~0", "~")

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

func steps(pointer string) []string {
	if pointer == "" {
		return nil
	}
	parts := strings.Split(pointer[1:], "/")
	for i, part := range parts {
		parts[i] = unescaper.Replace(part)
	}
	return parts
}

// reach follows steps from n, which v describes, and puts values where there are none.
func (p *pool) reach(n *node, v *ir.Value, steps []string) *node {
	if len(steps) == 0 {
		return n
	}
	switch k := v.Kind.(type) {
	case *ir.Record:
		i := slices.IndexFunc(k.Fields, func(f *ir.Field) bool { return f.Name == steps[0] })
		field := &k.Fields[i].Value
		if n.get(steps[0]) == nil {
			n.insert(p.dice, member{name: steps[0], value: p.sample(field)})
		}
		return p.reach(n.get(steps[0]), field, steps[1:])
	case ir.Array:
		if n.kind != array || len(n.items) == 0 {
			*n = node{kind: array, items: []*node{p.sample(k.Items)}}
		}
		return p.reach(pick(p.dice, n.items), k.Items, steps[1:])
	case ir.Map:
		if n.kind != object || len(n.members) == 0 {
			*n = node{kind: object, members: []member{{name: p.name(), value: p.sample(k.Values)}}}
		}
		return p.reach(pick(p.dice, n.members).value, k.Values, steps[1:])
	default:
		panic(fmt.Sprintf("mutants: no way through a %T", k))
	}
}

// tries bounds how often a value of chance is drawn until it is bad; one that never is stays as it is.
const tries = 200

func (p *pool) undeclared(r *ir.Record) string {
	for range tries {
		name := p.name()
		if p.one(3) && len(r.Fields) > 0 {
			name = p.edit(pick(p.dice, r.Fields).Name)
		}
		if !slices.ContainsFunc(r.Fields, func(f *ir.Field) bool { return f.Name == name }) &&
			!slices.ContainsFunc(r.Forbidden, func(f ir.Forbidden) bool { return f.Name == name }) {
			return name
		}
	}
	panic("mutants: a record declares every name")
}

func (p *pool) unknownTag(u *ir.Union) *node {
	if len(u.Refused) > 0 && p.one(2) {
		if u.By == ir.ByInteger {
			return newNumber(pick(p.dice, u.Refused))
		}
		return newText(pick(p.dice, u.Refused))
	}
	tag := p.strange()
	for slices.ContainsFunc(u.Variants, func(v ir.Variant) bool { return names(u, v, tag) }) {
		tag = p.strange()
	}
	return tag
}

// names reports whether a tag, nil for none, selects a variant.
func names(u *ir.Union, v ir.Variant, tag *node) bool {
	switch {
	case u.By == ir.ByPresence:
		return (tag != nil) == (v.Type == u.Variants[0].Type)
	case tag == nil:
		return false
	case u.By == ir.ByBoolean:
		return tag.kind == word && slices.Contains(v.Tags, tag.text)
	case u.By == ir.ByInteger:
		n, err := strconv.ParseFloat(tag.text, 64)
		text, is := u.By.TagOf(ir.Literal{Kind: ir.NumberLiteral, Number: n})
		if !is || err != nil || tag.kind != number {
			return false
		}
		if v.Type == u.Fallback() {
			return !slices.Contains(u.Named(), text) && !slices.Contains(u.Refused, text)
		}
		return slices.Contains(v.Tags, text)
	}
	if v.Type == u.Fallback() {
		return tag.kind == text && !slices.Contains(u.Named(), tag.text) && !slices.Contains(u.Refused, tag.text)
	}
	return tag.kind == text && slices.Contains(v.Tags, tag.text)
}

// bad is a value that fails c, and as far as possible c alone.
func (p *pool) bad(c checks.Check, now *node) *node {
	aspect := c.Aspect
	if c.Failure == c.Value.Mismatch && p.one(2) {
		aspect = checks.Mismatch
	}
	switch aspect {
	case checks.Mismatch:
		return p.until(func() *node { return p.otherKind(now) }, func(n *node) bool { return !fits(c.Value, n) })
	case checks.Range:
		return p.beyondRange()
	case checks.Constant:
		return p.otherLiteral([]ir.Literal{c.Value.Kind.(ir.Const).Literal})
	case checks.Vocabulary:
		values := c.Value.Kind.(*ir.Enum).Values
		return p.textUntil(pick(p.dice, values).Value, func(s string) bool {
			return !slices.ContainsFunc(values, func(v ir.EnumValue) bool { return v.Value == s })
		})
	case checks.Condition:
		_, integer := c.Value.Kind.(ir.Integer)
		return p.unmet(c.Condition, integer, c.Value, now)
	default:
		panic(fmt.Sprintf("mutants: unhandled aspect %d", c.Aspect))
	}
}

func (p *pool) beyondRange() *node {
	return newNumber(pick(p.dice, []string{"9007199254740992", "9007199254740993", "9007199254740992.0", "-9007199254740992", "-9007199254740993", "9007199254740991.5",
		"1e16", "1e300", "-1e300", "18446744073709551616", "1.7976931348623157e308", "9223372036854775807", "-9223372036854775808"}))
}

func (p *pool) until(draw func() *node, good func(*node) bool) *node {
	return p.untilWithin(tries, draw, good)
}

// untilWithin draws again at most so many times.
func (p *pool) untilWithin(tries int, draw func() *node, good func(*node) bool) *node {
	n := draw()
	for i := 0; i < tries && !good(n); i++ {
		n = draw()
	}
	return n
}

// textUntil edits s until the predicate accepts it. Sometimes it tries another string.
func (p *pool) textUntil(s string, wanted func(string) bool) *node {
	return p.until(func() *node {
		if p.one(4) {
			return newText(p.string())
		}
		return newText(p.edit(s))
	}, func(n *node) bool { return wanted(n.text) })
}

// otherKind is a value that is likely to have another JSON type than now, while looking like it.
func (p *pool) otherKind(now *node) *node {
	switch p.below(6) {
	case 0:
		return &node{kind: array, items: []*node{now.clone()}}
	case 1:
		return &node{kind: object, members: []member{{name: p.name(), value: now.clone()}}}
	case 2:
		w := writer{dice: p.dice}
		w.value(now)
		return newText(w.String())
	case 3:
		return newNumber(pick(p.dice, []string{"0.5", "1.5", "-0.1", "1e-7", "9007199254740990.5", "4503599627370495.5", "5e-324"}))
	case 4:
		return newWord("null")
	default:
		return p.strange()
	}
}

// fits reports whether n has the JSON type that v requires, or is beyond judging: strconv reads the value of a
// number right as long as there are 800 digits at most.
func fits(v *ir.Value, n *node) bool {
	f, err := strconv.ParseFloat(n.text, 64)
	if n.kind == number && (err != nil || len(n.text) > 800) || n.kind == word && n.text == "null" && v.Nullable {
		return true
	}
	switch k := v.Kind.(type) {
	case ir.Null:
		return n.kind == word && n.text == "null"
	case ir.Boolean:
		return n.kind == word && n.text != "null"
	case ir.Integer:
		return n.kind == number && f == math.Trunc(f)
	case ir.Number:
		return n.kind == number
	case ir.String, *ir.Enum:
		return n.kind == text
	case ir.Const:
		l := literal(k.Literal)
		return l.kind == n.kind && (n.kind != word || (l.text == "null") == (n.text == "null"))
	case ir.Array:
		return n.kind == array
	case ir.Object, ir.Map, *ir.Record, *ir.Union:
		return n.kind == object
	default:
		return true
	}
}

// otherLiteral is a scalar of the JSON type of all of these, but none of them.
func (p *pool) otherLiteral(all []ir.Literal) *node {
	l := pick(p.dice, all)
	switch l.Kind {
	case ir.StringLiteral:
		return p.textUntil(l.String, func(s string) bool {
			return !slices.ContainsFunc(all, func(l ir.Literal) bool { return l.String == s })
		})
	case ir.BoolLiteral:
		return literal(ir.Literal{Kind: ir.BoolLiteral, Bool: !l.Bool})
	case ir.NumberLiteral:
		other := l.Number
		for slices.ContainsFunc(all, func(l ir.Literal) bool { return l.Number == other }) {
			step := pick(p.dice, []float64{1, -1, 1000})
			if other+step == other { // too large for the step to count
				other = math.Nextafter(other, 0)
			} else {
				other += step
			}
		}
		return newNumber(spell(other))
	default:
		return p.strange()
	}
}

// unmet is a value that fails the condition. v describes the items of an array.
func (p *pool) unmet(condition any, integer bool, v *ir.Value, now *node) *node {
	switch k := condition.(type) {
	case ir.OneOf:
		return p.otherLiteral(k.Literals)
	case ir.Bound:
		return newNumber(spell(p.outside(k, integer)))
	case ir.Length:
		return newText(p.ofLength(now.text, p.excess(k.Op, k.Limit)))
	case ir.Pattern:
		return p.textUntil(p.match(k.Regexp), func(s string) bool { return !k.Regexp.Match(s) })
	case ir.Format:
		return newText(pick(p.dice, offFormat(k.Name)))
	case ir.Items:
		return p.ofItems(v, now, p.excess(k.Op, k.Limit))
	default:
		panic(fmt.Sprintf("mutants: unhandled condition %T", k))
	}
}

// outside is a number that b refuses, most often the nearest one.
func (p *pool) outside(b ir.Bound, integer bool) float64 {
	nearest, direction := b.Limit, -1.0
	if b.Op == ir.AtMost || b.Op == ir.Below {
		direction = 1
	}
	if b.Op == ir.AtLeast || b.Op == ir.AtMost {
		nearest = checks.Neighbour(nearest, direction, false)
	}
	if integer && direction < 0 {
		nearest = math.Floor(nearest)
	} else if integer {
		nearest = math.Ceil(nearest)
	}
	return pick(p.dice, []float64{nearest, nearest, nearest + direction*1000, direction * max(math.Abs(nearest), maxInteger)})
}

// excess is a count that the limit refuses, unless that is at least 0.
func (p *pool) excess(op ir.Op, limit int) int {
	if op == ir.AtLeast {
		return p.below(max(1, limit))
	}
	return limit + 1 + p.below(3)
}

func (p *pool) ofLength(s string, length int) string {
	for utf8.RuneCountInString(s) < length {
		s += pick(p.dice, []string{"a", "é", "😀"})
	}
	return string([]rune(s)[:length])
}

func (p *pool) ofItems(v *ir.Value, now *node, length int) *node {
	n := &node{kind: array, items: now.items}
	for len(n.items) < length {
		item := &ir.Value{Kind: ir.Any{}}
		if k, ok := v.Kind.(ir.Array); ok {
			item = k.Items
		}
		n.items = append(n.items, p.sample(item))
	}
	n.items = n.items[:length]
	return n
}

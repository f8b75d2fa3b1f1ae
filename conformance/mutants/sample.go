package mutants

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/envgen/envgen/conformance/checks"
	"github.com/envgen/envgen/internal/ir"
)

const maxInteger = 1<<53 - 1

// sample makes a value that v accepts, preferably at an edge. Where checks contradict one another it may fail:
// a mutant need not be valid.
func (p *pool) sample(v *ir.Value) *node {
	p.parts = partsInAll
	return p.sampleTo(v, 4)
}

// partsInAll bounds samples of a schema that requires itself more than once, so that no finite value is valid.
const partsInAll = 100

// sampleTo leaves optional members out below so many types, which ends recursive ones.
func (p *pool) sampleTo(v *ir.Value, depth int) *node {
	if v.Schema != nil {
		return p.sampleSchema(v.Schema, depth)
	}
	if p.parts--; v.Nullable && p.one(4) || depth < lowest || depth < 0 && p.parts < 0 {
		return newWord("null")
	}
	for _, c := range v.Checks {
		if c, ok := c.(ir.OneOf); ok {
			return literal(pick(p.dice, c.Literals))
		}
	}
	switch k := v.Kind.(type) {
	case ir.Null:
		return newWord("null")
	case ir.Boolean:
		return newWord(pick(p.dice, []string{"true", "false"}))
	case ir.Integer:
		return newNumber(spell(p.within(v.Checks, true)))
	case ir.Number:
		return newNumber(spell(p.within(v.Checks, false)))
	case ir.String:
		return newText(p.sampleString(v.Checks))
	case ir.Const:
		return literal(k.Literal)
	case *ir.Enum:
		return p.sampleWord(k, nil)
	case ir.Array:
		return p.sampleArray(k, v.Checks, depth)
	case ir.Object:
		return &node{kind: object}
	case ir.Map:
		return p.sampleMap(k, depth)
	case *ir.Record:
		return p.sampleRecord(k, depth)
	case *ir.Union:
		return p.sampleTo(&pick(p.dice, k.Variants).Type.Value, depth)
	case ir.Ref:
		if e, ok := k.Type.Value.Kind.(*ir.Enum); ok {
			return p.sampleWord(e, v.Checks)
		}
		return p.sampleTo(&k.Type.Value, depth)
	default:
		return p.strange()
	}
}

func (p *pool) sampleRecord(r *ir.Record, depth int) *node {
	n := &node{kind: object}
	for _, f := range r.Fields {
		if f.Required || depth > 0 && (p.rich || p.one(2)) {
			n.members = append(n.members, member{name: f.Name, value: p.sampleTo(&f.Value, depth-1)})
		}
	}
	return n
}

func (p *pool) sampleMap(m ir.Map, depth int) *node {
	n := &node{kind: object}
	for range p.below(min(3, max(1, depth))) {
		if name := p.name(); n.get(name) == nil {
			n.members = append(n.members, member{name: name, value: p.sampleTo(m.Values, depth-1)})
		}
	}
	return n
}

// sampleWord is a word of a vocabulary, or, of an open one, another string that keeps to checks.
func (p *pool) sampleWord(e *ir.Enum, checks []ir.Check) *node {
	if e.Open && p.one(3) {
		return newText(p.sampleString(checks))
	}
	return newText(pick(p.dice, e.Values).Value)
}

func (p *pool) sampleArray(a ir.Array, checks []ir.Check, depth int) *node {
	n := &node{kind: array}
	least, most := itemCounts(checks, depth)
	length := least + p.below(max(1, most-least+1))
	if p.rich {
		length = most
	}
	for range length {
		n.items = append(n.items, p.sampleTo(a.Items, depth-1))
	}
	return n
}

// itemCounts are how few and how many items a sample may have.
func itemCounts(checks []ir.Check, depth int) (least, most int) {
	if depth > 0 {
		most = 3
	}
	for _, c := range checks {
		if c, ok := c.(ir.Items); ok && c.Op == ir.AtLeast {
			least, most = max(least, c.Limit), max(most, c.Limit)
		} else if ok {
			most = min(most, c.Limit)
		}
	}
	return least, most
}

func literal(l ir.Literal) *node {
	switch l.Kind {
	case ir.StringLiteral:
		return newText(l.String)
	case ir.NumberLiteral:
		return newNumber(spell(l.Number))
	case ir.BoolLiteral:
		if l.Bool {
			return newWord("true")
		}
		return newWord("false")
	default:
		return newWord("null")
	}
}

// within is a number at or near the edges that bounds leave.
func (p *pool) within(bounds []ir.Check, integer bool) float64 {
	low, high := -float64(maxInteger), float64(maxInteger)
	for _, c := range bounds {
		if c, ok := c.(ir.Bound); ok {
			switch c.Op {
			case ir.AtLeast:
				low = max(low, c.Limit)
			case ir.Above:
				low = max(low, checks.Neighbour(c.Limit, 1, integer))
			case ir.AtMost:
				high = min(high, c.Limit)
			case ir.Below:
				high = min(high, checks.Neighbour(c.Limit, -1, integer))
			}
		}
	}
	if integer {
		low, high = math.Ceil(low), math.Floor(high)
	}
	return pick(p.dice, []float64{low, high, min(low+1, high), min(low+float64(p.below(2_000_000_000)), high)})
}

// sampleString is a string that satisfies all checks, if one of some guesses does: formats and patterns supply candidates, and lengths only reject
// them.
func (p *pool) sampleString(checks []ir.Check) string {
	s := p.guessString(checks)
	for i := 0; i < tries && !meets(s, checks); i++ {
		s = p.guessString(checks)
	}
	return s
}

// meets reports whether s keeps to patterns and lengths.
func meets(s string, checks []ir.Check) bool {
	length := utf8.RuneCountInString(s)
	for _, c := range checks {
		switch c := c.(type) {
		case ir.Pattern:
			if !c.Regexp.Match(s) {
				return false
			}
		case ir.Length:
			if c.Op == ir.AtLeast && length < c.Limit || c.Op == ir.AtMost && length > c.Limit {
				return false
			}
		}
	}
	return true
}

func (p *pool) guessString(checks []ir.Check) string {
	least, most := 0, -1
	var patterns []*ir.Regexp
	for _, c := range checks {
		switch c := c.(type) {
		case ir.Format:
			return pick(p.dice, inFormat(c.Name))
		case ir.Pattern:
			patterns = append(patterns, c.Regexp)
		case ir.Length:
			if c.Op == ir.AtLeast {
				least = c.Limit
			} else {
				most = c.Limit
			}
		}
	}
	if len(patterns) > 0 {
		return p.match(pick(p.dice, patterns))
	}
	if most < 0 && p.one(2) {
		return strings.Repeat(pick(p.dice, []string{"a", "😀"}), least)
	}
	s := []rune(p.string())
	for len(s) < least {
		s = append(s, pick(p.dice, []rune("a é😀")))
	}
	if most >= 0 && len(s) > most {
		s = s[:most]
	}
	return string(s)
}

// match makes a string that the pattern matches.
func (p *pool) match(re *ir.Regexp) string {
	if re.Walk != nil {
		return p.walk(re.Walk)
	}
	return p.run(re.DFA)
}

func (p *pool) walk(w *ir.Walk) string {
	var s []rune
	for _, step := range w.Steps {
		count := step.Min
		switch most := step.Max; {
		case most < 0:
			count += p.below(4)
		case p.one(2):
			count = most
		default:
			count += p.below(min(most-step.Min, 8) + 1)
		}
		for range count {
			r := pick(p.dice, step.Ranges)
			s = append(s, p.inRange(r.Lo, r.Hi))
		}
	}
	return string(s)
}

// run takes edges of chance for a while, then the shortest way to where the pattern matches.
func (p *pool) run(d ir.DFA) string {
	var distance []int // which few strings get long enough to need
	var s []rune
	for at, steps := 0, 0; ; steps++ {
		state := d.States[at]
		if (state.Accept || state.Final) && (len(state.Edges) == 0 || p.one(3)) {
			return string(s)
		}
		if steps > 12 && distance == nil {
			distance = distances(d)
		}
		edge := pick(p.dice, state.Edges)
		for steps > 12 && distance[edge.To] >= distance[at] && distance[at] > 0 {
			edge = pick(p.dice, state.Edges)
		}
		s = append(s, p.inRange(edge.Lo, edge.Hi))
		at = edge.To
	}
}

// distances reports how many code points each state is from a match.
func distances(d ir.DFA) []int {
	found := make([]int, len(d.States))
	for i, s := range d.States {
		if !s.Accept && !s.Final {
			found[i] = len(d.States)
		}
	}
	for changed := true; changed; {
		changed = false
		for i, s := range d.States {
			for _, e := range s.Edges {
				if near := found[e.To] + 1; near < found[i] {
					found[i], changed = near, true
				}
			}
		}
	}
	return found
}

func (p *pool) inRange(low, high rune) rune {
	r := pick(p.dice, []rune{low, high, low + rune(p.below(int(high-low)+1))})
	if r >= 0xd800 && r <= 0xdfff {
		return low // a range begins at a character
	}
	return r
}

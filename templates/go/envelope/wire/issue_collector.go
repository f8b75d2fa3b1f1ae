package wire

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// collector keeps the first issues of a value in the order of the protocol's contract, in memory bounded by the limit. Issues that can
// no longer be reported cost one comparison.
type collector struct {
	found   []violation
	last    *violation // the last of the kept violations if the list is full; later ones are dropped
	dropped int        // counts level Must violations dropped, and places skipped, because the list was full of such
	invalid bool       // whether a violation of level Must was added, kept or not
}

// violation is an issue with its path in segments: "/0" may be a name or an index, which sort differently.
type violation struct {
	rule    string
	message string
	level   Level
	at      []segment
}

// add adds a violation at a place, or at a member of the value there. The path is built only if the violation may be reported.
func (c *collector) add(f violation, limit int, p *spot, names ...string) {
	c.invalid = c.invalid || f.level == Must
	if len(c.found)-limit >= limit {
		c.compact(limit)
	}
	if c.last != nil && !f.precedes(c.last, p, names) {
		if f.level == Must {
			c.dropped++
		}
		return
	}
	f.at = p.steps(names)
	c.found = append(c.found, f)
}

// closed reports whether no more issues can be reported inside the value at a place.
func (c *collector) closed(p *spot) bool {
	return c.last != nil && c.last.level == Must && p.compare(nil, c.last.at) > 0
}

// precedes reports whether f at p would be reported before g.
func (f violation) precedes(g *violation, p *spot, names []string) bool {
	if f.level != g.level {
		return f.level == Must
	}
	return cmp.Or(p.compare(names, g.at), strings.Compare(f.rule, g.rule), strings.Compare(f.message, g.message)) < 0
}

// compact removes duplicates and all but the first limit violations, Must before Should.
func (c *collector) compact(limit int) {
	slices.SortFunc(c.found, violation.compare)
	c.found = slices.CompactFunc(c.found, func(f, g violation) bool {
		return f.rule == g.rule && slices.Equal(f.at, g.at)
	})
	slices.SortStableFunc(c.found, func(f, g violation) int { return cmp.Compare(f.level.rank(), g.level.rank()) })
	if len(c.found) >= limit {
		clear(c.found[limit:])
		c.found = c.found[:limit]
		last := c.found[limit-1]
		c.last = &last
	}
}

// issues returns the final list, nil if there are no issues.
func (c *collector) issues(limit int) []Issue {
	if len(c.found) == 0 {
		return nil
	}
	c.compact(limit)
	slices.SortFunc(c.found, violation.compare)
	list := make([]Issue, len(c.found))
	for i, f := range c.found {
		list[i] = Issue{Rule: f.rule, Path: pointer(f.at), Level: f.level, Message: f.message}
	}
	return list
}

// compare orders by path and rule; of violations equal in both, the one to keep comes first.
func (f violation) compare(g violation) int {
	return cmp.Or(
		slices.CompareFunc(f.at, g.at, segment.compare),
		strings.Compare(f.rule, g.rule),
		cmp.Compare(f.level.rank(), g.level.rank()),
		strings.Compare(f.message, g.message),
	)
}

func (l Level) rank() int {
	if l == Must {
		return 0
	}
	return 1
}

// segment is a step of a path: a member name or an item index.
type segment struct {
	name  string
	index int // noIndex for a member
}

const noIndex = -1

// compare orders indexes by number before names by code point, the order of their UTF-8 bytes.
func (s segment) compare(t segment) int {
	switch {
	case s.index != noIndex && t.index != noIndex:
		return cmp.Compare(s.index, t.index)
	case s.index != noIndex:
		return -1
	case t.index != noIndex:
		return 1
	}
	return strings.Compare(s.name, t.name)
}

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// pointerTo returns the JSON Pointer of member names.
func pointerTo(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString("/" + pointerEscaper.Replace(name))
	}
	return b.String()
}

// spot is the path to a value in parts, so that comparing it allocates nothing.
type spot struct {
	outer, inner []segment
	here         *segment // the last step, or nil if outer and inner are complete; a pointer, so that no Reader escapes to the heap
}

// steps returns the path to a member, or to the place if there are no names. (If names were a part of the spot, they would escape to
// the heap.)
func (p *spot) steps(names []string) []segment {
	steps := make([]segment, 0, len(p.outer)+len(p.inner)+1+len(names))
	steps = append(append(steps, p.outer...), p.inner...)
	if p.here != nil {
		steps = append(steps, *p.here)
	}
	for _, name := range names {
		steps = append(steps, segment{name, noIndex})
	}
	return steps
}

// compare compares a place, or a member there, with a path in report order: a prefix comes first.
func (p *spot) compare(names []string, at []segment) int {
	for _, part := range [...][]segment{p.outer, p.inner} {
		for i := range part {
			if order := part[i].compareFirst(at); order != 0 {
				return order
			}
			at = at[1:]
		}
	}
	if p.here != nil {
		if order := p.here.compareFirst(at); order != 0 {
			return order
		}
		at = at[1:]
	}
	for _, name := range names {
		if order := (segment{name, noIndex}).compareFirst(at); order != 0 {
			return order
		}
		at = at[1:]
	}
	return -len(at)
}

// compareFirst compares a step with the first of others; an empty path comes before it.
func (s segment) compareFirst(at []segment) int {
	if len(at) == 0 {
		return 1
	}
	return s.compare(at[0])
}

// pointer formats a path as a JSON Pointer.
func pointer(at []segment) string {
	var b strings.Builder
	for _, s := range at {
		b.WriteByte('/')
		if s.index != noIndex {
			b.WriteString(strconv.Itoa(s.index))
		} else {
			b.WriteString(pointerEscaper.Replace(s.name))
		}
	}
	return b.String()
}

// trail is the path from the root to the current place of a Reader or Writer. It is updated when containers are entered and left, so
// that a path is built only for an issue that is kept.
type trail struct {
	depth int        // number of open arrays and objects
	here  segment    // the step into the innermost of them
	outer [6]segment // the steps into the others; further ones are in rest
	rest  []segment
}

func (t *trail) enter() {
	if t.depth < len(t.outer) {
		t.outer[t.depth] = t.here
	} else {
		t.rest = append(t.rest, t.here)
	}
	t.depth++
	t.here = segment{index: noIndex}
}

func (t *trail) leave() {
	t.depth--
	if t.depth < len(t.outer) {
		t.here = t.outer[t.depth]
		return
	}
	last := len(t.rest) - 1
	t.here = t.rest[last]
	t.rest = t.rest[:last]
}

// spot returns the path from the root to the current place.
func (t *trail) spot() spot {
	if t.depth == 0 {
		return spot{}
	}
	near := min(t.depth, len(t.outer))
	return spot{outer: t.outer[1:near], inner: t.rest, here: &t.here}
}

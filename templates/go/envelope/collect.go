package envelope

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// collector keeps the least issues of a value in the order that the protocol's contract gives them, in memory that
// depends on the limit alone.
type collector struct {
	found   []finding
	invalid bool // a finding of level Must was added, whether or not it was kept
}

// finding is an issue whose path is still in parts: "/0" may be a name or an index, and they sort differently.
type finding struct {
	rule    string
	message string
	level   Level
	at      []segment
}

func (c *collector) add(f finding, limit int) {
	c.invalid = c.invalid || f.level == Must
	if len(c.found) >= 2*limit {
		c.compact(limit)
	}
	c.found = append(c.found, f)
}

// compact drops repetitions, then all but the least findings up to limit, Must before Should.
func (c *collector) compact(limit int) {
	slices.SortFunc(c.found, finding.compare)
	c.found = slices.CompactFunc(c.found, func(f, g finding) bool {
		return f.rule == g.rule && slices.Equal(f.at, g.at)
	})
	slices.SortStableFunc(c.found, func(f, g finding) int { return cmp.Compare(f.level.rank(), g.level.rank()) })
	if len(c.found) > limit {
		clear(c.found[limit:])
		c.found = c.found[:limit]
	}
}

// issues returns the final list, nil if nothing was found.
func (c *collector) issues(limit int) []Issue {
	if len(c.found) == 0 {
		return nil
	}
	c.compact(limit)
	slices.SortFunc(c.found, finding.compare)
	list := make([]Issue, len(c.found))
	for i, f := range c.found {
		list[i] = Issue{Rule: f.rule, Path: pointer(f.at), Level: f.level, Message: f.message}
	}
	return list
}

// compare orders by path and rule; of equal ones the finding that stays comes first.
func (f finding) compare(g finding) int {
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

// segment is one step of a path: the name of a member, or the index of an item.
type segment struct {
	name  string
	index int // noIndex for a member
}

const noIndex = -1

// compare orders indexes by number before names by code point, which is the order of their UTF-8 bytes.
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

// pointer spells a path as a JSON Pointer.
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

// trail is the way from the root to the place where a Reader or Writer stands. It is kept on the way in and out,
// so that a path costs nothing until an issue asks for it.
type trail struct {
	depth int        // open arrays and objects
	here  segment    // the step into the innermost of them
	outer [6]segment // the steps into the others; deeper ones go to rest
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

// path returns the steps from the root to here, and then the further ones.
func (t *trail) path(further ...segment) []segment {
	if t.depth == 0 {
		return further
	}
	near := min(t.depth, len(t.outer))
	return slices.Concat(t.outer[1:near], t.rest, []segment{t.here}, further)
}

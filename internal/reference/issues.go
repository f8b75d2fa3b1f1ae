package reference

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
)

// segment is one step into a value: a member name or, where isIndex, an array index.
type segment struct {
	name    string
	index   int
	isIndex bool
}

// compare puts indexes in numeric order before names in code point order.
func (s segment) compare(t segment) int {
	switch {
	case s.isIndex && t.isIndex:
		return cmp.Compare(s.index, t.index)
	case s.isIndex:
		return -1
	case t.isIndex:
		return 1
	}
	return strings.Compare(s.name, t.name) // bytes of UTF-8 sort as code points do
}

type path []segment

// with returns the path one step further in.
func (p path) with(s segment) path {
	next := make(path, len(p)+1) // append would take twice the memory, and paths are most of the memory of a check
	copy(next, p)
	next[len(p)] = s
	return next
}

func (p path) compare(q path) int { return slices.CompareFunc(p, q, segment.compare) }

var pointerEscaper = strings.NewReplacer("~", "~0", "/", "~1")

// String writes the path as a JSON Pointer.
func (p path) String() string {
	var b strings.Builder
	b.Grow(16 * len(p)) // of most names
	for _, s := range p {
		b.WriteByte('/')
		if s.isIndex {
			b.WriteString(strconv.Itoa(s.index))
		} else {
			b.WriteString(pointerEscaper.Replace(s.name))
		}
	}
	return b.String()
}

// failure is an issue with its place still in parts.
type failure struct {
	ir.Failure
	at    path
	place Place // as value and rule; only a Trace has it
	value any
	rule  *ir.Rule
}

// compare is the order of the issue list; message and level only decide between equal (rule, path).
func (f failure) compare(g failure) int {
	return cmp.Or(
		f.at.compare(g.at),
		cmp.Compare(f.Rule, g.Rule),
		cmp.Compare(f.Level, g.Level), // must before should
		cmp.Compare(f.Message, g.Message),
	)
}

// hiding are the rules that make other faults of the same value pointless, and their ranks.
var hiding = map[string]int{"type": 0, "integer-range": 0, "discriminator": 1, "const": 2, "enum": 3}

// kept are the rules that stay beside a hiding one at the same path.
var kept = []string{"propertyNames", "additionalProperties", "unevaluatedProperties"}

// hide is the contract's step of that name: at each path the first of the hiding rules that failed hides
// everything else at and below that path. beside are those that are hidden by one at their own path.
func hide(all []failure) (left, beside []failure) {
	first := map[string]int{} // by pointer: the rank of the first hiding rule that failed there
	for _, f := range all {
		if rank, hides := hiding[f.Rule]; hides && f.Level == ir.Must {
			pointer := f.at.String()
			if known, ok := first[pointer]; !ok || rank < known {
				first[pointer] = rank
			}
		}
	}
	if len(first) == 0 {
		return all, nil
	}
	isBelow := func(f failure) bool {
		for length := range f.at {
			if _, hidden := first[f.at[:length].String()]; hidden {
				return true
			}
		}
		return false
	}
	for _, f := range all {
		rank, hidden := first[f.at.String()]
		own, hides := hiding[f.Rule]
		switch {
		case isBelow(f):
		case hidden && (!hides || own != rank || f.Level != ir.Must) && !slices.Contains(kept, f.Rule):
			beside = append(beside, f)
		default:
			left = append(left, f)
		}
	}
	return left, beside
}

// list dedupes, cuts to the most important and sorts.
func list(failures []failure, most int) []Issue {
	sorted := slices.Clone(failures)
	sorting.Func(sorted, failure.compare)
	sorted = slices.CompactFunc(sorted, func(f, g failure) bool {
		return f.Rule == g.Rule && f.at.compare(g.at) == 0
	})
	sorting.Stable(sorted, func(f, g failure) int { return cmp.Compare(f.Level, g.Level) })
	sorted = sorted[:min(most, len(sorted))]
	sorting.Func(sorted, failure.compare)
	issues := make([]Issue, len(sorted))
	for i, f := range sorted {
		issues[i] = Issue{f.Rule, f.at.String(), f.Level.String(), f.Message}
	}
	return issues
}

package pattern

import (
	"cmp"
	"slices"
	"unicode"

	"github.com/envgen/envgen/internal/ir"
)

// set is a set of code points as ranges: ascending, disjoint and not adjacent. Surrogates are ordinary members: strings contain none, and the set
// needs fewer ranges without that gap.
type set []ir.Range

// The classes of ECMA-262 that have an escape. space is WhiteSpace and LineTerminator.
var (
	everything = set{{Lo: 0, Hi: unicode.MaxRune}}
	digits     = set{{Lo: '0', Hi: '9'}}
	word       = set{{Lo: '0', Hi: '9'}, {Lo: 'A', Hi: 'Z'}, {Lo: '_', Hi: '_'}, {Lo: 'a', Hi: 'z'}}
	lineEnds   = set{{Lo: '\n', Hi: '\n'}, {Lo: '\r', Hi: '\r'}, {Lo: 0x2028, Hi: 0x2029}}
	space      = union(set{{Lo: '\t', Hi: '\r'}, {Lo: 0x2028, Hi: 0x2029}, {Lo: 0xFEFF, Hi: 0xFEFF}}, tableSet(unicode.Zs))
)

// normal returns the set of ranges in any order, overlapping or not. It reorders its argument.
func normal(ranges []ir.Range) set {
	slices.SortFunc(ranges, func(a, b ir.Range) int { return cmp.Compare(a.Lo, b.Lo) })
	out := set{}
	for _, r := range ranges {
		if n := len(out); n > 0 && r.Lo <= out[n-1].Hi+1 {
			out[n-1].Hi = max(out[n-1].Hi, r.Hi)
		} else {
			out = append(out, r)
		}
	}
	return out
}

func union(sets ...set) set {
	return normal(slices.Concat(sets...))
}

func (s set) complement() set {
	out := set{}
	next := rune(0)
	for _, r := range s {
		if next < r.Lo {
			out = append(out, ir.Range{Lo: next, Hi: r.Lo - 1})
		}
		next = r.Hi + 1
	}
	if next <= unicode.MaxRune {
		out = append(out, ir.Range{Lo: next, Hi: unicode.MaxRune})
	}
	return out
}

func (s set) has(r rune) bool {
	_, found := slices.BinarySearchFunc(s, r, func(x ir.Range, r rune) int {
		switch {
		case x.Hi < r:
			return -1
		case x.Lo > r:
			return 1
		}
		return 0
	})
	return found
}

func (s set) meets(t set) bool {
	for i, j := 0, 0; i < len(s) && j < len(t); {
		switch {
		case s[i].Hi < t[j].Lo:
			i++
		case t[j].Hi < s[i].Lo:
			j++
		default:
			return true
		}
	}
	return false
}

// tableSet returns the members of a Unicode table.
func tableSet(tables ...*unicode.RangeTable) set {
	var ranges []ir.Range
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			ranges = append(ranges, ir.Range{Lo: lo, Hi: hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			ranges = append(ranges, ir.Range{Lo: r, Hi: r})
		}
	}
	for _, table := range tables {
		for _, r := range table.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range table.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return normal(ranges)
}

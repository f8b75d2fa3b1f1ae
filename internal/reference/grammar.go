package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// derivative returns the grammar that remains of g after a letter (Brzozowski, Derivatives of Regular Expressions, 1964), or nil if g does not accept
// the letter.
func derivative(g ir.Grammar, letter int) ir.Grammar {
	switch g := g.(type) {
	case ir.Letter:
		if g.Number == letter {
			return ir.InTurn{}
		}
	case ir.InTurn:
		var found []ir.Grammar
		for i, part := range g {
			if d := derivative(part, letter); d != nil {
				found = append(found, inTurn(append([]ir.Grammar{d}, g[i+1:]...)))
			}
			if !mayEnd(part) {
				break
			}
		}
		return oneAlternative(found)
	case ir.OneAlternative:
		var found []ir.Grammar
		for _, part := range g {
			if d := derivative(part, letter); d != nil {
				found = append(found, d)
			}
		}
		return oneAlternative(found)
	case ir.Repeated:
		d := derivative(g.Part, letter)
		switch {
		case d == nil:
			return nil
		case g.Once:
			return d
		}
		return inTurn([]ir.Grammar{d, ir.Repeated{Part: g.Part}})
	}
	return nil
}

// mayEnd reports whether nothing need come.
func mayEnd(g ir.Grammar) bool {
	switch g := g.(type) {
	case ir.InTurn:
		for _, part := range g {
			if !mayEnd(part) {
				return false
			}
		}
		return true
	case ir.OneAlternative:
		for _, part := range g {
			if mayEnd(part) {
				return true
			}
		}
	case ir.Repeated:
		return g.Least == 0 || mayEnd(g.Part)
	}
	return false
}

// inTurn flattens sequences, so that derivatives do not grow.
func inTurn(parts []ir.Grammar) ir.Grammar {
	var flat ir.InTurn
	for _, part := range parts {
		if inner, isSequence := part.(ir.InTurn); isSequence {
			flat = append(flat, inner...)
		} else {
			flat = append(flat, part)
		}
	}
	if len(flat) == 1 {
		return flat[0]
	}
	return flat
}

// oneAlternative removes duplicates, for the same reason. It is nil without parts.
func oneAlternative(parts []ir.Grammar) ir.Grammar {
	var flat ir.OneAlternative
	known := map[string]bool{}
	for _, part := range parts {
		inner, isChoice := part.(ir.OneAlternative)
		if !isChoice {
			inner = ir.OneAlternative{part}
		}
		for _, p := range inner {
			if key := fmt.Sprintf("%#v", p); !known[key] {
				known[key] = true
				flat = append(flat, p)
			}
		}
	}
	switch len(flat) {
	case 0:
		return nil
	case 1:
		return flat[0]
	}
	return flat
}

// mostNamed is how many words a message lists.
const mostNamed = 20

// named returns the words with which messages name some letters: those of the order, without repetitions. A word with a description is redundant
// beside the word alone.
func named(o *ir.Order, letters []int) (words []string) {
	for _, l := range letters {
		words = append(words, o.Shown[l]...)
	}
	plain := map[string]bool{}
	for _, w := range words {
		plain[w] = true
	}
	var list []string
	for _, w := range words {
		described := false
		for other := range plain {
			described = described || strings.HasPrefix(w, other+" (")
		}
		if !described && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	return list
}

// oneOf lists words as messages do.
func oneOf(words []string) string {
	words = slices.Clone(words)
	if more := len(words) - mostNamed; more > 0 {
		words = append(words[:mostNamed], fmt.Sprintf("%d other values", more))
	}
	if len(words) == 1 {
		return words[0]
	}
	last := len(words) - 1
	return "one of " + strings.Join(words[:last], ", ") + " or " + words[last]
}

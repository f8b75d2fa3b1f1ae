package reference

import (
	"fmt"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// derivative is what may follow a letter where g may stand (Brzozowski, Derivatives of Regular Expressions, 1964); nil if the letter may not come.
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

// firsts are the letters that may come, by name.
func firsts(g ir.Grammar, letters []string) []string {
	var names []string
	for number, name := range letters {
		if derivative(g, number) != nil {
			names = append(names, name)
		}
	}
	return names
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

// oneAlternative leaves out what stands there twice, for the same reason. It is nil without parts.
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

// oneOf lists words as messages do.
func oneOf(words []string) string {
	var quoted []string
	for _, w := range words {
		quoted = append(quoted, fmt.Sprintf("%q", w))
	}
	if more := len(quoted) - mostNamed; more > 0 {
		quoted = append(quoted[:mostNamed], fmt.Sprintf("%d other values", more))
	}
	if len(quoted) == 1 {
		return quoted[0]
	}
	last := len(quoted) - 1
	return "one of " + strings.Join(quoted[:last], ", ") + " or " + quoted[last]
}

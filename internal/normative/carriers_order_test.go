package normative_test

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// rule removes a rule of messages, or the orders of conversations with that rule.
func rule(p *ir.Protocol, id string, permits bool) (pieces []piece) {
	if id == "version" {
		return []piece{replaced(&p.Accepts, nil)}
	}
	for _, t := range slices.Concat(p.Types, p.Parts) {
		for i, r := range t.Rules {
			if r.ID == id {
				pieces = append(pieces, replaced(&t.Rules, without(t.Rules, i)))
			}
		}
	}
	pieces = append(pieces, together(pieces)...)
	for _, c := range p.Conversations {
		if id == "unique" || permits {
			pieces = append(pieces, eachWithout(&c.Unique)...)
		}
		if id == "wrong-direction" {
			pieces = append(pieces, replaced(&c.From, make([]string, len(c.From))))
		}
		for _, o := range c.Orders() {
			for i, check := range o.Checks {
				if check.ID == id {
					pieces = append(pieces, replaced(&o.Checks, without(o.Checks, i)))
				}
			}
			if ordersMessages(id) {
				pieces = append(pieces, order(c, o)...)
			}
		}
		for _, x := range c.Exchanges {
			if ordersMessages(id) {
				pieces = append(pieces, replaced(&x.One, nil), replaced(&x.All, nil), replaced(&x.Others, nil))
			}
		}
	}
	return pieces
}

// ordersMessages reports whether a rule is one of conversations. The reference keeps the states of their grammars.
func ordersMessages(id string) bool {
	return slices.Contains([]string{"unexpected-message", "after-end", "incomplete"}, id)
}

// order lets any messages follow each other, or takes one letter out of a grammar.
func order(c *ir.Conversation, o *ir.Order) (pieces []piece) {
	var letters ir.OneAlternative
	for n := range o.Letters {
		letters = append(letters, ir.Letter{Number: n})
	}
	pieces = append(pieces, replaced[ir.Grammar](&o.Grammar, ir.Repeated{Part: letters}))
	for n := range o.Letters {
		pieces = append(pieces, replaced(&o.Grammar, lacking(o.Grammar, n)))
	}
	return pieces
}

// lacking is a grammar in which a letter never comes.
func lacking(g ir.Grammar, letter int) ir.Grammar {
	switch g := g.(type) {
	case ir.Letter:
		if g.Number == letter {
			return ir.OneAlternative{}
		}
		return g
	case ir.InTurn:
		parts := make(ir.InTurn, len(g))
		for i, part := range g {
			parts[i] = lacking(part, letter)
		}
		return parts
	case ir.OneAlternative:
		parts := make(ir.OneAlternative, len(g))
		for i, part := range g {
			parts[i] = lacking(part, letter)
		}
		return parts
	case ir.Repeated:
		g.Part = lacking(g.Part, letter)
		return g
	}
	panic("the grammar has another part")
}

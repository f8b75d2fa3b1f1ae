package conversations

import (
	"errors"
	"strings"
	"unicode"

	"github.com/envgen/envgen/internal/automata"
	"github.com/envgen/envgen/internal/compile/wording"
	"github.com/envgen/envgen/internal/diag"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// grammar is the text of a grammar, which is being read. The letters are numbered as they come.
type grammar struct {
	b      *conversation
	text   syntax.Text
	rest   []rune
	at     int // code points that have been read
	letter func(name syntax.Text) int
	failed bool
	depth  int
}

// maxGrammarDepth bounds how deep parentheses are nested.
const maxGrammarDepth = 100

// grammar reads a grammar; letter numbers its letters. It is nil where the grammar is wrong.
func (b *conversation) grammar(text syntax.Text, letter func(name syntax.Text) int) ir.Grammar {
	g := &grammar{b: b, text: text, rest: []rune(text.Value), letter: letter}
	tree := g.choice()
	if !g.failed && g.peek() != 0 {
		g.fail("remove it, or open a parenthesis before it", "this parenthesis has no opening parenthesis")
	}
	if g.failed {
		return nil
	}
	return tree
}

func (g *grammar) fail(help, message string) {
	if !g.failed {
		g.failed = true
		g.b.Fail(g.pos(g.at), "grammar", help, "%s", message)
	}
}

func (g *grammar) pos(offset int) diag.Pos {
	last := len([]rune(strings.TrimRight(g.text.Value, " \n"))) - 1
	return g.b.File.At(g.text, max(0, min(offset, last)))
}

// peek is the next character that is no white space, or 0.
func (g *grammar) peek() rune {
	for len(g.rest) > 0 && unicode.IsSpace(g.rest[0]) {
		g.take()
	}
	if len(g.rest) == 0 {
		return 0
	}
	return g.rest[0]
}

func (g *grammar) take() rune {
	r := g.rest[0]
	g.rest = g.rest[1:]
	g.at++
	return r
}

func (g *grammar) choice() ir.Grammar {
	alternatives := ir.OneAlternative{g.sequence()}
	for !g.failed && g.peek() == '|' {
		g.take()
		alternatives = append(alternatives, g.sequence())
	}
	if len(alternatives) == 1 {
		return alternatives[0]
	}
	return alternatives
}

func (g *grammar) sequence() ir.Grammar {
	var parts ir.InTurn
	for !g.failed && !strings.ContainsRune("|)\x00", g.peek()) {
		parts = append(parts, g.repeated())
	}
	switch {
	case g.failed:
	case len(parts) == 0:
		g.fail("write a letter; `?` makes its neighbour optional", "a letter or a parenthesis is missing here")
	case len(parts) == 1:
		return parts[0]
	}
	return parts
}

func (g *grammar) repeated() ir.Grammar {
	part := g.atom()
	for !g.failed && strings.ContainsRune("*+?", g.peek()) && len(g.rest) > 0 {
		switch g.take() {
		case '*':
			part = ir.Repeated{Part: part}
		case '+':
			part = ir.Repeated{Part: part, Least: 1}
		case '?':
			part = ir.Repeated{Part: part, Once: true}
		}
	}
	return part
}

func (g *grammar) atom() ir.Grammar {
	switch c := g.peek(); {
	case c == '(':
		return g.parenthesis()
	case c == '"':
		start := g.at
		g.take()
		return g.quoted(start)
	case isLetterPart(c):
		return g.named(g.at)
	}
	g.fail("write letters, `|`, `*`, `+`, `?` and parentheses; put a letter with other characters in double quotes", "a letter or a parenthesis is missing here")
	return nil
}

// isLetterPart reports whether a letter without quotes may contain a character. Tags of published protocols are often paths or have dots.
func isLetterPart(c rune) bool {
	return strings.ContainsRune("_-./:$", c) || unicode.IsLetter(c) || unicode.IsDigit(c)
}

func (g *grammar) parenthesis() ir.Grammar {
	if g.depth++; g.depth > maxGrammarDepth {
		g.fail("", "the parentheses are nested too deep here")
		return nil
	}
	start := g.at
	g.take()
	inner := g.choice()
	if !g.failed && g.peek() != ')' {
		g.at = start
		g.fail("close it with `)`", "this parenthesis is never closed")
		return nil
	}
	if !g.failed {
		g.take()
	}
	g.depth--
	return inner
}

// named reads a letter up to a character that is none of its name.
func (g *grammar) named(start int) ir.Grammar {
	var name strings.Builder
	for len(g.rest) > 0 && isLetterPart(g.rest[0]) {
		name.WriteRune(g.take())
	}
	return g.numbered(start, name.String())
}

// quoted reads a letter in double quotes. A backslash escapes a double quote or a backslash in its name.
func (g *grammar) quoted(start int) ir.Grammar {
	var name strings.Builder
	for len(g.rest) > 0 && g.rest[0] != '"' {
		c := g.take()
		if c == '\\' && len(g.rest) > 0 {
			c = g.take()
		}
		name.WriteRune(c)
	}
	if len(g.rest) == 0 {
		g.at = start
		g.fail("close it with a double quote", "this letter is never closed")
		return nil
	}
	g.take()
	return g.numbered(start, name.String())
}

func (g *grammar) numbered(start int, name string) ir.Grammar {
	number := g.letter(syntax.Text{Pos: g.pos(start), Value: name})
	if number < 0 {
		g.failed = true // it is reported
	}
	return ir.Letter{Number: number}
}

// The automata of orders are small; these limits are for specs that are not.
var orderLimits = automata.Options{States: 2_000, Cells: 200_000, Work: 2_000_000}

// maxOrderParts bounds the letters and operators of a grammar.
const maxOrderParts = 5_000

// automaton is the least automaton of a grammar; nil if it is too large.
func (b *conversation) automaton(g ir.Grammar, letters int, at syntax.Text) *automata.Table {
	limits := orderLimits
	limits.Letters = letters
	p, err := automata.Compile(regular(g), maxOrderParts)
	if err == nil {
		var t *automata.Table
		if t, err = p.Determinise(limits); err == nil {
			return t.Minimise()
		}
	}
	if !errors.Is(err, automata.ErrTooLarge) {
		panic(err) // a grammar has nothing else that could be wrong
	}
	b.Fail(at.Pos, "too-large", "split the conversation", "the automaton of this grammar has more than %d states", orderLimits.States)
	return nil
}

func regular(g ir.Grammar) automata.Expr {
	switch g := g.(type) {
	case ir.Letter:
		return automata.Letters{g.Number}
	case ir.InTurn:
		list := automata.Sequence{}
		for _, part := range g {
			list = append(list, regular(part))
		}
		return list
	case ir.OneAlternative:
		list := automata.Choice{}
		for _, part := range g {
			list = append(list, regular(part))
		}
		return list
	case ir.Repeated:
		most := automata.Unlimited
		if g.Once {
			most = 1
		}
		return automata.Repeat{Body: regular(g.Part), Min: g.Least, Max: most}
	}
	panic("compile: unknown grammar")
}

// positions are the states of an automaton that can be reached and lead on, the first one first.
func positions(t *automata.Table, shown [][]string) []ir.Position {
	live := t.Live()
	numbers := map[int]int{}
	var order []int
	number := func(state int) int {
		if !live[state] {
			return -1
		}
		if _, known := numbers[state]; !known {
			numbers[state] = len(order)
			order = append(order, state)
		}
		return numbers[state]
	}
	number(0)
	var list []ir.Position
	for i := 0; i < len(order); i++ {
		p := ir.Position{Accepts: t.Accepts[order[i]], Ends: true}
		for _, to := range t.Row(order[i]) {
			next := number(int(to))
			p.Next = append(p.Next, next)
			p.Ends = p.Ends && next < 0
		}
		p.Refused = ir.Failure{Rule: "after-end", Message: "must not come after the end"}
		if !p.Ends {
			p.Refused = ir.Failure{Rule: "unexpected-message", Message: expected(p.Next, shown)}
		}
		if !p.Accepts {
			p.Cut = ir.Failure{Rule: "incomplete", Message: "must not end before " + wording.OneOfWords(awaited(p.Next, shown))}
		}
		list = append(list, p)
	}
	return list
}

package pattern

import "github.com/envgen/envgen/internal/automata"

// The kinds of characters on either side that assertions distinguish. Without word boundaries in the pattern, all letters are of one kind.
const (
	outsideWord automata.Kind = iota // any character, or one outside \w if the pattern requires word boundaries
	insideWord
)

// program is the NFA of a pattern.
type program struct {
	*automata.Program
	alphabet *alphabet
}

func newProgram(tree node, a *alphabet) *program {
	p, err := automata.Compile(a.expression(tree), maxInsts)
	if err != nil {
		refuse(0, TooLarge, "the pattern has more than %d parts once its repetitions are expanded; lower its counts", maxInsts)
	}
	return &program{p, a}
}

// expression writes a tree in letters.
func (a *alphabet) expression(n node) automata.Expr {
	switch n := n.(type) {
	case empty:
		return automata.Empty{}
	case literal, class:
		return automata.Letters(a.letters(charset(n)))
	case assertion:
		return automata.Assertion(func(left, right automata.Kind) bool { return holds(n, left, right) })
	case look:
		return automata.Look{Body: a.expression(n.body), Negative: n.negated}
	case sequence:
		return automata.Sequence(a.expressions(n))
	case choice:
		return automata.Choice(a.expressions(n))
	case repeat:
		return automata.Repeat{Body: a.expression(n.body), Min: n.min, Max: n.max}
	}
	panic(unknown(n))
}

func (a *alphabet) expressions(nodes []node) []automata.Expr {
	list := make([]automata.Expr, len(nodes))
	for i, n := range nodes {
		list[i] = a.expression(n)
	}
	return list
}

// holds decides an assertion.
func holds(a assertion, left, right automata.Kind) bool {
	switch a {
	case atStart:
		return left == automata.None
	case atEnd:
		return right == automata.None
	case atBoundary:
		return (left == insideWord) != (right == insideWord)
	case notAtBoundary:
		return (left == insideWord) == (right == insideWord)
	}
	panic("pattern: unknown assertion")
}

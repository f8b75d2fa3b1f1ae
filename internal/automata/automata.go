// Package automata makes the minimal automaton of a regular expression and answers questions about it. An expression is
// compiled into an NFA (Compile), that into a complete DFA (Determinise), and that into the least one (Minimise).
//
// Letters are the numbers from 0 on. The caller defines their meaning and the text of an expression. The caller also sets
// the limits. They count work, so that the same expressions are too large on every machine.
package automata

import "errors"

// ErrTooLarge means that an automaton would exceed a limit of the caller.
var ErrTooLarge = errors.New("automata: the automaton is over a limit")

// Expr is a regular expression. The set is closed: Empty, Letters, Sequence, Choice, Repeat, Assertion, Look.
type Expr interface{ expr() }

type (
	// Empty matches the empty word.
	Empty struct{}
	// Letters matches one of its letters, which ascend; nothing, if there are none.
	Letters []int
	// Sequence matches its parts one after the other.
	Sequence []Expr
	// Choice matches the words that one of its branches matches. It has at least one branch.
	Choice []Expr
	// Repeat matches its body from Min to Max times; Max is Unlimited where there is no limit.
	Repeat struct {
		Body     Expr
		Min, Max int
	}
	// Assertion matches the empty word if it is true between a letter of the left kind and one of the right.
	Assertion func(left, right Kind) bool
	// Look matches the empty word if the rest of the word begins with a match of its body; with Negative, if it does not.
	Look struct {
		Body     Expr
		Negative bool
	}
)

func (Empty) expr()     {}
func (Letters) expr()   {}
func (Sequence) expr()  {}
func (Choice) expr()    {}
func (Repeat) expr()    {}
func (Assertion) expr() {}
func (Look) expr()      {}

// Unlimited is the Max of a Repeat without end.
const Unlimited = -1

// Kind is the property of a letter that an Assertion reads: a number from 0 on.
type Kind int

// None is the kind before the first letter of a word and after the last one.
const None Kind = -1

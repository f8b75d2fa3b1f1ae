// Package automata makes the minimal automaton of a regular expression and answers questions about it. An expression is
// compiled into an NFA (Compile), that into a complete DFA (Determinise), and that into the least one (Minimise).
//
// Letters are the numbers from 0 on: what they stand for, and the text of an expression, are the caller's. So are the
// limits, which count work, so that what is too large never depends on the machine.
package automata

import "errors"

// ErrTooLarge says that an automaton would be over a limit of the caller's.
var ErrTooLarge = errors.New("automata: the automaton is over a limit")

// Expr is a regular expression. The set is closed: Empty, Letters, Sequence, Choice, Repeat, Assertion.
type Expr interface{ expr() }

type (
	// Empty matches the empty word.
	Empty struct{}
	// Letters matches one of its letters, which ascend; nothing, if there are none.
	Letters []int
	// Sequence matches its parts one after the other.
	Sequence []Expr
	// Choice matches what one of its branches matches; there is at least one.
	Choice []Expr
	// Repeat matches its body from Min to Max times; Max is Unlimited where there is no limit.
	Repeat struct {
		Body     Expr
		Min, Max int
	}
	// Assertion matches the empty word where it holds between a letter of the left kind and one of the right.
	Assertion func(left, right Kind) bool
)

func (Empty) expr()     {}
func (Letters) expr()   {}
func (Sequence) expr()  {}
func (Choice) expr()    {}
func (Repeat) expr()    {}
func (Assertion) expr() {}

// Unlimited is the Max of a Repeat without end.
const Unlimited = -1

// Kind is what an Assertion knows of a letter: a number from 0 on.
type Kind int

// None is what an Assertion sees where the word begins or ends.
const None Kind = -1

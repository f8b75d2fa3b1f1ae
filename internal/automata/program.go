package automata

import (
	"fmt"
	"slices"
)

// Program is an NFA. Instruction 0 accepts.
type Program struct {
	Instructions []Instruction
	Start        int
	Looks        bool // an instruction is a LookAhead
}

// Instruction is one step of an NFA.
type Instruction struct {
	Op       Operation
	Letters  []int     // of Read
	Holds    Assertion // of Assert
	Out, Alt int       // where to go on; Alt of Split and Loop only
	Ahead    *Program  // of LookAhead
	Negative bool      // of LookAhead
}

// Operation is the kind of an Instruction.
type Operation uint8

const (
	Accept    Operation = iota // the expression has matched
	Read                       // read one of Letters
	Split                      // go on at both
	Loop                       // a Split where a repetition without limit begins its body, at Out, or ends
	Assert                     // go on if the condition is true
	LookAhead                  // go on if the rest of the word begins with a match of Ahead; with Negative, if it does not
)

// Compile returns the NFA of an expression, or ErrTooLarge if it has more instructions than most.
func Compile(e Expr, most int) (*Program, error) {
	if 1+size(e, most) > most {
		return nil, ErrTooLarge
	}
	p := &Program{}
	p.add(Instruction{Op: Accept})
	p.Start = p.compile(e, 0)
	return p, nil
}

// size counts the instructions that compile would add for e. It runs first, so that counts cannot make compile take
// long. If there are more than most, it returns any number above most.
func size(e Expr, most int) (n int) {
	switch e := e.(type) {
	case Empty:
	case Letters, Assertion:
		n = 1
	case Look:
		n = 2 + size(e.Body, most)
	case Sequence:
		for _, part := range e {
			n = min(n+size(part, most), most+1)
		}
	case Choice:
		n = len(e) - 1
		for _, branch := range e {
			n = min(n+size(branch, most), most+1)
		}
	case Repeat:
		if n = size(e.Body, most); e.Max == Unlimited {
			n = n*max(1, e.Min) + 1
		} else {
			n = n*e.Max + e.Max - e.Min
		}
	default:
		panic(unknown(e))
	}
	return min(n, most+1)
}

func (p *Program) add(i Instruction) int {
	p.Instructions = append(p.Instructions, i)
	return len(p.Instructions) - 1
}

// compile adds the instructions that match e and continue at next. It returns the first one.
func (p *Program) compile(e Expr, next int) int {
	switch e := e.(type) {
	case Empty:
		return next
	case Letters:
		return p.add(Instruction{Op: Read, Letters: e, Out: next})
	case Assertion:
		return p.add(Instruction{Op: Assert, Holds: e, Out: next})
	case Look:
		ahead := &Program{}
		ahead.add(Instruction{Op: Accept})
		ahead.Start = ahead.compile(e.Body, 0)
		p.Looks = true
		return p.add(Instruction{Op: LookAhead, Ahead: ahead, Negative: e.Negative, Out: next})
	case Sequence:
		for _, part := range slices.Backward(e) {
			next = p.compile(part, next)
		}
		return next
	case Choice:
		start := p.compile(e[len(e)-1], next)
		for _, branch := range slices.Backward(e[:len(e)-1]) {
			start = p.add(Instruction{Op: Split, Out: p.compile(branch, next), Alt: start})
		}
		return start
	case Repeat:
		return p.compileRepeat(e, next)
	}
	panic(unknown(e))
}

func (p *Program) compileRepeat(e Repeat, next int) int {
	start, least := next, e.Min
	if e.Max == Unlimited {
		again := p.add(Instruction{Op: Loop, Alt: next})
		body := p.compile(e.Body, again)
		p.Instructions[again].Out = body
		if start = again; least > 0 {
			start = body
			least--
		}
	}
	for range e.Max - e.Min { // negative if unlimited
		start = p.add(Instruction{Op: Split, Out: p.compile(e.Body, start), Alt: next})
	}
	for range least {
		start = p.compile(e.Body, start)
	}
	return start
}

func unknown(e Expr) string { return fmt.Sprintf("automata: unknown expression %T", e) }

package pattern

import "slices"

// instruction is one step of an NFA.
type instruction struct {
	op        operation
	letters   []int     // of read
	assertion assertion // of assert
	out, alt  int       // where to go on; alt of split and loop only
}

type operation uint8

const (
	accept operation = iota // the pattern has matched
	read                    // read one of letters
	split                   // go on at both
	loop                    // a split where a repetition without limit begins its body, at out, or ends
	assert                  // go on if assertion holds
)

// program is an NFA. Instruction 0 accepts.
type program struct {
	instructions []instruction
	start        int
	alphabet     *alphabet
}

func newProgram(tree node, a *alphabet) *program {
	p := &program{alphabet: a}
	p.add(instruction{op: accept})
	p.start = p.compile(tree, 0)
	return p
}

func (p *program) add(i instruction) int {
	if len(p.instructions) >= maxInsts {
		refuse(0, TooLarge, "the pattern has more than %d parts once its repetitions are written out; lower its counts", maxInsts)
	}
	p.instructions = append(p.instructions, i)
	return len(p.instructions) - 1
}

// compile adds what matches n and goes on at next. It returns where to begin.
func (p *program) compile(n node, next int) int {
	switch n := n.(type) {
	case empty:
		return next
	case literal, class:
		return p.add(instruction{op: read, letters: p.alphabet.letters(charset(n)), out: next})
	case assertion:
		return p.add(instruction{op: assert, assertion: n, out: next})
	case sequence:
		for _, part := range slices.Backward(n) {
			next = p.compile(part, next)
		}
		return next
	case choice:
		start := p.compile(n[len(n)-1], next)
		for _, branch := range slices.Backward(n[:len(n)-1]) {
			start = p.add(instruction{op: split, out: p.compile(branch, next), alt: start})
		}
		return start
	case repeat:
		return p.compileRepeat(n, next)
	}
	panic(unknown(n))
}

func (p *program) compileRepeat(n repeat, next int) int {
	start, least := next, n.min
	if n.max == unlimited {
		again := p.add(instruction{op: loop, alt: next})
		body := p.compile(n.body, again)
		p.instructions[again].out = body
		if start = again; least > 0 {
			start = body
			least--
		}
	}
	for range n.max - n.min { // negative if unlimited
		start = p.add(instruction{op: split, out: p.compile(n.body, start), alt: next})
	}
	for range least {
		start = p.compile(n.body, start)
	}
	return start
}

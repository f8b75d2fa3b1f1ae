package pattern

import (
	"encoding/binary"
	"slices"
	"unicode"

	"github.com/envgen/envgen/internal/automata"
	"github.com/envgen/envgen/internal/ir"
)

// Limits for a backtracking engine on a text. A step is a visited instruction of the program.
const (
	maxSteady = 32     // steps a character, in the long run
	maxExcess = 10_000 // steps beyond that, which a pattern causes only once in a text
	maxEffort = 1_000_000
)

// engine decides which strings a backtracking engine may be given.
func engine(tree node, p *program) ir.Engine {
	e := newEffort(p)
	if _, linear := e.bound(); !linear || e.splitsPairs() {
		return ir.NoString
	}
	if contains(tree, isUnlimited) {
		return ir.ShortStrings
	}
	return ir.AllStrings
}

func isUnlimited(n node) bool {
	r, ok := n.(repeat)
	return ok && r.max == unlimited
}

// isRemembered reports whether n is a loop for which V8 keeps a way back for each turn: not if it repeats one code unit, and
// that with no count to begin with.
func isRemembered(n node) bool {
	if !isUnlimited(n) {
		return false
	}
	r := n.(repeat)
	return r.min > 1 || !isCharacter(r.body) || charset(r.body).meets(set{{Lo: 0xd800, Hi: unicode.MaxRune}})
}

// effort bounds the steps of an engine without memoization. Such an engine visits an instruction once for each way that leads there. So its work is
// the number of open ways after each character, counted from every start of a search. We ignore that a match ends the search early. A crowd is the
// set of open ways. The crowds that texts lead to form a graph: an engine takes linear time if crowds on a cycle are small.
//
// If ways multiply without end, the crowds do too, and the first crowd that is too large decides. We rejected degrees of ambiguity (Weber and Seidl,
// 1991), because they separate linear from quadratic time, but not a small factor from a large one.
type effort struct {
	*program
	crowds []crowd
	known  map[string]int
	costs  []int   // by crowd: the steps until each of its ways has read a character or ended
	next   [][]int // by crowd: those that one more character leads to
	work   int
	most   int // no crowd may cost more

	visits  int
	accepts bool    // one of the ways has matched
	inside  []bool  // by instruction: a loop that the way has entered since the last character
	reads   [][]int // by letter: where ways go on
}

// crowd is the ways that are open behind a character.
type crowd struct {
	threads []int // instructions, ascending; an instruction occurs once for each way to it
	left    automata.Kind
}

func newEffort(p *program) *effort {
	n := len(p.Instructions)
	return &effort{program: p, known: map[string]int{}, most: n + maxSteady, inside: make([]bool, n), reads: make([][]int, p.alphabet.size)}
}

// bound returns how many steps an engine takes in any text beyond maxSteady a character; false if they may be too many.
func (e *effort) bound() (excess int, linear bool) {
	e.number(crowd{left: automata.None})
	for i := 0; i < len(e.crowds); i++ {
		if !e.fill(i) {
			return 0, false
		}
	}
	excess = e.excess()
	return excess, excess <= maxExcess
}

func (e *effort) number(c crowd) int {
	key := []byte{byte(c.left)}
	for _, pc := range c.threads {
		key = binary.AppendUvarint(key, uint64(pc))
	}
	number, ok := e.known[string(key)]
	if !ok {
		number = len(e.crowds)
		e.known[string(key)] = number
		e.crowds = append(e.crowds, c)
	}
	return number
}

// fill follows the ways of a crowd; it returns false if they are too many.
func (e *effort) fill(number int) bool {
	next, costs := []int{}, e.follow(e.crowds[number], automata.None)
	for right := range slices.Max(e.alphabet.kinds) + 1 {
		costs = max(costs, e.follow(e.crowds[number], right))
		if costs > e.most || e.work > maxEffort {
			return false
		}
		for l, threads := range e.reads {
			if e.alphabet.kinds[l] != right {
				continue
			}
			threads = slices.Sorted(slices.Values(threads))
			e.work += len(threads) + 1
			next = append(next, e.number(crowd{threads, right}))
		}
	}
	slices.Sort(next)
	e.costs, e.next = append(e.costs, costs), append(e.next, slices.Compact(next))
	return true
}

// follow takes every way of a crowd, and the one that begins here, up to the next character. It returns the steps.
func (e *effort) follow(c crowd, right automata.Kind) int {
	e.visits, e.accepts = 0, false
	for l := range e.reads {
		e.reads[l] = e.reads[l][:0]
	}
	for _, pc := range c.threads {
		e.visit(pc, c.left, right)
	}
	e.visit(e.Start, c.left, right)
	e.work += e.visits
	return e.visits
}

// visit goes on at an instruction. A way that comes round a loop without reading ends, as in any engine.
func (e *effort) visit(pc int, left, right automata.Kind) {
	if e.visits++; e.visits > e.most {
		return
	}
	switch in := e.Instructions[pc]; in.Op {
	case automata.Accept:
		e.accepts = true
	case automata.Read:
		for _, l := range in.Letters {
			e.reads[l] = append(e.reads[l], in.Out)
		}
		e.work += len(in.Letters)
	case automata.Split:
		e.visit(in.Out, left, right)
		e.visit(in.Alt, left, right)
	case automata.Loop:
		if !e.inside[pc] {
			e.inside[pc] = true
			e.visit(in.Out, left, right)
			e.inside[pc] = false
			e.visit(in.Alt, left, right)
		}
	case automata.Assert:
		if in.Holds(left, right) {
			e.visit(in.Out, left, right)
		}
	default:
		panic("pattern: unknown instruction")
	}
}

// splitsPairs reports whether JavaScript could find a match between the two units of one character. V8 looks for the empty string there, too, and
// treats both units as characters outside \w, so \B matches 😀 between letters.
func (e *effort) splitsPairs() bool {
	e.follow(crowd{left: outsideWord}, outsideWord)
	return e.alphabet.words && e.accepts
}

// excess adds the costs of crowds beyond maxSteady on the most expensive way through the graph. The result exceeds maxExcess if such a crowd is on a
// cycle.
func (e *effort) excess() int {
	component := components(e.next) // a component has a higher number than those that it leads to
	count := slices.Max(component) + 1
	own, size, total := make([]int, count), make([]int, count), make([]int, count)
	for i, c := range component {
		own[c] += max(0, e.costs[i]-maxSteady)
		size[c]++
	}
	for i, c := range component {
		if own[c] > 0 && (size[c] > 1 || slices.Contains(e.next[i], i)) {
			return maxExcess + 1
		}
	}
	order := make([]int, len(component))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return component[i] - component[j] })
	worst := 0
	for _, i := range order {
		c := component[i]
		for _, to := range e.next[i] {
			if component[to] != c {
				total[c] = max(total[c], own[c]+total[component[to]])
			}
		}
		total[c] = max(total[c], own[c])
		worst = max(worst, total[c])
	}
	return worst
}

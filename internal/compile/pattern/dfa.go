package pattern

import (
	"slices"

	"github.com/envgen/envgen/internal/automata"
	"github.com/envgen/envgen/internal/ir"
)

// newDFA returns the minimal automaton of a pattern: states in the order in which a walk over ascending code points
// first meets them, without the one that leads nowhere.
func newDFA(p *program) ir.DFA {
	complete, err := p.Determinise(automata.Options{Letters: p.alphabet.size, Kinds: p.alphabet.kinds, Search: true,
		States: maxSubsets, Cells: maxCells, Work: maxWork})
	if err != nil {
		refuseStates()
	}
	w := writer{table: complete.Minimise(), alphabet: p.alphabet, dead: -1}
	for s := range w.table.States() {
		if w.closed(s) && !w.table.Accepts[s] {
			w.dead = s
		}
	}
	dfa, edges := ir.DFA{}, 0
	for s := range w.table.States() {
		if s == w.dead && s > 0 {
			continue
		}
		state := w.state(s)
		dfa.States = append(dfa.States, state)
		if edges += len(state.Edges); edges > maxEdges {
			refuse(0, TooLarge, "matching the pattern needs an automaton of more than %d edges; "+
				"write smaller classes, or lower the counts", maxEdges)
		}
	}
	return dfa
}

func refuseStates() {
	refuse(0, TooLarge, "matching the pattern needs an automaton of more than %d states; "+
		"anchor it, lower its counts, or let its parts differ in their first characters", maxStates)
}

// writer turns letters into code points.
type writer struct {
	table    *automata.Table // minimal
	alphabet *alphabet
	dead     int // the state from which nothing matches, or -1
}

// closed reports whether all letters lead from a state to itself.
func (w *writer) closed(s int) bool {
	return !slices.ContainsFunc(w.table.Row(s), func(to int32) bool { return int(to) != s })
}

// state writes one state.
func (w *writer) state(s int) ir.State {
	if w.closed(s) && w.table.Accepts[s] {
		return ir.State{Accept: true, Final: true}
	}
	state := ir.State{Accept: w.table.Accepts[s]}
	for i, lo := range w.alphabet.starts {
		to := int(w.table.Row(s)[w.alphabet.letter[i]])
		if to == w.dead {
			continue
		}
		if w.dead >= 0 && to > w.dead {
			to--
		}
		if to >= maxStates {
			refuseStates()
		}
		hi := everything[0].Hi
		if i+1 < len(w.alphabet.starts) {
			hi = w.alphabet.starts[i+1] - 1
		}
		if n := len(state.Edges); n > 0 && state.Edges[n-1].To == to && state.Edges[n-1].Hi == lo-1 {
			state.Edges[n-1].Hi = hi
		} else {
			state.Edges = append(state.Edges, ir.Edge{Lo: lo, Hi: hi, To: to})
		}
	}
	return state
}

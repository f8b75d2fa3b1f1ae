package automata

import "slices"

// Table is a complete DFA: in state s the letter l leads to Next[s*Letters+l]. State 0 is the start.
type Table struct {
	Letters int
	Next    []int32
	Accepts []bool // by state: the word may end here
}

// States returns how many states there are.
func (t *Table) States() int { return len(t.Accepts) }

// Row returns, by letter, where a state leads.
func (t *Table) Row(state int) []int32 { return t.Next[state*t.Letters : (state+1)*t.Letters] }

// sources is a table turned round.
type sources struct {
	states int
	start  []int32 // of the stretch of from, by letter and state
	from   []int32
}

func (t *Table) sources() *sources {
	n := t.States()
	s := &sources{states: n, start: make([]int32, n*t.Letters+1), from: make([]int32, n*t.Letters)}
	for i, to := range t.Next {
		s.start[(i%t.Letters)*n+int(to)+1]++
	}
	for i := 1; i < len(s.start); i++ {
		s.start[i] += s.start[i-1]
	}
	free := slices.Clone(s.start)
	for i, to := range t.Next {
		at := (i%t.Letters)*n + int(to)
		s.from[free[at]] = int32(i / t.Letters)
		free[at]++
	}
	return s
}

// to returns the states from which letter l leads to s.
func (s *sources) to(l int, state int32) []int32 {
	at := l*s.states + int(state)
	return s.from[s.start[at]:s.start[at+1]]
}

package reference

import (
	"fmt"
	"sync"

	"github.com/envgen/envgen/internal/ir"
)

// state is a point in the course of an order: the grammar that remains. It keeps its derivatives, because the courses of an archive pass the same
// states again and again.
type state struct {
	of     *states
	left   ir.Grammar
	ends   bool           // nothing need come
	kept   bool           // among the known ones
	after  map[int]*state // by letter; nil for one that may not come
	firsts []int          // the letters that may come; nil before the first call of may
}

// states are those of one order. They are safe for concurrent use.
type states struct {
	order *ir.Order
	start *state
	mutex sync.Mutex
	known map[string]*state
}

// mostStates bounds the memory of an order. States beyond it are derived each time.
const mostStates = 10_000

func newStates(o *ir.Order) *states {
	s := &states{order: o, known: map[string]*state{}}
	s.start = s.at(o.Grammar)
	return s
}

func statesOf(orders []*ir.Order) map[*ir.Order]*states {
	all := map[*ir.Order]*states{}
	for _, o := range orders {
		all[o] = newStates(o)
	}
	return all
}

// at returns the state of a grammar.
func (s *states) at(g ir.Grammar) *state {
	key := fmt.Sprintf("%#v", g)
	if s.known[key] != nil {
		return s.known[key]
	}
	next := &state{of: s, left: g, ends: mayEnd(g), kept: len(s.known) < mostStates, after: map[int]*state{}}
	if next.kept {
		s.known[key] = next
	}
	return next
}

// next returns the state after a letter, or nil if the letter may not come.
func (s *state) next(letter int) *state {
	s.of.mutex.Lock()
	defer s.of.mutex.Unlock()
	return s.derive(letter)
}

func (s *state) derive(letter int) *state {
	next, known := s.after[letter]
	if known {
		return next
	}
	if left := derivative(s.left, letter); left != nil {
		next = s.of.at(left)
	}
	if next == nil || next.kept { // a chain of others would outlive their courses
		s.after[letter] = next
	}
	return next
}

// may returns the letters that may come.
func (s *state) may() []int {
	s.of.mutex.Lock()
	defer s.of.mutex.Unlock()
	if s.firsts == nil {
		s.firsts = []int{}
		for letter := range s.of.order.Letters {
			if s.derive(letter) != nil {
				s.firsts = append(s.firsts, letter)
			}
		}
	}
	return s.firsts
}

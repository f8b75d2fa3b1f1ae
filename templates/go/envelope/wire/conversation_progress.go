package wire

import (
	"iter"
	"maps"
	"slices"
)

// mostListed is how many exchanges are found by a look at all of them, which takes less time than a map where they are few.
const mostListed = 8

// courses are open exchanges by key. Those that have been many are a map until all of them have ended.
type courses struct {
	list  []*course
	byKey map[Key]*course
}

func (s *courses) len() int { return len(s.list) + len(s.byKey) }

// all are in no order.
func (s *courses) all() iter.Seq[*course] {
	if s.byKey != nil {
		return maps.Values(s.byKey)
	}
	return slices.Values(s.list)
}

// get returns the course of a key, or nil.
func (s *courses) get(key Key) *course {
	if s.byKey != nil {
		return s.byKey[key]
	}
	for _, c := range s.list {
		if c.key == key {
			return c
		}
	}
	return nil
}

// put makes c the course of its key.
func (s *courses) put(c *course) {
	if s.byKey != nil {
		s.byKey[c.key] = c
		return
	}
	for i, other := range s.list {
		if other.key == c.key {
			s.list[i] = c
			return
		}
	}
	if s.list = append(s.list, c); len(s.list) <= mostListed {
		return
	}
	s.byKey = map[Key]*course{}
	for _, c := range s.list {
		s.byKey[c.key] = c
	}
	s.list = nil
}

// delete forgets the course of a key.
func (s *courses) delete(key Key) {
	if s.byKey != nil {
		if delete(s.byKey, key); len(s.byKey) == 0 {
			s.byKey = nil // a map that has been great stays so
		}
		return
	}
	for i, c := range s.list {
		if c.key == key {
			last := len(s.list) - 1
			s.list[i], s.list[last] = s.list[last], nil
			s.list = s.list[:last]
			return
		}
	}
}

package wire

import (
	"hash/maphash"
	"iter"
	"math/bits"
)

// courses are open exchanges by key: a table with open addressing, which is at least half empty. We rejected Go's map, because it spreads the ids that
// a side counts over all of its memory.
type courses struct {
	places []seat
	count  int
	recent *course // the last one that was found or put, or nil
}

// seat is a place of the table.
type seat struct {
	hash   uint32
	course *course // nil in an empty place
}

const (
	fewestPlaces = 16
	mostEmpty    = 64 // the places of a table that is kept when it becomes empty
)

func (s *courses) len() int { return s.count }

// all are in no order.
func (s *courses) all() iter.Seq[*course] {
	return func(yield func(*course) bool) {
		for i := range s.places {
			if c := s.places[i].course; c != nil && !yield(c) {
				return
			}
		}
	}
}

// get returns the course of a key, or nil.
func (s *courses) get(key Key) *course {
	if c := s.recent; c != nil && c.key == key {
		return c
	}
	if s.count == 0 {
		return nil
	}
	c := s.places[s.find(key, key.hash())].course
	if c != nil {
		s.recent = c
	}
	return c
}

// find returns the place of a key, or the empty one that it would get.
func (s *courses) find(key Key, hash uint32) int {
	for i := int(hash); ; i++ {
		i &= len(s.places) - 1
		if p := &s.places[i]; p.course == nil || p.hash == hash && p.course.key == key {
			return i
		}
	}
}

// put makes c the course of its key.
func (s *courses) put(c *course) {
	if 2*s.count >= len(s.places) {
		s.grow()
	}
	c.hash = c.key.hash()
	i := s.find(c.key, c.hash)
	if s.places[i].course == nil {
		s.count++
	}
	s.places[i] = seat{c.hash, c}
	s.recent = c
}

func (s *courses) grow() {
	old := s.places
	s.places = make([]seat, max(fewestPlaces, 2*len(old)))
	for _, p := range old {
		if p.course != nil {
			s.places[s.find(p.course.key, p.hash)] = p
		}
	}
}

// delete forgets the course of a key.
func (s *courses) delete(key Key) {
	c := s.get(key)
	if c == nil {
		return
	}
	at := s.find(key, c.hash)
	s.recent = nil
	if s.count--; s.count == 0 && len(s.places) > mostEmpty {
		s.places = nil
		return
	}
	// No place is empty between a course and the place of its hash: the courses behind the gap move into it.
	mask := len(s.places) - 1
	for i := (at + 1) & mask; s.places[i].course != nil; i = (i + 1) & mask {
		if (i-int(s.places[i].hash))&mask >= (i-at)&mask {
			s.places[at] = s.places[i]
			at = i
		}
	}
	s.places[at] = seat{}
}

// The hashes differ between processes, so that nobody can choose keys with equal ones.
var (
	hashSeed   = maphash.MakeSeed()
	hashNumber = maphash.String(hashSeed, "") | 1
)

// hash returns the hash of a key. Eight neighbouring integers have neighbouring hashes, and share lines of the processor's cache.
func (k Key) hash() uint32 {
	if k.number == 0 {
		return uint32(maphash.String(hashSeed, k.text))
	}
	n := k.number
	if f := k.asNumber(); float64(int64(f)) == f {
		n = uint64(int64(f))
	}
	high, low := bits.Mul64(n>>3^hashNumber, hashNumber)
	return uint32(high^low)<<3 | uint32(n&7)
}

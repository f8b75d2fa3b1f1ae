package mutants

import (
	"hash/fnv"
	"math/rand/v2"
)

// dice are the generator's source of chance. Only PCG's raw output is used: how it is mapped to a range is not
// part of rand.Rand's promises, and a seed must mean the same mutants everywhere.
type dice struct{ *rand.PCG }

func newDice(seed uint64, name string) dice {
	h := fnv.New64a()
	h.Write([]byte(name)) // never fails
	return dice{rand.NewPCG(seed, h.Sum64())}
}

// below returns 0 to n-1. That low values are likelier by n in 2^64 does no harm.
func (d dice) below(n int) int { return int(d.Uint64() % uint64(n)) }

// one is true once in n times.
func (d dice) one(n int) bool { return d.below(n) == 0 }

func pick[T any](d dice, of []T) T { return of[d.below(len(of))] }

func shuffle[T any](d dice, items []T) {
	for i := len(items) - 1; i > 0; i-- {
		j := d.below(i + 1)
		items[i], items[j] = items[j], items[i]
	}
}

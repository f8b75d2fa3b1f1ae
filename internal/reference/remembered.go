package reference

import (
	"cmp"
	"fmt"
	"slices"

	"cel.dev/cel-go/common/types"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/sorting"
)

// The memory of a conversation is counted in bytes of canonical JSON: the members that later checks read, keys of open exchanges, and the memory
// against repeats. The reference stores whole messages, so a member that the trackers fail to store shows as a difference.

// place is where a course remembers a message: for checks, or bound.
type place struct {
	bound  bool
	number int
}

// remembers are the places where an order remembers a message, with the bytes that it takes there.
func (c *Conversation) remembers(o *ir.Order, letter int, m said, j judgement) map[place]int {
	record := slices.Index(c.ir.Records, m.record)
	places := map[place]int{}
	for i, l := range o.Lines {
		if slices.Contains(l.Letters, letter) && l.Keeps != nil {
			places[place{false, i}] = sizeKept(l.Keeps[record], m)
		}
	}
	for i, b := range o.Bound {
		if slices.Contains(b.Letters, letter) && (b.When == nil || c.applies(b.When[record], m, j)) {
			places[place{true, i}] = sizeKept(b.Keeps[record], m)
		}
	}
	return places
}

// applies reports whether a condition is true for a message.
func (c *Conversation) applies(when *ir.Predicate, m said, j judgement) bool {
	answer, _, err := c.programs[when].Eval(j.variables(m.native()))
	return err == nil && answer == types.True
}

// growth is by how many bytes more a course remembers with a message.
func (c *Conversation) growth(t *thread, letter int, m said, j judgement) int {
	growth := 0
	for at, bytes := range c.remembers(t.order, letter, m, j) {
		growth += bytes - t.bytes[at]
	}
	return growth
}

// size is how many bytes a course remembers.
func (t *thread) size() int {
	size := t.key
	for _, bytes := range t.bytes {
		size += bytes
	}
	return size
}

// sizeKept is the size of the members that are kept of a message. One that is null takes nothing.
func sizeKept(kept ir.Snapshot, m said) int {
	size := 0
	for _, k := range kept {
		value := m.plain
		for _, f := range k.At {
			members, isObject := value.(object)
			if value = nil; isObject {
				value, _ = members.get(f.Name)
			}
		}
		if value != nil {
			size += len(canonical(value))
		}
	}
	return size
}

func sizeOfAll(parts []any) int {
	size := 0
	for _, part := range parts {
		size += len(canonical(part))
	}
	return size
}

// remembered is how many bytes the conversation remembers.
func (c *Conversation) remembered() int {
	size := c.whole.size()
	for _, open := range c.open {
		for _, t := range open {
			size += t.size()
		}
	}
	for _, past := range c.past {
		for _, r := range past {
			size += sizeOfAll(r.parts)
		}
	}
	return size
}

// fit drops exchanges in accepting states, the least recently used first, until the addition of a message fits into so many bytes. If this is not
// possible, it drops none and returns the failure of the message.
func (c *Conversation) fit(effects []effect, concerned map[threadKey]bool, most int) *ir.Failure {
	growth, more := 0, 0
	for _, e := range effects {
		growth += e.growth
		more += max(e.growth, 0)
	}
	if c.sizeMost+more > most {
		c.sizeMost = c.remembered()
	}
	over := c.sizeMost + growth - most
	if c.sizeMost += more; growth <= 0 || over <= 0 {
		return nil
	}
	type resting struct {
		exchange int
		key      any
		thread   *thread
	}
	var list []resting
	for i, open := range c.open {
		for key, t := range open {
			if t.left.ends && !concerned[threadKey{i, key}] {
				list = append(list, resting{i, key, t})
			}
		}
	}
	sorting.Func(list, func(a, b resting) int { return cmp.Compare(a.thread.moved, b.thread.moved) })
	for n, r := range list {
		if over -= r.thread.size(); over <= 0 {
			for _, r := range list[:n+1] {
				delete(c.open[r.exchange], r.key)
			}
			return nil
		}
	}
	return &ir.Failure{Rule: "unexpected-message", Message: fmt.Sprintf("must wait until the conversation remembers less: at most %d bytes", most)}
}

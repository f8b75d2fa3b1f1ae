package reference

import (
	"slices"

	"cel.dev/cel-go/common/types"

	"github.com/envgen/envgen/internal/ir"
)

// move takes a message into a course of an order, and makes the checks of it.
func (c *Conversation) move(t *thread, left *state, letter int, m said, j judgement, open int, reply *typed) []failure {
	c.moves++
	t.left, t.moved = left, c.moves
	var failures []failure
	for i, check := range t.order.Checks {
		if !slices.Contains(check.Letters, letter) || check.Refuses {
			continue
		}
		if check.Reply != nil && (reply == nil || reply.of != check.Reply || check.Reads && reply.member == nil) {
			continue // it is of other replies, or the member has failures of its own
		}
		var member said
		if check.Reads {
			member = *reply.member
		}
		last, follows := t.last[i]
		if !c.beyond(t, check) && (check.Kind == ir.CheckEach || (check.Kind == ir.CheckNext) == follows) {
			if !c.holds(t, check, m, last, member, j, open) {
				failures = append(failures, failureAt(check.At)(check.Failure)...)
			}
		}
		set(&t.last, i, m)
	}
	for at, bytes := range c.remembers(t.order, letter, m, j) {
		set(&t.bytes, at, bytes)
		if at.bound {
			set(&t.bound, at.number, m)
		}
	}
	return failures
}

// set is an assignment to a map that may be nil.
func set[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}

// closes returns why a letter may not come: a condition on bound messages is not true, or no such message has come.
func (c *Conversation) closes(t *thread, letter int, m said, j judgement) *ir.Failure {
	for _, check := range t.order.Checks {
		if !check.Refuses || !slices.Contains(check.Letters, letter) {
			continue
		}
		waits := slices.ContainsFunc(check.Uses, func(use ir.Use) bool { return !c.came(t, use) })
		if waits || c.beyond(t, check) || !c.holds(t, check, m, said{}, said{}, j, 0) {
			return &check.Failure
		}
	}
	return nil
}

// beyond reports whether a message has come after which a check does not apply.
func (c *Conversation) beyond(t *thread, check *ir.SequenceCheck) bool {
	return slices.ContainsFunc(check.Without, func(use ir.Use) bool { return c.came(t, use) })
}

// came reports whether a message has been bound.
func (c *Conversation) came(t *thread, use ir.Use) bool {
	_, known := c.binder(t, use).bound[use.Number]
	return known
}

// binder is the course that remembers a bound message: that of the conversation, or that of the check.
func (c *Conversation) binder(t *thread, use ir.Use) *thread {
	if use.Whole {
		return c.whole
	}
	return t
}

// holds evaluates a check. A check of a message that is not bound yet is true.
func (c *Conversation) holds(t *thread, check *ir.SequenceCheck, m, last, reply said, j judgement, open int) bool {
	variables, bound := j.variables(m.native()), map[string]any{}
	variables["prev"], variables["bound"], variables["open"], variables["reply"] = last.native(), bound, open, reply.native()
	var earlier []*ir.Type
	if check.Kind == ir.CheckNext {
		earlier = append(earlier, last.record)
	}
	for _, use := range check.Uses {
		of := c.binder(t, use)
		b, known := of.bound[use.Number]
		if !known {
			return true
		}
		bound[of.order.Bound[use.Number].Name] = b.native()
		earlier = append(earlier, b.record)
	}
	if check.Reads {
		earlier = append(earlier, reply.record)
	}
	for _, one := range check.Cases {
		if one.This == m.record && slices.Equal(one.Earlier, earlier) {
			answer, _, err := c.programs[one].Eval(variables)
			return err == nil && answer == types.True
		}
	}
	panic("reference: no case of the check " + check.ID + " is of these messages")
}

// letter is the first of some letters that a message is, or -1.
func (c *Conversation) letter(kinds []ir.LetterOf, m said, j judgement) int {
	for _, k := range kinds {
		if k.From != "" && k.From != m.sender {
			continue
		}
		if k.When == nil {
			return k.Letter
		}
		if answer, _, err := c.programs[k.When].Eval(j.variables(m.native())); err == nil && answer == types.True {
			return k.Letter
		}
	}
	return -1
}

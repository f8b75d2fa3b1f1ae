package conversations

import (
	"fmt"
	"math"
	"slices"

	"github.com/envgen/envgen/internal/compile/rules"
	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/syntax"
)

// usualMost is the default number of remembered messages or open exchanges; greatestMost is the largest number in a spec.
const (
	usualMost    = 65_536
	usualBatch   = 1_024
	greatestMost = 1 << 24
)

// most reads a bound; n may be nil.
func (b *conversation) most(n *syntax.Node, usual int) (int, bool) {
	switch {
	case n == nil:
		return usual, true
	case n.Kind != syntax.NumberNode || n.Number != math.Trunc(n.Number) || n.Number < 1 || n.Number > greatestMost:
		b.Fail(n.Pos, "conversation", fmt.Sprintf("remove it for the default, %d", usual), "`most` must be a number from 1 to %d", greatestMost)
		return 0, false
	}
	return int(n.Number), true
}

// batch reads the bound of a batch.
func (b *conversation) batch() (ok bool) {
	if ok = true; b.written.Batch.Is {
		b.out.Batch, ok = b.most(b.written.Batch.Most, usualBatch)
	}
	return ok
}

// unique compiles the members that must differ between messages.
func (b *conversation) unique(w *syntax.Unique, whole *order) *ir.Unique {
	c := b
	most, ok := c.most(w.Most, usualMost)
	if !ok {
		return nil
	}
	u := &ir.Unique{Most: most, Window: ir.Window{Before: w.Before.Value, When: w.When.Value, Until: w.Until.Value}}
	u.Failure = ir.Failure{Rule: "unique", Message: w.Message.Value}
	u.Full = ir.Failure{Rule: "unique", Message: fmt.Sprintf("must wait until one of %d messages need no longer be remembered", u.Most)}
	for _, name := range w.Of {
		if n := whole.known(name); n >= 0 {
			u.Letters = append(u.Letters, n)
		}
	}
	if w.Of == nil {
		for n := range whole.out.Letters {
			u.Letters = append(u.Letters, n)
		}
	}
	parts := make([][]*ir.Key, len(w.By))
	for i, by := range w.By {
		help := "name a member that messages have"
		if hasItems(by) {
			help = "name a member outside of arrays: only keys of exchanges have `*`"
		}
		keys, way, ok := b.members(by, help)
		if !ok {
			return nil
		}
		parts[i], u.By = keys, append(u.By, way)
	}
	if w.At.Pos.IsValid() {
		u.At, _ = c.Pointer(w.At)
	}
	of := whole.recordsOf(u.Letters)
	for i, t := range b.out.Records {
		var keys []*ir.Key
		var until *ir.Predicate
		if slices.Contains(of, t) && !slices.ContainsFunc(parts, func(keys []*ir.Key) bool { return keys[i] == nil }) {
			if !c.PointsAt(t.Value, u.At, w.At) {
				return nil
			}
			for _, part := range parts {
				keys = append(keys, part[i])
			}
			if until = whole.until(t, w); until == nil {
				return nil
			}
		}
		u.Keys, u.Until = append(u.Keys, keys), append(u.Until, until)
	}
	return u
}

// until is the time up to which a message is remembered, that time included. A time that is not included (`before`) is one nanosecond later.
func (o *order) until(t *ir.Type, w *syntax.Unique) *ir.Predicate {
	if !w.Before.Pos.IsValid() {
		return o.time(t, w.Until)
	}
	text := "(" + w.Before.Value + ") - duration('0.000000001s')"
	parts := []part{{1, w.Before}}
	if w.When.Pos.IsValid() {
		before := "(" + w.When.Value + ") ? "
		parts = []part{{1, w.When}, {len([]rune(before)) + 1, w.Before}, {len([]rune(before+text)) + 4, w.Until}}
		text = before + text + " : (" + w.Until.Value + ")"
	}
	return o.timeOf(t, text, parts)
}

// part is the position of a text of the spec in an expression that joins several texts.
type part struct {
	at   int // code points
	text syntax.Text
}

// placed reports problems of an expression at the positions of its parts in the spec.
func (o *order) placed(parts []part) func([]rules.Problem) {
	return func(problems []rules.Problem) {
		for _, p := range problems {
			in := parts[0]
			for _, other := range parts {
				if other.at <= p.Offset {
					in = other
				}
			}
			p.Offset = max(0, p.Offset-in.at)
			o.b.Report(in.text, []rules.Problem{p})
		}
	}
}

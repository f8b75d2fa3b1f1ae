package walks

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// state guesses how far the orders have come: of letters with conditions it takes the first one that leads on. It steers walks and decides
// nothing.
type state struct {
	walker *Walker
	whole  int
	open   []map[string]int
}

func (s *state) allows(record int, m map[string]any, sender string) bool {
	c := s.walker.conversation
	if after(&c.Main, record, sender, s.whole) < 0 {
		return false
	}
	for i, x := range c.Exchanges {
		if x.Keys[record] == nil || !isOf(x, record, sender) {
			continue
		}
		for _, key := range keysOf(m, x) {
			if after(&x.Order, record, sender, s.open[i][key]) < 0 {
				return false
			}
		}
	}
	return true
}

func (s *state) move(record int, m map[string]any, sender string) {
	if !s.allows(record, m, sender) {
		return
	}
	c := s.walker.conversation
	s.whole = after(&c.Main, record, sender, s.whole)
	for i, x := range c.Exchanges {
		if x.Keys[record] == nil || !isOf(x, record, sender) {
			continue
		}
		for _, key := range keysOf(m, x) {
			s.open[i][key] = after(&x.Order, record, sender, s.open[i][key])
			if x.States[s.open[i][key]].Ends {
				delete(s.open[i], key)
			}
		}
	}
}

// isOf reports whether an exchange has a letter for messages of a record that a side sends.
func isOf(x *ir.Exchange, record int, sender string) bool {
	return slices.ContainsFunc(x.Kinds[record], func(k ir.LetterOf) bool { return k.From == "" || k.From == sender })
}

func after(o *ir.Order, record int, sender string, state int) int {
	for _, k := range o.Kinds[record] {
		if k.From != "" && k.From != sender {
			continue
		}
		if next := o.States[state].Next; k.Letter < len(next) && next[k.Letter] >= 0 {
			return next[k.Letter]
		}
	}
	return -1
}

// keysOf are the keys of a message, each once. Those of several members are joined.
func keysOf(m map[string]any, x *ir.Exchange) []string {
	keys := keysAt(m, x.At)
	for _, at := range x.With {
		others := keysAt(m, at)
		if len(keys) == 0 || len(others) == 0 {
			return nil
		}
		keys = []string{fmt.Sprintf("%q %q", keys[0], others[0])}
	}
	return keys
}

// keysAt are the keys of a message at one member, each once.
func keysAt(v any, at []string) (keys []string) {
	if len(at) > 0 && at[0] == ir.EachItem {
		items, _ := v.([]any)
		for _, item := range items {
			for _, key := range keysAt(item, at[1:]) {
				if !slices.Contains(keys, key) {
					keys = append(keys, key)
				}
			}
		}
		return keys
	}
	if len(at) > 0 {
		inner, _ := v.(map[string]any)
		return keysAt(inner[at[0]], at[1:])
	}
	if _, isMessage := v.(map[string]any); isMessage {
		return []string{""} // one exchange at a time
	}
	if v == nil {
		return nil
	}
	return []string{strings.TrimSpace(fmt.Sprint(v))}
}

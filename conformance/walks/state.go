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
		if key, has := keyAt(m, x.At); has && x.Keys[record] != nil && isOf(x, record, sender) && after(&x.Order, record, sender, s.open[i][key]) < 0 {
			return false
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
		if key, has := keyAt(m, x.At); has && x.Keys[record] != nil && isOf(x, record, sender) {
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

func keyAt(m map[string]any, at []string) (string, bool) {
	if at == nil {
		return "", true // one exchange at a time
	}
	var value any = m
	for _, name := range at {
		inner, _ := value.(map[string]any)
		value = inner[name]
	}
	return strings.TrimSpace(fmt.Sprint(value)), value != nil
}

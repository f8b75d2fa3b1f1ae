package checks

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/ir"
	"github.com/envgen/envgen/internal/reference"
)

// Histogram counts the violations of a set of messages.
type Histogram struct {
	Protocol string
	Messages int
	NoJSON   int // messages that break the text profile
	Valid    int
	pairs    []Pair // in the order of the spec
	counts   map[Pair]int
}

// NewHistogram counts for the pairs of p.
func NewHistogram(p *ir.Protocol) *Histogram {
	h := &Histogram{Protocol: p.Name, counts: map[Pair]int{}}
	for _, c := range List(p) {
		if pair := c.Pair(); !slices.Contains(h.pairs, pair) {
			h.pairs = append(h.pairs, pair)
		}
	}
	return h
}

// Add counts one message, and each of its violated pairs once.
func (h *Histogram) Add(t reference.Trace) {
	h.Messages++
	if t.Valid {
		h.Valid++
	} else if len(t.Broken) == 0 {
		h.NoJSON++
	}
	for _, pair := range violated(t) {
		h.counts[pair]++
	}
}

// violated returns the counted pairs of a message. A truncated list counts nothing, because answers do not contain all of it.
func violated(t reference.Trace) []Pair {
	var pairs []Pair
	issues := map[[2]string]bool{} // two checks can be one issue
	for _, a := range t.Broken {
		issues[[2]string{a.Path, a.Failure.Rule}] = true
		if pair := pairOf(a.Place, a.Failure, placeless(a)); !slices.Contains(pairs, pair) {
			pairs = append(pairs, pair)
		}
	}
	if len(issues) > len(t.Issues) {
		return nil
	}
	return pairs
}

// Least returns the pair with the lowest count, rules aside: it takes more than chance to break some.
func (h *Histogram) Least() (Pair, int) {
	keywords := slices.DeleteFunc(slices.Clone(h.pairs), Pair.IsRule)
	least := slices.MinFunc(keywords, func(a, b Pair) int { return h.counts[a] - h.counts[b] })
	return least, h.counts[least]
}

// WellFormed is the share of messages that keep the text profile.
func (h *Histogram) WellFormed() float64 {
	return float64(h.Messages-h.NoJSON) / float64(max(1, h.Messages))
}

// Print writes a line a type and one for the whole.
func (h *Histogram) Print(w io.Writer) error {
	var b strings.Builder
	least, count := h.Least()
	fmt.Fprintf(&b, "%s: %d mutants, %.1f %% well-formed, %d valid; least violated: %s of %s, %d times\n",
		h.Protocol, h.Messages, 100*h.WellFormed(), h.Valid, least.Rule, least.Type, count)
	for i, pair := range h.pairs {
		if i == 0 || pair.Type != h.pairs[i-1].Type {
			if i > 0 {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "  %s:", cmp.Or(pair.Type, "rules"))
		}
		fmt.Fprintf(&b, " %s %d", pair.Rule, h.counts[pair])
	}
	b.WriteString("\n\n")
	_, err := io.WriteString(w, b.String())
	return err
}

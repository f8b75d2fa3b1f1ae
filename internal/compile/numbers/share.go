package numbers

import (
	"fmt"

	"github.com/envgen/envgen/internal/ir"
)

// share replaces equal parts by the first of them. Parts that lead back to themselves stay apart.
func share(p *ir.Protocol) {
	s := sharing{of: map[*ir.Numbers]*ir.Numbers{}, first: map[string]*ir.Numbers{}}
	for _, t := range p.Types {
		t.Numbers = s.same(t.Numbers)
	}
	all := p.Numbers
	p.Numbers = nil
	for _, n := range all {
		if s.of[n] == n {
			n.Index = len(p.Numbers)
			p.Numbers = append(p.Numbers, n)
		}
	}
}

type sharing struct {
	of    map[*ir.Numbers]*ir.Numbers // the first equal part; the part itself while its parts are visited
	first map[string]*ir.Numbers      // by key
}

func (s *sharing) same(n *ir.Numbers) *ir.Numbers {
	if n == nil || s.of[n] != nil {
		return s.of[n]
	}
	s.of[n] = n
	for _, to := range links(n) {
		*to = s.same(*to)
	}
	text := key(n)
	if s.first[text] == nil {
		s.first[text] = n
	}
	s.of[n] = s.first[text]
	return s.of[n]
}

// key is a text of all fields, which equal parts share. Other parts are in it by their addresses.
func key(n *ir.Numbers) string {
	own := *n
	own.Index, own.Tag = 0, nil
	text := fmt.Sprintf("%#v", own)
	if n.Tag != nil {
		text += fmt.Sprintf("%#v", *n.Tag)
	}
	return text
}

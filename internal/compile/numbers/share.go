package numbers

import (
	"fmt"
	"strings"

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
	first map[string]*ir.Numbers
}

func (s *sharing) same(n *ir.Numbers) *ir.Numbers {
	if n == nil {
		return nil
	}
	if known := s.of[n]; known != nil {
		return known
	}
	s.of[n] = n
	s.follow(n)
	text := key(n)
	if s.first[text] == nil {
		s.first[text] = n
	}
	s.of[n] = s.first[text]
	return s.of[n]
}

func (s *sharing) follow(n *ir.Numbers) {
	n.Rest, n.Any, n.Items = s.same(n.Rest), s.same(n.Any), s.same(n.Items)
	for i := range n.Prefix {
		n.Prefix[i] = s.same(n.Prefix[i])
	}
	for i := range n.Also {
		n.Also[i] = s.same(n.Also[i])
	}
	for i := range n.Members {
		n.Members[i].To = s.same(n.Members[i].To)
	}
	for i := range n.Patterns {
		n.Patterns[i].To = s.same(n.Patterns[i].To)
	}
	if n.Tag != nil {
		n.Tag.Other = s.same(n.Tag.Other)
		for i := range n.Tag.Cases {
			n.Tag.Cases[i].To = s.same(n.Tag.Cases[i].To)
		}
	}
}

// key is a text that equal parts share. Their own parts are in it by index.
func key(n *ir.Numbers) string {
	var b strings.Builder
	to := func(n *ir.Numbers) int {
		if n == nil {
			return -1
		}
		return n.Index
	}
	fmt.Fprint(&b, n.Declared, n.Wide, to(n.Rest), to(n.Any), to(n.Items))
	for _, p := range n.Prefix {
		fmt.Fprint(&b, " item ", to(p))
	}
	for _, p := range n.Also {
		fmt.Fprint(&b, " also ", to(p))
	}
	for _, m := range n.Members {
		fmt.Fprintf(&b, " member %q %d %d", m.Name, m.Stage, to(m.To))
	}
	for _, m := range n.Patterns {
		fmt.Fprintf(&b, " pattern %p %d", m.Regexp, to(m.To))
	}
	if n.Tag != nil {
		fmt.Fprintf(&b, " tag %q %d %d %q", n.Tag.Name, n.Tag.By, to(n.Tag.Other), n.Tag.Refused)
		for _, c := range n.Tag.Cases {
			fmt.Fprintf(&b, " case %q %d", c.Tags, to(c.To))
		}
	}
	return b.String()
}

package oracle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/envgen/envgen/internal/syntax"
)

// declareSides adds the implicit types of a spec: for each union with messages of several senders, the messages of each sender. They refer to the
// branches by node, because a branch may have no name.
func (o *Oracle) declareSides(u *unit) error {
	for _, name := range slices.Clone(u.names) {
		union := u.types[name]
		if tagged(union) == nil {
			continue
		}
		sides, unsaid := o.sendersBelow(union, "")
		if len(sides) == 0 || len(sides) == 1 && !unsaid {
			continue
		}
		for _, side := range sides {
			part, _ := o.sentBy(union, "", side)
			typ := name + "From"
			for _, word := range strings.Split(side, "_") {
				typ += strings.ToUpper(word[:min(1, len(word))]) + word[min(1, len(word)):]
			}
			if u.types[typ] != nil {
				return fmt.Errorf("oracle: %s is declared twice", typ)
			}
			u.declare(typ, part)
			o.wholes[part] = union
			if err := o.indexType(u, typ); err != nil {
				return err
			}
		}
	}
	return nil
}

// sendersBelow lists the senders of a union's messages, in their order; unsaid reports messages without a sender.
func (o *Oracle) sendersBelow(n *syntax.Node, side string) (sides []string, unsaid bool) {
	n, side = o.sent(n, side)
	branches := tagged(n)
	if branches == nil {
		if side == "" {
			return nil, true
		}
		return []string{side}, false
	}
	for _, branch := range branches {
		more, open := o.sendersBelow(branch, side)
		unsaid = unsaid || open
		for _, s := range more {
			if !slices.Contains(sides, s) {
				sides = append(sides, s)
			}
		}
	}
	return sides, unsaid
}

// sent returns the target of a schema, and its sender.
func (o *Oracle) sent(n *syntax.Node, side string) (*syntax.Node, string) {
	n = o.named(n)
	if own := text(n.Member("x-from")); own != "" {
		side = own
	}
	return n, side
}

// sentBy returns the part of n that a side may send: nil, a reference to all of it, or a union of some of its branches. A single branch replaces its
// union.
func (o *Oracle) sentBy(n *syntax.Node, around, side string) (part *syntax.Node, whole bool) {
	meant, from := o.sent(n, around)
	branches := tagged(meant)
	if branches == nil {
		if from != "" && from != side {
			return nil, false
		}
		return o.referTo(n), true
	}
	var list []*syntax.Node
	whole = true
	fallback := false // it is the last one
	for i, branch := range branches {
		below, all := o.sentBy(branch, from, side)
		whole = whole && all
		if below != nil {
			list = append(list, below)
			fallback = fallbackOf(meant) != nil && i == len(branches)-1
		}
	}
	switch {
	case whole:
		return o.referTo(n), true
	case len(list) == 0:
		return nil, false
	case len(list) == 1 && !fallback:
		return list[0], false
	}
	return o.partOf(meant, list, fallback), false
}

// referTo is a reference to a schema, which need not have a name.
func (o *Oracle) referTo(n *syntax.Node) *syntax.Node {
	if isAlias(n) {
		if to, _, err := o.target(n, reference(n)); err == nil {
			n = to
		}
	}
	at := o.places[n]
	ref := &syntax.Node{Kind: syntax.MapNode, Pos: n.Pos, Members: []syntax.Member{
		{Key: syntax.Text{Value: "$ref"}, Value: &syntax.Node{Kind: syntax.TextNode, Text: at.typ + "#" + at.pointer}}}}
	o.direct[ref] = n
	return ref
}

// tagged returns the branches of a union with a discriminator, or nil for other schemas.
func tagged(n *syntax.Node) []*syntax.Node {
	if n.Member("discriminator") == nil {
		return nil
	}
	return branchesOf(n)
}

package compile

import (
	"cmp"

	"github.com/envgen/envgen/internal/ir"
)

// facts stores the decisions of a spec that several back ends need: the sender of each message, and which types are messages.
func (c *compiler) facts(u *unit, p *ir.Protocol) {
	for _, d := range u.decls {
		if from := d.schema.From; from.Pos.IsValid() && isAlias(d.typ) {
			c.Fail(from.Pos, "side", "write it at the type that it names", "`x-from` is at an alias; it belongs to the declaration of the message")
		}
	}
	for _, t := range u.out {
		if union, ok := t.Value.Kind.(*ir.Union); ok && t.Of == nil {
			union.Senders = senders(t, t.Side, map[*ir.Type]bool{})
		}
	}
	c.errorParts(u)
	if p.Root == nil {
		return
	}
	found := map[*ir.Type]bool{}
	p.Messages = messages(p.Root, nil, found)
	for _, t := range u.out {
		if (found[aliased(t)] || t.Of != nil && found[t.Of]) && !found[t] {
			p.Messages = append(p.Messages, t)
		}
	}
}

// senders lists the records of a union, each once: in a spec that is refused, two ways may lead to one. side is who sends those
// that nothing closer speaks of.
func senders(t *ir.Type, side string, seen map[*ir.Type]bool) []ir.Sender {
	if seen[t] {
		return nil
	}
	seen[t] = true
	union, ok := t.Value.Kind.(*ir.Union)
	if !ok {
		return []ir.Sender{{Type: t, Side: side}}
	}
	var list []ir.Sender
	for _, v := range union.Variants {
		list = append(list, senders(v.Type, cmp.Or(v.Type.Side, side), seen)...)
	}
	return list
}

// messages adds t, the target of an alias t, and its variants.
func messages(t *ir.Type, list []*ir.Type, found map[*ir.Type]bool) []*ir.Type {
	if found[t] {
		return list
	}
	found[t] = true
	list = append(list, t)
	if named := aliased(t); named != t {
		return messages(named, list, found)
	}
	if union, ok := t.Value.Kind.(*ir.Union); ok {
		for _, v := range union.Variants {
			list = messages(v.Type, list, found)
		}
	}
	return list
}

// aliased returns the type that t is another name of, or t itself.
func aliased(t *ir.Type) *ir.Type {
	for isAlias(t) {
		t = t.Value.Kind.(ir.Ref).Type
	}
	return t
}

// isAlias reports whether t is nothing but another name of a type.
func isAlias(t *ir.Type) bool {
	_, isRef := t.Value.Kind.(ir.Ref)
	return isRef && !t.Value.Nullable && t.Value.Schema == nil && len(t.Value.Checks) == 0
}

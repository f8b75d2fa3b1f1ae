package acceptor

import (
	"slices"

	"github.com/envgen/envgen/internal/ir"
)

// slots are the nodes of a record's named members, 0 for an absent one.
type slots []uint32

// condition is a condition about members.
type condition func(c *course, members slots) bool

func (a *Acceptor) record(r *ir.Record) check {
	var all []string
	var checks []check
	for _, f := range r.Fields {
		all = append(all, f.Name)
		checks = append(checks, a.value(&f.Value))
	}
	for _, f := range r.Forbidden {
		all = append(all, f.Name)
		checks = append(checks, func(*course, uint32) bool { return false })
	}
	for _, name := range r.Noted {
		if !slices.Contains(all, name) {
			all = append(all, name)
			checks = append(checks, nil)
		}
	}
	declared := len(r.Fields) + len(r.Forbidden)
	known := newNames(all)
	var required []int
	for i, f := range r.Fields {
		if f.Required {
			required = append(required, i)
		}
	}
	var guards []condition
	for _, g := range r.Guards {
		guards = append(guards, a.guard(g, known))
	}
	empty := make([]uint32, len(all))
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != object {
			return false
		}
		// The slots are on a stack of the course, which records inside move on.
		base := len(c.slots)
		c.slots = append(c.slots, empty...)
		ok := c.recordMembers(n, base, known, checks, r.Closed, declared)
		members := slots(c.slots[base : base+len(all)])
		for i := 0; ok && i < len(required); i++ {
			ok = members[required[i]] != 0
		}
		for i := 0; ok && i < len(guards); i++ {
			ok = guards[i](c, members)
		}
		c.slots = c.slots[:base]
		return ok
	}
}

// recordMembers checks each member by itself, and notes the node of each named one in the slots from base on.
func (c *course) recordMembers(n uint32, base int, known *names, checks []check, closed bool, declared int) bool {
	at := n + 1
	for range c.nodes[n].count {
		i := known.index(c.string(at))
		at++
		if closed && (i < 0 || i >= declared) {
			return false
		}
		if i >= 0 {
			c.slots[base+i] = at
			if checks[i] != nil && !checks[i](c, at) {
				return false
			}
		}
		at = c.next(at)
	}
	return true
}

func (a *Acceptor) guard(g ir.Guard, known *names) condition {
	applies := all(g.If, known)
	var demands []condition
	for _, m := range g.Required {
		at := known.index(m.Name)
		if at == noName {
			return a.unsupportedCondition("a required member that is no field")
		}
		demands = append(demands, func(_ *course, members slots) bool { return members[at] != 0 })
	}
	for _, m := range g.Narrowed {
		at, narrow := known.index(m.Member), a.value(&m.Value)
		if at == noName {
			return a.unsupportedCondition("a narrowed member that is no field")
		}
		demands = append(demands, func(c *course, members slots) bool { return members[at] == 0 || narrow(c, members[at]) })
	}
	for _, count := range g.Counts {
		var of []condition
		for _, atoms := range count.Of {
			of = append(of, all(atoms, known))
		}
		demands = append(demands, func(c *course, members slots) bool {
			n := 0
			for _, is := range of {
				if is(c, members) {
					n++
				}
			}
			return n >= count.Least && (count.Most < 0 || n <= count.Most)
		})
	}
	return func(c *course, members slots) bool {
		if applies(c, members) == g.Not {
			return true
		}
		for _, demand := range demands {
			if !demand(c, members) {
				return false
			}
		}
		return true
	}
}

func (a *Acceptor) unsupportedCondition(what string) condition {
	a.missing[what] = true
	return func(c *course, _ slots) bool { return unknown(c, 0) }
}

func all(atoms []ir.Atom, known *names) condition {
	var list []condition
	for _, atom := range atoms {
		list = append(list, test(atom, known))
	}
	return func(c *course, members slots) bool {
		for _, is := range list {
			if !is(c, members) {
				return false
			}
		}
		return true
	}
}

func test(atom ir.Atom, known *names) condition {
	at := known.index(atom.Member)
	if at == noName {
		return func(c *course, _ slots) bool { return unknown(c, 0) }
	}
	var is []check
	for _, l := range atom.Is {
		is = append(is, literal(l))
	}
	return func(c *course, members slots) bool {
		n := members[at]
		holds := n != 0
		switch {
		case n == 0:
			holds = atom.Vacuous
		case is != nil || atom.Types != 0:
			holds = atom.Types != 0 && c.hasType(n, atom.Types) || slices.ContainsFunc(is, func(is check) bool { return is(c, n) })
		}
		return holds != atom.Not
	}
}

// hasType reports whether a value is of one of some JSON types.
func (c *course) hasType(n uint32, types ir.JSONTypes) bool {
	switch c.nodes[n].kind {
	case null:
		return types&ir.NullType != 0
	case boolean:
		return types&ir.BooleanType != 0
	case text:
		return types&ir.StringType != 0
	case array:
		return types&ir.ArrayType != 0
	case object:
		return types&ir.ObjectType != 0
	}
	return types&ir.NumberType != 0 || types&ir.IntegerType != 0 && c.isInteger(n)
}

func (a *Acceptor) union(u *ir.Union) check {
	selected := a.selection(u)
	if selected == nil {
		return a.unsupported("a union without a tag")
	}
	var codes []*typeCode
	for _, v := range u.Variants {
		codes = append(codes, a.typ(v.Type))
	}
	return func(c *course, n uint32) bool {
		if c.nodes[n].kind != object {
			return false
		}
		i := selected(c, n)
		return i >= 0 && codes[i].structure(c, n)
	}
}

// selection returns a function that returns the index of an object's variant, or -1. It is nil if only a schema selects.
func (a *Acceptor) selection(u *ir.Union) func(c *course, n uint32) int {
	switch u.By {
	case ir.ByPresence:
		return func(c *course, n uint32) int {
			if _, present := c.member(n, u.Tag); present {
				return 0
			}
			return 1
		}
	case ir.ByBranch:
		return nil
	}
	fallback := -1
	if u.Fallback() != nil {
		fallback = len(u.Variants) - 1
	}
	return tagged(u, fallback)
}

// tagged is the selection by the value of a tag; the fallback is the variant of other words.
func tagged(u *ir.Union, fallback int) func(c *course, n uint32) int {
	var tags []string
	var variants []int
	for i, v := range u.Variants {
		for _, tag := range v.Tags {
			tags = append(tags, tag)
			variants = append(variants, i)
		}
	}
	known := newNames(tags)
	return func(c *course, n uint32) int {
		at, present := c.member(n, u.Tag)
		if !present {
			return -1
		}
		word := ""
		switch v := c.nodes[at]; {
		case u.By == ir.ByBoolean && v.kind == boolean:
			word = "false"
			if v.whole {
				word = "true"
			}
		case u.By == ir.ByString && v.kind == text:
			word = c.string(at)
		case u.By == ir.ByInteger && v.kind == number:
			tag, is := ir.ByInteger.TagOf(ir.Literal{Kind: ir.NumberLiteral, Number: c.double(at)})
			if !is {
				return -1
			}
			word = tag
		default:
			return -1
		}
		if i := known.index(word); i >= 0 {
			return variants[i]
		}
		if fallback >= 0 && slices.Contains(u.Refused, word) {
			return -1
		}
		return fallback
	}
}

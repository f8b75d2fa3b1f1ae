package acceptor

import (
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// rulesOf returns the check of the rules of a type and of all types inside of its values, or nil if there are none.
func (a *Acceptor) rulesOf(t *ir.Type) check {
	if !a.ruled[t] {
		return nil
	}
	var whole check
	for _, r := range t.Rules {
		whole = both(whole, a.rule(t, r))
	}
	return notNull(both(whole, a.inside(t.Value.Kind)))
}

// ruledTypes returns the types with a rule for a part of their values: those with rules, and those that lead to one of them.
func ruledTypes(p *ir.Protocol) map[*ir.Type]bool {
	ruled, holders := map[*ir.Type]bool{}, map[*ir.Type][]*ir.Type{}
	var found []*ir.Type
	for _, q := range append([]*ir.Protocol{p}, p.Imports...) {
		for _, t := range q.Types {
			if len(t.Rules) > 0 {
				found = append(found, t)
			}
			eachType(t.Value, func(inner *ir.Type) { holders[inner] = append(holders[inner], t) })
		}
	}
	for len(found) > 0 {
		t := found[len(found)-1]
		found = found[:len(found)-1]
		if !ruled[t] {
			ruled[t] = true
			found = append(found, holders[t]...)
		}
	}
	return ruled
}

// eachType calls found for the types that a value names.
func eachType(v ir.Value, found func(*ir.Type)) {
	switch k := v.Kind.(type) {
	case ir.Ref:
		found(k.Type)
	case *ir.Union:
		for _, variant := range k.Variants {
			found(variant.Type)
		}
	}
	for _, inner := range v.Inside() {
		eachType(inner, found)
	}
}

// inside returns the check of the rules of types inside of a kind, or nil.
func (a *Acceptor) inside(k ir.Kind) check {
	switch k := k.(type) {
	case ir.Ref:
		if !a.ruled[k.Type] {
			return nil
		}
		code := a.typ(k.Type)
		return func(c *course, n uint32) bool { return code.rules(c, n) }
	case ir.Array:
		return notNull(each(a.inside(k.Items.Kind), a.items))
	case ir.Map:
		return notNull(each(a.inside(k.Values.Kind), a.members))
	case *ir.Record:
		return notNull(a.insideRecord(k))
	case *ir.Union:
		return notNull(a.insideUnion(k))
	case *ir.Choice:
		for _, o := range k.Options {
			if a.inside(o.Kind) != nil {
				return a.unsupported("rules inside of a choice")
			}
		}
	}
	return nil
}

func each(inner check, of func(check) check) check {
	if inner == nil {
		return nil
	}
	return of(inner)
}

// notNull leaves out null, which is not a value of the type.
func notNull(inner check) check {
	if inner == nil {
		return nil
	}
	return func(c *course, n uint32) bool { return c.nodes[n].kind == null || inner(c, n) }
}

func (a *Acceptor) insideRecord(r *ir.Record) check {
	var all []string
	var checks []check
	for _, f := range r.Fields {
		if inner := a.inside(f.Value.Kind); inner != nil {
			all, checks = append(all, f.Name), append(checks, inner)
		}
	}
	if all == nil {
		return nil
	}
	return func(c *course, n uint32) bool {
		for i, name := range all {
			if at, present := c.member(n, name); present && !checks[i](c, at) {
				return false
			}
		}
		return true
	}
}

func (a *Acceptor) insideUnion(u *ir.Union) check {
	var codes []*typeCode
	some := false
	for _, v := range u.Variants {
		var code *typeCode
		if a.ruled[v.Type] {
			code, some = a.typ(v.Type), true
		}
		codes = append(codes, code)
	}
	if !some {
		return nil
	}
	selected := a.selection(u)
	if selected == nil {
		return a.unsupported("rules inside of a union without a tag")
	}
	return func(c *course, n uint32) bool {
		i := selected(c, n)
		return i >= 0 && (codes[i] == nil || codes[i].rules(c, n))
	}
}

// version returns the check of a message's version. A version that is absent or has another form fails in the structure.
func (a *Acceptor) version(of *ir.Accepts) check {
	return func(c *course, n uint32) bool {
		for _, name := range of.At {
			if c.nodes[n].kind != object {
				return unknown(c, n)
			}
			at, present := c.member(n, name)
			if !present {
				return unknown(c, n)
			}
			n = at
		}
		if c.nodes[n].kind != text || c.params[of.Param].node != 0 {
			return unknown(c, n)
		}
		given, ok := major(c.string(n))
		if !ok {
			return unknown(c, n)
		}
		for accepted := c.params[of.Param].str; accepted != ""; {
			own, rest, _ := strings.Cut(accepted, " ")
			if number, ok := major(own); ok && number == given {
				return true
			}
			accepted = rest
		}
		return false
	}
}

// major returns the first of the three numbers of a semantic version. The structure checks the rest.
func major(version string) (string, bool) {
	if end := strings.IndexAny(version, "-+"); end >= 0 {
		version = version[:end]
	}
	first, rest, _ := strings.Cut(version, ".")
	second, third, _ := strings.Cut(rest, ".")
	for _, number := range [...]string{first, second, third} {
		if number == "" || number[0] == '0' && number != "0" || strings.Trim(number, "0123456789") != "" {
			return "", false
		}
	}
	return first, true
}

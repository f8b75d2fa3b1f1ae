package acceptor

import (
	"regexp"
	"strings"

	"github.com/envgen/envgen/internal/ir"
)

// rulesOf returns the check of the rules of a type and of all types inside of its values, or nil if there are none.
func (a *Acceptor) rulesOf(t *ir.Type) check {
	if !a.ruled(t) {
		return nil
	}
	var whole check
	for _, r := range t.Rules {
		whole = both(whole, a.rule(t, r))
	}
	whole = both(whole, a.inside(t.Value.Kind))
	return func(c *course, n uint32) bool { return c.nodes[n].kind == null || whole(c, n) }
}

// ruled reports whether a rule can apply to a part of a type's values.
func (a *Acceptor) ruled(t *ir.Type) bool {
	seen := map[*ir.Type]bool{}
	var typ func(*ir.Type) bool
	var kind func(ir.Kind) bool
	typ = func(t *ir.Type) bool {
		if seen[t] {
			return false
		}
		seen[t] = true
		return len(t.Rules) > 0 || kind(t.Value.Kind)
	}
	kind = func(k ir.Kind) bool {
		switch k := k.(type) {
		case ir.Ref:
			return typ(k.Type)
		case ir.Array:
			return kind(k.Items.Kind)
		case ir.Map:
			return kind(k.Values.Kind)
		case *ir.Record:
			for _, f := range k.Fields {
				if kind(f.Value.Kind) {
					return true
				}
			}
		case *ir.Union:
			for _, v := range k.Variants {
				if typ(v.Type) {
					return true
				}
			}
		case *ir.Choice:
			for _, o := range k.Options {
				if kind(o.Kind) {
					return true
				}
			}
		}
		return false
	}
	return typ(t)
}

// inside returns the check of the rules of types inside of a kind, or nil.
func (a *Acceptor) inside(k ir.Kind) check {
	switch k := k.(type) {
	case ir.Ref:
		if !a.ruled(k.Type) {
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
		if a.ruled(v.Type) {
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

// semanticVersion is the grammar of Semantic Versioning 2.0.0; the first group is the major version.
var semanticVersion = regexp.MustCompile(`^(0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$`)

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

// major returns the major version, with a short way for versions of three numbers.
func major(version string) (string, bool) {
	numbers, digits, first := 1, 0, len(version)
	for i := range len(version) {
		switch c := version[i]; {
		case c-'0' < 10 && (digits == 0 || version[i-digits] != '0'):
			digits++
		case c == '.' && digits > 0:
			if numbers++; numbers == 2 {
				first = i
			}
			digits = 0
		default:
			digits, numbers = 0, 9 // another form
		}
		if numbers > 3 {
			break
		}
	}
	if numbers == 3 && digits > 0 {
		return version[:first], true
	}
	m := semanticVersion.FindStringSubmatch(version)
	if m == nil {
		return "", false
	}
	return m[1], true
}

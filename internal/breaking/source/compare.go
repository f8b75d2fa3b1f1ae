package source

import (
	"slices"
	"strings"
)

// comparer collects changes.
type comparer struct {
	old, new *api
	changes  []Change
}

// symbol compares a symbol that is no member, and its members.
func (c *comparer) symbol(old *symbol) {
	new := c.new.symbols[old.name]
	if new == nil {
		if old.hidden {
			return // the declarations that led to it differ
		}
		c.report("removed", old.name, old, nil, "the %s %s is removed", old.kind, old.name)
		return
	}
	if !c.pair(old, new) {
		return
	}
	for _, m := range c.old.members[old.name] {
		c.member(m)
	}
}

func (c *comparer) member(old *symbol) {
	new := c.new.member(old.parent, old.short())
	switch {
	case new != nil:
		c.pair(old, new)
	case old.kind == "variant":
		c.report("variant", old.name, old, nil, "%s no longer belongs to %s", old.parent, old.typ.any[0])
	default:
		c.report("removed", old.name, old, nil, "the %s %s is removed", old.kind, old.name)
	}
}

// pair compares two declarations of a name. It reports whether their members can be compared.
func (c *comparer) pair(old, new *symbol) bool {
	switch {
	case old.kind != new.kind:
		c.report("changed", old.name, old, new, "%s was %s and is %s", old.name, article(old.kind), article(new.kind))
		return false
	case len(old.signatures) > 0:
		if about, rule := c.signatures(old, new); rule != "" {
			c.report(rule, old.name, old, new, "%s", about)
		}
	case !c.presence(old, new):
		c.types(old, new)
	}
	c.flags(old, new)
	c.drafts(old, new)
	return true
}

func article(kind string) string {
	if strings.Contains("aeiou", kind[:1]) {
		return "an " + kind
	}
	return "a " + kind
}

// absence are the types of members that are absent.
var absence = []string{"None", "UnsetType", "undefined"}

// presence compares whether a member may be absent. It reports whether that is the only difference.
func (c *comparer) presence(old, new *symbol) (only bool) {
	uses := c.uses(old)
	switch {
	case uses&given != 0 && (old.optional && !new.optional || old.defaulted && !new.defaulted):
		c.report("required", old.name, old, new, "the %s %s is required", old.kind, old.name)
	case uses&read != 0 && !old.optional && new.optional:
		c.report("optional", old.name, old, new, "the %s %s may be absent", old.kind, old.name)
	default:
		return false
	}
	lost, gained := differenceOf(old, new, old.typ, new.typ)
	return !slices.ContainsFunc(slices.Concat(lost, gained), func(one string) bool { return !slices.Contains(absence, one) })
}

func (c *comparer) flags(old, new *symbol) {
	if new.readonly && !old.readonly {
		c.report("readonly", old.name, old, new, "the %s %s can no longer be assigned", old.kind, old.name)
	}
	if new.pointer && !old.pointer {
		c.report("changed", old.name, old, new, "%s is a method of the pointer only", old.name)
	}
	if old.comparable && !new.comparable {
		c.report("comparable", old.name, old, new, "values of %s can no longer be compared by ==", old.name)
	}
}

// uses is how programs handle values of a symbol, or of its parent's.
func (c *comparer) uses(s *symbol) use {
	if s.use != 0 {
		return s.use
	}
	return given | read
}

func (c *comparer) types(old, new *symbol) {
	lost, gained := differenceOf(old, new, old.typ, new.typ)
	uses := c.uses(old)
	switch {
	case len(lost) == 0 && len(gained) == 0:
	case len(gained) == 0:
		if uses&given != 0 {
			c.report("narrowed", old.name, old, new, "%s no longer takes %s", old.name, list(lost))
		}
	case len(lost) == 0:
		if uses&read != 0 {
			c.report("widened", old.name, old, new, "%s may also be %s", old.name, list(gained))
		}
	case len(old.typ.any) > 1 && len(new.typ.any) > 1:
		c.report("changed", old.name, old, new, "%s no longer takes %s, and may also be %s", old.name, list(lost), list(gained))
	default:
		c.report("changed", old.name, old, new, "%s has another type", old.name)
	}
}

// differenceOf compares two types of the declarations of a name. Named unions are expanded where the types are not spelled alike.
func differenceOf(old, new *symbol, a, b typ) (lost, gained []string) {
	if slices.Equal(a.any, b.any) {
		return nil, nil
	}
	if old.full != nil && new.full != nil {
		a, b = old.full(a), new.full(b)
	}
	return difference(a, b)
}

// difference returns the branches that a type loses and gains.
func difference(old, new typ) (lost, gained []string) {
	a, b := old.reduced(), new.reduced()
	if len(a) == 1 && len(b) == 1 && a[0] != b[0] {
		return argumentsDifferent(a[0], b[0])
	}
	for _, one := range a {
		if !slices.Contains(b, one) {
			lost = append(lost, one)
		}
	}
	for _, one := range b {
		if !slices.Contains(a, one) {
			gained = append(gained, one)
		}
	}
	return lost, gained
}

// argumentsDifferent compares two instances of one generic type by their arguments: Codec<A | B> loses B where it becomes Codec<A>.
func argumentsDifferent(a, b string) (lost, gained []string) {
	head, one := arguments(a)
	other, two := arguments(b)
	if head == "" || head != other || len(one) != len(two) {
		return []string{a}, []string{b}
	}
	for i := range one {
		less, more := difference(union(one[i]), union(two[i]))
		lost, gained = append(lost, less...), append(gained, more...)
	}
	return lost, gained
}

// reduced leaves out literals of strings and numbers beside their type.
func (t typ) reduced() []string {
	var list []string
	for _, one := range t.any {
		if one == "(string & {})" {
			one = "string"
		}
		list = append(list, one)
	}
	all := slices.Clone(list)
	list = slices.DeleteFunc(list, func(one string) bool {
		text := strings.TrimPrefix(one, "Literal[")
		switch {
		case strings.HasPrefix(text, `"`):
			return slices.Contains(all, "string") || slices.Contains(all, "str")
		case isNumber(text):
			return slices.Contains(all, "number") || slices.Contains(all, "int") || slices.Contains(all, "float")
		}
		return false
	})
	slices.Sort(list)
	return slices.Compact(list)
}

func isNumber(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return text != "" && text[0] >= '0' && text[0] <= '9'
}

// added reports new members that a program has to give.
func (c *comparer) added(new *symbol) {
	parent := c.old.symbols[new.parent]
	if new.parent == "" || parent == nil || !new.demanded || parent.kind != c.new.symbols[new.parent].kind || c.uses(parent)&given == 0 {
		return
	}
	if c.old.member(new.parent, new.short()) == nil {
		c.report("required", new.name, nil, new, "the %s %s is new and required", new.kind, new.name)
	}
}

func list(all []string) string {
	slices.Sort(all)
	all = slices.Compact(all)
	if len(all) > 3 {
		all = append(slices.Clone(all[:3]), "others")
	}
	return strings.Join(all, ", ")
}
